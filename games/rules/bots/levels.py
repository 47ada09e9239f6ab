"""Knows which levels of computer players there are and who plays each."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from games.rules.bots import cafe, counting
from games.rules.cards import Card
from games.rules.chance import Chance
from games.rules.view import View


class Level(StrEnum):
    """How well a computer plays."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


_PLAYERS: dict[Level, Callable[[View, Chance], Card]] = {
    Level.EASY: cafe.loose,
    Level.MEDIUM: cafe.attentive,
    Level.HARD: counting.judge,
    Level.EXPERT: counting.ponder,
}


def choose(view: View, level: Level, seed: int) -> Card:
    """The card this level plays for the seat on turn.

    `view` must be the view of the seat whose turn it is. The same view, level and seed give the
    same card, whatever the hidden cards are. Raises ValueError where it is not the seat's turn.
    The expert takes about a tenth of a second here; `expert.think` is the same player compiled,
    which sees more worlds in less time and so may choose another card.
    """
    if not view.legal:
        raise ValueError("it is not this seat's turn")
    if len(view.legal) == 1:
        return view.legal[0]
    return _PLAYERS[level](view, Chance(seed))
