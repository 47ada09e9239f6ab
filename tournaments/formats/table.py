"""How a table is put in order: points first, then tie-breaks one after another, each as a sum.

A tie-break looks either at everything (Buchholz, deals won) or only at those still tied when its
turn comes (head to head, mini-table, play-off, lots); the latter has a figure only where it was
asked. Buchholz and Sonneborn-Berger are the usual chess sums
(https://handbook.fide.com/chapter/TieBreakRegulations); a round without an opponent counts there as
one against a virtual opponent who ends with the entrant's own points.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.model import (
    Entrant,
    EntrantId,
    Figure,
    Pairing,
    Result,
    Standing,
    Step,
    lot,
)
from tournaments.formats.scoring import PLAY_OFF, Outcome, Records


class TieBreak(StrEnum):
    """What may tell apart those level on points."""

    HEAD_TO_HEAD = "head_to_head"
    MINI_TABLE = "mini_table"
    WINS = "wins"
    DEALS_WON = "deals_won"
    DEAL_DIFFERENCE = "deal_difference"
    POINT_DIFFERENCE = "point_difference"
    POINTS_FOR = "points_for"
    FEWEST_AGAINST = "fewest_against"
    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT = "buchholz_cut"
    SONNEBORN_BERGER = "sonneborn_berger"
    OPPONENTS_SHARE = "opponents_share"
    PLAY_OFF = "play_off"
    LOTS = "lots"


CARD_POINT_BREAKS = frozenset(
    {TieBreak.POINT_DIFFERENCE, TieBreak.POINTS_FOR, TieBreak.FEWEST_AGAINST}
)

Group = tuple[EntrantId, ...]
Criterion = Callable[[Group], Mapping[EntrantId, Figure]]


@dataclass(frozen=True, slots=True)
class Table:
    """The records of those in one table, with what play-offs and lots need."""

    records: Records
    numbers: Mapping[EntrantId, int]
    playoffs: tuple[tuple[Pairing, Result], ...] = ()
    salt: str = ""
    win: float = 1

    def points(self, entrant: EntrantId) -> float:
        """Return the table points, rounded to the figure shown."""
        return round(sum(outcome.score for outcome in self.records[entrant]), 6)


def play_offs(
    drawn: Iterable[Pairing], results: Iterable[Result]
) -> tuple[tuple[Pairing, Result], ...]:
    """Return the decided play-off matches, which count for nothing but the play-off tie-break."""
    found = {result.key: result for result in results if not result.void}
    return tuple((p, found[p.key]) for p in drawn if p.part == PLAY_OFF and p.key in found)


def ranked(
    table: Table,
    tie_breaks: Sequence[TieBreak],
    *,
    group: str = "",
    provisional: bool = False,
    leading: Sequence[Criterion] = (),
) -> tuple[Standing, ...]:
    """Return the table in order; those whom nothing tells apart share their ranks.

    `leading` are criteria that come before the tie-breaks in place of table points.
    """
    criteria = [*(leading or [each(lambda entrant: _points(table, entrant))])]
    for tie_break in tie_breaks:
        criteria += _criteria(table, tie_break)
    everyone = tuple(sorted(table.records, key=lambda entrant: table.numbers[entrant]))
    figures: dict[EntrantId, list[Figure]] = {entrant: [] for entrant in everyone}
    groups = [everyone] if everyone else []
    for criterion in criteria:
        groups = [part for tied in groups for part in _split(criterion, tied, figures)]
    standings: list[Standing] = []
    for tied in groups:
        rank = len(standings) + 1
        standings += [
            Standing(
                rank,
                rank + len(tied) - 1,
                entrant,
                tuple(figures[entrant]),
                group,
                provisional,
            )
            for entrant in tied
        ]
    return tuple(standings)


def each(figure: Callable[[EntrantId], Figure]) -> Criterion:
    """Return the criterion that asks every one of those tied by itself."""
    return lambda tied: {entrant: figure(entrant) for entrant in tied}


def _split(
    criterion: Criterion, tied: Group, figures: Mapping[EntrantId, list[Figure]]
) -> list[Group]:
    found = criterion(tied)
    values: dict[float, list[EntrantId]] = {}
    for entrant in tied:
        if entrant in found:
            figures[entrant].append(found[entrant])
        value = found[entrant].value if entrant in found else 0
        values.setdefault(value, []).append(entrant)
    return [tuple(values[value]) for value in sorted(values, reverse=True)]


def summed(name: str, terms: Iterable[Step]) -> Figure:
    """Return the figure whose steps are the terms, each with the total so far."""
    total = 0.0
    steps = []
    for term in terms:
        total = round(total + term.value, 6)
        steps.append(Step(term.key, term.value, term.pairing, term.opponent, total))
    return Figure(name, total, tuple(steps))


def _points(table: Table, entrant: EntrantId) -> Figure:
    return _over(table, entrant, "points", lambda outcome: outcome.score)


def _over(
    table: Table,
    entrant: EntrantId,
    name: str,
    value: Callable[[Outcome], float],
    only: Group | None = None,
) -> Figure:
    return summed(
        name,
        (
            Step(outcome.kind, value(outcome), outcome.pairing, outcome.opponent)
            for outcome in table.records[entrant]
            if only is None or (outcome.opponent and set(outcome.opponent) <= set(only))
        ),
    )


def _criteria(table: Table, tie_break: TieBreak) -> list[Criterion]:
    if tie_break in _PLAIN:
        value = _PLAIN[tie_break]
        return [each(lambda entrant: _over(table, entrant, tie_break.value, value))]
    match tie_break:
        case TieBreak.HEAD_TO_HEAD:
            return [_among(table, "head_to_head", lambda outcome: outcome.score)]
        case TieBreak.MINI_TABLE:
            return [_among(table, f"mini_{name}", value) for name, value in _MINI.items()]
        case TieBreak.PLAY_OFF:
            return [lambda tied: _play_off(table, tied)]
        case TieBreak.LOTS:
            return [lambda tied: _lots(table, tied)]
        case _:
            return [each(lambda entrant: _by_opponents(table, entrant, tie_break))]


_PLAIN: dict[TieBreak, Callable[[Outcome], float]] = {
    TieBreak.WINS: lambda o: int(o.kind in {"won", "won_walkover"}),
    TieBreak.DEALS_WON: lambda o: o.deals[0],
    TieBreak.DEAL_DIFFERENCE: lambda o: o.deals[0] - o.deals[1],
    TieBreak.POINT_DIFFERENCE: lambda o: o.points[0] - o.points[1],
    TieBreak.POINTS_FOR: lambda o: o.points[0],
    TieBreak.FEWEST_AGAINST: lambda o: -o.points[1],
}
_MINI: dict[str, Callable[[Outcome], float]] = {
    "points": lambda o: o.score,
    "deal_difference": lambda o: o.deals[0] - o.deals[1],
    "point_difference": lambda o: o.points[0] - o.points[1],
}


def _among(table: Table, name: str, value: Callable[[Outcome], float]) -> Criterion:
    """Return a sum over the meetings of those tied, asked only if each has met each other."""

    def figures(tied: Group) -> Mapping[EntrantId, Figure]:
        if len(tied) < 2 or not _all_met(table, tied):
            return {}
        return {entrant: _over(table, entrant, name, value, tied) for entrant in tied}

    return figures


def _all_met(table: Table, tied: Group) -> bool:
    return all(
        set(tied) <= {entrant, *(o for outcome in table.records[entrant] for o in outcome.opponent)}
        for entrant in tied
    )


def _by_opponents(table: Table, entrant: EntrantId, tie_break: TieBreak) -> Figure:
    terms = []
    own = table.points(entrant)
    for outcome in table.records[entrant]:
        known = [e for e in outcome.opponent if e in table.records]
        if outcome.played and not known:
            continue
        points = sum(map(table.points, known)) / len(known) if outcome.played else own
        key = outcome.kind if outcome.played else "virtual"
        if tie_break is TieBreak.SONNEBORN_BERGER:
            points *= outcome.score / table.win if table.win else 0
        elif tie_break is TieBreak.OPPONENTS_SHARE:
            if not outcome.played:
                continue
            points = sum(_share(table, each) for each in known) / len(known)
        terms.append(Step(key, round(points, 6), outcome.pairing, outcome.opponent))
    if tie_break is TieBreak.BUCHHOLZ_CUT and terms:
        least = min(range(len(terms)), key=lambda at: terms[at].value)
        cut = terms[least]
        terms[least] = Step("cut", 0, cut.pairing, cut.opponent)
    if tie_break is TieBreak.OPPONENTS_SHARE and terms:
        terms = [Step(t.key, round(t.value / len(terms), 6), t.pairing, t.opponent) for t in terms]
    return summed(tie_break.value, terms)


def _share(table: Table, entrant: EntrantId) -> float:
    played = [outcome for outcome in table.records[entrant] if outcome.played]
    return sum(outcome.kind == "won" for outcome in played) / len(played) if played else 0


def _play_off(table: Table, tied: Group) -> Mapping[EntrantId, Figure]:
    terms: dict[EntrantId, list[Step]] = {}
    for pairing, result in table.playoffs:
        if result.winner is None or not all(set(side) <= set(tied) for side in pairing.sides):
            continue
        for index, side in enumerate(pairing.sides):
            won = result.winner == index
            step = Step("won" if won else "lost", int(won), pairing.key, pairing.sides[1 - index])
            for entrant in side:
                terms.setdefault(entrant, []).append(step)
    return {entrant: summed("play_off", steps) for entrant, steps in terms.items()}


def _lots(table: Table, tied: Group) -> Mapping[EntrantId, Figure]:
    if len(tied) < 2:
        return {}
    urn = {entrant: lot(table.salt, "lots", table.numbers[entrant]) for entrant in tied}
    order = sorted(tied, key=lambda entrant: urn[entrant], reverse=True)
    return {
        entrant: Figure("lots", place, (Step(urn[entrant][:8], place, total=place),))
        for place, entrant in enumerate(order, 1)
    }


def numbers_of(entrants: Iterable[Entrant]) -> dict[EntrantId, int]:
    """Return the pairing number of each entrant."""
    return {entrant.id: entrant.number for entrant in entrants}
