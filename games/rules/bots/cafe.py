"""Knows how people play in a café: attentively, or loosely.

The attentive player leads worthless cards, takes big tricks with the cheapest card that wins,
spares trumps, and gives points to a trick its side is sure of (RULES.md section 7).
"""

from __future__ import annotations

from games.rules.cards import Card
from games.rules.chance import Chance
from games.rules.view import Laid, View

BIG = 10
WORTH_A_TRUMP = 4
SLIP = 4  # the loose player goes by its nose once in so many cards


def attentive(view: View, chance: Chance) -> Card:
    """The medium player's card; ties are broken by chance."""
    cost = _follow if view.trick else _lead
    costs = [(cost(view, card), card) for card in view.legal]
    least = min(price for price, _ in costs)
    return chance.pick([card for price, card in costs if price == least])


def loose(view: View, chance: Chance) -> Card:
    """The easy player's card: often the first thought, never the ace of trumps on nothing."""
    number, later = chance.below(SLIP)
    if number:
        return attentive(view, later)
    taken = sum(view.house.scale.points[laid.card.index] for laid in view.trick)
    sane = [
        card
        for card in view.legal
        if taken >= BIG or card.suit != view.trump or view.house.scale.points[card.index] < BIG
    ]
    return later.pick(sane or view.legal)


def _lead(view: View, card: Card) -> tuple[float, int]:
    """What leading a card may cost: its points at risk, and the use it would still have."""
    scale = view.house.scale
    points = scale.points[card.index]
    if card.suit == view.trump:
        return (6 + 2 * points, scale.strength[card.index])
    return (1.5 * points, scale.strength[card.index])


def _follow(view: View, card: Card) -> tuple[float, int]:
    """What a card does to the trick: points it gains for the side, less what it spends."""
    scale, you = view.house.scale, view.you
    assert you is not None
    winner = _winning(view)
    mine = scale.points[card.index]
    pot = sum(scale.points[laid.card.index] for laid in view.trick) + mine
    takes = _beats(view, card, winner.card)
    side = (you if takes else winner.seat) % view.sides
    ours = side == you % view.sides
    last = len(view.trick) == view.seats - 1
    sure = last or (ours and _hard_to_beat(view, card if takes else winner.card))
    spent = _spent(view, card) if takes or card.suit == view.trump else 0.0
    if takes and winner.seat % view.sides == you % view.sides and sure:
        spent += 3  # the partner has it already
    gain = float(pot if ours else -pot)
    if not sure:
        gain = gain * 0.6 - (0 if not ours else 0.3 * mine)
    return (spent - gain, scale.strength[card.index])


def _spent(view: View, card: Card) -> float:
    """What a trump or a load is worth later, in points; the cheapest card that wins is best."""
    scale = view.house.scale
    if card.suit != view.trump:
        return 0.0
    early = 1.0 if view.stock else 0.5
    return (
        early * (WORTH_A_TRUMP + 0.7 * scale.points[card.index]) + 0.1 * scale.strength[card.index]
    )


def _hard_to_beat(view: View, card: Card) -> bool:
    """Whether a card taking the trick will mostly hold: a high trump, or any in the last seats."""
    scale = view.house.scale
    left = view.seats - 1 - len(view.trick)
    return card.suit == view.trump and (scale.points[card.index] > 0 or left <= 1)


def _winning(view: View) -> Laid:
    best = view.trick[0]
    for laid in view.trick[1:]:
        if _beats(view, laid.card, best.card):
            best = laid
    return best


def _beats(view: View, card: Card, other: Card) -> bool:
    if card.suit == other.suit:
        return view.house.scale.strength[card.index] > view.house.scale.strength[other.index]
    return card.suit == view.trump
