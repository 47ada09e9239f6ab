"""Checks that the cards of a match come from its committed seeds, and were played by the rules."""

from argparse import ArgumentParser
from hashlib import sha256
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.source import read
from games.rules import match as rules
from games.rules.notation import WrittenDeal, WrittenMatch
from games.rules.proof import flaws


class Command(BaseCommand):
    help = "Check seed, commitment, deck and every play of a match or deal, by file or number."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="FILE|ID")
        parser.add_argument("--deal", type=int, help="check this deal alone")
        parser.add_argument("--commitment", metavar="HEX", help="as it was shown at the table")

    def handle(
        self,
        *_args: Any,
        source: str,
        deal: int | None = None,
        commitment: str | None = None,
        **_options: Any,
    ) -> None:
        written = read(source)
        wrong = flaws(written)
        for flaw in wrong:
            self.stderr.write(f"fact {flaw.number}: {flaw.key}")
        if wrong:
            raise CommandError("it was not played so")
        deals = self.tell(written, deal)
        if not deals:
            raise CommandError("no such deal is over for good" if deal else "no deal is over")
        if commitment is not None and commitment.lower() not in deals:
            raise CommandError("no seed has this commitment")

    def tell(self, written: WrittenMatch | WrittenDeal, only: int | None) -> list[str]:
        """Say what was found of each deal with cards; the commitments of those."""
        match = written.start
        for fact in written.facts:
            match = rules.evolve(match, fact)
        shown = []
        running = (
            [] if match.deal is None else [(match.number, match.deal, match.deal.layout.redone)]
        )
        ended = [(deal.number, deal.cards, deal.redone) for deal in match.deals]
        for number, cards, redone in [*ended, *running]:
            if cards is None or (only is not None and number != only):
                continue
            layout = cards.layout
            for seed in (*(each.seed for each in redone), layout.seed):
                shown.append(sha256(seed).hexdigest())
                self.stdout.write(f"deal {number}: seed {seed.hex()}")
                self.stdout.write(f"deal {number}: commitment {shown[-1]} is its SHA-256")
            played = sum(len(trick.cards) for trick in cards.tricks) + len(cards.trick)
            size = len(cards.stock) + sum(map(len, cards.hands)) + played
            self.stdout.write(
                f"deal {number}: deck of {size} in the order of the seed and"
                f" {len(layout.nonces)} nonces, {layout.turned_up} turned up"
            )
            points = "-".join(map(str, cards.points))
            self.stdout.write(f"deal {number}: {played} cards played by the rules, {points}")
        return shown
