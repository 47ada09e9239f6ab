"""Knows how the expert thinks at full speed; importing it takes seconds, so only thinkers do."""

from __future__ import annotations

from games.rules.bots import compiled, masks
from games.rules.bots.counting import MOST_WORLDS, TRIES, Effort, search_terms, seed_of
from games.rules.bots.levels import Level, choose
from games.rules.bots.memory import remember
from games.rules.bots.weights import WEIGHTS
from games.rules.cards import Card
from games.rules.chance import Chance
from games.rules.view import View

QUICK = Effort(cards=8500, fewest=100)  # some five milliseconds

_SEARCH = compiled.CODE["search"]
_WEIGHTS = {seats: compiled.row(weights) for seats, weights in WEIGHTS.items()}


def think(view: View, level: Level, seed: int) -> Card:
    """As `levels.choose`, with the expert's search compiled and so over many more worlds."""
    if level is not Level.EXPERT or len(view.legal) < 2:
        return choose(view, level, seed)
    memory = remember(view)
    chosen: int = _SEARCH(
        compiled.row(memory.deal),
        compiled.row(memory.lines or [[0] * masks.SIZE]),
        len(memory.lines),
        _WEIGHTS[view.seats],
        compiled.row(search_terms(view, memory, QUICK)),
        seed_of(Chance(seed)),
        compiled.rows(masks.ROWS, masks.SIZE),
        compiled.rows(1, TRIES * MOST_WORLDS)[0],
    )
    return memory.cards[chosen]


def warm_up() -> None:
    """Have the search compiled, or read from disk, before the first card is asked for."""
    deal = [0] * masks.SIZE
    masks.open_deal(deal, 2, (1 << 48) - 1, 1)
    _SEARCH(
        compiled.row(deal),
        compiled.rows(1, masks.SIZE),
        0,
        _WEIGHTS[2],
        compiled.row([0, 1, 1, 0, 1, 1]),
        1,
        compiled.rows(masks.ROWS, masks.SIZE),
        compiled.rows(1, 1)[0],
    )
