"""Double elimination: where every loser drops to, and in which order, so that rematches come late.

The winners' bracket is a single elimination. The losers' bracket has, for each of its rounds after
the first, one in which the survivors meet those who just dropped and one in which they halve. Who
drops out of match q of a round (counted from 0) goes to slot q XOR m of the round below; two who
have met can meet again only where their paths join, which is the later the higher the first bit in
which the masks m of their rounds differ, so each round takes the mask that differs highest from all
before it.
"""

from collections.abc import Sequence
from functools import lru_cache

from tournaments.formats.bracket import Known, Node, bracket_schedule
from tournaments.formats.elimination import check_size, pruned, rounds_over
from tournaments.formats.model import (
    Bye,
    Entrant,
    LoserOf,
    Pairing,
    Result,
    Schedule,
    SeedPosition,
    Source,
    Standing,
    WinnerOf,
    draw_order,
)
from tournaments.formats.places import bracket_standings
from tournaments.formats.plans import DoubleElimination, GrandFinal, Vacant
from tournaments.formats.seeds import bracket_size, seed_positions


def schedule(
    plan: DoubleElimination,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> Schedule:
    """Return both brackets and what is due now. Raise `FormatError` for 1 or 1,025 entries."""
    known = Known.of(draw_order(entrants, salt), drawn, results, salt)
    return bracket_schedule(boxes(plan, len(entrants)), known)


def standings(
    plan: DoubleElimination,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> tuple[Standing, ...]:
    """Rank by the round of the last defeat."""
    known = Known.of(draw_order(entrants, salt), drawn, results, salt)
    return bracket_standings(
        boxes(plan, len(entrants)), known, close_ranks=plan.vacant is Vacant.CLOSED
    )


def masks(rounds: int) -> tuple[int, ...]:
    """Return the mask of each winners' round, the first being 0.

    >>> masks(4)
    (0, 2, 0, 0)
    """
    chosen = [0]
    for number in range(2, rounds + 1):

        def meets(mask: int, number: int = number) -> list[int]:
            shifted = ((old >> (number - at)) for at, old in enumerate(chosen, 1))
            return sorted((old ^ mask).bit_length() for old in shifted)

        chosen.append(max(range(1 << (rounds - number)), key=lambda mask: (meets(mask), -mask)))
    return tuple(chosen)


@lru_cache(maxsize=32)
def boxes(plan: DoubleElimination, entries: int) -> tuple[Node, ...]:
    """Return every box: winners, losers, final. Keys begin with w, l and gf."""
    check_size(entries)
    size = bracket_size(entries)
    seeds: list[Source] = [
        SeedPosition(seed) if seed <= entries else Bye() for seed in seed_positions(size)
    ]
    winners = rounds_over(seeds, 1, prefix="w")
    count = winners[-1].round
    drops = _drops(winners, count, crossed=plan.crossed)
    losers = _losers(drops)
    last: Source = WinnerOf(losers[-1].key) if losers else LoserOf(winners[-1].key)
    depth = losers[-1].round if losers else 0
    losers = [
        Node(n.key, n.part, n.round, n.order, n.of, n.sources, 3 + depth - n.round) for n in losers
    ]
    top = [_level(node, depth) for node in winners]
    if plan.grand_final is GrandFinal.NONE:
        return _without_final(top, losers)
    final = _finals(WinnerOf(winners[-1].key), last, count, plan.grand_final)
    byes = {node.key for node in winners if Bye() in node.sources}
    return (*top, *pruned([*losers, *final], byes))


def _level(node: Node, depth: int) -> Node:
    """Return the winners' box with the level of those who go no further than this round."""
    below = max(1, 2 * (node.round - 1))
    return Node(node.key, "main", node.round, node.order, node.of, node.sources, 3 + depth - below)


def _without_final(top: Sequence[Node], losers: Sequence[Node]) -> tuple[Node, ...]:
    byes = {node.key for node in top if Bye() in node.sources}
    final = top[-1]
    level = final.lose_level if losers else 2
    champion = Node(final.key, "main", final.round, 1, 2, final.sources, level, 1)
    if losers:
        end = losers[-1]
        second = Node(end.key, end.part, end.round, 1, 2, end.sources, end.lose_level, 2)
        losers = [*losers[:-1], second]
    return (*top[:-1], champion, *pruned(losers, byes))


def _drops(winners: Sequence[Node], count: int, *, crossed: bool) -> list[list[Source]]:
    """Return the losers of each winners' round in the order in which they drop."""
    drops: list[list[Source]] = []
    for number, mask in enumerate(masks(count), 1):
        nodes = [node for node in winners if node.round == number]
        turn = mask if crossed else 0
        drops.append([LoserOf(nodes[slot ^ turn].key) for slot in range(len(nodes))])
    return drops


def _losers(drops: Sequence[Sequence[Source]]) -> list[Node]:
    nodes: list[Node] = []
    alive: list[Source] = list(drops[0])
    number = 0

    def play(pairs: list[tuple[Source, Source]]) -> list[Source]:
        made = [
            Node(f"l{number}.{order}", "losers", number, order, 2 * len(pairs), pair)
            for order, pair in enumerate(pairs, 1)
        ]
        nodes.extend(made)
        return [WinnerOf(node.key) for node in made]

    for dropping in drops[1:]:
        number += 1
        alive = play(list(zip(alive[::2], alive[1::2], strict=True)))
        number += 1
        alive = play(list(zip(dropping, alive, strict=True)))
    return nodes


def _finals(top: Source, bottom: Source, count: int, mode: GrandFinal) -> list[Node]:
    number = count + 1
    if mode is GrandFinal.ONCE:
        return [Node("gf1", "final", number, 1, 2, (top, bottom), 2, 1)]
    again = (WinnerOf("gf1"), LoserOf("gf1", unbeaten=True))
    return [
        Node("gf1", "final", number, 1, 2, (top, bottom), 2),
        Node("gf2", "final", number + 1, 1, 2, again, 2, 1),
    ]
