"""Who takes part in a round, and what each has been through before it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.formats.model import Entrant, EntrantId, Pairing, Problem, Result
from tournaments.formats.scoring import PLAY_OFF, REQUESTED, Scoring, records


@dataclass(frozen=True, slots=True)
class Before:
    """What went before a round: scores, byes and meetings, each by entrant."""

    scores: Mapping[EntrantId, float]
    byes: Mapping[EntrantId, int]
    requested: Mapping[EntrantId, int]
    met: Mapping[EntrantId, Mapping[EntrantId, int]]

    @classmethod
    def round(
        cls,
        number: int,
        scoring: Scoring,
        entrants: tuple[Entrant, ...],
        drawn: Iterable[Pairing],
        results: Iterable[Result],
    ) -> "Before":
        """Gather all pairings of rounds before `number`; a decided or undecided meeting counts."""
        past = [p for p in drawn if p.round < number and p.part != PLAY_OFF]
        found = records(scoring, entrants, past, results, missed=True)
        byes = {e.id: 0 for e in entrants}
        requested = dict(byes)
        met: dict[EntrantId, dict[EntrantId, int]] = {e.id: {} for e in entrants}
        for pairing in past:
            if pairing.bye:
                kind = requested if pairing.part == REQUESTED else byes
                for entrant in pairing.sides[0]:
                    kind[entrant] = kind.get(entrant, 0) + 1
            for side in pairing.sides:
                for other in pairing.sides:
                    if other is not side:
                        for entrant in side:
                            mine = met.setdefault(entrant, {})
                            for opponent in other:
                                mine[opponent] = mine.get(opponent, 0) + 1
        scores = {e: round(sum(o.score for o in outcomes), 6) for e, outcomes in found.items()}
        return cls(scores, byes, requested, met)


def taking_part(entrants: tuple[Entrant, ...], number: int) -> tuple[Entrant, ...]:
    """Return those who are there in the round, requested byes included."""
    return tuple(
        e
        for e in entrants
        if not e.withdrawn and e.joined_round <= number and number not in e.absent_rounds
    )


def rounds_drawn(drawn: Iterable[Pairing]) -> int:
    """Return the number of the last round of which anything is drawn."""
    return max((p.round for p in drawn if p.part != PLAY_OFF), default=0)


def undecided(drawn: Iterable[Pairing], results: Iterable[Result]) -> tuple[Pairing, ...]:
    """Return the drawn pairings that still want a result."""
    closed = {result.key for result in results if not result.void}
    return tuple(p for p in drawn if not p.bye and p.key not in closed)


def unlisted(
    entrants: tuple[Entrant, ...], drawn: Iterable[Pairing], number: int
) -> tuple[Problem, ...]:
    """Name those who are there in a drawn round but in none of its pairings: they get nothing."""
    listed = {e for p in drawn if p.round == number for side in p.sides for e in side}
    missing = tuple(e.id for e in taking_part(entrants, number) if e.id not in listed)
    return (Problem("unlisted", entrants=missing, round=number),) if missing else ()
