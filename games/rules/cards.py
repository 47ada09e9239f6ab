"""Knows the cards: four suits, twelve ranks, their two-character names, and what beats what."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache


class Suit(StrEnum):
    """The four suits; the value is the second character of a card's name."""

    COINS = "c"
    CUPS = "p"
    SWORDS = "s"
    CLUBS = "b"


class Rank(StrEnum):
    """The twelve ranks; the value is the first character of a card's name."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    JACK = "J"
    KNIGHT = "N"
    KING = "K"


SUITS = tuple(Suit)
RANKS = tuple(Rank)
_SUIT_PLACE = {suit.value: place for place, suit in enumerate(SUITS)}
_RANK_PLACE = {rank.value: place for place, rank in enumerate(RANKS)}


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card. `str` and `Card.parse` are inverses.

    `index` numbers the cards 0 to 47, suit by suit (coins, cups, swords, clubs), so that tables
    about cards are plain tuples.

    >>> str(Card(Rank.THREE, Suit.COINS)), Card.parse("Kb")
    ('3c', Card.parse('Kb'))
    """

    rank: Rank
    suit: Suit
    index: int = field(init=False)

    def __post_init__(self) -> None:
        place = _SUIT_PLACE[self.suit.value] * len(RANKS) + _RANK_PLACE[self.rank.value]
        object.__setattr__(self, "index", place)

    @staticmethod
    def parse(text: str) -> Card:
        """The card named by two characters; anything else raises ValueError.

        >>> Card.parse("1c")
        Traceback (most recent call last):
        ValueError: not a card: '1c'
        """
        card = _BY_NAME.get(text) if isinstance(text, str) else None
        if card is None:
            raise ValueError(f"not a card: {text!r:.40}")
        return card

    def __str__(self) -> str:
        return _NAMES[self.index]

    def __repr__(self) -> str:
        return f"Card.parse({_NAMES[self.index]!r})"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Card) and self.index == other.index

    def __hash__(self) -> int:
        return self.index


_NAMES = tuple(f"{rank.value}{suit.value}" for suit in SUITS for rank in RANKS)
ALL_CARDS = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
_BY_NAME = dict(zip(_NAMES, ALL_CARDS, strict=True))


@dataclass(frozen=True, slots=True)
class Scale:
    """What each card is worth and what it beats, under one court order and second-highest card.

    `points` and `strength` have 48 entries, by `Card.index`. `loads` are the two ranks worth
    eleven and ten. Strengths compare within a suit only; `beats` knows about trumps.
    """

    points: tuple[int, ...]
    strength: tuple[int, ...]
    loads: tuple[Rank, Rank]

    def is_load(self, card: Card) -> bool:
        """Whether the card is an ace or the second-highest card."""
        return card.rank in self.loads

    def winner(self, cards: tuple[Card, ...], trump: Suit) -> int:
        """The place, in order of play, of the card that takes the trick (RULES.md 3.5).

        >>> scale_of(Rank.THREE, jack_high=False).winner(
        ...     (Card.parse("5b"), Card.parse("Kp"), Card.parse("2c")), Suit.COINS)
        2
        """
        best = 0
        suit = cards[0].suit
        height = self.strength[cards[0].index]
        for place in range(1, len(cards)):
            card = cards[place]
            if card.suit is suit:
                if self.strength[card.index] > height:
                    best, height = place, self.strength[card.index]
            elif card.suit is trump:
                best, suit, height = place, trump, self.strength[card.index]
        return best


@lru_cache(maxsize=16)
def scale_of(second: Rank, *, jack_high: bool) -> Scale:
    """The scale where `second` (three, seven or two) is worth ten and, with `jack_high`, J is 3.

    The rank that becomes second-highest changes places with the three, points and all
    (RULES.md section 5).

    >>> scale = scale_of(Rank.SEVEN, jack_high=False)
    >>> [scale.points[Card.parse(name).index] for name in ("Ac", "7c", "3c", "Kc", "Nc", "Jc")]
    [11, 10, 0, 4, 3, 2]
    """
    order = list("2456789JNK3A")
    if second is not Rank.THREE:
        here, there = order.index(second.value), order.index("3")
        order[here], order[there] = "3", second.value
    if jack_high:
        jack, knight = order.index("J"), order.index("N")
        order[jack], order[knight] = "N", "J"
    worth = dict(zip(reversed(order), (11, 10, 4, 3, 2), strict=False))
    return Scale(
        points=tuple(worth.get(card.rank.value, 0) for card in ALL_CARDS),
        strength=tuple(order.index(card.rank.value) for card in ALL_CARDS),
        loads=(Rank.ACE, second),
    )
