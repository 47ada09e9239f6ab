"""Knows the kinds of match: how many deals win, whether it may end level, and their text form."""

from __future__ import annotations

from dataclasses import dataclass

MOST_DEALS = 11
MOST_SETS = 9


@dataclass(frozen=True, slots=True)
class FirstTo:
    """The side that first has won `n` deals (1 to 11) wins; optionally first to `sets` sets.

    >>> str(FirstTo(2)), str(FirstTo(2, sets=2))
    ('first_to:2', 'first_to:2:sets:2')
    """

    n: int
    sets: int = 1

    def __post_init__(self) -> None:
        _check(1 <= self.n <= MOST_DEALS, self.sets)

    def __str__(self) -> str:
        return f"first_to:{self.n}{_sets_text(self.sets)}"


@dataclass(frozen=True, slots=True)
class BestOf:
    """Best of `n` won deals: odd 1 to 21 is first to (n + 1) / 2, and 2 may end one all.

    >>> str(BestOf(3))
    'best_of:3'
    """

    n: int
    sets: int = 1

    def __post_init__(self) -> None:
        odd = self.n % 2 == 1 and 1 <= self.n < 2 * MOST_DEALS
        _check(odd or self.n == 2, self.sets)

    def __str__(self) -> str:
        return f"best_of:{self.n}{_sets_text(self.sets)}"


@dataclass(frozen=True, slots=True)
class Fixed:
    """`n` deals (1 to 20), all played, decided `by` "deals" won or by total card "points".

    >>> str(Fixed(4, by="points")), str(Fixed(4))
    ('fixed:4:points', 'fixed:4:deals')
    """

    n: int
    by: str = "deals"
    sets: int = 1

    def __post_init__(self) -> None:
        _check(1 <= self.n <= 20 and self.by in ("deals", "points"), self.sets)

    def __str__(self) -> str:
        return f"fixed:{self.n}:{self.by}{_sets_text(self.sets)}"


MatchKind = FirstTo | BestOf | Fixed


def _check(fine: bool, sets: int) -> None:  # noqa: FBT001 - a private guard
    if not fine or not 1 <= sets <= MOST_SETS:
        raise ValueError("no such match kind")


def _sets_text(sets: int) -> str:
    return "" if sets == 1 else f":sets:{sets}"


def parse_kind(text: str) -> MatchKind:
    """The kind whose `str` is `text`; ValueError for anything else, numbers out of range too.

    >>> parse_kind("best_of:2"), parse_kind("fixed:4:points"), parse_kind("first_to:2:sets:3")
    (BestOf(n=2, sets=1), Fixed(n=4, by='points', sets=1), FirstTo(n=2, sets=3))
    >>> parse_kind("first_to:12")
    Traceback (most recent call last):
    ValueError: no such match kind: 'first_to:12'
    """
    kind = _read_kind(text.split(":")) if isinstance(text, str) else None
    if kind is None or str(kind) != text:
        raise ValueError(f"no such match kind: {text!r:.60}")
    return kind


def _read_kind(parts: list[str]) -> MatchKind | None:
    try:
        sets = int(parts[-1]) if len(parts) > 3 and parts[-2] == "sets" else 1
        number = int(parts[1])
        if parts[0] == "first_to":
            return FirstTo(number, sets)
        if parts[0] == "best_of":
            return BestOf(number, sets)
        return Fixed(number, parts[2], sets) if parts[0] == "fixed" else None
    except (ValueError, IndexError):
        return None


def may_draw(kind: MatchKind) -> bool:
    """Whether a match of this kind can end level. A level set is counted for neither side.

    >>> [may_draw(kind) for kind in (FirstTo(2), BestOf(3), BestOf(2), Fixed(3))]
    [False, False, True, True]
    """
    if kind.sets > 1 or isinstance(kind, FirstTo):
        return False
    return isinstance(kind, Fixed) or kind.n == 2


def deals_needed(kind: MatchKind) -> int:
    """Won deals that win the match (or a set of it); for a fixed number, the deals to be played.

    >>> [deals_needed(kind) for kind in (FirstTo(3), BestOf(3), BestOf(2), Fixed(4))]
    [3, 2, 2, 4]
    """
    if isinstance(kind, BestOf):
        return kind.n // 2 + 1
    return kind.n
