"""One Swiss round: what each possible pair costs, and the pairs that cost least together.

First no repeat, then no second bye, the bye as low as can be, clubs apart, the smallest sum of
score gaps, and last the fold of each score group (its upper half against its lower, as in the Dutch
system, https://handbook.fide.com/chapter/C0403). In a small field a round that would leave no legal
round later gives way to the next best.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tournaments.formats.field import Before, rounds_drawn, taking_part
from tournaments.formats.foresight import far_sighted
from tournaments.formats.matching import Cost, cheapest_pairs
from tournaments.formats.model import (
    Entrant,
    EntrantId,
    Pairing,
    Result,
    Side,
    draw_order,
    lot,
)
from tournaments.formats.plans import ClubApart, Exhausted, Swiss
from tournaments.formats.scoring import REQUESTED

BYE = "bye"
_HUNDREDTHS = 100
_BITS = (12, 7, 16, 9, 25, 20, 20, 12)


@dataclass(frozen=True, slots=True)
class Round:
    """All that the cost of a pair in one round depends on."""

    plan: Swiss
    number: int
    order: tuple[Entrant, ...]
    before: Before
    scores: Mapping[EntrantId, float]
    fold: Mapping[EntrantId, tuple[int, int]]
    salt: str

    def cost(self, one: Entrant, two: Entrant, *, repeats: bool) -> Cost | None:
        """Return what it costs to pair the two, None where they may not meet."""
        meetings = self.before.met[one.id].get(two.id, 0)
        if (meetings and not repeats) or self.forbidden(one, two):
            return None
        gap = abs(self.scores[one.id] - self.scores[two.id])
        folded = 0
        if not gap:
            (place, half), (other, _) = self.fold[one.id], self.fold[two.id]
            folded = abs(abs(place - other) - half)
        steps = -int(-gap // (self.plan.scoring.win or 1))
        chance = int(lot(self.salt, self.number, *sorted((one.number, two.number)))[0], 16) // 2
        return (
            min(meetings, 7),
            0,
            0,
            int(self.kept_apart(one, two)),
            round(gap * _HUNDREDTHS),
            steps * steps,
            folded,
            chance,
        )

    def bye_cost(self, entrant: Entrant) -> Cost:
        """Return what it costs to let the entrant sit out."""
        had = 2 * self.before.byes[entrant.id] + self.before.requested[entrant.id]
        score = round(self.scores[entrant.id] * _HUNDREDTHS)
        chance = int(lot(self.salt, self.number, BYE, entrant.number)[0], 16) // 2
        return (0, min(had, 127), score, 0, 0, 0, 0, chance)

    def forbidden(self, one: Entrant, two: Entrant) -> bool:
        """Whether the organiser ruled that the two never meet."""
        pair = {one.number, two.number}
        return any(pair == set(numbers) for numbers in self.plan.forbidden)

    def kept_apart(self, one: Entrant, two: Entrant) -> bool:
        """Whether the two are of one club and this round should keep clubs apart."""
        rule = self.plan.clubs_apart
        asked = rule is ClubApart.ALWAYS or (rule is ClubApart.FIRST and self.number == 1)
        return asked and one.club is not None and one.club == two.club


def round_of(
    plan: Swiss,
    entrants: tuple[Entrant, ...],
    drawn: Iterable[Pairing],
    results: Iterable[Result],
    salt: str,
    number: int,
) -> Round:
    """Gather what the costs of the round depend on, those who are there by score first."""
    before = Before.round(number, plan.scoring, entrants, drawn, results)
    order = draw_order(entrants, salt)
    scores = dict(before.scores)
    if number <= plan.accelerated:
        for entrant in order[: (len(order) + 1) // 2]:
            scores[entrant.id] += plan.scoring.win
    there = sorted(taking_part(order, number), key=lambda e: -scores[e.id])
    groups: dict[float, list[Entrant]] = {}
    for entrant in there:
        groups.setdefault(scores[entrant.id], []).append(entrant)
    fold = {
        entrant.id: (place, max(1, len(group) // 2))
        for group in groups.values()
        for place, entrant in enumerate(group)
    }
    return Round(plan, number, tuple(there), before, scores, fold, salt)


def pair_round(
    plan: Swiss,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
    fixed: tuple[tuple[EntrantId, ...], ...] = (),
) -> tuple[Pairing, ...]:
    """Return the whole next round, byes included; empty when no round is possible.

    `fixed` are pairs (or single entrants, for a bye) decided by hand; the rest is paired round
    them. Stations are ordered by the sum of scores, then by the better of the two.
    """
    number = rounds_drawn(drawn) + 1
    this = round_of(plan, entrants, drawn, results, salt, number)
    by_hand = {entrant for side in fixed for entrant in side}
    asking = [e for e in this.order if number in e.bye_rounds and e.id not in by_hand]
    free = [e for e in this.order if number not in e.bye_rounds and e.id not in by_hand]
    found = _matched(this, free, repeats=False)
    if found is None and plan.exhausted is Exhausted.REPEAT:
        found = _matched(this, free, repeats=True)
    if found is None:
        return ()
    sides: list[tuple[Side, ...]] = [tuple((each,) for each in pair) for pair in fixed]
    sides += [tuple((each.id,) for each in pair) for pair in found]
    made = _stations(this, sides, len(fixed))
    made += [Pairing("", ((e.id,),), number, 0, REQUESTED, bye=True) for e in asking]
    return tuple(
        replace(pairing, key=f"r{number}.{order}", order=order)
        for order, pairing in enumerate(made, 1)
    )


def _matched(
    this: Round, free: list[Entrant], *, repeats: bool
) -> list[tuple[Entrant, ...]] | None:
    """Return the cheapest pairs of the free entrants, the odd one out alone."""
    count = len(free)

    def cost(one: int, two: int) -> Cost | None:
        if two == count:
            return this.bye_cost(free[one])
        return this.cost(free[one], free[two], repeats=repeats)

    places = count + count % 2
    pairs = cheapest_pairs(places, cost, _BITS)
    if pairs is None:
        return None
    if not repeats:
        left = min(this.plan.rounds, places - 1) - this.number
        pairs = far_sighted(places, cost, pairs, left)
    return [tuple(free[at] for at in pair if at < count) for pair in pairs]


def _stations(this: Round, sides: list[tuple[Side, ...]], fixed: int) -> list[Pairing]:
    place = {entrant.id: at for at, entrant in enumerate(this.order)}
    made = [
        Pairing(
            "",
            tuple(sorted(pair, key=lambda side: place.get(side[0], 0))),
            this.number,
            part=BYE if len(pair) == 1 else "main",
            bye=len(pair) == 1,
            manual=at < fixed,
        )
        for at, pair in enumerate(sides)
    ]

    def rank(pairing: Pairing) -> tuple[bool, float, float, int]:
        both = [this.before.scores.get(side[0], 0) for side in pairing.sides]
        return pairing.bye, -sum(both), -max(both), place.get(pairing.sides[0][0], 0)

    return sorted(made, key=rank)
