"""Play a whole tournament from the shell, through the services the pages use."""

import json
import sys
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.utils import translation

from accounts.models import Club
from games.models import Variant
from games.selectors import variants_for
from tournaments import selectors, services
from tournaments.management import simulation
from tournaments.management.simulation import Chance

CLUB = "Simulation"
BAR = 40


class Command(BaseCommand):
    help = "Play a whole knockout and print its bracket; the same seed prints the same bytes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--entrants", type=int, default=16, help="sides, 2 to 1024")
        parser.add_argument("--seats", type=int, default=4, choices=[2, 4, 6])
        length = parser.add_mutually_exclusive_group()
        length.add_argument("--first-to", type=int, choices=[1, 2, 3, 5], default=None)
        length.add_argument("--best-of", type=int, choices=[1, 2, 3, 5], default=None)
        parser.add_argument("--seed", default="1", help="all chance derives from it")
        parser.add_argument("--on", choices=["paper", "tables"], default="paper")
        parser.add_argument("--json", action="store_true", help="print one JSON object instead")

    def handle(self, *_args: Any, **options: Any) -> None:
        entrants = options["entrants"]
        if not simulation.LEAST_ENTRANTS <= entrants <= simulation.MOST_ENTRANTS:
            raise CommandError(
                f"--entrants {entrants}: a knockout is for 2 to {simulation.MOST_ENTRANTS} sides"
            )
        way, number = "first_to", options["first_to"] or 2
        if options["best_of"] is not None:
            way, number = "best_of", options["best_of"]
        call_command("migrate", verbosity=0, interactive=False)
        with translation.override("en"):
            try:
                self._play(options, f"{way}:{number}")
            except services.TournamentError as error:
                raise CommandError(str(error)) from error

    def _play(self, options: dict[str, Any], kind: str) -> None:
        chance = Chance(f"{options['seed']}")
        club, _ = Club.objects.get_or_create(slug="simulation", defaults={"name": CLUB})
        variant = variants_for(club.pk).filter(club=None).order_by("pk").first()
        variant = variant or Variant.objects.create(name="Italian club")
        tables = options["on"] == "tables"
        tournament = simulation.announce(
            club,
            variant,
            chance,
            entrants=options["entrants"],
            name=f"Simulation {options['seed']}",
            seats=options["seats"],
            kind=kind,
            medium="tables" if tables else "paper",
        )
        stage = services.confirm_draw(actor=None, tournament_id=tournament.pk, word=CLUB)
        simulation.play(stage, chance, at_tables=tables, told=self._bar)
        sys.stderr.write("\n")
        stage.refresh_from_db()
        if options["json"]:
            said = {
                "seats": options["seats"],
                "kind": kind,
                "on": options["on"],
                "seed": options["seed"],
                **selectors.results_json(stage),
            }
            self.stdout.write(json.dumps(said, ensure_ascii=False))
            return
        for line in simulation.bracket_text(stage):
            self.stdout.write(line)

    def _bar(self, done: int, total: int) -> None:
        filled = BAR * done // max(total, 1)
        bar = "#" * filled + "." * (BAR - filled)
        sys.stderr.write(f"\r[{bar}] {done}/{total}")
        sys.stderr.flush()
