"""Knows how ended deals and rulings become wins and an outcome: the count of a match."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.deal import Deal, Redone
from games.rules.house import BestOf, Cappotto, Drawn, Fixed, Terms, deals_needed

AWARDED = "awarded"
CONCEDED = "conceded"
CONCEDED_MATCH = "conceded_match"
CORRECTED = "corrected"
PENALISED = "penalised"
VOIDED = "voided"


@dataclass(frozen=True, slots=True)
class Entry:
    """A deal that ended or was broken off, as it came in: cards from the table, or figures.

    `cut` says that its last cards were never played, `shown` of such a deal that its seed was
    published all the same, so that it can never be taken up again. `redone` are the deals
    abandoned for their turn-up before it.
    """

    number: int
    dealer: int | None
    source: str
    points: tuple[int, ...] | None = None
    winner: int | None = None
    cappotto: bool = False
    cards: Deal | None = None
    cut: bool = False
    shown: bool = False
    redone: tuple[Redone, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """Something decided about a deal or the match, with the number of its fact.

    It holds until that fact is taken back. `deal` is the deal it is about; for a conceded match
    the first deal it reaches.
    """

    number: int
    kind: str
    deal: int = 0
    side: int | None = None
    points: tuple[int, ...] | None = None
    cappotto: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal of a match as it now stands.

    `source` is "table" or "paper"; `points` one figure a side or None; `winner` a side; `conceded`
    the sides that gave it up or lost it by a penalty; `counted` is False for a void deal and for
    one after the decision. `worth` is the number of won deals it counts for. `cards` is the deal
    itself where it was played at the table, `cut` that its last cards were never played, `redone`
    what the same dealer dealt before it and abandoned for its turn-up.
    """

    number: int
    dealer: int | None
    source: str
    points: tuple[int, ...] | None
    winner: int | None
    drawn: bool
    void: bool
    conceded: tuple[int, ...]
    cappotto: bool
    corrected: bool
    counted: bool
    worth: int
    cards: Deal | None
    cut: bool
    redone: tuple[Redone, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the winning side, or None, and why.

    Reasons: reached (the deals or sets it took), more_deals, more_points (a fixed number of
    deals), level (nobody won), conceded, or the reason of an award (walkover, double_walkover,
    disqualified, ...).
    """

    winner: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Standing:
    """The count of a match: see `Match` for the meaning of each."""

    deals: tuple[DealRecord, ...]
    wins: tuple[int, ...]
    set_wins: tuple[int, ...]
    deals_won: tuple[int, ...]
    card_points: tuple[int, ...]
    outcome: Outcome | None
    dealer: int | None


def settle(terms: Terms, entries: tuple[Entry, ...], rulings: tuple[Ruling, ...]) -> Standing:
    """Count a match from its deals and rulings, in order; the earliest decision stands."""
    tally = _Tally(terms, rulings)
    deals: list[DealRecord] = []
    dealer: int | None = None
    row = 0
    for entry in entries:
        record = _judged(terms, entry, rulings, tally, row)
        if record.counted:
            tally.add(record)
        deals.append(record)
        if entry.dealer is not None:
            dealer = entry.dealer
        if not record.void:
            row = row + 1 if record.drawn else 0
            stays = record.drawn and terms.house.drawn is Drawn.SAME_DEALER
            if dealer is not None and not stays:
                dealer = (dealer + 1) % terms.seats
    outcome = _awarded(terms, rulings) or tally.outcome
    return Standing(
        tuple(deals),
        tuple(tally.sets if terms.kind.sets > 1 else tally.won),
        tuple(tally.won),
        tuple(tally.deals_won),
        tuple(tally.card_points),
        outcome,
        dealer,
    )


def gave_up(rulings: tuple[Ruling, ...], deal: int) -> tuple[int, ...]:
    """The sides that cannot win the deal of this number, because they gave it or the match up."""
    sides = set(left_match(rulings, deal))
    for ruling in rulings:
        if ruling.kind == CONCEDED and ruling.deal == deal and ruling.side is not None:
            sides.add(ruling.side)
    return tuple(sorted(sides))


def left_match(rulings: tuple[Ruling, ...], deal: int) -> tuple[int, ...]:
    """The sides that had given the match up by the deal of this number."""
    sides = {
        ruling.side
        for ruling in rulings
        if ruling.kind == CONCEDED_MATCH and ruling.deal <= deal and ruling.side is not None
    }
    return tuple(sorted(sides))


def _awarded(terms: Terms, rulings: tuple[Ruling, ...]) -> Outcome | None:
    gone = {ruling.side for ruling in rulings if ruling.kind == CONCEDED_MATCH}
    left = [side for side in range(terms.sides) if side not in gone]
    for ruling in reversed(rulings):
        if ruling.kind == AWARDED:
            return Outcome(ruling.side, ruling.reason)
    return Outcome(left[0], "conceded") if len(left) == 1 else None


@dataclass(frozen=True, slots=True)
class _Result:
    """What a deal came to before it is asked who won: the figures in force and who is out."""

    points: tuple[int, ...] | None
    winner: int | None
    swept: bool
    gone: tuple[int, ...]
    void: bool
    corrected: bool


def _ruled(terms: Terms, entry: Entry, rulings: tuple[Ruling, ...]) -> _Result:
    """The figures of a deal under the rulings about it, the later over the earlier."""
    points, winner, swept = entry.points, entry.winner, entry.cappotto
    gone = set(gave_up(rulings, entry.number))
    void = corrected = False
    for ruling in rulings:
        if ruling.deal != entry.number:
            continue
        if ruling.kind == VOIDED:
            void = True
        elif ruling.kind == CORRECTED:
            points, winner, swept = ruling.points, ruling.side, ruling.cappotto
            corrected = True
            gone = set(left_match(rulings, entry.number))
        elif ruling.kind in (CONCEDED, PENALISED) and ruling.side is not None:
            gone.add(ruling.side)
    unfinished = entry.cut and not corrected and len(gone) < terms.sides - 1
    return _Result(points, winner, swept, tuple(sorted(gone)), void or unfinished, corrected)


def _judged(
    terms: Terms, entry: Entry, rulings: tuple[Ruling, ...], tally: _Tally, row: int
) -> DealRecord:
    """One deal under the rulings about it, before the next is looked at."""
    result = _ruled(terms, entry, rulings)
    points = result.points
    winner = None if result.void else _winner(terms, entry, result, row)
    if result.void or len(result.gone) >= terms.sides - 1:
        points = None
    swept = result.swept and points == result.points and winner is not None
    return DealRecord(
        number=entry.number,
        dealer=entry.dealer,
        source=entry.source,
        points=points,
        winner=winner,
        drawn=winner is None and not result.void,
        void=result.void,
        conceded=result.gone,
        cappotto=swept,
        corrected=result.corrected,
        counted=not result.void and tally.outcome is None,
        worth=2 if swept and terms.house.cappotto is Cappotto.TWO else 1,
        cards=entry.cards,
        cut=entry.cut,
        redone=entry.redone,
    )


def _winner(terms: Terms, entry: Entry, result: _Result, row: int) -> int | None:
    """The side that has won a deal, or None where it is drawn; who gave it up cannot win it."""
    left = tuple(side for side in range(terms.sides) if side not in result.gone)
    if len(left) <= 1:
        return left[0] if left else None
    if result.points is None:
        return result.winner if result.winner in left else None
    top = max(result.points[side] for side in left)
    level = tuple(side for side in left if result.points[side] == top)
    if len(level) == 1:
        return level[0]
    if not last_trick_decides(terms, row):
        return None
    if result.winner in level:
        return result.winner
    return entry.cards.latest_of(level) if entry.cards is not None else None


def last_trick_decides(terms: Terms, row: int) -> bool:
    """Whether level points are decided by the last trick, after `row` drawn deals in a row."""
    house = terms.house
    return house.drawn is Drawn.LAST_TRICK or 0 < house.drawn_limit <= row


def drawn_row(deals: tuple[DealRecord, ...]) -> int:
    """How many drawn deals stand in a row at the end; void ones are passed over."""
    row = 0
    for deal in reversed(deals):
        if not deal.void:
            if not deal.drawn:
                break
            row += 1
    return row


class _Tally:
    """Adds counted deals up to a decision; lives only while `settle` runs."""

    def __init__(self, terms: Terms, rulings: tuple[Ruling, ...]) -> None:
        self.terms = terms
        self.won = [0] * terms.sides
        self.sets = [0] * terms.sides
        self.deals_won = [0] * terms.sides
        self.outcome: Outcome | None = None
        self.card_points = [0] * terms.sides
        self._set_points = [0] * terms.sides
        self._played = 0
        for ruling in rulings:
            if ruling.kind == PENALISED and ruling.points and ruling.side is not None:
                taken = ruling.points[0]
                self.card_points[ruling.side] -= taken
                self._set_points[ruling.side] -= taken

    def add(self, record: DealRecord) -> None:
        self._played += 1
        if record.winner is not None:
            fixed = isinstance(self.terms.kind, Fixed)
            room = deals_needed(self.terms.kind) - self.won[record.winner]
            worth = record.worth if fixed else min(record.worth, room)
            self.won[record.winner] += worth
            self.deals_won[record.winner] += worth
        for side in range(self.terms.sides):
            worth = record.points[side] if record.points else 0
            if record.points is None and record.conceded and side == record.winner:
                worth = self.terms.walkover_points
            self.card_points[side] += worth
            self._set_points[side] += worth
        decision = self._decision()
        if decision is None:
            return
        if self.terms.kind.sets == 1:
            self.outcome = decision
        else:
            self._end_set(decision.winner)

    def _end_set(self, winner: int | None) -> None:
        if winner is not None:
            self.sets[winner] += 1
            if self.sets[winner] == self.terms.kind.sets:
                self.outcome = Outcome(winner, "reached")
                return
        self.won = [0] * self.terms.sides
        self._set_points = [0] * self.terms.sides
        self._played = 0

    def _decision(self) -> Outcome | None:
        """The outcome of the match, or of the running set, as soon as it is certain."""
        kind = self.terms.kind
        endless = self.terms.must_decide and kind.sets == 1
        if isinstance(kind, Fixed):
            if self._played < kind.n:
                return None
            figures = self._set_points if kind.by == "points" else self.won
            reason = "more_points" if kind.by == "points" else "more_deals"
        else:
            needed = deals_needed(kind)
            if max(self.won) >= needed:
                return Outcome(self.won.index(max(self.won)), "reached")
            if not isinstance(kind, BestOf) or kind.n % 2 or sum(self.won) < kind.n:
                return None
            figures, reason = self.won, "more_deals"
        top = max(figures)
        if figures.count(top) == 1:
            return Outcome(figures.index(top), reason)
        return None if endless else Outcome(None, "level")
