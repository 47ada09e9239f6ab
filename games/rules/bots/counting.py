"""Knows how a player plays who counts every card: by a judgement alone, or by a search over it."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.bots import masks
from games.rules.bots.memory import Memory, remember
from games.rules.bots.weights import WEIGHTS
from games.rules.cards import Card
from games.rules.chance import Chance
from games.rules.kinds import Fixed
from games.rules.view import View

WIN = 100  # what a deal won is worth beside its points, where deals decide
DOUBT = 10  # a gain must pass one error
FAITH = 400
PATIENCE = 600
MOST_WORLDS = 1000
TRIES = 2  # worlds weighed for each one played out


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to search: how many cards may be played in all worlds together, for each card."""

    cards: int
    fewest: int


UNHURRIED = Effort(cards=900, fewest=16)  # for plain Python, about a tenth of a second


def judge(view: View, _chance: Chance) -> Card:
    """The hard player's card; the last three tricks of two seats are played exactly."""
    memory = remember(view)
    return memory.cards[masks.pick(memory.deal, WEIGHTS[view.seats])]


def ponder(view: View, chance: Chance) -> Card:
    """The expert's card, searched in plain Python."""
    memory = remember(view)
    terms = search_terms(view, memory, UNHURRIED)
    rows = [[0] * masks.SIZE for _ in range(masks.ROWS)]
    marks = [0] * terms[masks.TRIES]
    return memory.cards[
        masks.search(
            memory.deal,
            memory.lines,
            len(memory.lines),
            WEIGHTS[view.seats],
            terms,
            seed_of(chance),
            rows,
            marks,
        )
    ]


def search_terms(view: View, memory: Memory, effort: Effort) -> list[int]:
    """What a search is told beside the deal; less is left to play, more worlds are played."""
    to_play = masks.count(memory.deal[masks.DECK] & ~memory.deal[masks.SEEN])
    worlds = min(MOST_WORLDS, max(effort.fewest, effort.cards // (to_play + 2 * view.seats)))
    terms = [0] * masks.TERMS
    terms[masks.GOAL] = 0 if isinstance(view.kind, Fixed) and view.kind.by == "points" else WIN
    terms[masks.WORLDS] = worlds
    terms[masks.TRIES] = TRIES * worlds
    terms[masks.DOUBT] = DOUBT
    terms[masks.FAITH] = FAITH
    terms[masks.PATIENCE] = PATIENCE
    return terms


def seed_of(chance: Chance) -> int:
    """A seed of 32 bits for the core's own generator."""
    return chance.below(1 << 32)[0]
