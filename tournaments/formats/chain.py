"""Chains: which rank of which group becomes which seed of the knockout, and when it may begin.

The first stage's keys begin with "s1.", the knockout's with "s2.". Links are values that are stored
at set-up; nobody guesses them from positions. Those of one group are spread over the bracket.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import ModuleType

from tournaments.formats import double_elimination, elimination, round_robin, swiss
from tournaments.formats.elimination import check_size
from tournaments.formats.model import (
    Box,
    BoxState,
    Entrant,
    EntrantId,
    FormatError,
    Pairing,
    Problem,
    RankOf,
    Result,
    Schedule,
    SeedPosition,
    Slot,
    Standing,
    lot,
)
from tournaments.formats.plans import Chain, DoubleElimination, Fill, RoundRobin, SingleElimination
from tournaments.formats.plans import Swiss as SwissPlan
from tournaments.formats.seeds import spread

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


def group_sizes(plan: Chain, entries: int) -> dict[str, int]:
    """Return how many are in each group of the first stage; a single group is named ""."""
    if not isinstance(plan.first, RoundRobin) or plan.first.groups == 1:
        return {"": entries}
    if plan.first.fill is Fill.HAND:
        sizes = [len(group) for group in plan.first.hand]
    else:
        field = tuple(Entrant(at, at) for at in range(1, entries + 1))
        sizes = [len(group) for group in round_robin.snake(field, plan.first.groups)]
    return {round_robin.group_name(at): size for at, size in enumerate(sizes)}


def links_of(plan: Chain, entries: int) -> tuple[RankOf, ...]:
    """Return the sources of the knockout's seeds: the stored ones, else the usual ones.

    Raise `FormatError`: "slot_could_stay_empty" where a group has no such rank, "link_twice", or
    the knockout's own "too_few" and "too_many".
    """
    sizes = group_sizes(plan, entries)
    links = plan.links or _usual(plan, tuple(sizes))
    check_size(len(links))
    if len(set(links)) < len(links):
        raise FormatError("link_twice", option="links")
    for link in links:
        if link.across:
            there = sum(size >= link.place for size in sizes.values())
        else:
            there = sizes.get(link.group, 0)
        if not 1 <= link.rank <= there:
            raise FormatError(
                "slot_could_stay_empty", option="links", group=link.group, rank=link.rank
            )
    return links


def _usual(plan: Chain, names: tuple[str, ...]) -> tuple[RankOf, ...]:
    links = [RankOf(rank, name) for rank in range(1, plan.per_group + 1) for name in names]
    links += [
        RankOf(at, "", across=True, place=plan.per_group + 1) for at in range(1, plan.across + 1)
    ]
    marks = tuple(link.group or None for link in links)
    seeds = spread(marks, tuple(_tier(link) for link in links))
    placed = dict(zip(seeds, links, strict=True))
    return tuple(placed[seed] for seed in sorted(placed))


def _tier(link: RankOf) -> int:
    return link.place if link.across else link.rank


def qualifiers(
    links: tuple[RankOf, ...],
    entrants: tuple[Entrant, ...],
    ranking: tuple[Standing, ...],
    salt: str,
) -> tuple[tuple[Entrant, ...], tuple[Problem, ...]]:
    """Return the entrants of the next stage, seeded, with their groups, and what stands in the way.

    `ranking` may join several tables (groups, or qualifying evenings under names of their own). A
    rank that several share or nobody holds is a problem: "tied_for_place" or "empty_slot", with the
    group and the rank; then nobody qualifies.
    """
    known = {entrant.id: entrant for entrant in entrants}
    names = dict.fromkeys(standing.group for standing in ranking)
    places: dict[tuple[str, int], list[Standing]] = {}
    for standing in ranking:
        if standing.listed:
            for rank in range(standing.rank, standing.rank_to + 1):
                places.setdefault((standing.group, rank), []).append(standing)
    problems: list[Problem] = []
    chosen: dict[int, Standing] = {}
    wanted = [(link.group, link.rank) for link in links if not link.across]
    wanted += [
        (name, link.place)
        for link in links
        if link.across and link.rank == 1
        for name in names
        if (name, link.place) in places
    ]
    for group, rank in wanted:
        held = places.get((group, rank), [])
        if len(held) != 1:
            key = "tied_for_place" if held else "empty_slot"
            ids = tuple(standing.entrant for standing in held)
            problems.append(Problem(key, entrants=ids, values=(group, rank)))
    if problems:
        return (), tuple(problems)
    for at, link in enumerate(links):
        if not link.across:
            chosen[at] = places[link.group, link.rank][0]
    problems += _choose_across(links, places, tuple(names), chosen, known, salt)
    if problems:
        return (), tuple(problems)
    return tuple(
        replace(
            known[chosen[at].entrant],
            seed=at + 1,
            group=chosen[at].group,
            joined_round=1,
            absent_rounds=(),
            bye_rounds=(),
        )
        for at in range(len(links))
    ), ()


def _choose_across(
    links: tuple[RankOf, ...],
    places: Mapping[tuple[str, int], list[Standing]],
    names: tuple[str, ...],
    chosen: dict[int, Standing],
    known: Mapping[EntrantId, Entrant],
    salt: str,
) -> list[Problem]:
    """Give the slots of those best across groups to them, each far from its own group."""
    slots = [at for at, link in enumerate(links) if link.across]
    if not slots:
        return []
    place = links[slots[0]].place
    rivals = sorted(
        (places[name, place][0] for name in names if (name, place) in places),
        key=lambda standing: (
            *_per_match(standing),
            lot(salt, "across", known[standing.entrant].number),
        ),
    )[: len(slots)]
    if len(rivals) < len(slots):
        return [Problem("empty_slot", values=("", place))]
    at_end = slots == list(range(len(links) - len(slots), len(links)))
    if at_end:
        marks: list[str | None] = [chosen[at].group for at in range(slots[0])]
        marks += [standing.group for standing in rivals]
        tiers = [*range(slots[0]), *[len(links)] * len(slots)]
        seeds = spread(tuple(marks), tuple(tiers))[slots[0] :]
        chosen.update({seed - 1: s for seed, s in zip(seeds, rivals, strict=True)})
    else:
        chosen.update(zip(slots, rivals, strict=True))
    return []


def _per_match(standing: Standing) -> tuple[float, ...]:
    """Return what groups of unequal size are compared by, better first: figures per match."""
    matches = max(1, len(standing.figures[0].steps)) if standing.figures else 1
    plain = ("points", "wins", "deal_difference", "deals_won", "point_difference", "points_for")
    figures = {figure.name: figure.value for figure in standing.figures}
    return tuple(round(-figures.get(name, 0) / matches, 6) for name in plain)
