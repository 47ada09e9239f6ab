"""How every act happens: load, ask the rules, append, tell; and what falls due next."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import IntegrityError, connection, transaction

from accounts.models import User
from games import journal, live
from games.journal import Stale, Stored, Times
from games.models import Match
from games.rules import match as rules
from games.rules.match import IllegalMove
from games.signals import match_changed

ATTEMPTS = 5
DESK = -1  # the seat under which an organiser's commands are remembered
FIRST_DEAL = 3.0  # seconds before a table of computers begins
NEXT_DEAL = 12.0  # seconds to look at the count; "ready" from everyone makes it shorter
REDEAL = 3.0

Entropy = Callable[[rules.Match], bytes]
Decide = Callable[[Stored], Sequence[rules.Fact]]


class Refused(Exception):  # noqa: N818  what the reader hears
    """A rule was broken; `key` names it, `games.phrases.refusal` says it."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a seat; all empty is nobody."""

    player_id: int | None = None
    user_id: int | None = None
    computer: str = ""

    def __str__(self) -> str:
        if self.player_id is not None:
            return f"player:{self.player_id}"
        if self.user_id is not None:
            return f"user:{self.user_id}"
        return f"computer:{self.computer}" if self.computer else ""


def from_the_system(_match: rules.Match) -> bytes:
    """32 random bytes from the operating system: what a deal is sealed with."""
    return secrets.token_bytes(32)


def act(  # noqa: PLR0913  one place for every act
    match_id: int,
    decide: Decide,
    *,
    seat: int | None = None,
    command: str | None = None,
    actor: User | None = None,
    entropy: Entropy = from_the_system,
    known: Stored | None = None,
) -> Stored:
    """Load, decide, write; judge again if somebody was faster; a known command is done already."""
    stored = known
    for _ in range(ATTEMPTS):
        stored = stored or journal.load(match_id)
        try:
            facts = decide(stored)
        except (IllegalMove, Refused) as error:
            if journal.command_known(match_id, seat, command):
                return stored
            raise Refused(error.key) from error
        try:
            return write(stored, facts, seat=seat, command=command, actor=actor, entropy=entropy)
        except Stale:
            stored = None
        except IntegrityError:
            if not journal.command_known(match_id, seat, command):
                raise
            return journal.load(match_id)
    raise Refused("stale")


def write(  # noqa: PLR0913  see journal.append
    stored: Stored,
    facts: Sequence[rules.Fact],
    *,
    seat: int | None = None,
    command: str | None = None,
    actor: User | None = None,
    entropy: Entropy = from_the_system,
) -> Stored:
    """Append facts with what follows from them, and tell everyone after the commit."""
    before = stored.match
    after = before
    for fact in facts:
        after = rules.evolve(after, fact)
    if before.deal is not None and after.phase == "idle" and after.outcome is None:
        facts = [*facts, rules.seal(after, entropy(after))]

    def append() -> Stored:
        return journal.append(
            stored,
            facts,
            times=lambda now: _times(before, now),
            seat=seat,
            command=command,
            actor_id=actor.pk if actor else None,
        )

    if (before.deals, before.outcome) == (after.deals, after.outcome):
        fresh = _in_savepoint(append)
    else:
        with transaction.atomic():
            fresh = append()
            row = Match.objects.get(pk=stored.id)
            match_changed.send(sender=Match, match=row, outcome=fresh.match.outcome)
    transaction.on_commit(lambda: live.show(fresh))
    return fresh


def _in_savepoint(append: Callable[[], Stored]) -> Stored:
    if not connection.in_atomic_block:
        return append()
    with transaction.atomic():
        return append()


def _times(before: rules.Match, after: rules.Match) -> Times:  # noqa: PLR0911  one line a case
    if after.outcome is not None:
        return Times()
    if after.turn is not None and after.phase == "playing":
        ended_trick = bool(before.deal and after.deal and before.deal.tricks != after.deal.tricks)
        pause = settings.TRICK_PAUSE_SECONDS if ended_trick else 0.0
        if is_computer(after, after.turn) or after.played_on(after.turn):
            return Times(bot=settings.BOT_DELAY_SECONDS + pause)
        seconds = rules.clock_seconds(after, after.turn)
        return Times() if seconds is None else Times(clock=pause + seconds)
    if after.phase == "sealed":
        if after.needs_redeal:
            return Times(deal=REDEAL)
        if not people(after):
            return Times(deal=FIRST_DEAL)
        if before.deal is not None:
            return Times(deal=NEXT_DEAL)
    return Times()


def row_of(stored: Stored) -> Match:
    """The row as it stands now."""
    return Match.objects.get(pk=stored.id)


def is_computer(match: rules.Match, seat: int) -> bool:
    """Whether a computer player holds a seat."""
    return match.holders[seat].startswith("computer:")


def people(match: rules.Match) -> set[int]:
    """The seats that no computer holds."""
    return {seat for seat in range(match.terms.seats) if not is_computer(match, seat)}


def all_computers(match: rules.Match) -> bool:
    """Whether computers hold every seat."""
    return not people(match)
