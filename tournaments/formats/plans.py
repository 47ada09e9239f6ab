"""The options of every format: frozen values, refused by name when they make no sense.

A plan is copied to its stage when the draw is confirmed and never changes after that. Its written
form is plain JSON: the format's name under "format" and every option by its name.
"""

from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.model import FormatError, RankOf
from tournaments.formats.scoring import Scoring
from tournaments.formats.table import TieBreak

LARGEST_BRACKET = 1024
MOST_ROUNDS = 40


def within(option: str, value: int, least: int, most: int) -> None:
    """Refuse a figure outside its range, by name."""
    if not least <= value <= most:
        raise FormatError("out_of_range", option=option, value=value, least=least, most=most)


class Opening(StrEnum):
    """How a field that is no power of two becomes one."""

    BYES = "byes"
    PRELIMINARY = "preliminary"
    LUCKY_LOSERS = "lucky_losers"


class Vacant(StrEnum):
    """What becomes of a place nobody reached: it stays vacant, or those below move up."""

    KEPT = "kept"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class SingleElimination:
    """Out at the first defeat; the two losers of the semifinals may play for third place.

    With `clubs_apart` unseeded entrants of one club are spread over the bracket. `consolation`
    gives those who lose their first match a bracket of their own, `placement` has every place
    played for (and implies the match for third).
    """

    third_place: bool = False
    opening: Opening = Opening.BYES
    consolation: bool = False
    placement: bool = False
    vacant: Vacant = Vacant.KEPT
    clubs_apart: bool = False

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

    Under `HALF` they are struck if fewer than half of the matches were played. One who played them
    all before leaving did not leave the group: nothing is struck.
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


@dataclass(frozen=True, slots=True)
class Lives:
    """Out at the `lives`-th defeat, whoever it is against; every round is drawn anew by lot."""

    lives: int = 2

    def __post_init__(self) -> None:
        """Refuse figures out of range."""
        within("lives", self.lives, 2, 3)


PERSONAL_BREAKS = (
    TieBreak.WINS,
    TieBreak.DEAL_DIFFERENCE,
    TieBreak.POINT_DIFFERENCE,
    TieBreak.LOTS,
)


@dataclass(frozen=True, slots=True)
class ChangingPartners:
    """Everyone for themselves in pairs drawn anew each round; one to three may sit out, evenly."""

    rounds: int = 4
    scoring: Scoring = USUAL
    tie_breaks: tuple[TieBreak, ...] = PERSONAL_BREAKS

    def __post_init__(self) -> None:
        """Refuse figures out of range."""
        within("rounds", self.rounds, 1, MOST_ROUNDS)


@dataclass(frozen=True, slots=True)
class Mitchell:
    """Half of the entrants stay at their stations, the other half moves on by one each round.

    `rounds` None means once round. With `one_field` both lines share a single table; else each
    line, having met the same opponents, has its own.
    """

    rounds: int | None = None
    scoring: Scoring = USUAL
    tie_breaks: tuple[TieBreak, ...] = LEAGUE_BREAKS
    one_field: bool = False

    def __post_init__(self) -> None:
        """Refuse figures out of range."""
        if self.rounds is not None:
            within("rounds", self.rounds, 1, LARGEST_BRACKET // 2)


@dataclass(frozen=True, slots=True)
class WinnerStays:
    """One station: the winner stays, the loser goes to the end of the queue.

    `rounds` None means one per entry. After `longest_run` wins in a row the winner queues up too.
    """

    rounds: int | None = None
    longest_run: int | None = None
    scoring: Scoring = USUAL
    tie_breaks: tuple[TieBreak, ...] = PERSONAL_BREAKS

    def __post_init__(self) -> None:
        """Refuse figures out of range."""
        if self.rounds is not None:
            within("rounds", self.rounds, 1, 4 * LARGEST_BRACKET)
        if self.longest_run is not None:
            within("longest_run", self.longest_run, 1, LARGEST_BRACKET)


@dataclass(frozen=True, slots=True)
class Pods:
    """Three at a table, each alone; `place_points` for the first, second and third.

    Those who share places share their points. One or two may sit out, evenly, for `bye` points.
    """

    rounds: int = 4
    place_points: tuple[float, float, float] = (3, 1, 0)
    bye: float = 1
    tie_breaks: tuple[TieBreak, ...] = (
        TieBreak.WINS,
        TieBreak.DEALS_WON,
        TieBreak.POINTS_FOR,
        TieBreak.LOTS,
    )

    def __post_init__(self) -> None:
        """Refuse figures out of range and a scale on which losing pays."""
        within("rounds", self.rounds, 1, MOST_ROUNDS)
        if list(self.place_points) != sorted(self.place_points, reverse=True):
            raise FormatError("losing_pays", option="place_points")


TWO_GROUPS = RoundRobin(groups=2)
KNOCKOUT = SingleElimination()


@dataclass(frozen=True, slots=True)
class Chain:
    """Groups or Swiss first, then a knockout of those who qualify.

    From each group (a Swiss stage is one) the first `per_group` qualify, and from all groups
    together the `across` best of those who came next. `links` are the stored sources of the
    knockout's seeds, seed 1 first; left empty they are the usual ones.
    """

    first: RoundRobin | Swiss = TWO_GROUPS
    then: SingleElimination | DoubleElimination = KNOCKOUT
    per_group: int = 2
    across: int = 0
    links: tuple[RankOf, ...] = ()

    def __post_init__(self) -> None:
        """Refuse figures out of range."""
        within("per_group", self.per_group, 1 if self.across == 0 else 0, LARGEST_BRACKET)
        within("across", self.across, 0, LARGEST_BRACKET)


Plan = (
    SingleElimination
    | DoubleElimination
    | Lives
    | RoundRobin
    | Swiss
    | Chain
    | ChangingPartners
    | Mitchell
    | WinnerStays
    | Pods
)

FORMATS: dict[str, type[Plan]] = {
    "single_elimination": SingleElimination,
    "double_elimination": DoubleElimination,
    "lives": Lives,
    "round_robin": RoundRobin,
    "swiss": Swiss,
    "chain": Chain,
    "changing_partners": ChangingPartners,
    "mitchell": Mitchell,
    "winner_stays": WinnerStays,
    "pods": Pods,
}
