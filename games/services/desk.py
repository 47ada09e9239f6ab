"""What an organiser does with a match: open it, seat people, enter and correct results."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction

from accounts.models import User
from games import journal
from games.journal import Stored
from games.models import Match
from games.rules import match as rules
from games.rules.house import Terms
from games.services.act import (
    DESK,
    Entropy,
    Holder,
    Refused,
    act,
    all_computers,
    from_the_system,
    row_of,
    write,
)


def open_match(  # noqa: PLR0913  all that a match is made of
    *,
    terms: Terms,
    holders: Sequence[Holder],
    title: str = "",
    live: bool = True,
    paper: bool = True,
    public: bool = True,
    computers_allowed: bool = False,
    created_by: User | None = None,
    entropy: Entropy = from_the_system,
) -> Match:
    """Make a match with its seats; a table of computers alone begins by itself."""
    row = Match(
        title=title,
        live=live,
        paper=paper,
        public=public,
        computers_allowed=computers_allowed,
        created_by=created_by,
    )
    with transaction.atomic():
        facts = [
            rules.Seated(seat, str(holder)) for seat, holder in enumerate(holders) if str(holder)
        ]
        stored = journal.open_row(row, terms, facts)
        if live and all_computers(stored.match):
            stored = write(stored, [rules.seal(stored.match, entropy(stored.match))])
            row.version = stored.match.version
    return row


def seat_holder(*, match_id: int, actor: User | None, seat: int, holder: Holder) -> Match:
    """Put somebody into a seat: a substitute, or a computer player into an empty one."""
    row = Match.objects.get(pk=match_id)

    def decide(stored: Stored) -> list[rules.Fact]:
        facts: list[rules.Fact] = [rules.seat_down(stored.match, seat, str(holder))]
        after = rules.evolve(stored.match, facts[0])
        if row.live and all_computers(after) and after.phase == "idle" and not after.outcome:
            facts.append(rules.seal(after, from_the_system(after)))
        return facts

    if holder.computer and not row.computers_allowed:
        raise Refused("computers_not_allowed")
    try:
        return row_of(act(match_id, decide, actor=actor))
    except IntegrityError as error:
        raise Refused("one_seat_a_person") from error


def report_score(
    *,
    match_id: int,
    actor: User | None,
    points: tuple[int, ...] | None = None,
    winner: int | None = None,
    command: str | None = None,
) -> Match:
    """Enter a deal that was played on paper."""
    if not Match.objects.filter(pk=match_id, paper=True).exists():
        raise Refused("not_paper")
    return row_of(
        act(
            match_id,
            lambda now: [rules.score(now.match, points=points, winner=winner)],
            seat=DESK,
            actor=actor,
            command=command,
        )
    )


def correct_score(
    *,
    match_id: int,
    actor: User | None,
    deal: int,
    points: tuple[int, ...] | None = None,
    winner: int | None = None,
) -> Match:
    """Put a deal's result right; it may end the match differently or open it again."""
    return row_of(
        act(
            match_id,
            lambda now: [rules.correct(now.match, deal, points=points, winner=winner)],
            actor=actor,
        )
    )


def void_deal(*, match_id: int, actor: User | None, deal: int) -> Match:
    """Strike a deal; it is kept and marked, and counts for nobody."""
    return row_of(act(match_id, lambda now: [rules.void(now.match, deal)], actor=actor))


def award(*, match_id: int, actor: User | None, winner: int | None, reason: str) -> Match:
    """Give the match to a side without play, or to nobody (a double walkover)."""
    return row_of(act(match_id, lambda now: [rules.award(now.match, winner, reason)], actor=actor))


def restore(*, match_id: int, actor: User | None, number: int) -> Match:
    """Take back a void, a concession, an award or a penalty, named by its fact's number."""
    return row_of(act(match_id, lambda now: [rules.restore(now.match, number)], actor=actor))
