"""Swiss rounds: who meets whom next, who sits out, why, and what is wrong with any other round.

A round is one exact matching over everybody: first no repeat, then no second bye, the bye as low
as can be, clubs apart, the smallest sum of score gaps, and last the fold of each score group (its
upper half against its lower, as in the Dutch system, https://handbook.fide.com/chapter/C0403). In a
small field a round that would leave no legal round later gives way to the next best.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from tournaments.formats.bracket import suggest_walkovers
from tournaments.formats.elimination import check_size
from tournaments.formats.field import Before, rounds_drawn, taking_part, undecided, unlisted
from tournaments.formats.foresight import far_sighted
from tournaments.formats.matching import Cost, cheapest_pairs
from tournaments.formats.model import (
    Entrant,
    EntrantId,
    Pairing,
    Problem,
    Reason,
    Result,
    Schedule,
    Side,
    Standing,
    draw_order,
    lot,
)
from tournaments.formats.plans import ClubApart, Exhausted, Swiss
from tournaments.formats.scoring import REQUESTED, records
from tournaments.formats.table import Table, numbers_of, play_offs, ranked

BYE = "bye"
_HUNDREDTHS = 100
_BITS = (12, 7, 16, 9, 25, 20, 20, 12)


def schedule(
    plan: Swiss,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> Schedule:
    """Return the next round once every drawn pairing has its result, and nothing while one has not.

    A round of which any pairing is drawn is drawn: whoever is in none of them is named as
    "unlisted" and gets nothing. Where no round without a repeat is left the problem "exhausted"
    asks a person to repeat, shorten or switch (unless the plan repeats); below two active entrants
    there is "too_few_active" and no more pairing.
    """
    check_size(len(entrants))
    number = rounds_drawn(drawn)
    waiting = undecided(drawn, results)
    found = {result.key: result for result in results if not result.void}
    problems = unlisted(entrants, drawn, number) if number else ()
    due: tuple[Pairing, ...] = ()
    active = len(taking_part(entrants, number + 1))
    ended = number >= plan.rounds
    if not waiting and not ended:
        remaining = [e for e in entrants if not e.withdrawn]
        if len(remaining) < 2:
            ended = True
            problems = (*problems, Problem("too_few_active", round=number + 1))
        elif active < 2:
            problems = (*problems, Problem("too_few_active", round=number + 1))
        else:
            due = pair_round(plan, entrants, drawn, results, salt)
            if not due:
                problems = (*problems, Problem("exhausted", round=number + 1))
    return Schedule(
        drawn=drawn,
        due=due,
        byes=tuple(p for p in (*drawn, *due) if p.bye),
        walkovers=suggest_walkovers(entrants, drawn, found),
        problems=(*problems, *_warned(plan, entrants, drawn, results, salt, due)),
        reasons=explain(plan, entrants, (*drawn, *due), results, salt, number + 1) if due else (),
        finished=ended and not waiting,
    )


def standings(
    plan: Swiss,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> tuple[Standing, ...]:
    """Return the table: points, then the plan's tie-breaks; withdrawn entrants keep their place."""
    table = Table(
        records(plan.scoring, entrants, drawn, results, missed=True),
        numbers_of(entrants),
        play_offs(drawn, results),
        salt,
        plan.scoring.win,
    )
    running = rounds_drawn(drawn) < plan.rounds or bool(undecided(drawn, results))
    return ranked(table, plan.tie_breaks, provisional=running)


@dataclass(frozen=True, slots=True)
class _Round:
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


def _round(
    plan: Swiss,
    entrants: tuple[Entrant, ...],
    drawn: Iterable[Pairing],
    results: Iterable[Result],
    salt: str,
    number: int,
) -> _Round:
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
    return _Round(plan, number, tuple(there), before, scores, fold, salt)


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
    this = _round(plan, entrants, drawn, results, salt, number)
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
    this: _Round, free: list[Entrant], *, repeats: bool
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


def _stations(this: _Round, sides: list[tuple[Side, ...]], fixed: int) -> list[Pairing]:
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


def explain(
    plan: Swiss,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
    number: int,
) -> tuple[Reason, ...]:
    """Return why each pairing of a drawn round came about.

    "level" has the score both had. "float" has the two scores, and of the higher one's score group
    the size and how many of it that entrant had not met. "bye" has the score and the byes before.
    "requested_bye", "by_hand", "repeat" and "same_club" say so.
    """
    this = _round(plan, entrants, drawn, results, salt, number)
    known = {entrant.id: entrant for entrant in entrants}
    reasons: list[Reason] = []
    for pairing in drawn:
        if pairing.round != number or pairing.part not in {"main", BYE, REQUESTED}:
            continue
        both = [known[side[0]] for side in pairing.sides if side[0] in known]
        reasons += _why(this, pairing, both)
    return tuple(reasons)


def _why(this: _Round, pairing: Pairing, both: list[Entrant]) -> Iterable[Reason]:
    if pairing.manual:
        yield Reason(pairing.key, "by_hand")
    if pairing.part == REQUESTED:
        yield Reason(pairing.key, "requested_bye")
        return
    scores = sorted((this.scores[e.id] for e in both), reverse=True)
    if pairing.bye:
        byes = this.before.byes[both[0].id]
        yield Reason(pairing.key, "bye", (scores[0], byes))
        return
    one, two = sorted(both, key=lambda e: -this.scores[e.id])
    if scores[0] == scores[1]:
        yield Reason(pairing.key, "level", (scores[0],))
    else:
        group = [e for e in this.order if this.scores[e.id] == scores[0] and e is not one]
        unmet = [e for e in group if e.id not in this.before.met[one.id]]
        yield Reason(pairing.key, "float", (scores[0], scores[1], len(group) + 1, len(unmet)))
    if two.id in this.before.met[one.id]:
        yield Reason(pairing.key, "repeat")
    if this.kept_apart(one, two):
        yield Reason(pairing.key, "same_club")


def _warned(
    plan: Swiss,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
    due: tuple[Pairing, ...],
) -> tuple[Problem, ...]:
    """Return what a person should see before a due round is released."""
    if not due:
        return ()
    pairs = tuple(tuple(e for side in p.sides for e in side) for p in due)
    found = check_round(plan, entrants, drawn, results, salt, pairs)
    return tuple(p for p in found if p.key in {"repeat", "second_bye", "same_club"})


def check_round(
    plan: Swiss,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
    pairs: tuple[tuple[EntrantId, ...], ...],
) -> tuple[Problem, ...]:
    """Say everything that is wrong with a proposal for the next round, one problem each.

    Impossible: "unknown_entrant", "against_itself", "twice", "not_there", "left_out", "forbidden".
    Against the rules while avoidable: "repeat", "second_bye", "too_many_byes", "same_club",
    "bye_not_lowest".
    """
    number = rounds_drawn(drawn) + 1
    this = _round(plan, entrants, drawn, results, salt, number)
    known = {entrant.id: entrant for entrant in entrants}
    problems = _listing(this, known, pairs)
    wrong = {e for problem in problems for e in problem.entrants}
    for pair in pairs:
        if len(pair) == 2 and not wrong.intersection(pair):
            one, two = known[pair[0]], known[pair[1]]
            for key, broken in (
                ("forbidden", this.forbidden(one, two)),
                ("repeat", two.id in this.before.met[one.id]),
                ("same_club", this.kept_apart(one, two)),
            ):
                if broken:
                    problems.append(Problem(key, entrants=pair, round=number))
    resting = [p[0] for p in pairs if len(p) == 1 and p[0] in known]
    return (*problems, *_resting(this, known, resting))


def _listing(
    this: _Round, known: Mapping[EntrantId, Entrant], pairs: tuple[tuple[EntrantId, ...], ...]
) -> list[Problem]:
    there = {entrant.id for entrant in this.order}
    listed = [entrant for pair in pairs for entrant in pair]
    problems = [
        Problem("against_itself", entrants=(pair[0],), round=this.number)
        for pair in pairs
        if len(pair) > 1 and len(set(pair)) == 1
    ]
    alone = {problem.entrants[0] for problem in problems}
    for entrant in dict.fromkeys(listed):
        key = (
            "unknown_entrant"
            if entrant not in known
            else "not_there"
            if entrant not in there
            else "twice"
            if listed.count(entrant) > 1 and entrant not in alone
            else ""
        )
        if key:
            problems.append(Problem(key, entrants=(entrant,), round=this.number))
    missing = tuple(entrant.id for entrant in this.order if entrant.id not in set(listed))
    if missing:
        problems.append(Problem("left_out", entrants=missing, round=this.number))
    return problems


def _resting(
    this: _Round, known: Mapping[EntrantId, Entrant], resting: list[EntrantId]
) -> list[Problem]:
    number = this.number
    allocated = [e for e in resting if number not in known[e].bye_rounds and e in this.before.byes]
    playing = [e for e in this.order if number not in e.bye_rounds]
    problems = []
    if len(allocated) > len(playing) % 2:
        problems.append(Problem("too_many_byes", entrants=tuple(allocated), round=number))
    for entrant in allocated:
        if this.before.byes[entrant]:
            problems.append(Problem("second_bye", entrants=(entrant,), round=number))
        elif any(
            this.scores[e.id] < this.scores.get(entrant, 0) and not this.before.byes[e.id]
            for e in playing
        ):
            problems.append(Problem("bye_not_lowest", entrants=(entrant,), round=number))
    return problems
