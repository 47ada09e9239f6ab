"""Links between stages: which rank of which group becomes which seed of the next stage.

Links are values that are stored at set-up; nobody guesses them from positions. Those of one group
are spread over the bracket.
"""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.formats.elimination import check_size
from tournaments.formats.model import (
    Entrant,
    EntrantId,
    FormatError,
    Problem,
    RankOf,
    Standing,
    lot,
)
from tournaments.formats.plans import Chain, Fill, RoundRobin
from tournaments.formats.round_robin import group_name, snake
from tournaments.formats.seeds import spread


def group_sizes(plan: Chain, entries: int) -> dict[str, int]:
    """Return how many are in each group of the first stage; a single group is named ""."""
    if not isinstance(plan.first, RoundRobin) or plan.first.groups == 1:
        return {"": entries}
    if plan.first.fill is Fill.HAND:
        sizes = [len(group) for group in plan.first.hand]
    else:
        field = tuple(Entrant(at, at) for at in range(1, entries + 1))
        sizes = [len(group) for group in snake(field, plan.first.groups)]
    return {group_name(at): size for at, size in enumerate(sizes)}


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
    group and the rank; then nobody qualifies. Where so many have left a group that a rank is empty,
    one who left stands in it, so that the opponent goes on by a walkover.
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
    _stand_in(wanted, places, ranking)
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


def _stand_in(
    wanted: list[tuple[str, int]],
    places: dict[tuple[str, int], list[Standing]],
    ranking: tuple[Standing, ...],
) -> None:
    """Put those who left into the wanted ranks of their group that nobody holds."""
    left = [standing for standing in ranking if not standing.listed]
    for group, rank in wanted:
        gone = next((standing for standing in left if standing.group == group), None)
        if gone is not None and not places.get((group, rank)):
            left.remove(gone)
            places[group, rank] = [gone]


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
