"""Changing partners: who partners whom this round, against which pair, and who sits out.

Two matchings a round: first partners, those together least often and against each other least,
then pairs against pairs whose members have been opponents least. The table is personal.
"""

from tournaments.formats.bracket import suggest_walkovers
from tournaments.formats.elimination import check_size
from tournaments.formats.field import rounds_drawn, taking_part, undecided, unlisted
from tournaments.formats.foresight import far_sighted
from tournaments.formats.matching import Cost, cheapest_pairs
from tournaments.formats.mixing import Mixed, sitting_out
from tournaments.formats.model import (
    Entrant,
    Pairing,
    Problem,
    Result,
    Schedule,
    Standing,
    lot,
)
from tournaments.formats.plans import ChangingPartners
from tournaments.formats.scoring import records
from tournaments.formats.table import Table, numbers_of, play_offs, ranked

_BITS = (16, 4, 16, 42)


def schedule(
    plan: ChangingPartners,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> Schedule:
    """Return the next round of pairs against pairs once every match of the last is decided.

    Raise `FormatError` below four entries.
    """
    check_size(len(entrants), 4)
    number = rounds_drawn(drawn)
    found = {result.key: result for result in results if not result.void}
    waiting = undecided(drawn, results)
    ended = number >= plan.rounds
    problems = unlisted(entrants, drawn, number) if waiting else ()
    due: tuple[Pairing, ...] = ()
    if not waiting and not ended:
        there = taking_part(entrants, number + 1)
        if len(there) >= 4:
            due = _round(plan, there, drawn, number + 1, salt)
        else:
            problems = (*problems, Problem("too_few_active", round=number + 1))
            ended = sum(not entrant.withdrawn for entrant in entrants) < 4
    return Schedule(
        drawn=drawn,
        due=due,
        byes=tuple(p for p in (*drawn, *due) if p.bye),
        walkovers=suggest_walkovers(entrants, drawn, found),
        problems=problems,
        finished=ended and not waiting,
    )


def standings(
    plan: ChangingPartners,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> tuple[Standing, ...]:
    """Return the personal table: each has what its pairs have won."""
    table = Table(
        records(plan.scoring, entrants, drawn, results, missed=True),
        numbers_of(entrants),
        play_offs(drawn, results),
        salt,
        plan.scoring.win,
    )
    running = not schedule(plan, entrants, drawn, results, salt).finished
    return ranked(table, plan.tie_breaks, provisional=running)


def _round(
    plan: ChangingPartners,
    there: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    number: int,
    salt: str,
) -> tuple[Pairing, ...]:
    mixed = Mixed.of(drawn)
    resting = sitting_out(there, len(there) % 4, mixed, number, salt)
    playing = sorted(
        (e for e in there if e not in resting), key=lambda e: lot(salt, number, e.number)
    )

    def partners(one: int, two: int) -> Cost:
        a, b = playing[one], playing[two]
        chance = int(lot(salt, number, *sorted((a.number, b.number)))[:8], 16)
        return mixed.together(a.id, b.id), 0, mixed.against(a.id, b.id), chance

    pairs = cheapest_pairs(len(playing), partners, _BITS) or ()
    left = min(plan.rounds, len(playing) - 1) - number
    pairs = far_sighted(len(playing), partners, pairs, left)
    sides = [tuple(playing[at].id for at in pair) for pair in pairs]

    def opponents(one: int, two: int) -> Cost:
        meetings = [mixed.against(a, b) for a in sides[one] for b in sides[two]]
        chance = int(lot(salt, number, "table", one, two)[:8], 16)
        return sum(times * times for times in meetings), 0, 0, chance

    tables = cheapest_pairs(len(sides), opponents, _BITS) or ()
    made = [Pairing("", (sides[one], sides[two]), number) for one, two in tables]
    made += [Pairing("", ((entrant.id,),), number, part="bye", bye=True) for entrant in resting]
    return tuple(
        Pairing(f"r{number}.{at}", p.sides, number, at, p.part, bye=p.bye)
        for at, p in enumerate(made, 1)
    )
