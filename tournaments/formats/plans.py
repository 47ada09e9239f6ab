"""The options of every format: frozen values, refused by name when they make no sense.

A plan is copied to its stage when the draw is confirmed and never changes after that. Its written
form is plain JSON: the format's name under "format" and every option by its name.
"""

from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.model import FormatError
from tournaments.formats.scoring import Scoring
from tournaments.formats.table import TieBreak

LARGEST_BRACKET = 1024
MOST_ROUNDS = 40


class Opening(StrEnum):
    """How a field that is no power of two becomes one."""

    BYES = "byes"
    PRELIMINARY = "preliminary"
    LUCKY_LOSERS = "lucky_losers"


class Vacant(StrEnum):
    """What becomes of a place nobody reached: it stays vacant, or those below move up."""

    KEPT = "kept"
    CLOSED = "closed"


class Apart(StrEnum):
    """Who is kept from meeting early."""

    NOBODY = "nobody"
    CLUB = "club"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class SingleElimination:
    """Out at the first defeat; the two losers of the semifinals may play for third place.

    `consolation` gives those who lose their first match a bracket of their own, `placement` has
    every place played for (and implies the match for third).
    """

    third_place: bool = False
    opening: Opening = Opening.BYES
    consolation: bool = False
    placement: bool = False
    vacant: Vacant = Vacant.KEPT
    apart: Apart = Apart.NOBODY

    def __post_init__(self) -> None:
        """Refuse options that exclude each other."""
        if self.consolation and self.placement:
            raise FormatError("options_exclude", option="consolation", other="placement")
        if self.opening is Opening.LUCKY_LOSERS:
            for option in ("consolation", "placement"):
                if getattr(self, option):
                    raise FormatError("options_exclude", option=option, other="lucky_losers")


USUAL = Scoring()


class GrandFinal(StrEnum):
    """How often the two brackets' winners meet: once, again if the unbeaten one loses, or never."""

    ONCE = "once"
    TWICE = "twice"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class DoubleElimination:
    """Out at the second defeat; losers drop to a bracket of their own, crossed unless told not."""

    grand_final: GrandFinal = GrandFinal.TWICE
    crossed: bool = True
    vacant: Vacant = Vacant.KEPT


class Fill(StrEnum):
    """How groups are filled: by strength in a snake, by lot, or by hand."""

    SNAKE = "snake"
    LOT = "lot"
    HAND = "hand"


class Leaver(StrEnum):
    """What becomes of the results of one who leaves a group.

    Under `HALF` they are struck if fewer than half of the matches were played.
    """

    HALF = "half"
    KEPT = "kept"
    STRUCK = "struck"


LEAGUE_BREAKS = (
    TieBreak.HEAD_TO_HEAD,
    TieBreak.DEAL_DIFFERENCE,
    TieBreak.DEALS_WON,
    TieBreak.LOTS,
)
SWISS_BREAKS = (
    TieBreak.BUCHHOLZ_CUT,
    TieBreak.BUCHHOLZ,
    TieBreak.DEAL_DIFFERENCE,
    TieBreak.HEAD_TO_HEAD,
    TieBreak.LOTS,
)


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """All play all, once or `meetings` times, in one group or several.

    With `fill` by hand `hand` lists the pairing numbers of each group. With `stations` the rounds
    are cut so that no more matches are on at once, over all groups together.
    """

    meetings: int = 1
    groups: int = 1
    fill: Fill = Fill.SNAKE
    hand: tuple[tuple[int, ...], ...] = ()
    stations: int | None = None
    scoring: Scoring = USUAL
    tie_breaks: tuple[TieBreak, ...] = LEAGUE_BREAKS
    leaver: Leaver = Leaver.HALF

    def __post_init__(self) -> None:
        """Refuse figures out of range."""
        within("meetings", self.meetings, 1, 4)
        within("groups", self.groups, 1, LARGEST_BRACKET // 2)
        if self.stations is not None:
            within("stations", self.stations, 1, LARGEST_BRACKET)
        if self.fill is Fill.HAND and len(self.hand) != self.groups:
            raise FormatError("bad_value", option="hand", value=len(self.hand))


def within(option: str, value: int, least: int, most: int) -> None:
    """Refuse a figure outside its range, by name."""
    if not least <= value <= most:
        raise FormatError("out_of_range", option=option, value=value, least=least, most=most)


class ClubApart(StrEnum):
    """When entrants of one club are kept from meeting, as far as it can be avoided."""

    NEVER = "never"
    FIRST = "first"
    ALWAYS = "always"


class Exhausted(StrEnum):
    """What happens when no round without a repeat is left: stop and ask, or repeat as little."""

    STOP = "stop"
    REPEAT = "repeat"


@dataclass(frozen=True, slots=True)
class Swiss:
    """A number of rounds in which equals meet, and nobody meets anybody twice.

    `forbidden` are pairs of pairing numbers that never meet. With `accelerated` rounds the upper
    half of the draw is paired in them as if it had won one match more.
    """

    rounds: int = 5
    scoring: Scoring = USUAL
    tie_breaks: tuple[TieBreak, ...] = SWISS_BREAKS
    clubs_apart: ClubApart = ClubApart.NEVER
    forbidden: tuple[tuple[int, int], ...] = ()
    accelerated: int = 0
    exhausted: Exhausted = Exhausted.STOP

    def __post_init__(self) -> None:
        """Refuse figures out of range."""
        within("rounds", self.rounds, 1, MOST_ROUNDS)
        within("accelerated", self.accelerated, 0, self.rounds)


Plan = SingleElimination | DoubleElimination | RoundRobin | Swiss

FORMATS: dict[str, type[Plan]] = {
    "single_elimination": SingleElimination,
    "double_elimination": DoubleElimination,
    "round_robin": RoundRobin,
    "swiss": Swiss,
}
