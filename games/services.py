"""Everything that can happen to a match, one function an act, whoever asks for it.

Each loads, asks the rules, appends and tells; a broken rule is `Refused` and nothing is written.
Who may direct a match is checked by those who call; a player's own acts are checked here.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import F, Func, JSONField, Value
from psycopg.types.json import Jsonb

from accounts.models import User
from games import journal, live, selectors
from games.journal import Stale, Stored, Times
from games.models import Match
from games.rules import match as rules
from games.rules.bots import Level, choose
from games.rules.cards import Card
from games.rules.house import Terms
from games.rules.match import IllegalMove
from games.rules.view import View
from games.signals import match_changed

ATTEMPTS = 5
NONCE_BYTES = 32
FIRST_DEAL = 3.0  # seconds before a table of computers begins
NEXT_DEAL = 12.0  # seconds to look at the count; "ready" from everyone makes it shorter
REDEAL = 3.0

Entropy = Callable[[rules.Match], bytes]
Think = Callable[[View, Level, int], Card]
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
        if live and _all_computers(stored.match):
            stored = _write(stored, [rules.seal(stored.match, entropy(stored.match))])
            row.version = stored.match.version
    return row


def seat_holder(*, match_id: int, actor: User | None, seat: int, holder: Holder) -> Match:
    """Put somebody into a seat: a substitute, or a computer player into an empty one."""
    row = Match.objects.get(pk=match_id)

    def decide(stored: Stored) -> list[rules.Fact]:
        facts: list[rules.Fact] = [rules.seat_down(stored.match, seat, str(holder))]
        after = rules.evolve(stored.match, facts[0])
        if row.live and _all_computers(after) and after.phase == "idle" and not after.outcome:
            facts.append(rules.seal(after, from_the_system(after)))
        return facts

    if holder.computer and not row.computers_allowed:
        raise Refused("computers_not_allowed")
    try:
        return _row(_act(match_id, decide, actor=actor))
    except IntegrityError as error:
        raise Refused("one_seat_a_person") from error


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
        return _act(match_id, lambda now: [rules.seal(now.match, from_the_system(now.match))])
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
        stored = _act(match_id, lambda now: [rules.seal(now.match, entropy(now.match))])
    if stored.match.phase != "sealed":
        raise Refused("match_over" if stored.match.outcome else "deal_running")
    if user is not None:
        ready = _note_ready(stored, seat, nonce)
        if not _people(stored.match) <= {int(waiting) for waiting in ready}:
            transaction.on_commit(lambda: live.notice(match_id, stored.match.terms.seats))
            return _row(stored)
    return _row(_deal(stored, entropy))


def deal_now(*, match_id: int) -> None:
    """Deal what is sealed with whatever cuts there are; its time has come."""
    if match_id in selectors.overdue("deal_due", limit=1000):
        stored = journal.load(match_id)
        if stored.match.phase == "sealed":
            _deal(stored, from_the_system)


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

    return _act(
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

    return _act(match_id, decide, seat=seat, command=command, actor=user, known=stored)


def concede(
    *, match_id: int, user: User, whole_match: bool = False, command: str | None = None
) -> Stored:
    """Give up the deal, or the match, for one's own side."""
    seat, stored = _acting(match_id, user, None)
    side = stored.match.terms.side_of(seat)
    return _act(
        match_id,
        lambda now: [rules.concede(now.match, side, whole_match)],
        seat=seat,
        command=command,
        actor=user,
        known=stored,
    )


def move_computer(*, match_id: int, think: Think = choose) -> Stored | None:
    """Play for the computer on turn; None where there is none, or somebody was faster."""
    stored = journal.load(match_id)
    seat = stored.match.turn
    if seat is None or not _is_computer(stored.match, seat):
        return None
    level = Level(stored.match.holders[seat].removeprefix("computer:"))
    card = think(selectors.player_view(stored, seat), level, _bot_seed(stored))
    try:
        return _write(stored, [rules.play(stored.match, seat, card)])
    except Stale:
        return None


def time_out(*, match_id: int) -> Stored | None:
    """Play for the seat whose time is over, as the medium computer player would."""
    with transaction.atomic():
        stored = journal.load(match_id, lock=True)
        seat = stored.match.turn
        _, left = selectors.clock_of(match_id)
        if seat is None or left is None or left > -settings.GRACE_SECONDS:
            return None
        view = selectors.player_view(stored, seat)
        card = choose(view, Level.MEDIUM, _bot_seed(stored))
        return _write(stored, [rules.time_out(stored.match, seat, card)])


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
    return _row(
        _act(
            match_id,
            lambda now: [rules.score(now.match, points=points, winner=winner)],
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
    return _row(
        _act(
            match_id,
            lambda now: [rules.correct(now.match, deal, points=points, winner=winner)],
            actor=actor,
        )
    )


def void_deal(*, match_id: int, actor: User | None, deal: int) -> Match:
    """Strike a deal; it is kept and marked, and counts for nobody."""
    return _row(_act(match_id, lambda now: [rules.void(now.match, deal)], actor=actor))


def award(*, match_id: int, actor: User | None, winner: int | None, reason: str) -> Match:
    """Give the match to a side without play, or to nobody (a double walkover)."""
    return _row(_act(match_id, lambda now: [rules.award(now.match, winner, reason)], actor=actor))


def restore(*, match_id: int, actor: User | None, number: int) -> Match:
    """Take back a void, a concession, an award or a penalty, named by its fact's number."""
    return _row(_act(match_id, lambda now: [rules.restore(now.match, number)], actor=actor))


def _act(  # noqa: PLR0913  one place for every act
    match_id: int,
    decide: Decide,
    *,
    seat: int | None = None,
    command: str | None = None,
    actor: User | None = None,
    entropy: Entropy = from_the_system,
    known: Stored | None = None,
) -> Stored:
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
            return _write(stored, facts, seat=seat, command=command, actor=actor, entropy=entropy)
        except Stale:
            stored = None
        except IntegrityError:
            if not journal.command_known(match_id, seat, command):
                raise
            return journal.load(match_id)
    raise Refused("stale")


def _write(  # noqa: PLR0913  see journal.append
    stored: Stored,
    facts: Sequence[rules.Fact],
    *,
    seat: int | None = None,
    command: str | None = None,
    actor: User | None = None,
    entropy: Entropy = from_the_system,
) -> Stored:
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


def _times(before: rules.Match, after: rules.Match) -> Times:
    house = after.terms.house
    if after.outcome is not None:
        return Times()
    if after.turn is not None and after.phase == "playing":
        ended_trick = before.deal is not None and before.deal.tricks != after.deal.tricks
        pause = settings.TRICK_PAUSE_SECONDS if ended_trick else 0.0
        if _is_computer(after, after.turn):
            return Times(bot=settings.BOT_DELAY_SECONDS + pause)
        if house.clock and len(_people(after)) > 1:
            return Times(clock=pause + rules.clock_seconds(after, after.turn))
        return Times()
    if after.phase == "sealed":
        if after.needs_redeal:
            return Times(deal=REDEAL)
        if not _people(after):
            return Times(deal=FIRST_DEAL)
        if any(deal.source == "table" for deal in after.deals):
            return Times(deal=NEXT_DEAL)
    return Times()


def _deal(stored: Stored, entropy: Entropy) -> Stored:
    ready = Match.objects.values_list("ready", flat=True).get(pk=stored.id)
    nonces = tuple(sorted((int(seat), bytes.fromhex(nonce)) for seat, nonce in ready.items()))

    def decide(now: Stored) -> list[rules.Fact]:
        facts: list[rules.Fact] = [rules.deal(now.match, nonces)]
        after = rules.evolve(now.match, facts[0])
        if after.needs_redeal:
            facts.append(rules.seal(after, entropy(after)))
        return facts

    return _act(stored.id, decide)


def _note_ready(stored: Stored, seat: int | None, nonce: str) -> dict[str, str]:
    changed = Match.objects.filter(pk=stored.id, version=stored.match.version).update(
        ready=Func(
            F("ready"),
            Value(Jsonb({str(seat): nonce}), output_field=JSONField()),
            template="%(expressions)s",
            arg_joiner=" || ",
        )
    )
    if not changed:
        raise Refused("stale")
    ready: dict[str, str] = Match.objects.values_list("ready", flat=True).get(pk=stored.id)
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


def _row(stored: Stored) -> Match:
    return Match.objects.get(pk=stored.id)


def _is_computer(match: rules.Match, seat: int) -> bool:
    return match.holders[seat].startswith("computer:")


def _people(match: rules.Match) -> set[int]:
    return {seat for seat in range(match.terms.seats) if not _is_computer(match, seat)}


def _all_computers(match: rules.Match) -> bool:
    return not _people(match)


def _all_reachable(stored: Stored) -> bool:
    """Nobody can wait at a screen for a person who has no account."""
    return all(stored.users[seat] is not None for seat in _people(stored.match))


def _bot_seed(stored: Stored) -> int:
    """The chance of a computer's choice: fixed by the deal and how far it has come."""
    deal = stored.match.deal
    seed = deal.layout.seed if deal is not None else b""
    played = len(deal.tricks) if deal is not None else 0
    return int.from_bytes(sha256(seed + bytes([played, stored.match.turn or 0])).digest()[:8])
