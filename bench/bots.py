"""Measures the computer players: every pair on the same deals with the sides changed over.

A score is wins and half the draws; its interval (95 %) is taken from the deals, each of which is
played once for every way of seating the two players at its sides.
"""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import import_module
from itertools import combinations
from math import sqrt
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from games.rules import match as rules  # noqa: E402  the checkout is put on the path first
from games.rules.bots import Level, choose  # noqa: E402
from games.rules.cards import SUITS, Card, Suit  # noqa: E402
from games.rules.chance import Chance  # noqa: E402
from games.rules.house import FirstTo, House, Terms  # noqa: E402
from games.rules.view import Seat, View, view_for  # noqa: E402

Player = Callable[[View, int], Card]
NAIPES = ROOT / ".data" / "bench" / "naipes"


def at_random(view: View, seed: int) -> Card:
    """Any card."""
    return Chance(seed).pick(view.legal)


def greedy(view: View, _seed: int) -> Card:
    """The card that gains most in this trick as it lies, the cheapest among equals."""
    scale = view.house.scale
    trump = Suit(view.trump)

    def gain(card: Card) -> tuple[int, int, int]:
        cards = (*(laid.card for laid in view.trick), card)
        points = sum(scale.points[each.index] for each in cards)
        takes = scale.winner(cards, trump) == len(cards) - 1
        return (points if takes else -points, -int(card.suit is trump), -scale.strength[card.index])

    return max(view.legal, key=gain)


def naipes_normal() -> Player | None:
    """The "normal" player of PyPI naipes, installed apart; None where that cannot be."""
    if not NAIPES.exists():
        pip = [str(NAIPES / "bin" / "python"), "-m", "pip", "install", "-q", "naipes"]
        try:
            subprocess.run([sys.executable, "-m", "venv", str(NAIPES)], check=True)
            subprocess.run(pip, check=True)
        except (OSError, subprocess.CalledProcessError):
            return None
    found = next(NAIPES.glob("lib/python*/site-packages"), None)
    if found is None or not (found / "naipes").exists():
        return None
    sys.path.append(str(found))
    choose_normal = import_module("naipes.games.brisca.ai").choose_normal
    their_card = import_module("naipes.core.cards").Card
    suits = dict(zip(SUITS, "OCEB", strict=True))
    ranks = {"A": 1, "J": 10, "N": 11, "K": 12}

    def theirs(card: Card) -> Any:
        return their_card(ranks.get(card.rank.value) or int(card.rank.value), suits[card.suit])

    def play(view: View, _seed: int) -> Card:
        state = SimpleNamespace(
            ai_hand=[theirs(card) for card in view.legal],
            trump_suit=suits[Suit(view.trump)],
            pending_leader_card=theirs(view.trick[0].card) if view.trick else None,
        )
        return view.legal[choose_normal(state)]

    return play


@dataclass
class Entrant:
    """A player by name, and how long each of its decisions took, in milliseconds."""

    name: str
    player: Player
    took: list[float] = field(default_factory=list)

    def __call__(self, view: View, seed: int) -> Card:
        """The player's card, timed where there was a choice."""
        started = perf_counter()
        card = self.player(view, seed)
        if len(view.legal) > 1:
            self.took.append(1000 * (perf_counter() - started))
        return card


@dataclass
class Pair:
    """One pair's score, the first player's, with its interval."""

    first: str
    second: str
    deals: int
    score: float
    low: float
    high: float


def play_deal(players: list[Entrant], number: int, house: House) -> int | None:
    """The side that wins one deal; deal and first dealer depend on the number alone."""
    terms = Terms(seats=len(players), kind=FirstTo(1), house=house)
    match = rules.new_match(terms)
    for seat in range(len(players)):
        match = rules.evolve(match, rules.Seated(seat, "computer:medium"))
    attempt = 0
    while match.deal is None:
        attempt += 1
        seed = sha256(f"{number} {attempt}".encode()).digest()
        match = rules.evolve(rules.evolve(match, rules.Sealed(seed)), rules.Dealt(()))
    while match.deal is not None:
        seat = match.deal.turn
        assert seat is not None
        card = players[seat](view_for(match, Seat(seat)), number << 8 | match.version)
        match = rules.evolve(match, rules.play(match, seat, card))
    return match.deals[-1].winner


def compare(first: Entrant, second: Entrant, args: Namespace) -> Pair:
    """Play all deals, with the first player at each side in turn."""
    sides = Terms(seats=args.seats, kind=FirstTo(1)).sides
    scores = []
    for number in range(args.first, args.first + args.deals):
        score = 0.0
        for side in range(sides):
            seated = [first if seat % sides == side else second for seat in range(args.seats)]
            winner = play_deal(seated, number, args.house)
            score += 1 / sides if winner is None else float(winner == side)
        scores.append(score / sides)
    mean = sum(scores) / len(scores)
    spread = sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1)
    error = 1.96 * sqrt(spread / len(scores))
    return Pair(first.name, second.name, len(scores), mean, mean - error, mean + error)


def percentile(times: list[float], share: float) -> float:
    """The time that `share` of all decisions do not pass."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))] if times else 0.0


def entrants(args: Namespace) -> list[Entrant]:
    """Everyone who plays, weakest first."""
    found = [Entrant("random", at_random), Entrant("greedy", greedy)]
    theirs = args.seats == 2 and args.house == House()  # noqa: PLR2004  all naipes can play
    naipes = naipes_normal() if theirs else None
    if naipes is not None:
        found.append(Entrant("naipes", naipes))
    found.extend(
        Entrant(level.value, lambda view, seed, level=level: choose(view, level, seed))
        for level in (Level.EASY, Level.MEDIUM, Level.HARD)
    )
    if args.plain:
        found.append(Entrant("expert", lambda view, seed: choose(view, Level.EXPERT, seed)))
    else:
        expert = import_module("games.rules.bots.expert")
        expert.warm_up()
        found.append(Entrant("expert", lambda view, seed: expert.think(view, Level.EXPERT, seed)))
    return [each for each in found if not args.only or each.name in args.only]


def main() -> None:
    """Play every pair and print what came of it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--seats", type=int, choices=(2, 3, 4, 6), default=2)
    parser.add_argument("--house", type=json.loads, default={}, help="switches as JSON")
    parser.add_argument("--only", nargs="*", help="names of the players that play")
    parser.add_argument("--plain", action="store_true", help="the expert without machine code")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    args.house = House.from_dict(args.house)
    playing = entrants(args)
    pairs = []
    for weaker, stronger in combinations(playing, 2):
        pairs.append(compare(stronger, weaker, args))
        if not args.json:
            pair = pairs[-1]
            print(
                f"{args.seats} seats  {pair.first:7} over {pair.second:7} {pair.score:.3f}  "
                f"({pair.low:.3f} to {pair.high:.3f}, {pair.deals} deals)",
                flush=True,
            )
    times = {
        each.name: {"p50": percentile(each.took, 0.5), "p99": percentile(each.took, 0.99)}
        for each in playing
    }
    if args.json:
        print(json.dumps({"seats": args.seats, "pairs": [vars(p) for p in pairs], "ms": times}))
        return
    for name, took in times.items():
        print(f"{name:7} {took['p50']:8.3f} ms a decision, p99 {took['p99']:8.3f}")


if __name__ == "__main__":
    main()
