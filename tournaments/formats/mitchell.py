"""Mitchell movement: one line of entrants sits, the other moves on by one station each round.

The movement is J. T. Mitchell's of the duplicate tables; with no boards to carry along, an even
number of stations needs no skip. Whoever should face the missing entrant of an odd field sits out.
"""

from tournaments.formats.elimination import check_size
from tournaments.formats.field import undecided
from tournaments.formats.model import (
    Entrant,
    FormatError,
    Pairing,
    Result,
    Schedule,
    Side,
    Standing,
    draw_order,
)
from tournaments.formats.plans import Mitchell
from tournaments.formats.round_robin import from_fixtures
from tournaments.formats.scoring import records
from tournaments.formats.table import Table, numbers_of, play_offs, ranked

SITTING, MOVING = "sitting", "moving"


def schedule(
    plan: Mitchell,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> Schedule:
    """Return all rounds at once; the sitting side comes first, the order is its station."""
    return from_fixtures(movement(plan, entrants, salt), entrants, drawn, results)


def standings(
    plan: Mitchell,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> tuple[Standing, ...]:
    """Return a table for each line, or one for both."""
    found = records(plan.scoring, entrants, (*drawn, *_byes(plan, entrants, drawn, salt)), results)
    lines = {SITTING: entrants} if plan.one_field else _lines(entrants, salt)
    running = not drawn or bool(undecided(drawn, results))
    ranking: list[Standing] = []
    for name, line in lines.items():
        # A lucky line may have met easier opponents, so a table needs only its own records.
        own = {entrant.id: found[entrant.id] for entrant in line}
        table = Table(own, numbers_of(line), play_offs(drawn, results), salt, plan.scoring.win)
        group = "" if plan.one_field else name
        ranking += ranked(table, plan.tie_breaks, group=group, provisional=running)
    return tuple(ranking)


def _lines(entrants: tuple[Entrant, ...], salt: str) -> dict[str, tuple[Entrant, ...]]:
    """Return both lines, dealt out in turn in the order of the draw."""
    order = draw_order(entrants, salt)
    return {SITTING: order[::2], MOVING: order[1::2]}


def _byes(
    plan: Mitchell, entrants: tuple[Entrant, ...], drawn: tuple[Pairing, ...], salt: str
) -> tuple[Pairing, ...]:
    held = {pairing.key for pairing in drawn}
    return tuple(p for p in movement(plan, entrants, salt) if p.bye and p.key not in held)


def movement(plan: Mitchell, entrants: tuple[Entrant, ...], salt: str) -> tuple[Pairing, ...]:
    """Return every pairing and bye in order of rounds.

    Raise `FormatError` for more rounds than stations, since opponents would come round again.
    """
    check_size(len(entrants))
    sitting, moving = _lines(entrants, salt).values()
    stations = len(sitting)
    rounds = plan.rounds if plan.rounds is not None else stations
    if rounds > stations:
        raise FormatError("out_of_range", option="rounds", value=rounds, least=1, most=stations)
    made = []
    for number in range(1, rounds + 1):
        for at, entrant in enumerate(sitting):
            coming = (at - number + 1) % stations
            sides: tuple[Side, ...] = ((entrant.id,),)
            if coming < len(moving):
                sides = (*sides, (moving[coming].id,))
            key = f"r{number}.{at + 1}"
            made.append(Pairing(key, sides, number, at + 1, bye=len(sides) == 1))
    return tuple(made)
