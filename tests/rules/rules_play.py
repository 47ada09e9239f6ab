"""Ways to make terms, deals and matches for the tests of the rules, without rows."""

import hashlib
from dataclasses import fields, is_dataclass
from random import Random

from games.rules import match as rules
from games.rules.cards import ALL_CARDS, Card, Suit
from games.rules.deal import Deal, Layout
from games.rules.house import SWITCHES, FirstTo, House, HouseError, Terms

SEATS = (2, 3, 4, 6)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(name) for name in text.split())


def seed(*parts: object) -> bytes:
    return hashlib.sha256(repr(parts).encode()).digest()


def terms(seats: int = 2, kind=None, **house: object) -> Terms:
    return Terms(seats=seats, kind=kind or FirstTo(2), house=House.from_dict(house))


def random_house(rng: Random, seats: int) -> House:
    """House rules with every switch thrown, of those that can be."""
    while True:
        try:
            house = House.from_dict({name: rng.choice(SWITCHES[name].values) for name in SWITCHES})
            Terms(seats=seats, kind=FirstTo(2), house=house).check()
        except HouseError:
            continue
        return house


def open_deal(
    hands: list[str],
    *,
    trump: Suit,
    stock: str = "",
    leader: int = 0,
    seats: int | None = None,
    house: House | None = None,
) -> Deal:
    """A deal whose hands and stock are written out."""
    seats = seats or len(hands)
    terms_ = Terms(seats=seats, kind=FirstTo(2), house=house or House())
    drawn = cards(stock)
    layout = Layout(
        number=1,
        dealer=(leader - 1) % seats,
        seats=seats,
        sides=terms_.sides,
        scale=terms_.house.scale,
        most=120,
        trump=trump,
        turned_up=drawn[-1] if drawn else next(c for c in ALL_CARDS if c.suit is trump),
        seed=seed("open"),
        nonces=(),
        out=(),
        shower=None,
        put_back=(),
        redone=(),
    )
    none = (0,) * terms_.sides
    held = tuple(cards(hand) for hand in hands)
    return Deal(layout, held, drawn, leader, leader, (), (), (), none, (), ())


class Table:
    """A match that remembers its facts."""

    def __init__(self, its_terms: Terms, *, people: bool = False) -> None:
        self.terms = its_terms
        self.facts: list[rules.Fact] = []
        self.match = rules.new_match(its_terms)
        for seat in range(its_terms.seats):
            holder = f"user:{seat + 1}" if people else "computer:medium"
            self.add(rules.seat_down(self.match, seat, holder))

    def add(self, fact: rules.Fact) -> rules.Match:
        self.facts.append(fact)
        self.match = rules.evolve(self.match, fact)
        return self.match

    def seal(self, *parts: object) -> rules.Match:
        return self.add(rules.seal(self.match, seed(*parts, len(self.facts))))

    def deal(self, *parts: object, nonces=()) -> Deal:
        """Seal and deal until a deal runs, redeals too."""
        while self.match.deal is None:
            if self.match.seed is None:
                self.seal(*parts)
            self.add(rules.deal(self.match, nonces))
        return self.match.deal

    def play(self, card: Card, *, auto: bool = False) -> rules.Match:
        act = rules.time_out if auto else rules.play
        return self.add(act(self.match, self.match.turn, card))

    def play_any(self, rng: Random) -> rules.Match:
        return self.play(rng.choice(self.match.deal.hands[self.match.turn]))

    def play_out(self, rng: Random) -> rules.Match:
        while self.match.deal is not None:
            self.play_any(rng)
        return self.match


def where_cards_are(deal: Deal) -> list[Card]:
    """Every card of a deal, once for each place it lies in."""
    played = [card for trick in deal.tricks for card in trick.cards]
    held = [card for hand in deal.hands for card in hand]
    return [*held, *deal.stock, *deal.trick, *played, *deal.layout.out]


def inside(value: object):
    """Every value reachable from a value: fields, items, and what they hold."""
    yield value
    if isinstance(value, dict):
        for key, item in value.items():
            yield from inside(key)
            yield from inside(item)
    elif isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from inside(item)
    elif is_dataclass(value) and not isinstance(value, Card):
        for field in fields(value):
            yield from inside(getattr(value, field.name))
