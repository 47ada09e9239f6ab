"""The places of a bracket: where each seed stands, and who takes which seed to be kept apart.

A mark is a club or the group one came from. The bracket is a tree; each entrant in turn is led down
it from the root, at every fork to where fewer of its mark are already, among the places its tier
may take. In a small tier two then change places as long as that helps.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations


def bracket_size(entries: int) -> int:
    """Return the smallest power of two that holds the entries.

    >>> [bracket_size(n) for n in (1, 2, 3, 8, 9)]
    [1, 2, 4, 8, 16]
    """
    return 1 << (entries - 1).bit_length()


def seed_positions(size: int) -> tuple[int, ...]:
    """Return the seeds from the top of a bracket of `size` places (a power of two) to its foot.

    >>> seed_positions(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for high in order for seed in (high, total - high)]
    return tuple(order)


_SMALL_TIER = 128


@lru_cache(maxsize=64)
def spread(marks: tuple[str | None, ...], tiers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seed of each entrant, given in seed order with its mark and tier.

    Each tier (equal numbers, side by side) keeps the seeds it has, and within it entrants change
    places; a tier of one stays where it is. Earlier tiers do not depend on later marks.

    >>> spread(("A", "B", "A", "B"), (1, 1, 2, 2))
    (1, 2, 3, 4)
    >>> spread(("A", "B", "B", "A"), (1, 1, 2, 2))
    (1, 2, 4, 3)
    """
    tree = _Tree(bracket_size(max(2, len(marks))))
    seeds = [0] * len(marks)
    start = 0
    while start < len(marks):
        end = start
        while end < len(marks) and tiers[end] == tiers[start]:
            end += 1
            tree.open(end)
        crowd = Counter(mark for mark in marks[start:end] if mark is not None)
        for at in sorted(range(start, end), key=lambda at: -crowd[marks[at] or ""]):
            seeds[at] = tree.place(marks[at])
        if end - start <= _SMALL_TIER:
            _exchange(tree, seeds, marks, range(start, end))
        start = end
    return tuple(seeds)


def _exchange(
    tree: "_Tree", seeds: list[int], marks: tuple[str | None, ...], members: range
) -> None:
    """Let two of a tier change places while that keeps marks further apart."""
    improved = True
    while improved:
        improved = False
        for one, two in combinations(members, 2):
            if marks[one] != marks[two]:
                before = _crowding(tree, seeds, marks, one, two)
                _swap(tree, seeds, marks, one, two)
                if _crowding(tree, seeds, marks, one, two) < before:
                    improved = True
                else:
                    _swap(tree, seeds, marks, one, two)


def _crowding(tree: "_Tree", seeds: list[int], marks: tuple[str | None, ...], *who: int) -> int:
    return sum(tree.crowding(seeds[at], marks[at]) for at in who)


def _swap(
    tree: "_Tree", seeds: list[int], marks: tuple[str | None, ...], one: int, two: int
) -> None:
    for at in (one, two):
        tree.mark(seeds[at], marks[at], -1)
    seeds[one], seeds[two] = seeds[two], seeds[one]
    for at in (one, two):
        tree.mark(seeds[at], marks[at], 1)


class _Tree:
    """The places of a bracket as a binary heap: node 1 is the final, the leaves are the places.

    `_best` is the lowest seed still free below a node.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._none = size + 1
        self._leaves = {seed: leaf for leaf, seed in enumerate(seed_positions(size), size)}
        self._best = [self._none] * (2 * size)
        self._marks: Counter[tuple[int, str | None]] = Counter()

    def open(self, seed: int) -> None:
        self._set(self._leaves[seed], seed)

    def place(self, mark: str | None) -> int:
        node = 1
        while node < self._size:
            forks = [f for f in (2 * node, 2 * node + 1) if self._best[f] != self._none]
            node = min(forks, key=lambda fork: (self._marks[fork, mark], self._best[fork]))
        seed = self._best[node]
        self._set(node, self._none)
        self.mark(seed, mark, 1)
        return seed

    def mark(self, seed: int, mark: str | None, change: int) -> None:
        """Count the mark at the seed's place and at every fork above it."""
        node = self._leaves[seed] if mark is not None else 0
        while node:
            self._marks[node, mark] += change
            node //= 2

    def crowding(self, seed: int, mark: str | None) -> int:
        """Return how near others of the mark are, the nearer the far heavier."""
        total = 0
        node = self._leaves[seed] if mark is not None else 0
        weight = self._size**3
        while node := node // 2:
            weight //= 8
            total += (self._marks[node, mark] - 1) * max(1, weight)
        return total

    def _set(self, leaf: int, seed: int) -> None:
        self._best[leaf] = seed
        node = leaf // 2
        while node:
            self._best[node] = min(self._best[2 * node], self._best[2 * node + 1])
            node //= 2
