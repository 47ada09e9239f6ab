"""Measures random two-seat deals a second, one thread: naipes, the rules, the search core."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parent))

from bots import naipes_normal

from games.rules import match as rules
from games.rules.bots import compiled, masks
from games.rules.house import FirstTo, Terms

FORTY = sum(1 << card for card in range(48) if card % 12 not in {5, 6})


def by_rules(deals: int) -> None:
    """Deals of whole matches, every act checked, as the site plays them."""
    chance, played = Random(1), 0
    while played < deals:
        match = rules.new_match(Terms(seats=2, kind=FirstTo(11)))
        for seat in range(2):
            match = rules.evolve(match, rules.seat_down(match, seat, f"user:{seat + 1}"))
        while match.outcome is None and played < deals:
            seed = sha256(b"%d" % played).digest()
            match = rules.evolve(match, rules.seal(match, seed))
            match = rules.evolve(match, rules.deal(match, ()))
            while match.deal is not None and match.turn is not None:
                card = chance.choice(match.deal.hands[match.turn])
                match = rules.evolve(match, rules.play(match, match.turn, card))
            played += 1


def by_naipes(deals: int) -> None:
    """The same by PyPI naipes."""
    state_of = import_module("naipes.games.brisca.state")
    chance = Random(1)
    for number in range(deals):
        state = state_of.GameState.new(number)
        while not state.is_finished():
            player = state.leader
            if state.pending_leader is not None and state.pending_leader_card is not None:
                player = state.pending_leader.other()
            state.play_card(player, chance.randrange(len(state.hand_of(player))))


def by_core(deals: int) -> None:
    """The same by the search core as Python."""
    masks.play_at_random([0] * masks.SIZE, 2, FORTY, 1, deals)


def by_machine(deals: int) -> None:
    """The same by the search core compiled."""
    compiled.CODE["play_at_random"](compiled.row([0] * masks.SIZE), 2, FORTY, 1, deals)


def rate(play: Callable[[int], None], deals: int) -> float:
    """Deals a second of processor time, the best of three runs."""
    best = 0.0
    for _ in range(3):
        started = process_time()
        play(deals)
        best = max(best, deals / (process_time() - started))
    return best


def main() -> None:
    """Measure each in one run and print."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    by_machine(1)
    rates = {
        "rules": rate(by_rules, args.deals),
        "core": rate(by_core, args.deals),
        "compiled": rate(by_machine, 100 * args.deals),
    }
    if naipes_normal() is not None:
        rates["naipes"] = rate(by_naipes, args.deals)
    if args.json:
        print(json.dumps(rates))
        return
    for name, deals in rates.items():
        print(f"{name:9} {deals:10,.0f} deals a second")


if __name__ == "__main__":
    main()
