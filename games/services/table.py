"""What players do at a live table: come, deal, play, exchange, give up."""

import json

from django.db import connection, transaction

from accounts.models import User
from games import journal, live
from games.journal import Stored
from games.models import Match
from games.rules import match as rules
from games.rules.cards import Card
from games.services.act import Entropy, Refused, act, from_the_system, people, row_of

NONCE_BYTES = 32


def arrive(*, match_id: int, user: User) -> Stored:
    """Seal the first deal once somebody who plays has come, so that all can see the seal."""
    stored = journal.load(match_id)
    match = stored.match
    seat = stored.seat_of(user.pk)
    if seat is None or match.phase != "idle" or match.outcome or not _all_reachable(stored):
        return stored
    if not Match.objects.filter(pk=match_id, live=True).exists():
        return stored
    try:
        return act(match_id, lambda now: [rules.seal(now.match, from_the_system(now.match))])
    except Refused:
        return journal.load(match_id)  # somebody else's arrival has sealed it


def start_deal(
    *,
    match_id: int,
    user: User | None,
    nonce: str = "",
    entropy: Entropy = from_the_system,
) -> Match:
    """Say that one is ready for the next deal; it is dealt once everyone is.

    `nonce` (hex, 32 bytes at most) is mixed into the deal, as a cut of the deck would be. With no
    user the house deals at once.
    """
    if not Match.objects.filter(pk=match_id, live=True).exists():
        raise Refused("not_live")
    _check_nonce(nonce)
    stored = journal.load(match_id)
    seat = None if user is None else _seat(stored, user)
    if stored.match.phase == "idle":
        if user is not None and not _all_reachable(stored):
            raise Refused("seats_empty")
        stored = act(match_id, lambda now: [rules.seal(now.match, entropy(now.match))])
    if stored.match.phase != "sealed":
        raise Refused("match_over" if stored.match.outcome else "deal_running")
    if user is not None:
        ready = _note_ready(stored, seat, nonce)
        if not people(stored.match) <= {int(waiting) for waiting in ready}:
            transaction.on_commit(lambda: live.notice(match_id, stored.match.terms.seats))
            return row_of(stored)
    return row_of(deal_sealed(stored, entropy))


def play_card(  # noqa: PLR0913  a card and how it came
    *,
    match_id: int,
    card: str,
    user: User | None = None,
    seat: int | None = None,
    version: int | None = None,
    command: str | None = None,
    entropy: Entropy = from_the_system,
) -> Stored:
    """Play a card for the user's own seat, or for `seat` when the house itself plays."""
    try:
        played = Card.parse(card)
    except ValueError as error:
        raise Refused("no_such_card") from error
    seat, stored = _acting(match_id, user, seat)

    def decide(stored: Stored) -> list[rules.Fact]:
        _check_version(stored, version)
        return [rules.play(stored.match, seat, played)]

    return act(
        match_id, decide, seat=seat, command=command, actor=user, entropy=entropy, known=stored
    )


def exchange_turn_up(
    *, match_id: int, user: User, version: int | None = None, command: str | None = None
) -> Stored:
    """Take the turn-up for one's low trump."""
    seat, stored = _acting(match_id, user, None)

    def decide(stored: Stored) -> list[rules.Fact]:
        _check_version(stored, version)
        return [rules.exchange(stored.match, seat)]

    return act(match_id, decide, seat=seat, command=command, actor=user, known=stored)


def concede(
    *, match_id: int, user: User, whole_match: bool = False, command: str | None = None
) -> Stored:
    """Give up the deal, or the match, for one's own side."""
    seat, stored = _acting(match_id, user, None)
    side = stored.match.terms.side_of(seat)
    return act(
        match_id,
        lambda now: [rules.concede(now.match, side, whole_match)],
        seat=seat,
        command=command,
        actor=user,
        known=stored,
    )


def deal_sealed(stored: Stored, entropy: Entropy) -> Stored:
    """Deal what is sealed, mixed with the cuts there are; a redeal is sealed at once."""
    ready = Match.objects.values_list("ready", flat=True).get(pk=stored.id)
    nonces = tuple(sorted((int(seat), bytes.fromhex(nonce)) for seat, nonce in ready.items()))

    def decide(now: Stored) -> list[rules.Fact]:
        facts: list[rules.Fact] = [rules.deal(now.match, nonces)]
        after = rules.evolve(now.match, facts[0])
        if after.needs_redeal:
            facts.append(rules.seal(after, entropy(after)))
        return facts

    return act(stored.id, decide)


def _note_ready(stored: Stored, seat: int | None, nonce: str) -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_match SET ready = ready || %s::jsonb WHERE id = %s AND version = %s"
            " RETURNING ready",
            [json.dumps({str(seat): nonce}), stored.id, stored.match.version],
        )
        found = cursor.fetchone()
    if found is None:
        raise Refused("stale")
    ready: dict[str, str] = json.loads(found[0])
    return ready


def _check_nonce(nonce: str) -> None:
    try:
        size = len(bytes.fromhex(nonce))
    except ValueError as error:
        raise Refused("bad_nonce") from error
    if size > NONCE_BYTES:
        raise Refused("bad_nonce")


def _check_version(stored: Stored, version: int | None) -> None:
    if version is not None and version != stored.match.version:
        raise Refused("stale")


def _acting(match_id: int, user: User | None, seat: int | None) -> tuple[int, Stored]:
    stored = journal.load(match_id)
    if user is not None:
        seat = _seat(stored, user)
    if seat is None:
        raise Refused("not_seated")
    return seat, stored


def _seat(stored: Stored, user: User) -> int:
    seat = stored.seat_of(user.pk)
    if seat is None:
        seat = journal.refresh_users(stored).seat_of(user.pk)
    if seat is None:
        raise Refused("not_seated")
    return seat


def _all_reachable(stored: Stored) -> bool:
    """Nobody can wait at a screen for a person who has no account."""
    return all(stored.users[seat] is not None for seat in people(stored.match))
