"""Round robin: who is in which group, and in which round each meets each.

The rounds are the Berger tables (https://handbook.fide.com/chapter/C05Annex1): with n places, n
even, i and j meet in the round congruent to i + j - 1 modulo n - 1, and the last place meets i in
the round congruent to 2i - 1. In a group of an odd size the last place is the bye.
"""

from collections.abc import Iterable
from itertools import combinations

from tournaments.formats.bracket import suggest_walkovers
from tournaments.formats.elimination import check_size
from tournaments.formats.field import undecided
from tournaments.formats.model import (
    Entrant,
    EntrantId,
    FormatError,
    Pairing,
    Problem,
    Result,
    Schedule,
    Side,
    Stale,
    Standing,
    draw_order,
    lot,
)
from tournaments.formats.plans import Fill, Leaver, RoundRobin
from tournaments.formats.scoring import Records, records
from tournaments.formats.table import Table, numbers_of, play_offs, ranked

LARGEST_GROUP = 130


def schedule(
    plan: RoundRobin,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> Schedule:
    """Return all rounds at once; every pairing is due from the start.

    A leaver's remaining matches are suggested as walkovers. Pairings beyond the tables (play-offs
    drawn by hand) are kept.
    """
    return from_fixtures(fixtures(plan, entrants, salt), entrants, drawn, results)


def standings(
    plan: RoundRobin,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> tuple[Standing, ...]:
    """Return the table of each group, one after the other; struck leavers last and not listed."""
    ranking: list[Standing] = []
    for name, members in groups(plan, entrants, salt).items():
        ids = {entrant.id for entrant in members}
        own = tuple(p for p in drawn if all(ids.issuperset(side) for side in p.sides))
        every = records(plan.scoring, members, own, results)
        struck = _struck(plan.leaver, members, every, plan.meetings * (len(members) - 1))
        kept = tuple(p for p in own if struck.isdisjoint(e for side in p.sides for e in side))
        running = not own or bool(undecided(own, results))
        table = Table(
            records(plan.scoring, [e for e in members if e.id not in struck], kept, results),
            numbers_of(members),
            play_offs(kept, results),
            salt,
            plan.scoring.win,
        )
        ranking += ranked(table, plan.tie_breaks, group=name, provisional=running)
        ranking += [
            Standing(len(members), len(members), entrant.id, (), name, running, listed=False)
            for entrant in members
            if entrant.id in struck
        ]
    return tuple(ranking)


def from_fixtures(
    planned: tuple[Pairing, ...],
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
) -> Schedule:
    """Return the schedule of an event whose pairings are all known from the start."""
    held = {pairing.key: pairing for pairing in drawn}
    found = {result.key: result for result in results if not result.void}
    due = tuple(p for p in planned if not p.bye and p.key not in held)
    stale = tuple(
        Stale(p.key, p.sides)
        for p in planned
        if p.key in held and not held[p.key].manual and set(held[p.key].sides) != set(p.sides)
    )
    late = tuple(e.id for e in entrants if e.joined_round > 1)
    return Schedule(
        drawn=drawn,
        due=due,
        byes=tuple(p for p in planned if p.bye),
        walkovers=suggest_walkovers(entrants, drawn, found),
        stale=stale,
        problems=(Problem("late_entry", entrants=late),) if late else (),
        finished=not due and not undecided(drawn, results),
    )


def _struck(
    leaver: Leaver, members: Iterable[Entrant], found: Records, whole: int
) -> set[EntrantId]:
    """Return the leavers whose results are struck, `whole` being the matches each should play."""
    played = {e: sum(outcome.played for outcome in found[e]) for e in found}
    return {
        entrant.id
        for entrant in members
        if entrant.withdrawn
        and leaver is not Leaver.KEPT
        and (
            2 * played[entrant.id] < whole
            or (leaver is Leaver.STRUCK and played[entrant.id] < whole)
        )
    }


def group_name(index: int) -> str:
    """Return the letter of the group: A to Z, then AA and on.

    >>> [group_name(index) for index in (0, 25, 26, 52)]
    ['A', 'Z', 'AA', 'BA']
    """
    first, last = divmod(index, 26)
    return (group_name(first - 1) if first else "") + chr(ord("A") + last)


def groups(
    plan: RoundRobin, entrants: tuple[Entrant, ...], salt: str
) -> dict[str, tuple[Entrant, ...]]:
    """Return the groups in order, each in the order of its Berger places; one group is named "".

    Raise `FormatError` where a group would have fewer than two or more than 130 members, or where
    groups by hand do not hold everyone once.
    """
    order = draw_order(entrants, salt)
    if plan.fill is Fill.HAND:
        split = _by_hand(plan, order)
    else:
        if plan.fill is Fill.LOT:
            order = tuple(sorted(order, key=lambda e: lot(salt, "group", e.number)))
        split = snake(order, plan.groups)
    for members in split:
        check_size(len(members), 2, LARGEST_GROUP)
    if plan.groups == 1:
        return {"": split[0]}
    return {group_name(index): members for index, members in enumerate(split)}


def snake(order: tuple[Entrant, ...], count: int) -> list[tuple[Entrant, ...]]:
    """Deal the order out to and fro, so that the sums of places are as equal as can be.

    >>> from tournaments.formats.model import Entrant
    >>> field = tuple(Entrant(n, n) for n in range(1, 9))
    >>> [[entrant.id for entrant in group] for group in snake(field, 3)]
    [[1, 6, 7], [2, 5, 8], [3, 4]]
    """
    split: list[list[Entrant]] = [[] for _ in range(count)]
    for at, entrant in enumerate(order):
        lap, place = divmod(at, count)
        split[count - 1 - place if lap % 2 else place].append(entrant)
    return [tuple(group) for group in split]


def _by_hand(plan: RoundRobin, order: tuple[Entrant, ...]) -> list[tuple[Entrant, ...]]:
    numbered = {entrant.number: entrant for entrant in order}
    listed = [number for group in plan.hand for number in group]
    if sorted(listed) != sorted(numbered):
        wrong = set(listed) ^ set(numbered) or {n for n in listed if listed.count(n) > 1}
        raise FormatError("groups_not_everyone_once", option="hand", value=min(wrong))
    return [tuple(numbered[number] for number in group) for group in plan.hand]


def berger(places: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the rounds of the Berger table: pairs of places from 1, an odd one out beside 0.

    >>> berger(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    last = places + places % 2
    rounds: list[list[tuple[int, int]]] = [[] for _ in range(last - 1)]
    for one in range(1, last):
        number = (2 * one - 2) % (last - 1)
        pair = (one, last) if one <= last // 2 else (last, one)
        rounds[number].insert(0, pair)
    for one, two in combinations(range(1, last), 2):
        number = (one + two - 2) % (last - 1)
        rounds[number].append((one, two) if (one + two) % 2 else (two, one))
    for pairs in rounds:
        pairs[1:] = sorted(pairs[1:], key=min)
    if places % 2:
        return tuple(
            tuple((a % last, b % last) if last in (a, b) else (a, b) for a, b in pairs)
            for pairs in rounds
        )
    return tuple(map(tuple, rounds))


def fixtures(plan: RoundRobin, entrants: tuple[Entrant, ...], salt: str) -> tuple[Pairing, ...]:
    """Return every pairing and bye of every group, in order of rounds."""
    planned: list[Pairing] = []
    for name, members in groups(plan, entrants, salt).items():
        rounds = berger(len(members))
        for leg in range(plan.meetings):
            for number, pairs in enumerate(rounds, 1 + leg * len(rounds)):
                planned += _round(name, members, number, pairs, swapped=leg % 2 == 1)
    planned.sort(key=lambda pairing: pairing.round)
    return _waves(planned, plan.stations) if plan.stations else _ordered(planned)


def _round(
    name: str,
    members: tuple[Entrant, ...],
    number: int,
    pairs: tuple[tuple[int, int], ...],
    *,
    swapped: bool,
) -> Iterable[Pairing]:
    prefix = f"{name}." if name else ""
    for order, pair in enumerate(pairs, 1):
        sides: tuple[Side, ...] = tuple((members[place - 1].id,) for place in pair if place)
        if swapped:
            sides = sides[::-1]
        key = f"{prefix}r{number}.{order}"
        yield Pairing(key, sides, number, order, name or "main", bye=len(sides) == 1)


def _ordered(planned: list[Pairing]) -> tuple[Pairing, ...]:
    """Give the pairings of a round one order through all groups."""
    count: dict[int, int] = {}
    made = []
    for pairing in planned:
        order = count[pairing.round] = count.get(pairing.round, 0) + 1
        made.append(_moved(pairing, pairing.round, order))
    return tuple(made)


def _waves(planned: list[Pairing], stations: int) -> tuple[Pairing, ...]:
    """Cut the rounds into waves of at most `stations` matches, nobody twice in one; no byes.

    Each wave takes the next pairings in order whose entrants are free, so nearly all are full.
    """
    waiting = [pairing for pairing in planned if not pairing.bye]
    made: list[Pairing] = []
    number = 0
    while waiting:
        number += 1
        busy: set[EntrantId] = set()
        left: list[Pairing] = []
        order = 0
        for pairing in waiting:
            both = {entrant for side in pairing.sides for entrant in side}
            if order < stations and busy.isdisjoint(both):
                order += 1
                busy |= both
                made.append(_moved(pairing, number, order))
            else:
                left.append(pairing)
        waiting = left
    return tuple(made)


def _moved(pairing: Pairing, round_: int, order: int) -> Pairing:
    return Pairing(pairing.key, pairing.sides, round_, order, pairing.part, bye=pairing.bye)
