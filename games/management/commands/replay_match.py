"""Tells a match trick by trick, from a text or from its number."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.source import read
from games.rules import match as rules
from games.rules.fact_lines import line_of
from games.rules.ledger import DealRecord
from games.rules.notation import WrittenDeal, WrittenMatch
from games.rules.proof import decide


class Command(BaseCommand):
    help = "Tell a match trick by trick, from a file in the text notation or by its number."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", metavar="FILE|ID")
        parser.add_argument("--deal", type=int, help="tell this deal alone")

    def handle(self, *_args: Any, source: str, deal: int | None = None, **_options: Any) -> None:
        written = read(source)
        if written.title or written.date:
            self.stdout.write(", ".join(part for part in (written.title, written.date) if part))
        told = Told(written)
        for number, line in told.lines():
            if deal is None or number == deal:
                self.stdout.write(line)
        if told.wrong:
            raise CommandError(told.wrong)


class Told:
    """Follows the facts and says each in words; `wrong` says why it stopped early."""

    def __init__(self, written: WrittenMatch | WrittenDeal) -> None:
        self.written = written
        self.match = written.start
        self.wrong = ""

    def lines(self) -> Iterator[tuple[int, str]]:
        """Lines with the number of the deal they belong to."""
        for number, fact in enumerate(self.written.facts):
            before = self.match
            try:
                decide(before, fact)
            except rules.IllegalMove as refused:
                self.wrong = f"fact {number}: {refused.key}"
                return
            self.match = rules.evolve(before, fact)
            yield from ((before.number, line) for line in self.about(fact, before))

    def about(self, fact: rules.Fact, before: rules.Match) -> Iterator[str]:
        """What one fact made of the match."""
        match = self.match
        if isinstance(fact, rules.Dealt):
            yield from self.dealt()
        elif isinstance(fact, rules.Played | rules.TimedOut):
            yield from self.trick(before)
        elif not isinstance(fact, rules.Sealed | rules.Seated):
            yield f"  {line_of(fact)}"
        if len(match.deals) > len(before.deals):
            yield self.result(match.deals[-1])
        if match.outcome is not None and before.outcome is None and not self.alone:
            who = "nobody" if match.outcome.winner is None else self.side(match.outcome.winner)
            yield f"Match: {who}, {match.outcome.reason}"

    @property
    def alone(self) -> bool:
        """Whether this is one deal, of no match."""
        return isinstance(self.written, WrittenDeal)

    def dealt(self) -> Iterator[str]:
        """The deal that was laid out, or the card that had it dealt again."""
        deal = self.match.deal
        if deal is None:
            yield f"Dealt again: {self.match.redone[-1].turn_up} turned up"
            return
        layout = deal.layout
        number = self.written.number if isinstance(self.written, WrittenDeal) else deal.number
        yield f"Deal {number}: {self.seat(deal.dealer)} deals, {layout.turned_up} turned up"
        if layout.put_back:
            yield f"  put back: {' '.join(map(str, layout.put_back))}"
        if layout.out:
            yield f"  left out: {' '.join(map(str, layout.out))}"
        for seat, hand in enumerate(deal.hands):
            yield f"  {self.seat(seat)}: {' '.join(map(str, hand))}"

    def trick(self, before: rules.Match) -> Iterator[str]:
        """The trick that this card ended."""
        deal = self.match.deal if self.match.deal is not None else self.match.deals[-1].cards
        if deal is None or before.deal is None or len(deal.tricks) == len(before.deal.tricks):
            return
        trick, seats = deal.tricks[-1], deal.layout.seats
        cards = ", ".join(
            f"{self.seat((trick.leader + place) % seats)} {card}{'!' if trick.autos[place] else ''}"
            for place, card in enumerate(trick.cards)
        )
        taken = "-".join(map(str, deal.points))
        number = len(deal.tricks)
        yield f"  {number:2}. {cards}: {self.seat(trick.winner)} takes {trick.points} ({taken})"

    def result(self, deal: DealRecord) -> str:
        """How a deal ended."""
        points = "" if deal.points is None else f"{'-'.join(map(str, deal.points))}, "
        if deal.void:
            return f"Deal {deal.number}: void"
        won = "drawn" if deal.winner is None else self.side(deal.winner)
        score = "" if self.alone else f" (match {'-'.join(map(str, self.match.wins))})"
        return f"Deal {deal.number}: {points}{won}{score}"

    def seat(self, number: int) -> str:
        """The name of who sits there."""
        names = self.written.players
        return (names[number] if number < len(names) else "") or f"seat {number}"

    def side(self, number: int) -> str:
        """The names of a side."""
        terms = self.match.terms
        seats = range(number, terms.seats, terms.sides)
        return " and ".join(self.seat(seat) for seat in seats)
