"""Knows a match from its facts: what each fact makes of it, and all of them in a row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TypeVar

from games.rules import ledger
from games.rules.cards import Card
from games.rules.deal import Deal, Nonces, Redone, lay, lay_out, swap
from games.rules.facts import (
    Awarded,
    Conceded,
    Corrected,
    Dealt,
    Exchanged,
    Fact,
    Note,
    Penalised,
    Played,
    Restored,
    Scored,
    Sealed,
    Seated,
    TimedOut,
    Verdict,
    Voided,
)
from games.rules.house import Terms
from games.rules.ledger import DealRecord, Entry, Outcome, Ruling, Standing

T = TypeVar("T")
ABSENCES = 3
SLOW_AFTER = 2


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

    @property
    def shown_deals(self) -> tuple[int, ...]:
        """The deals nothing can take up again, whose seeds may be shown.

        One broken off is taken up if its ruling is taken back, until a later one is begun or the
        match was over.
        """
        later = self.standing.outcome is not None or self.deal_begun
        return tuple(
            entry.number
            for entry in self.entries
            if later or entry.shown or not entry.cut or entry.number < len(self.entries)
        )

    @property
    def deal_begun(self) -> bool:
        """Whether a deal is on the table, be it one that is to be dealt again."""
        return self.deal is not None or bool(self.redone)

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


def evolve(match: Match, fact: Fact) -> Match:
    """The match after one more fact; nothing is checked."""
    if isinstance(fact, Played):
        return _laid(match, fact.seat, fact.card, auto=False)
    if isinstance(fact, TimedOut):
        return _laid(match, fact.seat, fact.card, auto=True)
    return replace(_noted(match, fact), version=match.version + 1)


def _noted(match: Match, fact: Note) -> Match:  # noqa: PLR0911  one arm a fact
    """The match after a fact that is no card; its version is the caller's affair."""
    match fact:
        case Exchanged(_, card):
            if match.deal is None:
                return match
            return replace(match, deal=swap(match.deal, card))
        case Sealed(seed):
            return replace(match, seed=seed)
        case Dealt(nonces):
            return _dealt(match, nonces)
        case Seated(seat, holder):
            holders = _put(match.holders, seat, holder)
            return replace(match, holders=holders)
        case Scored(points, winner, cappotto):
            dealer = match.standing.dealer
            entry = Entry(match.number, dealer, "paper", points, winner, cappotto)
            return _count(match, entries=(*match.entries, entry))
        case Restored(number):
            return _restored(match, number)
        case _:
            return _ruled(match, _ruling(match, fact))


def _ruling(match: Match, fact: Verdict) -> Ruling:
    """What a decision about a deal or the match says to the ledger."""
    number = match.version
    match fact:
        case Conceded(side, whole_match):
            kind = ledger.CONCEDED_MATCH if whole_match else ledger.CONCEDED
            return Ruling(number, kind, match.number, side)
        case Voided(deal):
            return Ruling(number, ledger.VOIDED, deal)
        case Corrected(deal, points, winner, cappotto):
            return Ruling(number, ledger.CORRECTED, deal, winner, points, cappotto)
        case Awarded(winner, reason):
            return Ruling(number, ledger.AWARDED, side=winner, reason=reason)
        case Penalised(side, kind, deal, points, reason):
            lost = deal if kind == "deal" and deal is not None else 0
            taken = (points,) if kind == "points" else None
            return Ruling(number, ledger.PENALISED, lost, side, taken, reason=reason)


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
    return _ruled(moved, Ruling(match.version, kind, moved.number, side))


def _ended(match: Match, played: Deal) -> Match:
    """The running deal was played to its end and goes to the ledger."""
    entry = Entry(
        number=match.number,
        dealer=played.dealer,
        source="table",
        points=played.points,
        cappotto=played.swept_by is not None,
        cards=played,
        redone=played.layout.redone,
    )
    return _count(replace(match, deal=None), entries=(*match.entries, entry))


def _dealt(match: Match, nonces: Nonces) -> Match:
    if match.seed is None:
        return match
    made = lay_out(
        match.terms,
        number=match.number,
        dealer=match.dealer,
        seed=match.seed,
        nonces=nonces,
        redone=match.redone,
    )
    if isinstance(made, Deal):
        return replace(
            match,
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
        seed=None,
        redone=(*match.redone, redone),
        redealer=dealer,
    )


def _ruled(match: Match, ruling: Ruling) -> Match:
    """A ruling stands from now on; it may break the running deal off."""
    rulings = (*match.rulings, ruling)
    ending = (ledger.VOIDED, ledger.CONCEDED, ledger.CONCEDED_MATCH)
    if match.deal_begun and ruling.kind in ending and ruling.deal == match.number:
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
    if match.outcome is not None or not dropped or not match.entries or match.deal_begun:
        return freed
    last = match.entries[-1]
    about_it = any(ruling.deal == last.number for ruling in dropped)
    ruled_void = any(ruling.kind == ledger.VOIDED and ruling.deal == last.number for ruling in kept)
    secret = last.cut and not last.shown
    if not (about_it and secret and last.cards and freed.deals[-1].void) or ruled_void:
        return freed
    none = (0,) * match.terms.seats
    back = replace(match, entries=match.entries[:-1], deal=last.cards, absent_row=none)
    return _count(back, rulings=kept)


def _broken_off(match: Match) -> Match:
    """The deal begun ends here, its last cards unplayed."""
    redone = match.redone if match.deal is None else match.deal.layout.redone
    entry = Entry(match.number, match.dealer, "table", cards=match.deal, cut=True, redone=redone)
    return replace(match, entries=(*match.entries, entry), deal=None, redone=(), redealer=None)


def _count(
    match: Match,
    *,
    entries: tuple[Entry, ...] | None = None,
    rulings: tuple[Ruling, ...] | None = None,
) -> Match:
    """The standing counted anew; a decision breaks off what is on the table."""
    entries = match.entries if entries is None else entries
    rulings = match.rulings if rulings is None else rulings
    counted = replace(
        match,
        entries=entries,
        rulings=rulings,
        standing=ledger.settle(match.terms, entries, rulings),
    )
    if counted.outcome is None:
        return counted
    if counted.deal_begun:
        counted = _broken_off(counted)
        standing = ledger.settle(match.terms, counted.entries, rulings)
        counted = replace(counted, standing=standing)
    shown = tuple(replace(entry, shown=entry.cut) for entry in counted.entries)
    return replace(counted, seed=None, entries=shown)


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])
