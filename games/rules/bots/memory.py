"""Knows how what a seat has seen of a deal reads in the integers of the search masks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.rules.bots import masks
from games.rules.cards import ALL_CARDS, SUITS, Card, Suit
from games.rules.house import DeckForSix, DeckForThree
from games.rules.view import View

LONG = sum(0b11 << suit * 12 + 5 for suit in range(4))  # eights and nines
HAND = 3


@dataclass(frozen=True, slots=True)
class Memory:
    """A deal as one seat remembers it, for `masks`.

    `lines` are the deal as each choice of the others found it, the latest first, as far back as
    the turn-up lay that lies there now. `cards` names the core's numbers.
    """

    deal: list[int]
    lines: list[list[int]]
    cards: tuple[Card, ...]


def remember(view: View) -> Memory:
    """All that the seat on turn has seen; `view` must be its own, on its turn."""
    assert view.you is not None
    assert view.trump is not None
    codes, cards = numbering(view.house.scale.strength, view.trump)
    told = _Telling(view, codes)
    for trick in view.played:
        for laid in trick.cards:
            told.laid(laid.seat, codes[laid.card.index])
        told.taken(trick.winner)
    for laid in view.trick:
        told.laid(laid.seat, codes[laid.card.index])
    deal = told.deal
    deal[masks.HANDS + view.you] = _mask(view.hand, codes)
    deal[masks.LEADER] = (view.you - len(view.trick)) % view.seats
    for seat, card in view.known:
        deal[masks.KNOWN + seat] |= 1 << codes[card.index]
    for seat, hand in view.partner_hands:
        deal[masks.KNOWN + seat] |= _mask(hand, codes)
    since = view.swaps[-1].trick if view.swaps else 0
    lines = [
        line
        for trick, line in reversed(told.lines)
        if trick >= since and (line[masks.LEADER] + line[masks.LAID]) % view.seats != view.you
    ]
    return Memory(deal, lines, cards)


@lru_cache(maxsize=64)
def numbering(strength: tuple[int, ...], trump: str) -> tuple[tuple[int, ...], tuple[Card, ...]]:
    """The core's number of each card by `Card.index`, and the card of each number."""
    place = SUITS.index(Suit(trump))
    suits = list(range(4))
    suits[0], suits[place] = place, 0
    codes = tuple(12 * suits[card.index // 12] + strength[card.index] for card in ALL_CARDS)
    named = sorted(ALL_CARDS, key=lambda card: codes[card.index])
    return codes, tuple(named)


def _mask(cards: tuple[Card, ...], codes: tuple[int, ...]) -> int:
    return sum(1 << codes[card.index] for card in cards)


class _Telling:
    """A deal told from its first card on, keeping how each choice found it."""

    def __init__(self, view: View, codes: tuple[int, ...]) -> None:
        self.seats = view.seats
        self.lines: list[tuple[int, list[int]]] = []
        self.deal = deal = [0] * masks.SIZE
        long_deck = view.seats == 6 and view.house.deck_six is DeckForSix.FULL
        whole = (1 << 48) - 1
        deal[masks.SEATS], deal[masks.SIDES] = view.seats, view.sides
        deal[masks.DECK] = (whole if long_deck else whole & ~LONG) & ~_mask(view.out, codes)
        self.first = deal[masks.LEFT] = masks.count(deal[masks.DECK]) - HAND * view.seats
        turn_up = view.swaps[-1].given if view.swaps else view.turned_up
        deal[masks.TURN_UP] = -1 if turn_up is None else codes[turn_up.index]
        self.tricks = 0
        self.late_from, self.late_to = _middle(view, self.first)
        deal[masks.LATE] = _mask(view.put_back, codes)
        deal[masks.LATE_FROM] = self.first - self.late_to
        deal[masks.LATE_TO] = self.first - self.late_from

    def laid(self, seat: int, code: int) -> None:
        """A seat plays a card."""
        deal = self.deal
        if deal[masks.LAID] == 0:
            deal[masks.LEADER] = seat
        line = deal.copy()
        line[masks.CARD] = code
        self.lines.append((self.tricks, line))
        deal[masks.TRICK + deal[masks.LAID]] = code
        deal[masks.LAID] += 1
        deal[masks.SEEN] |= 1 << code
        deal[masks.LATE] &= ~(1 << code)

    def taken(self, winner: int) -> None:
        """The trick is full: a side takes its points, and all draw while there is stock."""
        deal, seats = self.deal, self.seats
        trick = deal[masks.TRICK : masks.TRICK + seats]
        deal[masks.POINTS + winner % deal[masks.SIDES]] += sum(masks.WORTH[code] for code in trick)
        deal[masks.LAID] = 0
        deal[masks.LEADER] = winner
        self.tricks += 1
        if deal[masks.LEFT] == 0:
            return
        for at in range(seats):
            place = self.first - deal[masks.LEFT] + at
            if self.late_from <= place < self.late_to:
                deal[masks.LATE_SEATS] |= 1 << (winner + at) % seats
        deal[masks.LEFT] -= seats
        last = (winner - 1) % seats
        for _, line in self.lines[-seats:]:
            drawn_last = (line[masks.LEADER] + line[masks.LAID]) % seats == last
            line[masks.DREW] = 2 if drawn_last and deal[masks.LEFT] == 0 else 1
        if deal[masks.LEFT] == 0 and deal[masks.TURN_UP] >= 0:
            deal[masks.KNOWN + last] |= 1 << deal[masks.TURN_UP]


def _middle(view: View, stock: int) -> tuple[int, int]:
    """Between which draws cards that were put back come: the first, and the one after the last.

    Source: `deal._put_back`. A two of trumps taken out of the stock later moves them by one.
    """
    size = stock - 1
    loose_two = view.seats == 3 and view.house.deck_three is DeckForThree.TRUMPS
    size += loose_two
    low, high = size // 3, size - size // 3
    while high - low < len(view.put_back):
        low, high = max(0, low - 1), min(size, high + 1)
    return max(0, low - loose_two), high
