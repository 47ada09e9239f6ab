"""Finds weights for the counting player by climbing: a change that wins against what was is kept.

Prints each better row of weights; the best goes to games/rules/bots/weights.py. A change is first
tried on a few deals and then, if it may be one for the better, on many others.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from math import sqrt
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from games.rules.bots import compiled, masks  # noqa: E402  the checkout is put on the path first
from games.rules.bots.weights import WEIGHTS  # noqa: E402

LONG = sum(0b11 << suit * 12 + 5 for suit in range(4))
TWOS = sum(1 << suit * 12 for suit in range(4))
FORTY = ((1 << 48) - 1) & ~LONG
DECKS = {2: FORTY, 3: FORTY & ~(1 << 12), 4: FORTY, 6: FORTY & ~TWOS}
FEW, MANY = 2000, 12000
# How far a weight moves at a time: values, steps, tempo, chances, additions, shares, phases.
MOVES = ((36, 50), (39, 6), (42, 40), (54, 50), (58, 50), (60, 15), (62, 1))


def changed(weights: list[int], chance: Random) -> list[int]:
    """The same weights with a few of them moved."""
    new = list(weights)
    for place in chance.sample(range(masks.WEIGHTS), chance.choice((1, 1, 2, 3, 5))):
        move = next(size for end, size in MOVES if place < end)
        new[place] += round(chance.gauss(0, move))
        if masks.TAKES_SUIT <= place < masks.DUMP:
            new[place] = min(256, max(0, new[place]))
        elif place >= masks.PHASE_ONE:
            new[place] = max(0, new[place])
    return new


def gain(seats: int, one: list[int], other: list[int], first: int, deals: int) -> float:
    """How far `one` is from an even score against `other`, in standard errors."""
    deck, sides = DECKS[seats], 3 if seats == 3 else 2  # noqa: PLR2004  each alone
    rows: tuple[Any, Any] = (compiled.row(one), compiled.row(other))
    deal = compiled.row([0] * masks.SIZE)
    total = squares = 0
    for number in range(first, first + deals):
        won = sum(
            compiled.CODE["duel"](deal, seats, deck, number, side, *rows) for side in range(sides)
        )
        total += won
        squares += won * won
    mean = total / deals
    error = sqrt(max(squares / deals - mean * mean, 1e-9) / deals)
    return (mean - 2) / error


def main() -> None:
    """Climb from the weights that stand, for so many seconds."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, choices=tuple(DECKS), default=2)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chance, best = Random(args.seed), list(WEIGHTS[args.seats])
    until = monotonic() + args.seconds
    while monotonic() < until:
        new, first = changed(best, chance), chance.getrandbits(30)
        if gain(args.seats, new, best, first, FEW) < 1:
            continue
        if gain(args.seats, new, best, first + FEW, MANY) > 1.3:  # noqa: PLR2004  errors
            best = new
            print(best, flush=True)


if __name__ == "__main__":
    main()
