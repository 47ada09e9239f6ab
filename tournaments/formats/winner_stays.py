"""Winner stays: one station, a queue, and whoever wins is challenged by the next in it."""

from collections.abc import Mapping

from tournaments.formats.bracket import suggest_walkovers
from tournaments.formats.elimination import check_size
from tournaments.formats.field import undecided
from tournaments.formats.model import (
    Entrant,
    EntrantId,
    Figure,
    Pairing,
    Problem,
    Result,
    Schedule,
    Standing,
    Step,
    draw_order,
)
from tournaments.formats.plans import WinnerStays
from tournaments.formats.scoring import PLAY_OFF, Records, records
from tournaments.formats.table import Group, Table, numbers_of, play_offs, ranked, summed


def schedule(
    plan: WinnerStays,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> Schedule:
    """Return the next challenge once the one before is decided.

    Whoever comes later joins the end of the queue; absences pass one by. After a drawn match or a
    double walkover both leave the station.
    """
    check_size(len(entrants))
    played = _in_order(drawn)
    waiting = undecided(drawn, results)
    found = {result.key: result for result in results if not result.void}
    number = len(played) + 1
    due: tuple[Pairing, ...] = ()
    problems: tuple[Problem, ...] = ()
    ended = number > last_round(plan, entrants)
    if not waiting and not ended:
        there = [
            entrant
            for entrant in _queue(plan, entrants, played, found, salt)
            if not entrant.withdrawn and number not in entrant.absent_rounds
        ]
        if len(there) > 1:
            due = (Pairing(f"r{number}.1", ((there[0].id,), (there[1].id,)), number),)
        else:
            problems = (Problem("too_few_active", round=number),)
            ended = sum(not entrant.withdrawn for entrant in entrants) < 2
    return Schedule(
        drawn=drawn,
        due=due,
        walkovers=suggest_walkovers(entrants, drawn, found),
        problems=problems,
        finished=ended and not waiting,
    )


def standings(
    plan: WinnerStays,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> tuple[Standing, ...]:
    """Rank by wins, then by the longest run of them, then by the plan's tie-breaks."""
    found = records(plan.scoring, entrants, drawn, results)
    table = Table(found, numbers_of(entrants), play_offs(drawn, results), salt)
    running = not schedule(plan, entrants, drawn, results, salt).finished

    def wins(tied: Group) -> Mapping[EntrantId, Figure]:
        return {e: summed("wins", _steps(found, e)) for e in tied}

    def run(tied: Group) -> Mapping[EntrantId, Figure]:
        return {e: _longest(found, e) for e in tied}

    return ranked(table, plan.tie_breaks, provisional=running, leading=(wins, run))


def last_round(plan: WinnerStays, entrants: tuple[Entrant, ...]) -> int:
    """Return how many matches the evening has."""
    return plan.rounds if plan.rounds is not None else len(entrants)


def _in_order(drawn: tuple[Pairing, ...]) -> list[Pairing]:
    return sorted((p for p in drawn if p.part != PLAY_OFF), key=lambda p: p.round)


def _queue(
    plan: WinnerStays,
    entrants: tuple[Entrant, ...],
    played: list[Pairing],
    found: Mapping[str, Result],
    salt: str,
) -> list[Entrant]:
    """Return everyone in the order in which they come to the station, its holder first."""
    known = {entrant.id: entrant for entrant in entrants}
    queue = [e.id for e in draw_order(entrants, salt) if e.joined_round <= 1]
    run = 0
    holder: EntrantId | None = None
    for number, pairing in enumerate(played, 1):
        result = found.get(pairing.key)
        queue += [e.id for e in entrants if e.joined_round == number > 1]
        sides = [side[0] for side in pairing.sides]
        queue = [e for e in queue if e not in sides]
        winner = None if result is None or result.winner is None else sides[result.winner]
        run = run + 1 if winner is not None and winner == holder else 1
        holder = winner
        stays = winner is not None and (plan.longest_run is None or run < plan.longest_run)
        leaving = [e for e in sides if not (stays and e == winner)]
        queue = [e for e in sides if stays and e == winner] + queue
        queue += sorted(leaving, key=lambda e: e != winner)
        if not stays:
            holder = None
    queue += [e.id for e in entrants if e.joined_round == len(played) + 1 > 1]
    return [known[e] for e in queue if e in known]


def _steps(found: Records, entrant: EntrantId) -> list[Step]:
    return [
        Step(o.kind, int(o.kind in {"won", "won_walkover"}), o.pairing, o.opponent)
        for o in found[entrant]
    ]


def _longest(found: Records, entrant: EntrantId) -> Figure:
    best: list[Step] = []
    run: list[Step] = []
    for step in _steps(found, entrant):
        run = [*run, step] if step.value else []
        best = max(best, run, key=len)
    return summed("longest_run", best)
