"""The best set of pairs: a maximum-weight matching in which cheaper reasons never outweigh dearer.

Edmonds' blossom algorithm as rustworkx implements it (J. Edmonds, Paths, trees, and flowers, 1965;
Z. Galil, Efficient algorithms for finding maximum matching in graphs, 1986) on whole numbers: a
cost is a tuple of figures, most important first, packed so that no sum of later ones can reach the
one before.
"""

from collections.abc import Callable, Sequence

import rustworkx

Cost = tuple[int, ...]
Pair = tuple[int, int]

EVERYONE_UP_TO = 200
NEAREST = 30


def cheapest_pairs(
    count: int, cost: Callable[[int, int], Cost | None], bits: Sequence[int]
) -> tuple[Pair, ...] | None:
    """Pair the vertices 0 to count - 1 completely at the least cost, or return None.

    `cost(i, j)` with i < j is None where the two may not meet; its figures must be at least 0 and
    their sum over a whole matching below 2 to the power of the `bits` beside them. Vertices should
    be numbered so that good pairs have near numbers: beyond 200 only the 30 nearest allowed are
    tried for each, then twice as many, until all can be paired or everybody was tried.

    >>> cheapest_pairs(4, lambda i, j: (abs(i - j),), (8,))
    ((0, 1), (2, 3))
    """
    if count % 2:
        return None
    reach = count if count <= EVERYONE_UP_TO else NEAREST
    while True:
        pairs = _matched(count, _edges(count, cost, reach), bits)
        if len(pairs) * 2 == count:
            return pairs
        if reach >= count:
            return None
        reach *= 2


def _edges(count: int, cost: Callable[[int, int], Cost | None], reach: int) -> dict[Pair, Cost]:
    """Return the allowed pairs: all, or the `reach` nearest of each vertex."""
    edges: dict[Pair, Cost] = {}
    for vertex in range(count):
        found = 0
        for step in range(1, count):
            for other in (vertex - step, vertex + step):
                if not 0 <= other < count:
                    continue
                pair = (min(vertex, other), max(vertex, other))
                price = edges.get(pair) or cost(*pair)
                if price is not None:
                    edges[pair] = price
                    found += 1
            if found >= reach:
                break
    return edges


def _matched(count: int, edges: dict[Pair, Cost], bits: Sequence[int]) -> tuple[Pair, ...]:
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * count)
    packed = [(one, two, _packed(price, bits)) for (one, two), price in edges.items()]
    graph.add_edges_from(packed)
    most = max((price for _, _, price in packed), default=0) + 1
    matched = rustworkx.max_weight_matching(
        graph, max_cardinality=True, weight_fn=lambda price: most - price
    )
    return tuple(sorted((min(pair), max(pair)) for pair in matched))


def _packed(price: Cost, bits: Sequence[int]) -> int:
    """Return the figures as one whole number."""
    total = 0
    for figure, width in zip(price, bits, strict=True):
        total = (total << width) + figure
    return total
