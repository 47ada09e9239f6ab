"""Plays tournaments through the pure formats: draws what is due and reports what a coin says."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from tournaments.formats import Entrant, Pairing, Result, Schedule, schedule, standings

SIZES = [*range(2, 66), 127, 128, 129, 1024]
SOME = {*range(2, 20), 31, 32, 33, 63, 64, 65, 129}


def sizes(name, *, whole):
    """Every size for the plans named in `whole`; for a variant of one the rest takes long."""
    return [
        pytest.param(name, size, marks=() if name in whole or size in SOME else pytest.mark.long)
        for size in SIZES
    ]


def field(count, *, seeded=0, clubs=0):
    return tuple(
        Entrant(
            f"e{number}",
            number,
            seed=number if number <= seeded else None,
            club=f"club{number % clubs}" if clubs else None,
        )
        for number in range(1, count + 1)
    )


def coin(rng: Random) -> Callable[[Pairing], Result]:
    def toss(pairing: Pairing) -> Result:
        winner = rng.randrange(2)
        loser = rng.randrange(2)
        deals = (2, loser) if winner == 0 else (loser, 2)
        points = (130, 110) if winner == 0 else (110, 130)
        return Result(pairing.key, winner, deals, points)

    return toss


def by_number(pairing: Pairing) -> Result:
    """The stronger (lower number) wins."""
    numbers = [min(int(str(e)[1:]) for e in side) for side in pairing.sides]
    winner = numbers.index(min(numbers))
    return Result(pairing.key, winner, (2, 0) if winner == 0 else (0, 2))


class Event:
    """One tournament under way: what is drawn and what was reported."""

    def __init__(self, plan, entrants, salt="salt", judge=None):
        self.plan, self.entrants, self.salt = plan, entrants, salt
        self.judge = judge or coin(Random(1))
        self.drawn: dict[str, Pairing] = {}
        self.results: dict[str, Result] = {}

    def now(self) -> Schedule:
        return schedule(
            self.plan,
            self.entrants,
            tuple(self.drawn.values()),
            tuple(self.results.values()),
            self.salt,
        )

    def ranking(self):
        return standings(
            self.plan,
            self.entrants,
            tuple(self.drawn.values()),
            tuple(self.results.values()),
            self.salt,
        )

    def draw(self) -> Schedule:
        """Create what is due and record what is suggested, as `advance` does, until nothing is."""
        while True:
            found = self.now()
            for pairing in found.due:
                assert pairing.key not in self.drawn
                self.drawn[pairing.key] = pairing
            for result in found.walkovers:
                assert result.key not in self.results
                self.results[result.key] = result
            if not found.due and not found.walkovers:
                return found

    def undecided(self) -> list[Pairing]:
        return [p for p in self.drawn.values() if not p.bye and p.key not in self.results]

    def report(self, pairing: Pairing, result: Result | None = None) -> None:
        self.results[pairing.key] = result or self.judge(pairing)

    def play(self, rounds: int = 10_000) -> Schedule:
        """Play to the end, round by round."""
        for _ in range(rounds):
            found = self.draw()
            if found.finished:
                return found
            waiting = self.undecided()
            assert waiting, ("nothing to play, not finished", found.problems)
            for pairing in waiting:
                self.report(pairing)
        return self.draw()

    def change(self, entrant_id, **values) -> None:
        self.entrants = tuple(
            replace(e, **values) if e.id == entrant_id else e for e in self.entrants
        )
