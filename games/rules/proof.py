"""Knows how to check a match or deal that is written down: seeds, decks and every act."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from games.rules import acts
from games.rules.acts import IllegalMove
from games.rules.course import Match, evolve
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
from games.rules.notation import WrittenDeal, WrittenMatch


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with the fact of this number: a key of IllegalMove, or one of `KEYS`.

    `commitment_missing` and `commitment_broken` are said of a seal whose seed was not, or not
    as it is, committed to; `commitment_spare` of commitments beyond the last seal.
    """

    number: int
    key: str

    KEYS = frozenset({"commitment_missing", "commitment_broken", "commitment_spare", "not_so"})


def flaws(written: WrittenMatch | WrittenDeal) -> tuple[Flaw, ...]:
    """All broken commitments, and the first act that the rules refuse; empty where all is true.

    A deal's deck, turn-up and hands are never read from the text: they are computed from its seed
    and nonces, so that a card a seat cannot have held is refused as `not_in_hand`.
    """
    found = _commitments(written)
    match = written.start
    for number, fact in enumerate(written.facts):
        try:
            if decide(match, fact) != fact:
                found.append(Flaw(number, "not_so"))
                break
        except IllegalMove as refused:
            found.append(Flaw(number, refused.key))
            break
        match = evolve(match, fact)
    return tuple(found)


def decide(match: Match, fact: Fact) -> Fact:  # noqa: C901, PLR0911, PLR0912  one arm a fact
    """Do again what made this fact: the fact an act gives now, or IllegalMove."""
    match fact:
        case Seated(seat, holder):
            return acts.seat_down(match, seat, holder)
        case Sealed(seed):
            return acts.seal(match, seed)
        case Dealt(nonces):
            return acts.deal(match, nonces)
        case Played(seat, card):
            return acts.play(match, seat, card)
        case TimedOut(seat, card):
            return acts.time_out(match, seat, card)
        case Exchanged(seat, _):
            return acts.exchange(match, seat)
        case Scored(points, winner, cappotto):
            return acts.score(match, points=points, winner=winner, cappotto=cappotto)
        case Corrected(deal, points, winner, cappotto):
            return acts.correct(match, deal, points=points, winner=winner, cappotto=cappotto)
        case Voided(deal):
            return acts.void(match, deal)
        case Restored(number):
            return acts.restore(match, number)
        case Conceded(side, whole_match):
            return acts.concede(match, side, whole_match)
        case Awarded(winner, reason):
            return acts.award(match, winner, reason)
        case Penalised(side, kind, deal, points, reason):
            return acts.penalise(match, side, kind, deal=deal, points=points, reason=reason)


def _commitments(written: WrittenMatch | WrittenDeal) -> list[Flaw]:
    told = list(written.commitments)
    found = []
    for number, fact in enumerate(written.facts):
        if isinstance(fact, Sealed):
            if not told:
                found.append(Flaw(number, "commitment_missing"))
            elif told.pop(0) != sha256(fact.seed).hexdigest():
                found.append(Flaw(number, "commitment_broken"))
    return [*found, Flaw(len(written.facts), "commitment_spare")] if told else found
