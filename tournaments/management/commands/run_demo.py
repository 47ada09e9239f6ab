"""A tournament that plays itself at live tables, for whoever opens the address of a demo."""

import time
from typing import Any

from django.core.management import BaseCommand, CommandParser

from accounts.models import Club
from games import services as games
from games.models import Variant
from tournaments import services
from tournaments.management import simulation
from tournaments.management.simulation import Chance
from tournaments.models import Pairing, Stage, Tournament

SLUG = "demo"
PAIRS = 16
LOOK = 1.0
REST = 60.0


class Command(BaseCommand):
    help = "Keep a demo tournament of 16 pairs running; the table clock plays its cards."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="set it up and leave")

    def handle(self, *_args: Any, **options: Any) -> None:
        club, _ = Club.objects.get_or_create(
            slug=SLUG, defaults={"name": "Circolo Sessantuno", "place": "Trieste"}
        )
        variant = Variant.objects.filter(club=club).first() or Variant.objects.create(
            club=club, name="Demo: no clock", clock=0
        )
        while True:
            stage = _running(club) or _start(club, variant)
            _fill(stage)
            if options["once"]:
                return
            while not _finished(stage):
                time.sleep(LOOK)
                _fill(stage)
            time.sleep(REST)


def _running(club: Club) -> Stage | None:
    playing = Stage.objects.filter(tournament__club=club, state=Stage.State.PLAYING)
    return playing.order_by("-pk").first()


def _start(club: Club, variant: Variant) -> Stage:
    number = Tournament.objects.filter(club=club).count() + 1
    tournament = simulation.announce(
        club,
        variant,
        Chance(f"demo {number} {time.time_ns()}"),
        entrants=PAIRS,
        name=f"Torneo {number}",
        place=club.place,
        seats=4,
        kind="first_to:2",
        medium=Tournament.Medium.TABLES.value,
        computers_allowed=True,
    )
    return services.confirm_draw(actor=None, tournament_id=tournament.pk, word="sessantuno")


def _fill(stage: Stage) -> None:
    """Let a computer play every seat of the tables that are open."""
    rows = Pairing.objects.filter(stage=stage, void=False, decided=False, match__isnull=False)
    for match_id in (
        rows.filter(match__seats__computer="").values_list("match", flat=True).distinct()
    ):
        for seat in range(stage.tournament.seats):
            try:
                games.seat_holder(
                    match_id=match_id, actor=None, seat=seat, holder=games.Holder(computer="medium")
                )
            except games.Refused:
                continue


def _finished(stage: Stage) -> bool:
    stage.refresh_from_db()
    return stage.state == Stage.State.FINISHED
