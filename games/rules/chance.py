"""A small 64-bit generator, passed as a value: chance that is the same for the same seed.

The mixing is SplitMix64 (Steele, Lea, Flood 2014).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")
WORD = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB


@dataclass(frozen=True, slots=True)
class Chance:
    """A state of the generator; each draw gives a number and the next state.

    >>> number, later = Chance(7).below(40)
    >>> number == Chance(7).below(40)[0], later != Chance(7)
    (True, True)
    """

    state: int

    def below(self, limit: int) -> tuple[int, Chance]:
        """A number from 0 to limit - 1, and the chance that is left; `limit` is at least 1."""
        state = (self.state + STEP) & WORD
        mixed = ((state ^ (state >> 30)) * FIRST) & WORD
        mixed = ((mixed ^ (mixed >> 27)) * SECOND) & WORD
        return ((mixed ^ (mixed >> 31)) * limit) >> 64, Chance(state)

    def pick(self, items: Sequence[T]) -> T:
        """One of `items`, which must not be empty."""
        return items[self.below(len(items))[0]]
