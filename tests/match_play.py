"""Ways to put a match on the table and play it, and the law that every act must keep."""

from collections.abc import Callable
from typing import Any

from games import journal, services
from games.models import Match, Variant
from games.rules import match as rules
from games.rules.house import Terms
from games.selectors import terms_for

SEED = bytes(range(32))


def terms(variant: Variant, seats: int = 2, kind: str = "first_to:1") -> Terms:
    return terms_for(variant, seats, kind)


def seated(*users: Any, computers: int = 0) -> list[services.Holder]:
    people = [services.Holder(user_id=user.pk) for user in users]
    return people + [services.Holder(computer="medium")] * computers


def entropy(match: rules.Match) -> bytes:
    return bytes([match.number]) + SEED[1:]


def begin(row: Match, *users: Any) -> journal.Stored:
    """Everyone is ready for the next deal."""
    for user in users:
        services.start_deal(match_id=row.pk, user=user)
    return journal.load(row.pk)


def play_out(row: Match, by_seat: dict[int, Any] | None = None) -> journal.Stored:
    """Play the running deal with each seat's first card; a computer's turn is moved."""
    stored = journal.load(row.pk)
    while stored.match.deal is not None:
        seat = stored.match.turn
        assert seat is not None
        if by_seat and seat in by_seat:
            card = str(stored.match.deal.hands[seat][0])
            stored = services.play_card(match_id=row.pk, user=by_seat[seat], card=card)
        else:
            stored = services.move_computer(match_id=row.pk) or journal.load(row.pk)
    return stored


def dump(row: Match) -> dict[str, Any]:
    """Everything written about a match."""
    return {
        "row": Match.objects.filter(pk=row.pk).values().get(),
        "facts": list(row.facts.order_by("number").values()),
        "seats": list(row.seats.order_by("number").values()),
    }


def keep_the_law(row: Match) -> None:
    """The facts, replayed, equal the state kept and every derived column."""
    journal.kept.clear()
    stored = journal.load(row.pk)
    row.refresh_from_db()
    match = rules.replay(Terms.from_dict(row.terms), journal.facts_of(row.pk))
    assert match == stored.match
    assert row.version == match.version == row.facts.count()
    columns = journal.columns(match)
    for name in ("state", "turn", "winner", "deals"):
        assert getattr(row, name) == columns[name], name
    assert row.wins == list(match.wins)
    assert (row.ended_at is not None) == (match.outcome is not None)
    for seat in row.seats.all():
        held = journal.holder_columns(match.holders[seat.number])
        assert (seat.player_id, seat.user_id, seat.computer) == tuple(held.values())


def refused(act: Callable[[], Any], row: Match) -> str:
    """Do what must be refused; nothing may be written. Returns the key."""
    before = dump(row)
    try:
        act()
    except services.Refused as error:
        assert dump(row) == before
        return error.key
    raise AssertionError("it was not refused")
