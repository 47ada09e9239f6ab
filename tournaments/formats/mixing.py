"""How often any two have sat together or against each other, and who should sit out next."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from tournaments.formats.model import Entrant, EntrantId, Pairing, lot
from tournaments.formats.scoring import PLAY_OFF

Two = frozenset[EntrantId]


@dataclass(frozen=True, slots=True)
class Mixed:
    """Counts over all drawn rounds: partners, opponents, and rounds sat out."""

    partners: Counter[Two]
    opponents: Counter[Two]
    byes: Counter[EntrantId]

    @classmethod
    def of(cls, drawn: Iterable[Pairing]) -> "Mixed":
        """Count what was drawn, decided or not."""
        mixed = cls(Counter(), Counter(), Counter())
        for pairing in drawn:
            if pairing.part == PLAY_OFF:
                continue
            if pairing.bye:
                mixed.byes.update(pairing.sides[0])
                continue
            for side in pairing.sides:
                mixed.partners.update(frozenset(two) for two in combinations(side, 2))
            for one, two in combinations(pairing.sides, 2):
                mixed.opponents.update(frozenset((a, b)) for a in one for b in two)
        return mixed

    def together(self, one: EntrantId, two: EntrantId) -> int:
        """Return how often the two were partners."""
        return self.partners[frozenset((one, two))]

    def against(self, one: EntrantId, two: EntrantId) -> int:
        """Return how often the two were opponents."""
        return self.opponents[frozenset((one, two))]


def sitting_out(
    there: tuple[Entrant, ...], count: int, mixed: Mixed, number: int, salt: str
) -> tuple[Entrant, ...]:
    """Return those who sit out the round: who asked to first, then who did so least, then by lot.

    Only as many as the numbers at a table require.
    """

    def turn(entrant: Entrant) -> tuple[bool, int, str]:
        asked = number in entrant.bye_rounds
        return not asked, mixed.byes[entrant.id], lot(salt, number, "bye", entrant.number)

    return tuple(sorted(there, key=turn)[:count])
