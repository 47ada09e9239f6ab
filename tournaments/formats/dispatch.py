"""Which module runs which plan: the one way in for all formats."""

from tournaments.formats import elimination
from tournaments.formats.model import Entrant, Pairing, Result, Schedule, Standing
from tournaments.formats.plans import Plan


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
    return elimination.schedule(plan, entrants, drawn, results, salt)


def standings(
    plan: Plan,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> tuple[Standing, ...]:
    """Return the ranking, best first, every entrant once, each figure with its sum."""
    return elimination.standings(plan, entrants, drawn, results, salt)
