"""Knows how to tell, in comments, what came of the facts of a match that is written down."""

from __future__ import annotations

from games.rules.course import Match, evolve
from games.rules.deal import Deal
from games.rules.fact_lines import quoted
from games.rules.facts import Fact
from games.rules.ledger import DealRecord


class Teller:
    """Follows the facts to say in comments what came of them; falls silent where they are wrong."""

    def __init__(self, match: Match, *, alone: bool) -> None:
        self._match: Match | None = match
        self._alone = alone  # one deal, of no match

    def after(self, fact: Fact) -> tuple[str, list[str]]:
        """What to say behind the line of a trick this fact ended, and on lines of its own."""
        before = self._match
        if before is None:
            return "", []
        try:
            match = evolve(before, fact)
        except (ValueError, IndexError):
            self._match = None
            return "", []
        self._match = match
        said = []
        if len(match.redone) > len(before.redone):
            said.append(f"; {match.redone[-1].turn_up} turned up: dealt again")
        if match.deal is not None and before.deal is None:
            said += _opening(match.deal)
        if len(match.deals) > len(before.deals):
            number = "" if self._alone else f"deal {match.deals[-1].number}: "
            said.append(f"; {number}{_result(match.deals[-1])}")
        if match.outcome is not None and before.outcome is None and not self._alone:
            winner = "nobody" if match.outcome.winner is None else f"side {match.outcome.winner}"
            said.append(f"; match: {winner}, {quoted(match.outcome.reason)}")
        return _taken(before, match), said


def _opening(deal: Deal) -> list[str]:
    layout = deal.layout
    hands = " | ".join(
        f"{seat}: {' '.join(map(str, hand))}" for seat, hand in enumerate(deal.hands)
    )
    back = f", put back {' '.join(map(str, layout.put_back))}" if layout.put_back else ""
    return [f"; seat {deal.dealer} deals, turn-up {layout.turned_up}{back}", f"; {hands}"]


def _taken(before: Match, match: Match) -> str:
    deal = match.deal
    if deal is None and len(match.deals) > len(before.deals):
        deal = match.deals[-1].cards
    if before.deal is None or deal is None or len(deal.tricks) == len(before.deal.tricks):
        return ""
    return f" ; seat {deal.tricks[-1].winner} takes {deal.tricks[-1].points}"


def _result(deal: DealRecord) -> str:
    points = "" if deal.points is None else f"{'-'.join(map(str, deal.points))} "
    won = f"side {deal.winner}" if deal.winner is not None else "nobody"
    return points + ("void" if deal.void else won)
