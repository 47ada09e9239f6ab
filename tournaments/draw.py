"""Rows to formats and back: the only code that knows how a draw is written down.

`read` gives a stage as the formats see it, `write` keeps a pairing as rows. A stage's salt is
sha256(secret + word); `commitment` is sha256(secret), shown before the word is said.
"""

import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from django.db.models import Prefetch

from tournaments import formats, models

Chance = Callable[[int], bytes]  # so many random bytes
SECRET_BYTES = 32
WALKOVERS = frozenset({"walkover", "double_walkover", "disqualified"})


@dataclass(frozen=True, slots=True)
class Sheet:
    """A stage as the formats see it, and its pairing rows by key."""

    plan: formats.Plan
    entrants: tuple[formats.Entrant, ...]
    drawn: tuple[formats.Pairing, ...]
    results: tuple[formats.Result, ...]
    salt: str
    rows: dict[str, models.Pairing]

    def schedule(self) -> formats.Schedule:
        """All that is known about who meets whom."""
        return formats.schedule(self.plan, self.entrants, self.drawn, self.results, self.salt)

    def standings(self) -> tuple[formats.Standing, ...]:
        """The ranking, provisional while the stage runs."""
        return formats.standings(self.plan, self.entrants, self.drawn, self.results, self.salt)

    def without(self, keys: Collection[str]) -> "Sheet":
        """The same stage as if these pairings had not been drawn."""
        return replace(
            self,
            drawn=tuple(pairing for pairing in self.drawn if pairing.key not in keys),
            results=tuple(result for result in self.results if result.key not in keys),
        )

    def with_result(self, key: str, result: formats.Result | None) -> "Sheet":
        """The same stage with another result of one pairing, or none."""
        others = tuple(known for known in self.results if known.key != key)
        return replace(self, results=others if result is None else (*others, result))


def seal(chance: Chance = secrets.token_bytes) -> tuple[str, str]:
    """Make a stage's secret and the commitment that is shown from the start."""
    secret = chance(SECRET_BYTES).hex()
    return secret, sha256(secret.encode()).hexdigest()


def salt_of(secret: str, word: str) -> str:
    """The salt anyone can work out once the secret is published.

    >>> salt_of("ab", "c") == sha256(b"abc").hexdigest()
    True
    """
    return sha256((secret + word).encode()).hexdigest()


def pairing_rows(stage: models.Stage) -> list[models.Pairing]:
    """The pairings that stand, in drawing order, with their matches and sides."""
    rows = stage.pairings.filter(void=False).select_related("match")
    return list(rows.prefetch_related(Prefetch("sides", models.PairingSide.objects.all())))


def read(stage: models.Stage) -> Sheet:
    """Read a stage in a fixed number of queries."""
    rows = pairing_rows(stage)
    taken = stage.entrants.select_related("entry").order_by("number")
    return Sheet(
        plan=formats.plan_from_dict(stage.plan),
        entrants=tuple(
            formats.Entrant(
                id=row.entry_id,
                number=row.number,
                seed=row.seed,
                withdrawn=row.entry.state == models.Entry.State.WITHDRAWN,
            )
            for row in taken
        ),
        drawn=tuple(_pairing(row) for row in rows),
        results=tuple(result for row in rows if (result := result_of(row)) is not None),
        salt=salt_of(stage.secret, stage.word),
        rows={row.key: row for row in rows},
    )


def proposed(
    plan: formats.Plan, entries: Sequence[models.Entry], *, seeded: bool, salt: str
) -> Sheet:
    """A stage as it would be with these entries, before anything is written."""
    return Sheet(
        plan=plan,
        entrants=tuple(
            formats.Entrant(id=entry.pk, number=entry.number, seed=entry.seed if seeded else None)
            for entry in entries
        ),
        drawn=(),
        results=(),
        salt=salt,
        rows={},
    )


def result_of(row: models.Pairing) -> formats.Result | None:
    """What came of a pairing, once decided; a bye needs no result."""
    if not row.decided or row.bye:
        return None
    walkover = row.reason in WALKOVERS
    return formats.Result(
        key=row.key,
        winner=row.winner,
        deals=tuple(row.match.wins) if row.match else (),
        walkover=walkover,
        double=walkover and row.winner is None,
    )


def take(stage: models.Stage, sheet: Sheet) -> None:
    """Write down who takes part in a stage, with the numbers lots are drawn by."""
    stage.entrants.all().delete()
    models.StageEntry.objects.bulk_create(
        models.StageEntry(
            stage=stage, entry_id=int(entrant.id), number=entrant.number, seed=entrant.seed
        )
        for entrant in sheet.entrants
    )


def write(stage: models.Stage, pairing: formats.Pairing) -> models.Pairing:
    """Keep a drawn pairing; a bye is decided as it is drawn."""
    row = models.Pairing.objects.create(
        stage=stage,
        key=pairing.key,
        part=pairing.part,
        round=pairing.round,
        order=pairing.order,
        of=pairing.of,
        bye=pairing.bye,
        manual=pairing.manual,
        decided=pairing.bye,
        winner=0 if pairing.bye else None,
    )
    models.PairingSide.objects.bulk_create(
        models.PairingSide(pairing=row, number=number, entry_id=int(entrant))
        for number, side in enumerate(pairing.sides)
        for entrant in side
    )
    return row


def plan_for(_tournament: models.Tournament) -> formats.Plan:
    """The format of a new stage."""
    return formats.SingleElimination()


def _pairing(row: models.Pairing) -> formats.Pairing:
    sides: dict[int, list[int]] = {}
    for side in row.sides.all():
        sides.setdefault(side.number, []).append(side.entry_id)
    return formats.Pairing(
        key=row.key,
        sides=tuple(tuple(sides[number]) for number in sorted(sides)),
        round=row.round,
        order=row.order,
        part=row.part,
        bye=row.bye,
        manual=row.manual,
        of=row.of,
    )
