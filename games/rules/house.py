"""Knows the house rules of a match as one value, its plain form, and what does not go together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from games.rules.cards import Rank, Scale, Suit, scale_of
from games.rules.kinds import (
    BestOf,
    FirstTo,
    Fixed,
    MatchKind,
    deals_needed,
    may_draw,
    parse_kind,
)
from games.rules.switches import (
    Allowed,
    Cappotto,
    Court,
    Dealing,
    DeckForSix,
    DeckForThree,
    Direction,
    Drawn,
    Ending,
    Exchange,
    ExchangeUntil,
    Exposed,
    PartnerHand,
    RunningPoints,
    Second,
    WonTricks,
)

__all__ = [
    "CLOCK_OFF",
    "NO_LIMIT",
    "RULES_VERSION",
    "SWITCHES",
    "Allowed",
    "BestOf",
    "Cappotto",
    "Court",
    "Dealing",
    "DeckForSix",
    "DeckForThree",
    "Direction",
    "Drawn",
    "Ending",
    "Exchange",
    "ExchangeUntil",
    "Exposed",
    "FirstTo",
    "Fixed",
    "House",
    "HouseError",
    "MatchKind",
    "PartnerHand",
    "RunningPoints",
    "Second",
    "Suit",
    "Switch",
    "Terms",
    "WonTricks",
    "deals_needed",
    "may_draw",
    "parse_kind",
]

NO_LIMIT = 0
CLOCK_OFF = 0
RULES_VERSION = 1
_SECOND_RANK = {Second.THREE: Rank.THREE, Second.SEVEN: Rank.SEVEN, Second.TWO: Rank.TWO}


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
    """One switch as a form needs it: its name, its default and every allowed value, in order."""

    name: str
    default: str | int
    values: tuple[str | int, ...]

    def read(self, value: object) -> str | int:
        """The value, an enum member where the switch has one; HouseError("bad_value") otherwise."""
        if type(value) is bool or value not in self.values:
            raise HouseError("bad_value", self.name)
        return next(known for known in self.values if known == value)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The house rules: every switch of RULES.md section 5, each with its default.

    `drawn_limit` 0 means no limit, else 2 to 5; `clock` is in seconds, 5 to 120, and 0 is off.
    A combination that cannot be raises HouseError when the value is made.

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
        if self.drawn_limit not in _DRAWN_LIMITS:
            raise HouseError("bad_value", "drawn_limit")
        if self.clock not in _CLOCKS:
            raise HouseError("bad_value", "clock")
        if self.exchange is not Exchange.OFF and self.second is not Second.THREE:
            raise HouseError("not_with", "exchange", "second")

    @property
    def scale(self) -> Scale:
        """What the cards are worth, and which is higher, under these rules."""
        return scale_of(_SECOND_RANK[self.second], jack_high=self.court is Court.JACK_HIGH)

    @property
    def blank_two(self) -> Rank:
        """The rank that leaves where twos would: the cards left out are never worth anything."""
        return Rank.THREE if self.second is Second.TWO else Rank.TWO

    def to_dict(self) -> dict[str, str | int]:
        """Every switch as plain JSON values, in the order of RULES.md."""
        return {name: _plain(getattr(self, name)) for name in SWITCHES}

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> House:
        """The inverse of `to_dict`; absent switches have their default. Raises HouseError.

        >>> House.from_dict({"clock": 4})
        Traceback (most recent call last):
        games.rules.house.HouseError: ('bad_value', 'clock', '')
        """
        if not isinstance(data, Mapping):
            raise HouseError("bad_value", "house")
        for name in data:
            if name not in SWITCHES:
                raise HouseError("unknown_switch", str(name))
        values = {name: SWITCHES[name].read(data[name]) for name in data}
        return replace(cls(), **values)  # type: ignore[arg-type]


_DRAWN_LIMITS = (NO_LIMIT, *range(2, 6))
_CLOCKS = (CLOCK_OFF, *range(5, 121))
_NUMBERS: dict[str, tuple[int, ...]] = {"drawn_limit": _DRAWN_LIMITS, "clock": _CLOCKS}


def _plain(value: str | int) -> str | int:
    return value.value if isinstance(value, StrEnum) else value


def _switches() -> dict[str, Switch]:
    default = House()
    found = {}
    for item in fields(House):
        value = getattr(default, item.name)
        values = tuple(type(value)) if isinstance(value, StrEnum) else _NUMBERS[item.name]
        found[item.name] = Switch(item.name, value, values)
    return found


SWITCHES: dict[str, Switch] = _switches()


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a match is played under; a copy is frozen into it when it is made.

    `absence` says what a side loses after three cards in a row played by the clock: the "deal" or
    the "match". With `must_decide` (a knockout) a match that would end level goes on deal by deal
    until it does not. `walkover_points` is what a conceded deal is worth, to the other side, in a
    match decided by points (61 to 120).

    >>> Terms(seats=4, kind=FirstTo(2)).sides, Terms(seats=3, kind=FirstTo(2)).sides
    (2, 3)
    """

    seats: int
    kind: MatchKind
    house: House = House()
    rules_version: int = RULES_VERSION
    absence: str = "deal"
    must_decide: bool = False
    walkover_points: int = 120

    @property
    def sides(self) -> int:
        """The number of sides: three when three play, two otherwise."""
        return 3 if self.seats == 3 else 2

    def side_of(self, seat: int) -> int:
        """The side a seat plays for: seats alternate round the table."""
        return seat % self.sides

    @property
    def may_draw(self) -> bool:
        """Whether a match under these terms can end level."""
        return not self.must_decide and may_draw(self.kind)

    def check(self) -> None:
        """Refuse what cannot be played, naming the switch, by HouseError.

        >>> Terms(seats=6, kind=FirstTo(2), house=House(exchange=Exchange.TWO)).check()
        Traceback (most recent call last):
        games.rules.house.HouseError: ('not_with', 'exchange', 'deck_six')
        """
        house = self.house
        if self.seats not in (2, 3, 4, 6):
            raise HouseError("bad_value", "seats")
        if self.absence not in ("deal", "match"):
            raise HouseError("bad_value", "absence")
        if self.rules_version != RULES_VERSION:
            raise HouseError("bad_value", "rules_version")
        if not 61 <= self.walkover_points <= 120:
            raise HouseError("bad_value", "walkover_points")
        if (
            house.ending is Ending.STOP
            and isinstance(self.kind, Fixed)
            and self.kind.by == "points"
        ):
            raise HouseError("not_with", "ending", "kind")
        if house.exchange is Exchange.TWO:
            if self.seats == 6 and house.deck_six is DeckForSix.NO_TWOS:
                raise HouseError("not_with", "exchange", "deck_six")
            if self.seats == 3 and house.deck_three is DeckForThree.TRUMPS:
                raise HouseError("not_with", "exchange", "deck_three")

    def to_dict(self) -> dict[str, object]:
        """Plain JSON values; `from_dict` is the inverse."""
        return {
            "seats": self.seats,
            "kind": str(self.kind),
            "house": self.house.to_dict(),
            "rules_version": self.rules_version,
            "absence": self.absence,
            "must_decide": self.must_decide,
            "walkover_points": self.walkover_points,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Terms:
        """The checked inverse of `to_dict`; `seats` and `kind` must be there. Raises HouseError.

        >>> terms = Terms(seats=4, kind=BestOf(3))
        >>> Terms.from_dict(terms.to_dict()) == terms
        True
        """
        known = {item.name for item in fields(cls)}
        for name in data:
            if name not in known:
                raise HouseError("unknown_switch", str(name))
        house = data.get("house", {})
        terms = cls(
            seats=_whole(data, "seats", 0),
            kind=_kind(data.get("kind")),
            house=House.from_dict(house if isinstance(house, Mapping) else {"house": None}),
            rules_version=_whole(data, "rules_version", RULES_VERSION),
            absence=str(data.get("absence", "deal")),
            must_decide=_yes(data, "must_decide"),
            walkover_points=_whole(data, "walkover_points", 120),
        )
        terms.check()
        return terms


def _whole(data: Mapping[str, object], name: str, default: int) -> int:
    value = data.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise HouseError("bad_value", name)
    return value


def _yes(data: Mapping[str, object], name: str) -> bool:
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise HouseError("bad_value", name)
    return value


def _kind(value: object) -> MatchKind:
    try:
        return parse_kind(value if isinstance(value, str) else "")
    except ValueError as error:
        raise HouseError("bad_value", "kind") from error
