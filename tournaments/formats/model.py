"""The plain values every format speaks in: who is in, who meets whom, what came of it.

An entrant is known by two things: its `id`, which is whatever the caller uses to find it again, and
its `number`, the pairing number given once at the draw and never changed. Chance and ties look at
the number only, so the same numbers, seeds and salt give the same draw for ever, anywhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import TypeAlias

EntrantId: TypeAlias = str | int
Side: TypeAlias = tuple[EntrantId, ...]
Value: TypeAlias = str | int | float | bool | None


class FormatError(Exception):
    """A broken rule of a format, named by a key for translation at the edge.

    `values` are what the sentence needs: the option, the numbers, the keys of pairings.

    >>> FormatError("unknown_option", option="colour").values["option"]
    'colour'
    """

    def __init__(self, key: str, **values: Value) -> None:
        """Keep the key and the values apart from any wording."""
        super().__init__(key, values)
        self.key = key
        self.values: Mapping[str, Value] = values


@dataclass(frozen=True, slots=True)
class Entrant:
    """One entry as a format sees it.

    `seed` is 1 for the strongest, None when unseeded. `number` is unique and at least 1. `club` is
    whatever should be kept apart; `group` is where a qualifier came from. `joined_round` is the
    first round (counted from 1) the entrant takes part in; `absent_rounds` are sat out for nothing,
    `bye_rounds` are sat out by request. A withdrawn entrant keeps its past.
    """

    id: EntrantId
    number: int
    seed: int | None = None
    club: str | None = None
    group: str | None = None
    withdrawn: bool = False
    joined_round: int = 1
    absent_rounds: tuple[int, ...] = ()
    bye_rounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeedPosition:
    """The source of a slot filled by the draw: the n-th of the draw order, counted from 1."""

    position: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """The source of a slot filled by the winner of another pairing."""

    key: str


@dataclass(frozen=True, slots=True)
class LoserOf:
    """The source of a slot filled by the loser of another pairing.

    With `first` only by one who has won no match before, with `unbeaten` only by one who has lost
    none before; otherwise nobody comes.
    """

    key: str
    first: bool = False
    unbeaten: bool = False


@dataclass(frozen=True, slots=True)
class LuckyLoser:
    """The source of a slot filled by lot from the losers of the first round; `lot` from 1."""

    lot: int


@dataclass(frozen=True, slots=True)
class RankOf:
    """The source of a slot filled from an earlier stage: the `rank`-th of `group`.

    An empty group means the whole stage; `across` means the rank-th best among those who came
    `place`-th in their groups.
    """

    rank: int
    group: str = ""
    across: bool = False
    place: int = 0


@dataclass(frozen=True, slots=True)
class Bye:
    """The source of a slot that stays empty by construction."""


Source: TypeAlias = SeedPosition | WinnerOf | LoserOf | LuckyLoser | RankOf | Bye


@dataclass(frozen=True, slots=True)
class Slot:
    """One place in a pairing: where its side comes from, and the side once known.

    `nobody` means it is known that no one will come (a bye, or two who both stayed away).
    """

    source: Source
    side: Side | None = None
    nobody: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom, under a key that is unique in its stage and means the same for ever.

    `sides` are two (three in pods, one for a bye), each of one entrant or several. `round` and
    `order` count from 1. `part` says where in the event it stands ("main", "third", "losers",
    "final", "consolation", "place", "preliminary", or a group's letter). `of` is the number of
    places left in that round of a bracket: 2 in a final, 4 in semifinals, 0 elsewhere. A `manual`
    pairing was decided by a person: it is kept whatever the format would have said.
    """

    key: str
    sides: tuple[Side, ...]
    round: int = 1
    order: int = 1
    part: str = "main"
    bye: bool = False
    manual: bool = False
    of: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """The confirmed outcome of one drawn pairing; drafts and disputes never become one.

    `winner` is the index of a side, None for a drawn match, a double walkover or a pod. `deals` are
    deals won and `points` card points, one figure a side, empty where not known. `places` are for
    pods: 1 for the best side, equal figures shared. A `void` result counts for nothing: the pairing
    is as open as if it had not been played. In a `walkover` the loser did not play; in a `double`
    walkover neither side did and neither goes on.
    """

    key: str
    winner: int | None = None
    deals: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    walkover: bool = False
    double: bool = False
    void: bool = False


class BoxState(StrEnum):
    """How far a box of the board has come."""

    OPEN = "open"
    DUE = "due"
    DRAWN = "drawn"
    BYE = "bye"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Box:
    """One box of a board, whatever its state: the pairing's place, with its slots and sources."""

    key: str
    part: str
    round: int
    order: int
    of: int
    slots: tuple[Slot, ...]
    state: BoxState


@dataclass(frozen=True, slots=True)
class Problem:
    """Something a person must see or decide: a key for translation and whom it concerns."""

    key: str
    pairing: str = ""
    entrants: tuple[EntrantId, ...] = ()
    round: int = 0
    values: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Stale:
    """A drawn pairing that the results no longer support, and the sides they would put there."""

    key: str
    sides: tuple[Side | None, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a drawn pairing or bye came about: a key for translation and its figures in order."""

    pairing: str
    key: str
    values: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Schedule:
    """All that is known about who meets whom.

    `drawn` is what was handed in; `due` are the pairings to be created now (a due pairing with
    `bye` set is created too, and closes at once). `byes` are the byes known so far. `walkovers` are
    suggestions: results for drawn pairings in which a withdrawn side still has no result; nothing
    moves on until they are recorded. `board` holds every box of a bracket in drawing order. `stale`
    are drawn pairings that corrected results contradict. `finished` means no pairing is open and
    none will come.
    """

    drawn: tuple[Pairing, ...] = ()
    due: tuple[Pairing, ...] = ()
    byes: tuple[Pairing, ...] = ()
    walkovers: tuple[Result, ...] = ()
    board: tuple[Box, ...] = ()
    stale: tuple[Stale, ...] = ()
    problems: tuple[Problem, ...] = ()
    reasons: tuple[Reason, ...] = ()
    finished: bool = False

    @property
    def open(self) -> tuple[Box, ...]:
        """The boxes whose sides are not all known yet."""
        return tuple(box for box in self.board if box.state is BoxState.OPEN)


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a sum: what was added, from which pairing, against whom, and the total so far."""

    key: str
    value: float
    pairing: str = ""
    opponent: Side = ()
    total: float = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """One number a standing is sorted by, with the steps that lead to it; more is better."""

    name: str
    value: float
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of a ranking. `rank` to `rank_to` is shared by those whom nothing tells apart.

    While the event runs the two are the best and the worst place still in reach (`provisional`).
    `figures` are in the order in which they decide. `group` is "" for a stage without groups.
    """

    rank: int
    rank_to: int
    entrant: EntrantId
    figures: tuple[Figure, ...] = ()
    group: str = ""
    provisional: bool = False
    listed: bool = True


def lot(salt: str, *key: Value) -> str:
    """Return what every tie of the draw is broken by: SHA-256 over the salt and the key, in hex.

    >>> lot("bastoni", 7) == sha256(b"bastoni7").hexdigest()
    True
    """
    return sha256((salt + ".".join(map(str, key))).encode()).hexdigest()


def draw_order(entrants: tuple[Entrant, ...], salt: str) -> tuple[Entrant, ...]:
    """Return the entrants in the order of the draw: seeded first by seed, then the rest by lot.

    Equal seeds are put in order by lot too. Raise `FormatError` for a number used twice or an
    entrant listed twice.

    >>> a, b, c = Entrant("a", 1), Entrant("b", 2, seed=2), Entrant("c", 3, seed=1)
    >>> [entrant.id for entrant in draw_order((a, b, c), "salt")]
    ['c', 'b', 'a']
    """
    for what in ("number", "id"):
        seen = [getattr(entrant, what) for entrant in entrants]
        if len(set(seen)) != len(seen):
            twice = next(value for value in seen if seen.count(value) > 1)
            raise FormatError(f"{what}_taken", value=twice)

    def place(entrant: Entrant) -> tuple[bool, int, str]:
        return entrant.seed is None, entrant.seed or 0, lot(salt, entrant.number)

    return tuple(sorted(entrants, key=place))
