"""What a set-up page should say of a plan before the draw: refusals, warnings, what it demands."""

from tournaments.formats.dispatch import schedule
from tournaments.formats.model import Entrant, Problem
from tournaments.formats.plans import (
    Chain,
    ChangingPartners,
    Mitchell,
    Plan,
    Pods,
    RoundRobin,
    Swiss,
    WinnerStays,
)
from tournaments.formats.table import CARD_POINT_BREAKS, TieBreak


def check_plan(plan: Plan, entries: int) -> None:
    """Raise the `FormatError` with which the draw of so many entries would be refused."""
    field = tuple(Entrant(number, number) for number in range(1, entries + 1))
    schedule(plan, field, (), (), "")


def advice(plan: Plan, entries: int) -> tuple[Problem, ...]:
    """Return what is possible but seldom wise, each with its figures.

    "round_robin_instead" (rounds, rounds all play all would take) for a Swiss stage long enough for
    everyone to meet everyone; "ties_may_remain" where the tie-breaks do not end in lots and ranks
    may be shared.
    """
    found = []
    first = plan.first if isinstance(plan, Chain) else plan
    if isinstance(first, Swiss) and first.rounds >= entries - 1:
        whole = entries - 1 + entries % 2
        found.append(Problem("round_robin_instead", values=(first.rounds, whole)))
    if isinstance(plan, Chain) and TieBreak.LOTS not in tie_breaks_of(first):
        found.append(Problem("ties_may_remain"))
    return tuple(found)


def tie_breaks_of(plan: Plan) -> tuple[TieBreak, ...]:
    """Return the tie-breaks of a plan that has a table, none for a bracket."""
    if isinstance(plan, RoundRobin | Swiss | ChangingPartners | Mitchell | WinnerStays | Pods):
        return plan.tie_breaks
    return tie_breaks_of(plan.first) if isinstance(plan, Chain) else ()


def needs_points(plan: Plan) -> bool:
    """Whether every deal must be reported with card points, since a tie-break looks at them."""
    return not CARD_POINT_BREAKS.isdisjoint(tie_breaks_of(plan))
