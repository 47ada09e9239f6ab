"""Knows how one fact is written as a line, and read back from it (docs/notation.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from games.rules.cards import Card
from games.rules.facts import (
    Awarded,
    Conceded,
    Corrected,
    Dealt,
    Exchanged,
    Fact,
    Penalised,
    Played,
    Restored,
    Scored,
    Sealed,
    Seated,
    TimedOut,
    Voided,
)

NUMBER = "(0|[1-9][0-9]{0,5})"


def quoted(text: str) -> str:
    """A text as it is where nothing in it can be misread, else as a JSON string."""
    plain = text and text.isprintable() and text == text.strip() and text[0] != '"'
    return text if plain else json.dumps(text)


def unquoted(text: str) -> str:
    """The inverse of `quoted`; raises ValueError."""
    if not text.startswith('"'):
        return text
    value = json.loads(text)
    if not isinstance(value, str):
        raise ValueError("not a text")  # noqa: TRY004  the text is wrong, not the caller
    return value


def _figures(points: tuple[int, ...] | None, winner: int | None, *, cappotto: bool) -> str:
    parts = [] if points is None else ["-".join(map(str, points))]
    parts += [] if winner is None else [f"winner {winner}"]
    parts += ["cappotto"] if cappotto else []
    return " ".join(parts)


def line_of(fact: Fact) -> str:  # noqa: C901, PLR0911  one arm a fact
    """A fact as its line; a card is only a play of the line of its trick (`played_text`)."""
    match fact:
        case Seated(seat, holder):
            return f"Seated {seat} {quoted(holder)}"
        case Sealed(seed):
            return f"Sealed {seed.hex()}"
        case Dealt(nonces):
            return " ".join(["Dealt", *(f"{seat}:{nonce.hex()}" for seat, nonce in nonces)])
        case Exchanged(seat, card):
            return f"Exchanged {seat}:{card}"
        case Scored(points, winner, cappotto):
            return f"Scored {_figures(points, winner, cappotto=cappotto)}"
        case Corrected(deal, points, winner, cappotto):
            return f"Corrected {deal} {_figures(points, winner, cappotto=cappotto)}"
        case Voided(deal):
            return f"Voided {deal}"
        case Restored(number):
            return f"Restored {number}"
        case Conceded(side, whole_match):
            return f"Conceded {side} {'match' if whole_match else 'deal'}"
        case Awarded(winner, reason):
            return f"Awarded {'nobody' if winner is None else winner} {quoted(reason)}"
        case Penalised(side, kind, deal, points, reason):
            of = "" if deal is None else f" of {deal}"
            less = f" minus {points}" if points else ""
            return f"Penalised {side} {kind}{of}{less}: {quoted(reason)}"
        case Played() | TimedOut():
            return played_text(fact)


def played_text(fact: Played | TimedOut) -> str:
    """A card as it stands in the line of its trick.

    >>> played_text(TimedOut(2, Card.parse("3c")))
    '2:3c!'
    """
    return f"{fact.seat}:{fact.card}{'!' if isinstance(fact, TimedOut) else ''}"


def facts_in(line: str) -> list[Fact]:
    """The facts of one line: one, or the cards of a trick; raises ValueError.

    >>> facts_in("3. 0:Kb 1:3b! ; seat 1 takes 14")
    [Played(seat=0, card=Card.parse('Kb')), TimedOut(seat=1, card=Card.parse('3b'))]
    >>> facts_in("Conceded 1 match")
    [Conceded(side=1, whole_match=True)]
    """
    trick = _TRICK.fullmatch(line)
    if trick:
        return [_laid(text) for text in trick[1].split()]
    word, _, rest = line.partition(" ")
    shape, make = _SHAPES.get(word, (_NOTHING, _refuse))
    found = shape.fullmatch(rest)
    if found is None:
        raise ValueError(f"no fact: {line!r:.80}")
    return [make(found)]


def _laid(text: str) -> Fact:
    seat, card = int(text[0]), Card.parse(text[2:4])
    return TimedOut(seat, card) if text.endswith("!") else Played(seat, card)


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)


def _points(text: str | None) -> tuple[int, ...] | None:
    return None if text is None else tuple(int(part) for part in text.split("-"))


def _nonces(text: str) -> tuple[tuple[int, bytes], ...]:
    return tuple((int(pair[0]), bytes.fromhex(pair[2:])) for pair in text.split())


def _refuse(found: re.Match[str]) -> Fact:
    raise ValueError(found.string)


_PLAY = "[0-5]:[A2-9JNK][cpsb]!?"
_TRICK = re.compile(rf"[0-9]{{1,3}}\.((?: +{_PLAY})+)(?: *;.*)?")
_Found = re.Match[str]
_NOTHING = re.compile("(?!)")
_RESULT = (
    rf"(?=[0-9w])(?P<points>{NUMBER}(?:-{NUMBER}){{1,2}})?"
    r"(?:(?:^| )?winner (?P<winner>[0-2]))?(?P<all> cappotto)?"
)
_SHAPES: dict[str, tuple[re.Pattern[str], Callable[[_Found], Fact]]] = {
    "Seated": (
        re.compile("([0-5]) (.+)"),
        lambda found: Seated(int(found[1]), unquoted(found[2])),
    ),
    "Sealed": (
        re.compile("((?:[0-9a-f]{2})*)"),
        lambda found: Sealed(bytes.fromhex(found[1])),
    ),
    "Dealt": (
        re.compile("((?:[0-5]:(?:[0-9a-f]{2})*(?: (?=[0-5])|$))*)"),
        lambda found: Dealt(_nonces(found[1])),
    ),
    "Exchanged": (
        re.compile("([0-5]):([A2-9JNK][cpsb])"),
        lambda found: Exchanged(int(found[1]), Card.parse(found[2])),
    ),
    "Scored": (
        re.compile(_RESULT),
        lambda found: Scored(
            _points(found["points"]), _number(found["winner"]), found["all"] is not None
        ),
    ),
    "Corrected": (
        re.compile(f"(?P<deal>{NUMBER}) {_RESULT}"),
        lambda found: Corrected(
            int(found["deal"]),
            _points(found["points"]),
            _number(found["winner"]),
            found["all"] is not None,
        ),
    ),
    "Voided": (re.compile(NUMBER), lambda found: Voided(int(found[1]))),
    "Restored": (re.compile(NUMBER), lambda found: Restored(int(found[1]))),
    "Conceded": (
        re.compile("([0-2]) (deal|match)"),
        lambda found: Conceded(int(found[1]), found[2] == "match"),
    ),
    "Awarded": (
        re.compile("(?:nobody|([0-2])) (.+)"),
        lambda found: Awarded(_number(found[1]), unquoted(found[2])),
    ),
    "Penalised": (
        re.compile(rf"([0-2]) (warning|deal|points)(?: of {NUMBER})?(?: minus {NUMBER})?: (.+)"),
        lambda found: Penalised(
            int(found[1]),
            found[2],
            _number(found[3]),
            _number(found[4]) or 0,
            unquoted(found[5]),
        ),
    ),
}
