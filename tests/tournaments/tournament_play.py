"""Ways to announce, enter, draw and play a tournament, and the law its columns must keep."""

from datetime import UTC, datetime
from typing import Any

from django.apps import apps
from django.test import TestCase

from accounts.models import Club
from games import journal
from games.models import Heartbeat, Match, Variant
from tournaments import services
from tournaments.models import Pairing, Stage, Tournament

WHEN = datetime(2026, 12, 5, 20, 0, tzinfo=UTC)


def announce(club: Club, variant: Variant, **said: Any) -> Tournament:
    return services.announce_tournament(
        **{
            "actor": None,
            "club": club,
            "name": "Natale",
            "starts_at": WHEN,
            "variant": variant,
            "seats": 2,
            "kind": "first_to:1",
            **said,
        }
    )


def enter(tournament: Tournament, count: int) -> None:
    size = tournament.seats // 2
    for number in range(1, count + 1):
        names = [f"P{number:03}{'abc'[place]}" for place in range(size)]
        services.enter(
            actor=None,
            tournament_id=tournament.pk,
            people=[services.Person(name=name) for name in names],
        )


def drawn(club: Club, variant: Variant, count: int, **said: Any) -> Stage:
    tournament = announce(club, variant, **said)
    enter(tournament, count)
    with TestCase.captureOnCommitCallbacks(execute=True):
        return services.confirm_draw(actor=None, tournament_id=tournament.pk, word="asso")


def pairing(stage: Stage, key: str) -> Pairing:
    return Pairing.objects.select_related("match").get(stage=stage, key=key, void=False)


def score(stage: Stage, key: str, points: tuple[int, int] | None = (71, 49), **said: Any) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        services.score_deal(
            **{"actor": None, "pairing_id": pairing(stage, key).pk, "points": points, **said}
        )


def keeps_the_law(stage: Stage) -> None:
    """Stored facts, replayed, equal the columns of every pairing and match."""
    for row in Pairing.objects.filter(stage=stage).select_related("match"):
        if row.match is None:
            assert row.bye
            continue
        match = journal.load(row.match.pk).match
        outcome = match.outcome
        row.match.refresh_from_db()
        assert row.match.version == match.version
        assert tuple(row.match.wins) == match.wins
        if row.void:
            assert outcome is not None
            continue
        assert row.decided == (outcome is not None)
        assert row.winner == (outcome.winner if outcome else None)
        assert row.match.winner == row.winner
        assert (row.match.state == Match.State.OVER) == row.decided


def dump() -> dict[str, list[Any]]:
    """Every row that a refused act must leave alone."""
    models = [
        *apps.get_app_config("tournaments").get_models(),
        *apps.get_app_config("games").get_models(),
    ]
    models.remove(Heartbeat)  # processes beat on their own
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in models}
