"""Looking ahead in a small field, where a good round now can leave no round at all later.

Six entrants can be led in three rounds to where the meetings left over are two triangles, in which
nobody can be paired. Up to twelve vertices the rounds still wanted are searched for outright; in
larger fields with many meetings left over it cannot happen (regular graphs of high degree fall
apart into perfect matchings: the 1-factorisation conjecture, proved for large graphs by Csaba,
Kühn, Lo, Osthus and Treglown, 2016).
"""

from collections.abc import Callable, Iterator
from itertools import combinations

from tournaments.formats.matching import Cost, Pair

SEARCHED_UP_TO = 12
_PATIENCE = 20_000


def far_sighted(
    count: int,
    cost: Callable[[int, int], Cost | None],
    cheapest: tuple[Pair, ...],
    rounds: int,
) -> tuple[Pair, ...]:
    """Return the cheapest pairs that leave `rounds` more rounds without a repeat.

    Where no pairs do, or the field is large, `cheapest` comes back as it is.
    """
    if rounds <= 0 or count > SEARCHED_UP_TO:
        return cheapest
    prices = {
        pair: price
        for pair in combinations(range(count), 2)
        if (price := cost(*pair)) is not None and not any(price[:2])
    }
    allowed = frozenset(prices)
    if not allowed.issuperset(cheapest) or _leaves(allowed - set(cheapest), count, rounds):
        return cheapest
    found = sorted(
        _all_rounds(allowed, tuple(range(count))),
        key=lambda pairs: [sum(figures) for figures in zip(*map(prices.get, pairs), strict=True)],
    )
    return next((p for p in found if _leaves(allowed - set(p), count, rounds)), cheapest)


def _all_rounds(allowed: frozenset[Pair], vertices: tuple[int, ...]) -> Iterator[tuple[Pair, ...]]:
    """Yield every way of pairing the vertices completely."""
    if not vertices:
        yield ()
        return
    first = vertices[0]
    for other in vertices[1:]:
        if (first, other) in allowed:
            rest = tuple(v for v in vertices[1:] if v != other)
            for pairs in _all_rounds(allowed, rest):
                yield ((first, other), *pairs)


def _leaves(allowed: frozenset[Pair], count: int, rounds: int) -> bool:
    """Whether so many rounds without a common pair are left; undecided in time means yes."""
    budget = [_PATIENCE]

    def search(left: frozenset[Pair], wanted: int) -> bool:
        if not wanted:
            return True
        for pairs in _all_rounds(left, tuple(range(count))):
            budget[0] -= 1
            if budget[0] < 0 or search(left - set(pairs), wanted - 1):
                return True
        return False

    return search(allowed, rounds)
