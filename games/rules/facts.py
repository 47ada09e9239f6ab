"""Knows what can happen to a match: each fact is what somebody decided or chance gave."""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.cards import Card


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat changed hands; `holder` is opaque text: player:12, user:5, computer:medium or ""."""

    seat: int
    holder: str


@dataclass(frozen=True, slots=True)
class Sealed:
    """The next deal, or the redeal of this one, was sealed with 32 random bytes."""

    seed: bytes


@dataclass(frozen=True, slots=True)
class Dealt:
    """The sealed deal was dealt, with each (seat, nonce) mixed in."""

    nonces: tuple[tuple[int, bytes], ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A seat played a card."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A seat's time was over and a card was played for it; the third in a row concedes."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Exchanged:
    """A seat laid down `card`, a low trump, and took the turn-up."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Scored:
    """A deal played on paper: one figure a side, or only who won it.

    With level points `winner` is the side that took the last trick, where that decides.
    `cappotto` says that one side took every trick.
    """

    points: tuple[int, ...] | None = None
    winner: int | None = None
    cappotto: bool = False


@dataclass(frozen=True, slots=True)
class Corrected:
    """A deal's result was put right; figures as in `Scored`."""

    deal: int
    points: tuple[int, ...] | None = None
    winner: int | None = None
    cappotto: bool = False


@dataclass(frozen=True, slots=True)
class Voided:
    """A deal, running or ended, counts for nothing."""

    deal: int


@dataclass(frozen=True, slots=True)
class Restored:
    """The fact with this number (its index among all facts) was taken back."""

    number: int


@dataclass(frozen=True, slots=True)
class Conceded:
    """A side gave up the deal, or the whole match."""

    side: int
    whole_match: bool


@dataclass(frozen=True, slots=True)
class Awarded:
    """The match was given to a side, or to nobody, without play."""

    winner: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Penalised:
    """A side was warned, lost a finished deal, or had match card points taken off.

    `kind` is "warning", "deal" (then `deal` says which) or "points" (then `points`, above 0).
    """

    side: int
    kind: str
    deal: int | None = None
    points: int = 0
    reason: str = ""


Move = Played | TimedOut
Verdict = Corrected | Voided | Conceded | Awarded | Penalised
Note = Seated | Sealed | Dealt | Exchanged | Scored | Restored | Verdict
Fact = Move | Note
FACTS: tuple[type[Fact], ...] = (
    Seated,
    Sealed,
    Dealt,
    Played,
    TimedOut,
    Exchanged,
    Scored,
    Corrected,
    Voided,
    Restored,
    Conceded,
    Awarded,
    Penalised,
)
