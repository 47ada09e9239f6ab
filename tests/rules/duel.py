"""Computer players against each other on the same deals with seats swapped."""

import hashlib
from collections.abc import Callable
from math import sqrt

from games.rules import match as rules
from games.rules.bots import Level, choose
from games.rules.cards import Card
from games.rules.chance import Chance
from games.rules.house import FirstTo, House, Terms
from games.rules.view import Seat, View, view_for

Player = Callable[[View, int], Card]


def level(name: Level) -> Player:
    return lambda view, seed: choose(view, name, seed)


def at_random(view: View, seed: int) -> Card:
    return Chance(seed).pick(view.legal)


def greedy(view: View, seed: int) -> Card:
    """One ply: the card that gains the most points in this trick, the least worth among equals."""
    scale = view.house.scale

    def gain(card: Card) -> tuple[int, int, int]:
        cards = (*(laid.card for laid in view.trick), card)
        points = sum(scale.points[each.index] for each in cards)
        takes = scale.winner(cards, _suit(view, card)) == len(cards) - 1
        trump = card.suit.value == view.trump
        return (points if takes else -points, -int(trump), -scale.strength[card.index])

    return max(view.legal, key=gain)


def _suit(view: View, card: Card):
    return next(suit for suit in type(card.suit) if suit.value == view.trump)


def play_deal(players: list[Player], number: int, house: House | None = None) -> rules.Match:
    """One deal, seat by seat; the deal depends on the number alone."""
    seats = len(players)
    match = rules.new_match(Terms(seats=seats, kind=FirstTo(1), house=house or House()))
    attempt = 0
    for seat in range(seats):
        match = rules.evolve(match, rules.Seated(seat, "computer:medium"))
    while match.deal is None:
        attempt += 1
        seed = hashlib.sha256(f"duel {number} {attempt}".encode()).digest()
        match = rules.evolve(rules.evolve(match, rules.Sealed(seed)), rules.Dealt(()))
    while match.deal is not None:
        seat = match.deal.turn
        card = players[seat](view_for(match, Seat(seat)), number * 1000 + match.version)
        match = rules.evolve(match, rules.play(match, seat, card))
    return match


def share(
    one: Player,
    other: Player,
    *,
    seats: int,
    deals: int,
    house: House | None = None,
    first: int = 0,
) -> tuple[float, float]:
    """The share of `one`'s side (wins and half the draws) over `deals` deals played twice.

    The second figure is the lower end of the 95 % interval, from the pairs of deals.
    """
    results = []
    for number in range(first, first + deals):
        pair = 0.0
        for swapped in (False, True):
            players = [one if (seat % 2 == 0) != swapped else other for seat in range(seats)]
            record = play_deal(players, number, house).deals[-1]
            side = int(swapped)
            pair += 0.5 if record.winner is None else float(record.winner == side)
        results.append(pair / 2)
    mean = sum(results) / deals
    spread = sqrt(sum((result - mean) ** 2 for result in results) / max(1, deals - 1))
    return mean, mean - 1.96 * spread / sqrt(deals)
