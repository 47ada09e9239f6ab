"""Knows one deal: how a seed becomes hands, stock and turn-up, and what a card laid down does."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from games.rules.cards import ALL_CARDS, SUITS, Card, Rank, Scale, Suit
from games.rules.house import (
    Dealing,
    DeckForSix,
    DeckForThree,
    Ending,
    Exchange,
    ExchangeUntil,
    Exposed,
    House,
    Terms,
)

Nonces = tuple[tuple[int, bytes], ...]
HAND = 3
LONG_RANKS = (Rank.EIGHT, Rank.NINE)
COURT_AND_LOADS = (Rank.ACE, Rank.THREE, Rank.KING, Rank.KNIGHT, Rank.JACK)


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick: the cards in order of play from `leader`, who took it, what it is worth.

    `autos` says of each card whether the clock played it.
    """

    leader: int
    cards: tuple[Card, ...]
    autos: tuple[bool, ...]
    winner: int
    points: int


@dataclass(frozen=True, slots=True)
class Redone:
    """A first deal whose turn-up was a load, so that the same dealer dealt again."""

    turn_up: Card
    seed: bytes
    nonces: Nonces


@dataclass(frozen=True, slots=True)
class Layout:
    """What does not change while a deal is played.

    `out` are the cards that are not in the deck and `shower` the seat that showed a two of trumps
    (three seats); `put_back` the turned-up cards that went back into the stock, in order.
    `most` is how many points end the deal when passed: 60, or 120 where it is played out.
    """

    number: int
    dealer: int
    seats: int
    sides: int
    scale: Scale
    most: int
    trump: Suit
    turned_up: Card
    seed: bytes
    nonces: Nonces
    out: tuple[Card, ...]
    shower: int | None
    put_back: tuple[Card, ...]
    redone: tuple[Redone, ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """An exchange of the turn-up: `given` now lies there, `taken` is in the seat's hand."""

    seat: int
    trick: int
    given: Card
    taken: Card


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal being played, or just ended (`turn` is then None).

    `stock` is in the order it will be drawn, the turn-up last. `points` has one figure a side,
    0 to 120. `known` are the cards everyone knows to be in a hand: (seat, card).
    """

    layout: Layout
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    leader: int
    turn: int | None
    trick: tuple[Card, ...]
    autos: tuple[bool, ...]
    tricks: tuple[Trick, ...]
    points: tuple[int, ...]
    known: tuple[tuple[int, Card], ...]
    swaps: tuple[Swap, ...]

    @property
    def number(self) -> int:
        """Its number in the match, from 1."""
        return self.layout.number

    @property
    def dealer(self) -> int:
        """The seat that dealt it."""
        return self.layout.dealer

    @property
    def trump(self) -> Suit:
        """The trump suit."""
        return self.layout.trump

    @property
    def turn_up(self) -> Card | None:
        """The card that lies exposed under the stock, while it does."""
        return self.stock[-1] if self.stock else None

    @property
    def turn_up_holder(self) -> int | None:
        """Who drew the turn-up and still holds it."""
        last = self.swaps[-1].given if self.swaps else self.layout.turned_up
        if self.stock:
            return None
        return next((seat for seat, card in self.known if card == last), None)

    @property
    def is_over(self) -> bool:
        """Whether the last card has been played, or 60 points passed where that ends it."""
        return self.turn is None

    @property
    def tricks_taken(self) -> tuple[int, ...]:
        """How many tricks each side has taken."""
        sides = self.layout.sides
        counts = [0] * sides
        for trick in self.tricks:
            counts[trick.winner % sides] += 1
        return tuple(counts)

    @property
    def swept_by(self) -> int | None:
        """The side that took every trick of a deal played to its last card (cappotto)."""
        if self.turn is not None or any(self.hands):
            return None
        winners = {trick.winner % self.layout.sides for trick in self.tricks}
        return winners.pop() if len(winners) == 1 else None

    def latest_of(self, sides: tuple[int, ...]) -> int:
        """The side among `sides` that took the latest trick any of them took."""
        for trick in reversed(self.tricks):
            if trick.winner % self.layout.sides in sides:
                return trick.winner % self.layout.sides
        return sides[0]


def digest_key(seed: bytes, nonces: Nonces) -> bytes:
    """What every choice of a deal is drawn from: the seed, then each seat's nonce by seat.

    Source: DESIGN.md section 6. `drawn_from` and `shuffled` say how.
    """
    return seed + b"".join(nonce for _, nonce in sorted(nonces))


def drawn_from(key: bytes, label: str, choices: int) -> int:
    """A number from 0 to choices - 1: SHA-256(key + label), big-endian, modulo `choices`."""
    return int.from_bytes(sha256(key + label.encode()).digest(), "big") % choices


def shuffled(key: bytes, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards sorted by SHA-256(key + the card's two ASCII characters).

    >>> [str(card) for card in shuffled(b"x", ALL_CARDS[:3])]
    ['2c', '3c', 'Ac']
    """
    return tuple(sorted(cards, key=lambda card: sha256(key + str(card).encode()).digest()))


def first_dealer(key: bytes, seats: int) -> int:
    """The seat that deals a match's first deal, drawn from that deal's own key."""
    return drawn_from(key, "dealer", seats)


def deck_of(terms: Terms, key: bytes) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The deck that is shuffled, and the cards left out of it that the table is shown.

    40 cards for two and four seats; 39 or 40 for three (the two of trumps leaves later); 36 or 48
    for six.

    >>> from games.rules.house import FirstTo
    >>> deck, out = deck_of(Terms(seats=3, kind=FirstTo(2)), b"")
    >>> len(deck), out
    (39, (Card.parse('2c'),))
    """
    house = terms.house
    if terms.seats == 6:
        if house.deck_six is DeckForSix.FULL:
            return ALL_CARDS, ()
        rank = Rank.FOUR if house.deck_six is DeckForSix.NO_FOURS else house.blank_two
        out = tuple(card for card in _FORTY if card.rank is rank)
    elif terms.seats == 3 and house.deck_three is not DeckForThree.TRUMPS:
        drawn = house.deck_three is DeckForThree.RANDOM
        suit = SUITS[drawn_from(key, "out", 4)] if drawn else house.deck_three_suit
        out = (Card(house.blank_two, suit),)
    else:
        return _FORTY, ()
    return tuple(card for card in _FORTY if card not in out), out


_FORTY = tuple(card for card in ALL_CARDS if card.rank not in LONG_RANKS)


def lay_out(  # noqa: PLR0913  a deal is made of all of these
    terms: Terms,
    *,
    number: int,
    dealer: int | None,
    seed: bytes,
    nonces: Nonces,
    redone: tuple[Redone, ...] = (),
) -> Deal | tuple[int, Redone]:
    """Deal the cards a seed and its nonces stand for; `dealer` None draws the first dealer.

    Where a turned-up load asks for a full redeal, the answer is (dealer, Redone) instead.
    """
    house = terms.house
    key = digest_key(seed, nonces)
    if dealer is None:
        dealer = first_dealer(key, terms.seats)
    deck, out = deck_of(terms, key)
    cards = shuffled(key, deck)
    dealt = HAND * terms.seats
    turned, aside = dealt, []
    loose_two = terms.seats == 3 and house.deck_three is DeckForThree.TRUMPS
    while True:
        card = cards[turned]
        if not (loose_two and card.rank is house.blank_two):
            if house.exposed is Exposed.KEEP or not house.scale.is_load(card):
                break
            if house.exposed is Exposed.REDEAL:
                return dealer, Redone(card, seed, nonces)
        aside.append(card)
        turned += 1
    stock = _put_back(key, cards[turned + 1 :], aside)
    hands = _first_hands(cards[:dealt], dealer, terms.seats, house)
    shower = None
    if loose_two:
        out = (Card(house.blank_two, cards[turned].suit),)
        hands, stock, shower = _without(out[0], hands, stock)
    layout = Layout(
        number=number,
        dealer=dealer,
        seats=terms.seats,
        sides=terms.sides,
        scale=house.scale,
        most=60 if house.ending is Ending.STOP else 120,
        trump=cards[turned].suit,
        turned_up=cards[turned],
        seed=seed,
        nonces=nonces,
        out=out,
        shower=shower,
        put_back=tuple(aside),
        redone=redone,
    )
    first = (dealer + 1) % terms.seats
    none = (0,) * terms.sides
    return Deal(layout, hands, (*stock, cards[turned]), first, first, (), (), (), none, (), ())


def _put_back(key: bytes, stock: tuple[Card, ...], aside: list[Card]) -> tuple[Card, ...]:
    """Put the turned-up cards back at places in the middle third of the stock they make.

    The places are those of the middle third that come first by SHA-256(key + "back" + place);
    should there be more cards than places, the third widens on both sides.
    """
    size = len(stock) + len(aside)
    low, high = size // 3, size - size // 3
    while high - low < len(aside):
        low, high = max(0, low - 1), min(size, high + 1)
    ranked = sorted(range(low, high), key=lambda place: sha256(key + b"back%d" % place).digest())
    there = dict(zip(ranked, aside, strict=False))
    rest = iter(stock)
    return tuple(there[place] if place in there else next(rest) for place in range(size))


def _first_hands(
    cards: tuple[Card, ...], dealer: int, seats: int, house: House
) -> tuple[tuple[Card, ...], ...]:
    if house.dealing is Dealing.ONE:
        packets = [cards[place::seats] for place in range(seats)]
    else:
        packets = [cards[place * HAND : (place + 1) * HAND] for place in range(seats)]
    return tuple(packets[(seat - dealer - 1) % seats] for seat in range(seats))


def _without(
    two: Card, hands: tuple[tuple[Card, ...], ...], stock: tuple[Card, ...]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...], int | None]:
    """Take the two of trumps out of the stock, or out of the hand that shows it and draws."""
    if two in stock:
        return hands, tuple(card for card in stock if card != two), None
    shower = next(seat for seat, hand in enumerate(hands) if two in hand)
    fresh = (*(card for card in hands[shower] if card != two), stock[0])
    return (*hands[:shower], fresh, *hands[shower + 1 :]), stock[1:], shower


def lay(deal: Deal, card: Card, *, auto: bool = False) -> Deal:
    """The seat on turn plays a card it holds; a full trick is taken, and drawn after.

    No check is made. The winner draws first and the seat before it last (RULES.md 3.6).
    """
    layout, hands, seat = deal.layout, deal.hands, deal.turn
    if seat is None:
        return deal
    held = list(hands)
    hand = list(held[seat])
    hand.remove(card)
    held[seat] = tuple(hand)
    hands = tuple(held)
    known = deal.known
    if known:
        known = tuple(pair for pair in known if pair[1] != card)
    trick = (*deal.trick, card)
    autos = (*deal.autos, auto)
    seats = layout.seats
    if len(trick) < seats:
        return Deal(
            layout,
            hands,
            deal.stock,
            deal.leader,
            (seat + 1) % seats,
            trick,
            autos,
            deal.tricks,
            deal.points,
            known,
            deal.swaps,
        )
    winner = (deal.leader + layout.scale.winner(trick, layout.trump)) % seats
    worth = layout.scale.points
    won = sum([worth[played.index] for played in trick])
    side = winner % layout.sides
    points = (*deal.points[:side], deal.points[side] + won, *deal.points[side + 1 :])
    stock = deal.stock
    if stock:
        drawn = stock[:seats]
        stock = stock[seats:]
        hands = tuple([hands[at] + (drawn[(at - winner) % seats],) for at in range(seats)])
        if not stock:
            known = (*known, ((winner - 1) % seats, drawn[-1]))
    over = not hands[winner] or points[side] > layout.most
    return Deal(
        layout,
        hands,
        stock,
        winner,
        None if over else winner,
        (),
        (),
        (*deal.tricks, Trick(deal.leader, trick, autos, winner, won)),
        points,
        known,
        deal.swaps,
    )


def exchange_card(deal: Deal, house: House) -> Card | None:
    """The card the seat on turn may lay down for the turn-up now, or None (RULES.md section 5)."""
    turn_up = deal.turn_up
    if house.exchange is Exchange.OFF or turn_up is None or deal.trick or deal.turn is None:
        return None
    if house.exchange_until is ExchangeUntil.FIRST_TRICK and deal.tricks:
        return None
    if house.exchange is Exchange.TWO or turn_up.rank not in COURT_AND_LOADS:
        rank = Rank.TWO
        fits = house.exchange is Exchange.TWO or turn_up.rank not in LONG_RANKS
    else:
        rank, fits = Rank.SEVEN, True
    card = Card(rank, deal.trump)
    return card if fits and card in deal.hands[deal.turn] else None


def swap(deal: Deal, card: Card) -> Deal:
    """The seat on turn takes the turn-up and leaves `card` in its place; no check is made."""
    seat, taken = deal.turn, deal.turn_up
    if seat is None or taken is None:
        return deal
    hand = tuple(taken if held == card else held for held in deal.hands[seat])
    return Deal(
        deal.layout,
        (*deal.hands[:seat], hand, *deal.hands[seat + 1 :]),
        (*deal.stock[:-1], card),
        deal.leader,
        seat,
        deal.trick,
        deal.autos,
        deal.tricks,
        deal.points,
        (*(pair for pair in deal.known if pair[1] != card), (seat, taken)),
        (*deal.swaps, Swap(seat, len(deal.tricks), card, taken)),
    )
