"""Three at a table, each alone: who sits with whom, and what a place at the table is worth.

The pods of a round are searched for, not constructed: from a few shuffles by lot, places are
swapped as long as that brings fewer together who have sat together before.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from tournaments.formats.elimination import check_size
from tournaments.formats.field import rounds_drawn, taking_part, undecided, unlisted
from tournaments.formats.mixing import Mixed, sitting_out
from tournaments.formats.model import (
    Entrant,
    EntrantId,
    Pairing,
    Problem,
    Result,
    Schedule,
    Standing,
    lot,
)
from tournaments.formats.plans import Pods
from tournaments.formats.scoring import PLAY_OFF, Outcome
from tournaments.formats.table import Table, numbers_of, play_offs, ranked

SEATS = 3
_SHUFFLES = 12
_NEIGHBOURS = 60


def schedule(
    plan: Pods,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> Schedule:
    """Return the next round of pods once every pod of the last is decided.

    A pod one has left is played by the other two; if two have left, the one who stayed is suggested
    as its winner, and if all have, nobody. Raise `FormatError` below three entries.
    """
    check_size(len(entrants), SEATS)
    number = rounds_drawn(drawn)
    waiting = undecided(drawn, results)
    ended = number >= plan.rounds
    problems = unlisted(entrants, drawn, number) if waiting else ()
    due: tuple[Pairing, ...] = ()
    if not waiting and not ended:
        there = taking_part(entrants, number + 1)
        if len(there) >= SEATS:
            due = _round(there, drawn, number + 1, salt)
        else:
            problems = (*problems, Problem("too_few_active", round=number + 1))
            ended = sum(not entrant.withdrawn for entrant in entrants) < SEATS
    return Schedule(
        drawn=drawn,
        due=due,
        byes=tuple(p for p in (*drawn, *due) if p.bye),
        walkovers=tuple(_deserted(entrants, waiting)),
        problems=problems,
        finished=ended and not waiting,
    )


def _deserted(entrants: tuple[Entrant, ...], waiting: Iterable[Pairing]) -> Iterable[Result]:
    gone = {entrant.id for entrant in entrants if entrant.withdrawn}
    for pairing in waiting:
        staying = [at for at, side in enumerate(pairing.sides) if gone.isdisjoint(side)]
        if not staying:
            yield Result(pairing.key, double=True)
        elif len(staying) == 1:
            places = tuple(1 if at in staying else 2 for at in range(len(pairing.sides)))
            yield Result(pairing.key, staying[0], places=places, walkover=True)


def standings(
    plan: Pods,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> tuple[Standing, ...]:
    """Return the table of place points; "wins" are first places."""
    table = Table(
        _records(plan, entrants, drawn, results),
        numbers_of(entrants),
        play_offs(drawn, results),
        salt,
        plan.place_points[0],
    )
    running = not schedule(plan, entrants, drawn, results, salt).finished
    return ranked(table, plan.tie_breaks, provisional=running)


def place_points(points: Sequence[float], places: Sequence[int]) -> tuple[float, ...]:
    """Return what each seat gets; those who share places share the points of the places they take.

    >>> place_points((3, 1, 0), (1, 2, 2))
    (3.0, 0.5, 0.5)
    """
    shares = {}
    for place in set(places):
        above = sum(other < place for other in places)
        level = sum(other == place for other in places)
        shares[place] = sum(points[above : above + level]) / level
    return tuple(float(round(shares[place], 6)) for place in places)


def _records(
    plan: Pods,
    entrants: tuple[Entrant, ...],
    drawn: Iterable[Pairing],
    results: Iterable[Result],
) -> Mapping[EntrantId, tuple[Outcome, ...]]:
    confirmed = {result.key: result for result in results if not result.void}
    found: dict[EntrantId, list[Outcome]] = {entrant.id: [] for entrant in entrants}
    for pairing in sorted(drawn, key=lambda p: (p.round, p.order)):
        result = confirmed.get(pairing.key)
        if pairing.part == PLAY_OFF or (result is None and not pairing.bye):
            continue
        for at, side in enumerate(pairing.sides):
            for entrant in side:
                if entrant in found:
                    found[entrant].append(_outcome(plan, pairing, at, result))
    return {entrant: tuple(outcomes) for entrant, outcomes in found.items()}


def _outcome(plan: Pods, pairing: Pairing, at: int, result: Result | None) -> Outcome:
    if result is None:
        return Outcome("bye", plan.bye, pairing.round, pairing.key)
    others = tuple(e for place, side in enumerate(pairing.sides) if place != at for e in side)
    if result.double:
        return Outcome("double_walkover", 0, pairing.round, pairing.key, others)
    places = result.places or tuple(
        1 if seat == result.winner else 2 for seat in range(len(pairing.sides))
    )
    score = place_points(plan.place_points, places)[at]
    first = places[at] == 1
    if result.walkover:
        kind = "won_walkover" if first else "lost_walkover"
        score = score if first else 0
    else:
        kind = "lost" if not first else "won" if places.count(1) == 1 else "drawn"
    return Outcome(
        kind,
        score,
        pairing.round,
        pairing.key,
        others,
        pairing.sides[at],
        _own(result.deals, at),
        _own(result.points, at),
    )


def _own(figures: tuple[int, ...], at: int) -> tuple[int, int]:
    return (figures[at], sum(figures) - figures[at]) if figures else (0, 0)


def _round(
    there: tuple[Entrant, ...], drawn: tuple[Pairing, ...], number: int, salt: str
) -> tuple[Pairing, ...]:
    mixed = Mixed.of(drawn)
    resting = sitting_out(there, len(there) % SEATS, mixed, number, salt)
    playing = [entrant for entrant in there if entrant not in resting]
    seats = _seats(playing, mixed, number, salt)
    made = [seats[at : at + SEATS] for at in range(0, len(seats), SEATS)]
    pods = [Pairing("", tuple((e,) for e in pod), number) for pod in made]
    pods += [Pairing("", ((e.id,),), number, part="bye", bye=True) for e in resting]
    return tuple(
        Pairing(f"r{number}.{at}", p.sides, number, at, p.part, bye=p.bye)
        for at, p in enumerate(pods, 1)
    )


def _seats(playing: list[Entrant], mixed: Mixed, number: int, salt: str) -> list[EntrantId]:
    """Return the seating with the fewest old acquaintances that the search finds."""
    best: tuple[int, list[EntrantId]] | None = None
    shuffles = _SHUFFLES if len(playing) <= 2 * _NEIGHBOURS else 1
    for shuffle in range(shuffles):
        order = sorted(playing, key=lambda e: lot(salt, number, shuffle, e.number))
        seats = [entrant.id for entrant in order]
        total = _improve(seats, mixed)
        if best is None or total < best[0]:
            best = total, seats
        if not total:
            break
    return best[1] if best else []


def _improve(seats: list[EntrantId], mixed: Mixed) -> int:
    """Swap seats while it helps, in place; return the cost left."""

    def pod_cost(pod: int) -> int:
        members = seats[pod * SEATS : pod * SEATS + SEATS]
        times = [mixed.against(one, two) for one, two in combinations(members, 2)]
        return sum(2 * each * each for each in times)

    costs = [pod_cost(pod) for pod in range(len(seats) // SEATS)]
    improved = True
    while improved:
        improved = False
        for at in range(len(seats)):
            pod = at // SEATS
            reach = min(len(seats), _NEIGHBOURS * 2)
            for step in range(1, reach):
                other = (at + step) % len(seats)
                there = other // SEATS
                if not costs[pod]:
                    break
                if there == pod:
                    continue
                seats[at], seats[other] = seats[other], seats[at]
                new = pod_cost(pod), pod_cost(there)
                if sum(new) < costs[pod] + costs[there]:
                    costs[pod], costs[there] = new
                    improved = True
                else:
                    seats[at], seats[other] = seats[other], seats[at]
    return sum(costs)
