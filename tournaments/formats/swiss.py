"""Swiss rounds as an event: when the next round is due, when it ends, and the table."""

from tournaments.formats.bracket import suggest_walkovers
from tournaments.formats.elimination import check_size
from tournaments.formats.field import rounds_drawn, taking_part, undecided, unlisted
from tournaments.formats.model import Entrant, Pairing, Problem, Result, Schedule, Standing
from tournaments.formats.plans import Swiss
from tournaments.formats.scoring import records
from tournaments.formats.swiss_check import check_round, explain
from tournaments.formats.swiss_round import pair_round
from tournaments.formats.table import Table, numbers_of, play_offs, ranked


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
