"""The options of every format: frozen values, refused by name when they make no sense.

A plan is copied to its stage when the draw is confirmed and never changes after that. Its written
form is plain JSON: the format's name under "format" and every option by its name.
"""

from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.model import FormatError

LARGEST_BRACKET = 1024


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


Plan = SingleElimination

FORMATS: dict[str, type[Plan]] = {"single_elimination": SingleElimination}
