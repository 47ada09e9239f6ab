"""Knows the values each switch of the house rules may have (RULES.md section 5)."""

from __future__ import annotations

from enum import StrEnum


class DeckForThree(StrEnum):
    """Which low card leaves the deck when three play."""

    CHOSEN = "chosen"
    RANDOM = "random"
    TRUMPS = "trumps"


class DeckForSix(StrEnum):
    """Which cards six play with."""

    NO_TWOS = "no_twos"
    NO_FOURS = "no_fours"
    FULL = "full"


class Exposed(StrEnum):
    """What happens when the turn-up is a load."""

    KEEP = "keep"
    PUT_BACK = "put_back"
    REDEAL = "redeal"


class Court(StrEnum):
    """Which of knight and jack stands higher (and is worth three)."""

    KNIGHT_HIGH = "knight_high"
    JACK_HIGH = "jack_high"


class Second(StrEnum):
    """The rank worth ten."""

    THREE = "three"
    SEVEN = "seven"
    TWO = "two"


class Dealing(StrEnum):
    """How the first three cards reach a seat."""

    ONE = "one"
    THREE = "three"


class Direction(StrEnum):
    """How the table is drawn; no rule reads it."""

    COUNTER_CLOCKWISE = "counter_clockwise"
    CLOCKWISE = "clockwise"


class Exchange(StrEnum):
    """Which low trump may be changed for the turn-up."""

    OFF = "off"
    SEVEN_AND_TWO = "seven_and_two"
    TWO = "two"


class ExchangeUntil(StrEnum):
    """How long an exchange is possible."""

    LAST_REFILL = "last_refill"
    FIRST_TRICK = "first_trick"


class PartnerHand(StrEnum):
    """When partners see each other's cards."""

    NEVER = "never"
    STOCK_EMPTY = "stock_empty"


class Allowed(StrEnum):
    """When signals, or talk, are allowed."""

    OFF = "off"
    AFTER_FIRST_TRICK = "after_first_trick"
    ALWAYS = "always"


class RunningPoints(StrEnum):
    """Whether points are told while the deal runs."""

    SHOWN = "shown"
    HIDDEN = "hidden"


class WonTricks(StrEnum):
    """What a player may look at again."""

    LAST = "last"
    OWN = "own"
    NONE = "none"


class Ending(StrEnum):
    """When a deal ends."""

    PLAY_OUT = "play_out"
    STOP = "stop"


class Drawn(StrEnum):
    """What a drawn deal does."""

    NEXT_DEALER = "next_dealer"
    SAME_DEALER = "same_dealer"
    LAST_TRICK = "last_trick"


class Cappotto(StrEnum):
    """How many deals all tricks are worth."""

    ONE = "one"
    TWO = "two"
