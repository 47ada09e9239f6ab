"""Knows a match from its facts: what may happen next, and what each fact makes of it.

Deciders (`play`, `score`, ...) check and return the fact, or raise IllegalMove; `evolve` applies a
fact without a check; `replay` folds a whole history.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TypeVar

from games.rules import ledger
from games.rules.cards import Card
from games.rules.deal import Deal, Nonces, Redone, exchange_card, lay, lay_out, swap
from games.rules.facts import (
    FACTS,
    Awarded,
    Conceded,
    Corrected,
    Dealt,
    Exchanged,
    Fact,
    Penalised,
    Played,
    Restored,
    Scored,
    Sealed,
    Seated,
    TimedOut,
    Voided,
)
from games.rules.house import Ending, Fixed, Terms
from games.rules.ledger import DealRecord, Entry, Outcome, Ruling, Standing

__all__ = [
    "ABSENCES",
    "FACTS",
    "Awarded",
    "Conceded",
    "Corrected",
    "Dealt",
    "DealRecord",
    "Exchanged",
    "Fact",
    "IllegalMove",
    "Match",
    "Outcome",
    "Penalised",
    "Played",
    "Restored",
    "Scored",
    "Sealed",
    "Seated",
    "TimedOut",
    "Voided",
    "award",
    "clock_seconds",
    "concede",
    "correct",
    "deal",
    "evolve",
    "exchange",
    "new_match",
    "penalise",
    "play",
    "replay",
    "restore",
    "score",
    "seal",
    "seat_down",
    "time_out",
    "void",
]

T = TypeVar("T")
ABSENCES = 3
SLOW_AFTER = 2
SHORTEST_CLOCK = 5
SEED_BYTES = 32
NONCE_BYTES = 64
TEXT = 200
ALL_POINTS = 120
HALF = 60


class IllegalMove(ValueError):  # noqa: N818 - the rule broken, not a fault
    """A rule was broken; `key` is one of `KEYS` and is put into words elsewhere."""

    KEYS = frozenset(
        {
            "already_conceded",
            "already_sealed",
            "already_seated",
            "bad_holder",
            "bad_nonce",
            "bad_penalty",
            "bad_reason",
            "bad_seed",
            "cappotto_against_points",
            "clock_off",
            "deal_running",
            "deal_void",
            "match_over",
            "no_deal",
            "no_exchange",
            "no_such_deal",
            "no_such_seat",
            "no_such_side",
            "not_in_hand",
            "not_sealed",
            "not_your_turn",
            "nothing_to_restore",
            "points_do_not_sum",
            "points_needed",
            "points_out_of_range",
            "seat_taken",
            "seats_empty",
            "seed_used",
            "winner_against_points",
            "winner_needed",
        }
    )

    def __init__(self, key: str) -> None:
        assert key in self.KEYS, key
        super().__init__(key)
        self.key = key


@dataclass(frozen=True, slots=True)
class Match:
    """A match as its facts have made it; `version` is how many there were.

    `deal` is the running deal; `entries` and `rulings` are what `standing` is counted from.
    `seed` seals the next deal; `redone` are deals of the one begun that were dealt again, by
    `redealer`. `absent_row` counts, a seat, the cards in a row the clock played, and `slowed`
    says whose clock is halved for the rest of the deal.
    """

    terms: Terms
    version: int
    holders: tuple[str, ...]
    entries: tuple[Entry, ...]
    rulings: tuple[Ruling, ...]
    standing: Standing
    deal: Deal | None
    seed: bytes | None
    redone: tuple[Redone, ...]
    redealer: int | None
    absent_row: tuple[int, ...]
    slowed: tuple[bool, ...]

    @property
    def deals(self) -> tuple[DealRecord, ...]:
        """The deals that are over, void ones too, numbered from 1."""
        return self.standing.deals

    @property
    def wins(self) -> tuple[int, ...]:
        """What decides the match, a side: sets won where there are sets, else deals won."""
        return self.standing.wins

    @property
    def set_wins(self) -> tuple[int, ...]:
        """Deals won in the running set, a side; without sets the same as `wins`."""
        return self.standing.set_wins

    @property
    def card_points(self) -> tuple[int, ...]:
        """Card points of all counted deals, a side, penalties taken off."""
        return self.standing.card_points

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it is not over."""
        return self.standing.outcome

    @property
    def phase(self) -> str:
        """One of "idle", "sealed", "playing", "over"."""
        if self.standing.outcome is not None:
            return "over"
        if self.deal is not None:
            return "playing"
        return "sealed" if self.seed is not None else "idle"

    @property
    def needs_redeal(self) -> bool:
        """Whether the deal begun was abandoned for its turn-up and is to be dealt again."""
        return bool(self.redone)

    @property
    def turn(self) -> int | None:
        """The seat that is to play, if any."""
        return self.deal.turn if self.deal is not None else None

    @property
    def dealer(self) -> int | None:
        """Who deals the running or else the next deal; None until the first is drawn."""
        if self.deal is not None:
            return self.deal.dealer
        return self.standing.dealer if self.redealer is None else self.redealer

    @property
    def number(self) -> int:
        """The number of the running or else the next deal."""
        return len(self.entries) + 1

    @property
    def commitment(self) -> str | None:
        """The SHA-256, in hex, of the seed of the sealed or running deal."""
        seed = self.deal.layout.seed if self.deal is not None else self.seed
        return None if seed is None else sha256(seed).hexdigest()

    @property
    def gave_up(self) -> tuple[int, ...]:
        """The sides that cannot win the running deal; with three seats it is played on."""
        return ledger.gave_up(self.rulings, self.number) if self.rulings else ()

    def played_on(self, seat: int) -> bool:
        """Whether the computer plays this seat's cards because it has conceded."""
        return self.deal is not None and self.terms.side_of(seat) in self.gave_up


def new_match(terms: Terms) -> Match:
    """A match with empty seats and no fact yet.

    >>> from games.rules.house import FirstTo
    >>> match = new_match(Terms(seats=4, kind=FirstTo(2)))
    >>> match.phase, match.wins, match.version
    ('idle', (0, 0), 0)
    """
    none = (0,) * terms.seats
    return Match(
        terms=terms,
        version=0,
        holders=("",) * terms.seats,
        entries=(),
        rulings=(),
        standing=ledger.settle(terms, (), ()),
        deal=None,
        seed=None,
        redone=(),
        redealer=None,
        absent_row=none,
        slowed=(False,) * terms.seats,
    )


def replay(terms: Terms, facts: Iterable[Fact]) -> Match:
    """The match that these facts make."""
    match = new_match(terms)
    for fact in facts:
        match = evolve(match, fact)
    return match


def evolve(match: Match, fact: Fact) -> Match:  # noqa: PLR0911 - one arm a fact
    """The match after one more fact; nothing is checked."""
    match fact:
        case Played(seat, card):
            return _laid(match, seat, card, auto=False)
        case TimedOut(seat, card):
            return _laid(match, seat, card, auto=True)
        case Exchanged(_, card):
            if match.deal is None:
                return replace(match, version=match.version + 1)
            return replace(match, version=match.version + 1, deal=swap(match.deal, card))
        case Sealed(seed):
            return replace(match, version=match.version + 1, seed=seed)
        case Dealt(nonces):
            return _dealt(match, nonces)
        case Seated(seat, holder):
            holders = _put(match.holders, seat, holder)
            return replace(match, version=match.version + 1, holders=holders)
        case Scored(points, winner, cappotto):
            dealer = match.standing.dealer
            entry = Entry(match.number, dealer, "paper", points, winner, cappotto)
            return _count(match, entries=(*match.entries, entry))
        case Restored(number):
            return _restored(match, number)
        case Conceded(side, whole_match):
            kind = ledger.CONCEDED_MATCH if whole_match else ledger.CONCEDED
            return _ruled(match, Ruling(match.version, kind, match.number, side))
        case Voided(number):
            return _ruled(match, Ruling(match.version, ledger.VOIDED, number))
        case Corrected(number, points, winner, cappotto):
            return _ruled(
                match,
                Ruling(match.version, ledger.CORRECTED, number, winner, points, cappotto),
            )
        case Awarded(winner, reason):
            ruling = Ruling(match.version, ledger.AWARDED, side=winner, reason=reason)
            return _ruled(match, ruling)
        case Penalised(side, kind, number, points, reason):
            lost = number if kind == "deal" and number is not None else 0
            taken = (points,) if kind == "points" else None
            return _ruled(
                match,
                Ruling(match.version, ledger.PENALISED, lost, side, taken, reason=reason),
            )


def _laid(match: Match, seat: int, card: Card, *, auto: bool) -> Match:
    """A card played; the usual case is written out, since every card of a replay comes by."""
    if match.deal is None:
        return replace(match, version=match.version + 1)
    after = lay(match.deal, card, auto=auto)
    absent, slowed = match.absent_row, match.slowed
    if auto:
        absent = _put(absent, seat, absent[seat] + 1)
        if absent[seat] >= SLOW_AFTER:
            slowed = _put(slowed, seat, True)
    elif absent[seat]:
        absent = _put(absent, seat, 0)
    moved = Match(
        match.terms,
        match.version + 1,
        match.holders,
        match.entries,
        match.rulings,
        match.standing,
        after,
        match.seed,
        match.redone,
        match.redealer,
        absent,
        slowed,
    )
    if after.turn is None:
        moved = _ended(moved, after)
    if absent[seat] < ABSENCES or not auto:
        return moved
    moved = replace(moved, absent_row=_put(absent, seat, 0))
    side = match.terms.side_of(seat)
    whole = match.terms.absence == "match"
    if moved.outcome is not None or not (whole or moved.deal is not None):
        return moved
    kind = ledger.CONCEDED_MATCH if whole else ledger.CONCEDED
    ruled = _ruled(moved, Ruling(match.version, kind, moved.number, side))
    return replace(ruled, version=moved.version)


def _ended(match: Match, played: Deal) -> Match:
    """The running deal was played to its end and goes to the ledger."""
    entry = Entry(
        number=match.number,
        dealer=played.dealer,
        source="table",
        points=played.points,
        cappotto=played.swept_by is not None,
        cards=played,
    )
    match = replace(match, version=match.version - 1, deal=None)
    return _count(match, entries=(*match.entries, entry))


def _dealt(match: Match, nonces: Nonces) -> Match:
    if match.seed is None:
        return replace(match, version=match.version + 1)
    made = lay_out(match.terms, match.number, match.dealer, match.seed, nonces, match.redone)
    if isinstance(made, Deal):
        return replace(
            match,
            version=match.version + 1,
            deal=made,
            seed=None,
            redone=(),
            redealer=None,
            absent_row=(0,) * match.terms.seats,
            slowed=(False,) * match.terms.seats,
        )
    dealer, redone = made
    return replace(
        match,
        version=match.version + 1,
        seed=None,
        redone=(*match.redone, redone),
        redealer=dealer,
    )


def _ruled(match: Match, ruling: Ruling) -> Match:
    """A ruling stands from now on; it may break the running deal off."""
    rulings = (*match.rulings, ruling)
    if ruling.kind in (ledger.VOIDED, ledger.CONCEDED) and ruling.deal == match.number:
        gone = ledger.gave_up(rulings, match.number)
        if ruling.kind == ledger.VOIDED or len(gone) >= match.terms.sides - 1:
            return _count(_broken_off(match), rulings=rulings)
    return _count(match, rulings=rulings)


def _restored(match: Match, number: int) -> Match:
    """A ruling is taken back; a deal it broke off is taken up where it lay, if nobody knows more.

    Once the match was over, or a later deal begun, its seed has been shown: then it stays void.
    """
    dropped = [ruling for ruling in match.rulings if ruling.number == number]
    kept = tuple(ruling for ruling in match.rulings if ruling.number != number)
    freed = _count(match, rulings=kept)
    if match.outcome is not None or not dropped or not match.entries or _deal_begun(match):
        return freed
    last = match.entries[-1]
    about_it = any(ruling.deal == last.number for ruling in dropped)
    ruled_void = any(ruling.kind == ledger.VOIDED and ruling.deal == last.number for ruling in kept)
    if not (about_it and last.cut and last.cards and freed.deals[-1].void) or ruled_void:
        return freed
    none = (0,) * match.terms.seats
    back = replace(match, entries=match.entries[:-1], deal=last.cards, absent_row=none)
    return _count(back, rulings=kept)


def _broken_off(match: Match) -> Match:
    """The deal begun ends here, its last cards unplayed."""
    entry = Entry(match.number, match.dealer, "table", cards=match.deal, cut=True)
    return replace(match, entries=(*match.entries, entry), deal=None, redone=(), redealer=None)


def _count(
    match: Match,
    *,
    entries: tuple[Entry, ...] | None = None,
    rulings: tuple[Ruling, ...] | None = None,
) -> Match:
    """One fact more, and the standing counted anew; a decision breaks off what is on the table."""
    entries = match.entries if entries is None else entries
    rulings = match.rulings if rulings is None else rulings
    counted = replace(
        match,
        version=match.version + 1,
        entries=entries,
        rulings=rulings,
        standing=ledger.settle(match.terms, entries, rulings),
    )
    if counted.outcome is None:
        return counted
    if _deal_begun(counted):
        counted = _broken_off(counted)
        standing = ledger.settle(match.terms, counted.entries, rulings)
        counted = replace(counted, standing=standing)
    return replace(counted, seed=None)


def _deal_begun(match: Match) -> bool:
    return match.deal is not None or bool(match.redone)


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def seat_down(match: Match, seat: int, holder: str) -> Seated:
    """Give a seat to `holder`; "" empties it, and a computer player gives way to anyone."""
    _open(match)
    _check_seat(match, seat)
    if not isinstance(holder, str) or len(holder) > TEXT:
        raise IllegalMove("bad_holder")
    if _is_person(holder):
        if holder in match.holders:
            raise IllegalMove("already_seated")
        if _is_person(match.holders[seat]):
            raise IllegalMove("seat_taken")
    return Seated(seat, holder)


def seal(match: Match, seed: bytes) -> Sealed:
    """Seal the next deal, or the redeal of this one, with 32 random bytes never used before."""
    _open(match)
    if match.deal is not None:
        raise IllegalMove("deal_running")
    if match.seed is not None:
        raise IllegalMove("already_sealed")
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise IllegalMove("bad_seed")
    used = {redone.seed for redone in match.redone}
    for entry in match.entries:
        if entry.cards is not None:
            used.add(entry.cards.layout.seed)
            used.update(redone.seed for redone in entry.cards.layout.redone)
    if seed in used:
        raise IllegalMove("seed_used")
    return Sealed(seed)


def deal(match: Match, nonces: Nonces = ()) -> Dealt:
    """Deal what is sealed; `nonces` are (seat, at most 64 bytes), one a seat at most."""
    _open(match)
    if match.deal is not None:
        raise IllegalMove("deal_running")
    if match.seed is None:
        raise IllegalMove("not_sealed")
    if "" in match.holders:
        raise IllegalMove("seats_empty")
    if len({seat for seat, _ in nonces}) != len(nonces):
        raise IllegalMove("bad_nonce")
    for seat, nonce in nonces:
        _check_seat(match, seat)
        if not isinstance(nonce, bytes) or len(nonce) > NONCE_BYTES:
            raise IllegalMove("bad_nonce")
    return Dealt(tuple(sorted(nonces)))


def play(match: Match, seat: int, card: Card) -> Played:
    """Play any card the seat holds, when it is its turn; nothing else is asked (RULES.md 3.4)."""
    _check_card(match, seat, card)
    return Played(seat, card)


def time_out(match: Match, seat: int, card: Card) -> TimedOut:
    """Play `card`, the medium computer player's choice, for a seat whose time is over."""
    _check_card(match, seat, card)
    if not match.terms.house.clock:
        raise IllegalMove("clock_off")
    return TimedOut(seat, card)


def exchange(match: Match, seat: int) -> Exchanged:
    """Lay down the low trump that takes the turn-up, before leading (RULES.md section 5)."""
    running = _running(match)
    if seat != running.turn:
        raise IllegalMove("not_your_turn")
    card = exchange_card(running, match.terms.house)
    if card is None:
        raise IllegalMove("no_exchange")
    return Exchanged(seat, card)


def score(
    match: Match,
    *,
    points: tuple[int, ...] | None = None,
    winner: int | None = None,
    cappotto: bool = False,
) -> Scored:
    """Enter a deal played on paper: one figure a side, 0 to 120, or only the side that won."""
    _open(match)
    if _deal_begun(match):
        raise IllegalMove("deal_running")
    row = ledger.drawn_row(match.deals)
    _check_result(match, match.number, row, points, winner, cappotto=cappotto)
    return Scored(None if points is None else tuple(points), winner, cappotto)


def correct(
    match: Match,
    deal: int,
    *,
    points: tuple[int, ...] | None = None,
    winner: int | None = None,
    cappotto: bool = False,
) -> Corrected:
    """Put the result of an ended deal right; the match may end differently or open again."""
    record = _ended_deal(match, deal)
    row = ledger.drawn_row(match.deals[: record.number - 1])
    _check_result(match, record.number, row, points, winner, cappotto=cappotto)
    return Corrected(record.number, None if points is None else tuple(points), winner, cappotto)


def void(match: Match, deal: int) -> Voided:
    """Make a deal, running or ended, count for nothing; it keeps its number."""
    if not (_deal_begun(match) and deal == match.number):
        _ended_deal(match, deal)
    return Voided(deal)


def concede(match: Match, side: int, whole_match: bool = False) -> Conceded:  # noqa: FBT001, FBT002
    """Give up the running deal, or the match."""
    _open(match)
    _check_side(match, side)
    if not whole_match and not _deal_begun(match):
        raise IllegalMove("no_deal")
    for ruling in match.rulings:
        if ruling.side == side and ruling.kind == ledger.CONCEDED_MATCH:
            raise IllegalMove("already_conceded")
    if not whole_match and side in match.gave_up:
        raise IllegalMove("already_conceded")
    return Conceded(side, whole_match)


def award(match: Match, winner: int | None, reason: str) -> Awarded:
    """Give the match to a side, or to nobody, whatever was played: walkover, disqualified, ..."""
    if winner is not None:
        _check_side(match, winner)
    if not isinstance(reason, str) or not 0 < len(reason) <= TEXT:
        raise IllegalMove("bad_reason")
    return Awarded(winner, reason)


def penalise(  # noqa: PLR0913 - a penalty is made of all of these
    match: Match,
    side: int,
    kind: str,
    *,
    deal: int | None = None,
    points: int = 0,
    reason: str = "",
) -> Penalised:
    """Warn a side, take an ended deal from it, or take card points off its match total."""
    _check_side(match, side)
    if kind not in ("warning", "deal", "points") or not isinstance(reason, str):
        raise IllegalMove("bad_penalty")
    if deal is not None or kind == "deal":
        _ended_deal(match, 0 if deal is None else deal)
    if (kind == "points") != (points > 0) or len(reason) > TEXT:
        raise IllegalMove("bad_penalty")
    return Penalised(side, kind, deal, points, reason)


def restore(match: Match, number: int) -> Restored:
    """Take back the void, correction, concession, award or penalty whose fact has this number."""
    if all(ruling.number != number for ruling in match.rulings):
        raise IllegalMove("nothing_to_restore")
    return Restored(number)


def clock_seconds(match: Match, seat: int) -> int | None:
    """How long the seat may think about a card now, in whole seconds; None where no clock runs.

    After two cards in a row played by the clock it is half, but at least 5, to the deal's end.
    Computers, seats that are played on, and tables with fewer than two people have no clock.
    """
    seconds = match.terms.house.clock
    people = sum(1 for holder in match.holders if _is_person(holder))
    if not seconds or people < SLOW_AFTER or not _is_person(match.holders[seat]):
        return None
    if match.played_on(seat):
        return None
    return max(SHORTEST_CLOCK, seconds // 2) if match.slowed[seat] else seconds


def _is_person(holder: str) -> bool:
    return bool(holder) and not holder.startswith("computer:")


def _open(match: Match) -> None:
    if match.outcome is not None:
        raise IllegalMove("match_over")


def _running(match: Match) -> Deal:
    _open(match)
    if match.deal is None:
        raise IllegalMove("no_deal")
    return match.deal


def _check_seat(match: Match, seat: int) -> None:
    if not isinstance(seat, int) or not 0 <= seat < match.terms.seats:
        raise IllegalMove("no_such_seat")


def _check_side(match: Match, side: int) -> None:
    if not isinstance(side, int) or isinstance(side, bool) or not 0 <= side < match.terms.sides:
        raise IllegalMove("no_such_side")


def _check_card(match: Match, seat: int, card: Card) -> None:
    running = _running(match)
    if seat != running.turn:
        raise IllegalMove("not_your_turn")
    if card not in running.hands[seat]:
        raise IllegalMove("not_in_hand")


def _ended_deal(match: Match, number: int) -> DealRecord:
    if not isinstance(number, int) or not 0 < number <= len(match.deals):
        raise IllegalMove("no_such_deal")
    record = match.deals[number - 1]
    if record.void:
        raise IllegalMove("deal_void")
    return record


def _check_result(  # noqa: PLR0913 - figures and where they stand
    match: Match,
    number: int,
    row: int,
    points: tuple[int, ...] | None,
    winner: int | None,
    *,
    cappotto: bool,
) -> None:
    """Refuse figures that no deal of this number can have had."""
    gone = ledger.gave_up(match.rulings, number)
    if winner is not None:
        _check_side(match, winner)
        if winner in gone:
            raise IllegalMove("already_conceded")
    if points is None:
        kind = match.terms.kind
        if isinstance(kind, Fixed) and kind.by == "points":
            raise IllegalMove("points_needed")
        if winner is None:
            raise IllegalMove("winner_needed")
        return
    _check_points(match.terms, points)
    left = [side for side in range(match.terms.sides) if side not in gone]
    top = max(points[side] for side in left)
    level = [side for side in left if points[side] == top]
    if len(level) > 1 and ledger.last_trick_decides(match.terms, row):
        if winner is None:
            raise IllegalMove("winner_needed")
    elif winner is not None and level != [winner]:
        raise IllegalMove("winner_against_points")
    if winner is not None and winner not in level:
        raise IllegalMove("winner_against_points")
    if cappotto and top != ALL_POINTS:
        raise IllegalMove("cappotto_against_points")


def _check_points(terms: Terms, points: tuple[int, ...]) -> None:
    """Each 0 to 120, 120 in all; a deal stopped past 60 may leave the rest to nobody."""
    if not all(
        isinstance(figure, int) and not isinstance(figure, bool) and 0 <= figure <= ALL_POINTS
        for figure in points
    ):
        raise IllegalMove("points_out_of_range")
    total = sum(points)
    stopped = terms.house.ending is Ending.STOP and total < ALL_POINTS and max(points) > HALF
    if len(points) != terms.sides or (total != ALL_POINTS and not stopped):
        raise IllegalMove("points_do_not_sum")
