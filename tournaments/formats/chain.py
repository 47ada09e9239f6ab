"""Chains: when the knockout after groups or Swiss rounds may begin, and the two as one event.

The first stage's keys begin with "s1.", the knockout's with "s2.".
"""

from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType

from tournaments.formats import double_elimination, elimination, round_robin, swiss
from tournaments.formats.links import links_of, qualifiers
from tournaments.formats.model import (
    Box,
    BoxState,
    Entrant,
    Pairing,
    RankOf,
    Result,
    Schedule,
    SeedPosition,
    Slot,
    Standing,
)
from tournaments.formats.plans import Chain, DoubleElimination, RoundRobin, SingleElimination
from tournaments.formats.plans import Swiss as SwissPlan

FIRST, SECOND = "s1.", "s2."
_MODULES: dict[type[RoundRobin | SwissPlan | SingleElimination | DoubleElimination], ModuleType] = {
    RoundRobin: round_robin,
    SwissPlan: swiss,
    SingleElimination: elimination,
    DoubleElimination: double_elimination,
}


def schedule(
    plan: Chain,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> Schedule:
    """Return both stages; the knockout is due once the first is finished and no place is tied.

    The board shows the knockout from the start, its first slots with `RankOf` sources. A tie for a
    place is the problem "tied_for_place": it is broken by a play-off (a pairing of part "playoff"
    under a key that begins with "s1.") or by a plan whose tie-breaks end in lots.
    """
    links = links_of(plan, len(entrants))
    first: Schedule = _MODULES[type(plan.first)].schedule(
        plan.first, entrants, *_stage(FIRST, drawn, results), salt
    )
    begun = any(pairing.key.startswith(SECOND) for pairing in drawn)
    if not first.finished and not begun:
        waiting = _keyed(FIRST, first)
        return replace(waiting, drawn=drawn, board=_promised(plan, links, salt), finished=False)
    qualified, problems = qualifiers(
        links, entrants, _first_table(plan, entrants, drawn, results, salt), salt
    )
    if problems:
        waiting = _keyed(FIRST, first)
        return replace(
            waiting,
            drawn=drawn,
            board=_promised(plan, links, salt),
            problems=(*waiting.problems, *problems),
            finished=False,
        )
    second: Schedule = _MODULES[type(plan.then)].schedule(
        plan.then, qualified, *_stage(SECOND, drawn, results), salt
    )
    return _joined(drawn, _keyed(FIRST, first), _keyed(SECOND, second), links)


def standings(
    plan: Chain,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> tuple[Standing, ...]:
    """Return the first stage's tables until the knockout is due, then one ranking of all.

    Those who did not qualify come after those who did, by their rank in the group.
    """
    links = links_of(plan, len(entrants))
    table = _first_table(plan, entrants, drawn, results, salt)
    begun = any(pairing.key.startswith(SECOND) for pairing in drawn)
    first: Schedule = _MODULES[type(plan.first)].schedule(
        plan.first, entrants, *_stage(FIRST, drawn, results), salt
    )
    qualified, problems = qualifiers(links, entrants, table, salt)
    if problems or not (first.finished or begun):
        return table
    top: tuple[Standing, ...] = _MODULES[type(plan.then)].standings(
        plan.then, qualified, *_stage(SECOND, drawn, results), salt
    )
    through = {entrant.id for entrant in qualified}
    rest = [standing for standing in table if standing.entrant not in through]
    return (*top, *_after(len(top), rest))


def _after(better: int, rest: Sequence[Standing]) -> list[Standing]:
    def place(standing: Standing) -> tuple[bool, int]:
        return not standing.listed, standing.rank

    ranked = []
    for standing in sorted(rest, key=place):
        above = sum(place(other) < place(standing) for other in rest)
        level = sum(place(other) == place(standing) for other in rest)
        rank = better + above + 1
        ranked.append(replace(standing, rank=rank, rank_to=rank + level - 1))
    return ranked


def _stage(
    prefix: str, drawn: tuple[Pairing, ...], results: tuple[Result, ...]
) -> tuple[tuple[Pairing, ...], tuple[Result, ...]]:
    """Return a stage's pairings and results under its own keys."""
    return (
        tuple(replace(p, key=p.key[len(prefix) :]) for p in drawn if p.key.startswith(prefix)),
        tuple(replace(r, key=r.key[len(prefix) :]) for r in results if r.key.startswith(prefix)),
    )


def _keyed(prefix: str, found: Schedule) -> Schedule:
    """Return a stage's schedule under the chain's keys."""
    return Schedule(
        due=tuple(replace(p, key=prefix + p.key) for p in found.due),
        byes=tuple(replace(p, key=prefix + p.key) for p in found.byes),
        walkovers=tuple(replace(r, key=prefix + r.key) for r in found.walkovers),
        board=tuple(_box(prefix, box) for box in found.board),
        stale=tuple(replace(s, key=prefix + s.key) for s in found.stale),
        problems=tuple(
            replace(p, pairing=prefix + p.pairing if p.pairing else "") for p in found.problems
        ),
        reasons=tuple(replace(r, pairing=prefix + r.pairing) for r in found.reasons),
        finished=found.finished,
    )


def _box(prefix: str, box: Box) -> Box:
    slots = []
    for slot in box.slots:
        key = getattr(slot.source, "key", None)
        source = slot.source if key is None else replace(slot.source, key=prefix + key)
        slots.append(replace(slot, source=source))
    return replace(box, key=prefix + box.key, slots=tuple(slots))


def _joined(
    drawn: tuple[Pairing, ...], first: Schedule, second: Schedule, links: tuple[RankOf, ...]
) -> Schedule:
    return Schedule(
        drawn=drawn,
        due=first.due + second.due,
        byes=first.byes + second.byes,
        walkovers=first.walkovers + second.walkovers,
        board=tuple(_linked(box, links) for box in second.board),
        stale=first.stale + second.stale,
        problems=first.problems + second.problems,
        reasons=first.reasons + second.reasons,
        finished=first.finished and second.finished,
    )


def _linked(box: Box, links: tuple[RankOf, ...], *, promised: bool = False) -> Box:
    slots = tuple(
        Slot(
            links[slot.source.position - 1]
            if isinstance(slot.source, SeedPosition)
            else slot.source,
            None if promised else slot.side,
            slot.nobody,
        )
        for slot in box.slots
    )
    state = BoxState.OPEN if promised and box.state is BoxState.DUE else box.state
    return replace(box, slots=slots, state=state)


def _promised(plan: Chain, links: tuple[RankOf, ...], salt: str) -> tuple[Box, ...]:
    """Return the knockout's board while nobody has qualified yet."""
    nobody = tuple(Entrant(at, at, seed=at) for at in range(1, len(links) + 1))
    found: Schedule = _MODULES[type(plan.then)].schedule(plan.then, nobody, (), (), salt)
    return tuple(_linked(box, links, promised=True) for box in _keyed(SECOND, found).board)


def _first_table(
    plan: Chain,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> tuple[Standing, ...]:
    found: tuple[Standing, ...] = _MODULES[type(plan.first)].standings(
        plan.first, entrants, *_stage(FIRST, drawn, results), salt
    )
    return found
