"""Knows every switch of the house rules, its values and default, and which do not go together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum

from games.rules.cards import Rank, Scale, Suit, scale_of


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


class HouseError(ValueError):
    """A switch, value or combination that cannot be, named by key and switch.

    Keys: `unknown_switch`, `bad_value`, `not_with` (then `other` names the second switch).
    """

    KEYS = frozenset({"unknown_switch", "bad_value", "not_with"})

    def __init__(self, key: str, switch: str, other: str = "") -> None:
        super().__init__(key, switch, other)
        self.key = key
        self.switch = switch
        self.other = other


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch as a form needs it: its name, default and allowed values, in order."""

    name: str
    default: str | int
    values: tuple[str | int, ...]


NO_LIMIT = 0
CLOCK_OFF = 0
_NUMBERS: dict[str, tuple[int, ...]] = {
    "drawn_limit": (NO_LIMIT, *range(2, 6)),
    "clock": (CLOCK_OFF, *range(5, 121)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The house rules: every switch of RULES.md section 5, each with its default.

    `drawn_limit` 0 means no limit; `clock` is in seconds and 0 means off. A combination that
    cannot be raises HouseError when the value is made.

    >>> House() == House.from_dict(House().to_dict())
    True
    >>> House(exchange=Exchange.TWO, second=Second.SEVEN)
    Traceback (most recent call last):
    games.rules.house.HouseError: ('not_with', 'exchange', 'second')
    """

    deck_three: DeckForThree = DeckForThree.CHOSEN
    deck_three_suit: Suit = Suit.COINS
    deck_six: DeckForSix = DeckForSix.NO_TWOS
    exposed: Exposed = Exposed.KEEP
    court: Court = Court.KNIGHT_HIGH
    second: Second = Second.THREE
    dealing: Dealing = Dealing.ONE
    direction: Direction = Direction.COUNTER_CLOCKWISE
    exchange: Exchange = Exchange.OFF
    exchange_until: ExchangeUntil = ExchangeUntil.LAST_REFILL
    partner_hand: PartnerHand = PartnerHand.NEVER
    signals: Allowed = Allowed.OFF
    talk: Allowed = Allowed.OFF
    running_points: RunningPoints = RunningPoints.SHOWN
    won_tricks: WonTricks = WonTricks.LAST
    ending: Ending = Ending.PLAY_OUT
    drawn: Drawn = Drawn.NEXT_DEALER
    drawn_limit: int = NO_LIMIT
    clock: int = 20
    cappotto: Cappotto = Cappotto.ONE

    def __post_init__(self) -> None:
        for name, allowed in _NUMBERS.items():
            if getattr(self, name) not in allowed:
                raise HouseError("bad_value", name)
        if self.exchange is not Exchange.OFF and self.second is not Second.THREE:
            raise HouseError("not_with", "exchange", "second")

    @property
    def scale(self) -> Scale:
        """What the cards are worth and beat under these rules."""
        return scale_of(_SECOND_RANK[self.second], jack_high=self.court is Court.JACK_HIGH)

    @property
    def blank_two(self) -> Rank:
        """The rank that leaves where twos would: cards left out are never worth anything."""
        return Rank.THREE if self.second is Second.TWO else Rank.TWO

    def to_dict(self) -> dict[str, str | int]:
        """Every switch as plain JSON values, in the order of RULES.md."""
        return {name: _plain(getattr(self, name)) for name in _KINDS}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> House:
        """The inverse of `to_dict`; absent switches have their default. Raises HouseError.

        >>> House.from_dict({"clock": 4})
        Traceback (most recent call last):
        games.rules.house.HouseError: ('bad_value', 'clock', '')
        """
        for name in data:
            if name not in _KINDS:
                raise HouseError("unknown_switch", str(name))
        return cls(**{name: _KINDS[name](name, value) for name, value in data.items()})


def _plain(value: str | int) -> str | int:
    return str(value) if isinstance(value, StrEnum) else value


class _Reader:
    """Reads one switch's plain value; a closed set of texts or of whole numbers."""

    def __init__(self, default: StrEnum | int) -> None:
        self.kind = type(default)

    def __call__(self, name: str, value: object) -> object:
        if issubclass(self.kind, StrEnum):
            if not isinstance(value, str) or value not in {member.value for member in self.kind}:
                raise HouseError("bad_value", name)
            return self.kind(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise HouseError("bad_value", name)
        return value


_SECOND_RANK = {Second.THREE: Rank.THREE, Second.SEVEN: Rank.SEVEN, Second.TWO: Rank.TWO}
