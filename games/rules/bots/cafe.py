"""Knows how people play in a café: attentively, or loosely.

The attentive player leads worthless cards, takes big tricks with the cheapest card that wins,
spares trumps, and gives points to a trick its side is sure of (RULES.md section 7).
"""

from __future__ import annotations

from games.rules.cards import Card
from games.rules.chance import Chance
from games.rules.view import Laid, View

BIG = 10
LOOK = 5  # the loose player looks at the table once in so many cards
LEAD_POINTS = 1.5  # what a point led is worth to its holder
LEAD_TRUMP = 8.0  # what a trump led is worth beside its points
TRUMP_KEPT = 7.0  # what a trump spent would have been worth later, in points
TRUMP_POINTS = 1.0  # how much of a high trump's points is safe in the hand anyway
TAKEN_TWICE = 3.0  # what it wastes to take the trick a partner has already
HIGH_TRUMP, LOW_TRUMP, HIGH_PLAIN, LOW_PLAIN = 0.95, 0.75, 0.6, 0.35  # see `_holds`


def attentive(view: View, chance: Chance) -> Card:
    """The medium player's card; ties are broken by chance."""
    if not view.trick:
        costs = [(_lead(view, card), card) for card in view.legal]
    else:
        costs = [(_follow(view, card), card) for card in _thrifty(view)]
    least = min(price for price, _ in costs)
    return chance.pick([card for price, card in costs if price == least])


def loose(view: View, chance: Chance) -> Card:
    """The easy player's card: often the first thought, never the ace of trumps on nothing."""
    number, later = chance.below(LOOK)
    if not number:
        return attentive(view, later)
    points = view.house.scale.points
    taken = sum(points[laid.card.index] for laid in view.trick)
    sane = [
        card
        for card in view.legal
        if taken >= BIG or card.suit != view.trump or points[card.index] < BIG
    ]
    return later.pick(sane or view.legal)


def _thrifty(view: View) -> tuple[Card, ...]:
    """The cards worth a thought: the last to play wins with no dearer trump than it needs."""
    if len(view.trick) < view.seats - 1:
        return view.legal
    strength, best = view.house.scale.strength, _winning(view).card
    taking = [card for card in view.legal if _beats(view, card, best)]
    trumps = [card for card in taking if card.suit == view.trump]
    if not trumps:
        return view.legal
    cheapest = min(trumps, key=lambda card: strength[card.index])
    kept = [] if len(trumps) < len(taking) else [cheapest]
    return tuple(card for card in view.legal if card not in trumps or card in kept)


def _lead(view: View, card: Card) -> tuple[float, int]:
    """What leading a card may cost: its points at risk, and the use it would still have."""
    scale = view.house.scale
    points = scale.points[card.index]
    cost = LEAD_POINTS * points
    if card.suit == view.trump:
        cost = LEAD_TRUMP + 2 * points
    return (cost, scale.strength[card.index])


def _follow(view: View, card: Card) -> tuple[float, int]:
    """What a card costs in the trick: what it spends, less the points it wins or saves."""
    scale, you = view.house.scale, view.you
    assert you is not None
    winner = _winning(view)
    pot = sum(scale.points[laid.card.index] for laid in view.trick) + scale.points[card.index]
    takes = _beats(view, card, winner.card)
    partner = winner.seat % view.sides == you % view.sides
    left = view.seats - 1 - len(view.trick)
    theirs = left if view.sides > 2 else (left + 1) // 2
    if takes or partner:
        chance = _holds(view, card if takes else winner.card) ** theirs
    else:
        chance = 1 - _holds(view, winner.card) ** (left - theirs)
    spent = _spent(view, card)
    if takes and partner:
        spent += chance * TAKEN_TWICE
    return (spent - pot * (2 * chance - 1), scale.strength[card.index])


def _holds(view: View, card: Card) -> float:
    """How often a card that takes the trick stands against one more seat."""
    points = view.house.scale.points[card.index]
    if card.suit == view.trump:
        return HIGH_TRUMP if points else LOW_TRUMP
    return HIGH_PLAIN if points >= BIG else LOW_PLAIN


def _spent(view: View, card: Card) -> float:
    """What a trump would have been worth later, in points."""
    scale = view.house.scale
    if card.suit != view.trump:
        return 0.0
    early = 1.0 if view.stock else 0.5
    kept = TRUMP_KEPT + TRUMP_POINTS * scale.points[card.index]
    return early * kept + 0.1 * scale.strength[card.index]


def _winning(view: View) -> Laid:
    best = view.trick[0]
    for laid in view.trick[1:]:
        if _beats(view, laid.card, best.card):
            best = laid
    return best


def _beats(view: View, card: Card, other: Card) -> bool:
    strength = view.house.scale.strength
    if card.suit == other.suit:
        return strength[card.index] > strength[other.index]
    return card.suit == view.trump
