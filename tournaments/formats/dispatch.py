"""Which module runs which plan: the one way in for all formats."""

from types import ModuleType

from tournaments.formats import (
    chain,
    changing_partners,
    double_elimination,
    elimination,
    lives,
    mitchell,
    pods,
    round_robin,
    swiss,
    winner_stays,
)
from tournaments.formats.model import Entrant, Pairing, Result, Schedule, Standing
from tournaments.formats.plans import (
    Chain,
    ChangingPartners,
    DoubleElimination,
    Lives,
    Mitchell,
    Plan,
    Pods,
    RoundRobin,
    SingleElimination,
    Swiss,
    WinnerStays,
)

_MODULES: dict[type[Plan], ModuleType] = {
    SingleElimination: elimination,
    DoubleElimination: double_elimination,
    Lives: lives,
    RoundRobin: round_robin,
    Swiss: swiss,
    Chain: chain,
    ChangingPartners: changing_partners,
    Mitchell: mitchell,
    WinnerStays: winner_stays,
    Pods: pods,
}


def schedule(
    plan: Plan,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> Schedule:
    """Return all that is known about who meets whom: drawn, due now, and still open.

    `entrants` are all that were in at the draw, withdrawn ones too; `drawn` all pairings that stand
    (not the undone ones); `results` the confirmed ones only. The same input gives the same output,
    and once everything due is drawn nothing more is due until a result comes in. A drawn pairing is
    never taken back: where results contradict it, it is reported stale.
    """
    found: Schedule = _MODULES[type(plan)].schedule(plan, entrants, drawn, results, salt)
    return found


def standings(
    plan: Plan,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> tuple[Standing, ...]:
    """Return the ranking, best first, every entrant once, each figure with its sum."""
    found: tuple[Standing, ...] = _MODULES[type(plan)].standings(
        plan, entrants, drawn, results, salt
    )
    return found
