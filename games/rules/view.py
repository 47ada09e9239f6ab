"""Knows what each audience may see of a match, built by adding the fields it may know.

A view holds no hidden card: not the stock's order, not another seat's hand, not the seed of a deal
that is still played. Computer players choose from a view and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256

from games.rules.cards import Card
from games.rules.deal import Deal, Layout, Redone, Swap, Trick, exchange_card
from games.rules.house import Allowed, House, PartnerHand, RunningPoints, WonTricks
from games.rules.kinds import MatchKind, deals_needed
from games.rules.ledger import DealRecord, Outcome
from games.rules.match import Match


@dataclass(frozen=True, slots=True)
class Seat:
    """The audience of one seat: it sees its own hand."""

    number: int


@dataclass(frozen=True, slots=True)
class Everybody:
    """The audience of all who do not sit: public cards only."""


PUBLIC = Everybody()
Audience = Seat | Everybody


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table: whose it is, and whether the clock played it."""

    seat: int
    card: Card
    auto: bool = False


@dataclass(frozen=True, slots=True)
class TrickSeen:
    """A finished trick in order of play, with who took it and its points, if they are told."""

    cards: tuple[Laid, ...]
    winner: int
    points: int | None


@dataclass(frozen=True, slots=True)
class View:
    """A match as one audience sees it.

    `you` is the seat of the audience or None; `hand` its own cards, in the order they came;
    `played` every finished trick of the running deal, which a player could have remembered and a
    computer does; `known` cards that everyone knows to be in a hand. `points` is None where the
    house hides them until the count. `taken` is a full trick still in the middle: everyone sees
    it until the next lead, at the end of a deal too, whatever may be looked at again later.
    `needed` counts what `wins` counts: deals, or sets. `put_back` are turned-up cards that went
    back into the stock, `shower` the seat that showed a two of trumps and drew another card. What
    has a default is empty between deals.
    """

    version: int
    phase: str
    house: House
    kind: MatchKind
    seats: int
    sides: int
    you: int | None
    holders: tuple[str, ...]
    deals: tuple[DealRecord, ...]
    shown_seeds: tuple[int, ...]
    wins: tuple[int, ...]
    set_wins: tuple[int, ...]
    card_points: tuple[int, ...]
    needed: int | None
    outcome: Outcome | None
    next: str
    needs_redeal: bool
    number: int
    dealer: int | None
    commitment: str | None
    exposed: tuple[Card, ...]
    taken: TrickSeen | None = None
    gave_up: tuple[int, ...] = ()
    turn: int | None = None
    trump: str | None = None
    turned_up: Card | None = None
    turn_up: Card | None = None
    turn_up_holder: int | None = None
    stock: int = 0
    out: tuple[Card, ...] = ()
    shower: int | None = None
    put_back: tuple[Card, ...] = ()
    nonces: tuple[tuple[int, bytes], ...] = ()
    swaps: tuple[Swap, ...] = ()
    hand: tuple[Card, ...] = ()
    hand_counts: tuple[int, ...] = ()
    partner_hands: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    trick: tuple[Laid, ...] = ()
    last_trick: TrickSeen | None = None
    own_tricks: tuple[TrickSeen, ...] = ()
    played: tuple[TrickSeen, ...] = ()
    known: tuple[tuple[int, Card], ...] = ()
    tricks_taken: tuple[int, ...] = ()
    points: tuple[int, ...] | None = None
    can_exchange: bool = False
    may_signal: bool = False
    may_talk: bool = False

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards that may be played now: all of one's own on one's turn (RULES.md 3.4)."""
        return self.hand if self.you is not None and self.turn == self.you else ()


def view_for(match: Match, audience: Audience) -> View:
    """What `audience` may see of `match`; whoever is no seat of it gets the public view."""
    you = audience.number if isinstance(audience, Seat) else None
    if you not in range(match.terms.seats):
        you = None
    kind, shown = match.terms.kind, match.shown_deals
    between = View(
        version=match.version,
        phase=match.phase,
        house=match.terms.house,
        kind=kind,
        seats=match.terms.seats,
        sides=match.terms.sides,
        you=you,
        holders=match.holders,
        deals=tuple(
            deal if deal.number in shown else replace(deal, cards=None, redone=())
            for deal in match.deals
        ),
        shown_seeds=shown,
        wins=match.wins,
        set_wins=match.set_wins,
        card_points=match.card_points,
        needed=kind.sets if kind.sets > 1 else deals_needed(kind),
        outcome=match.outcome,
        next=_NEXT[match.phase],
        needs_redeal=match.needs_redeal,
        number=match.number,
        dealer=match.dealer,
        commitment=match.commitment,
        exposed=tuple(redone.turn_up for redone in match.redone),
    )
    if match.deal is not None:
        return _with_deal(between, match, match.deal)
    last = match.deals[-1].cards if match.deals else None
    if last is None:
        return between
    return replace(between, taken=_taken(last, match.terms.seats, told=True))


_NEXT = {"idle": "seal", "sealed": "deal", "playing": "play", "over": "over"}


def _with_deal(between: View, match: Match, deal: Deal) -> View:
    """Add what everyone sees of a running deal, then what the audience's own seat sees."""
    house, seats, layout = between.house, between.seats, deal.layout
    told = house.running_points is RunningPoints.SHOWN
    tricks = tuple(seen(trick, seats, told=told) for trick in deal.tricks)
    redone = tuple(redone.turn_up for redone in layout.redone)
    everyone = replace(
        between,
        gave_up=match.gave_up,
        turn=deal.turn,
        trump=deal.trump.value,
        turned_up=layout.turned_up,
        turn_up=deal.turn_up,
        turn_up_holder=deal.turn_up_holder,
        stock=len(deal.stock),
        out=layout.out,
        shower=layout.shower,
        exposed=(*redone, *layout.put_back),
        put_back=layout.put_back,
        nonces=layout.nonces,
        hand_counts=tuple(len(hand) for hand in deal.hands),
        trick=_in_order(deal.leader, deal.trick, deal.autos, seats),
        tricks_taken=deal.tricks_taken,
        played=tricks,
        swaps=deal.swaps,
        taken=_taken(deal, seats, told=told),
        known=deal.known,
        may_talk=_allowed(house.talk, deal),
        points=deal.points if told else None,
        last_trick=tricks[-1] if tricks and house.won_tricks is WonTricks.LAST else None,
    )
    return everyone if between.you is None else _with_seat(everyone, deal, between.you, tricks)


def _with_seat(everyone: View, deal: Deal, you: int, tricks: tuple[TrickSeen, ...]) -> View:
    house, sides = everyone.house, everyone.sides
    own: tuple[TrickSeen, ...] = ()
    last = everyone.last_trick
    if house.won_tricks is WonTricks.OWN:
        own = tuple(trick for trick in tricks if trick.winner % sides == you % sides)
        last = own[-1] if own and own[-1] is tricks[-1] else None
    partners: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    if house.partner_hand is PartnerHand.STOCK_EMPTY and not deal.stock:
        partners = tuple(
            (seat, hand)
            for seat, hand in enumerate(deal.hands)
            if seat != you and seat % sides == you % sides
        )
    return replace(
        everyone,
        hand=deal.hands[you],
        can_exchange=deal.turn == you and exchange_card(deal, house) is not None,
        may_signal=sides < everyone.seats and _allowed(house.signals, deal),
        own_tricks=own,
        last_trick=last,
        partner_hands=partners,
    )


def _taken(deal: Deal, seats: int, *, told: bool) -> TrickSeen | None:
    if deal.trick or not deal.tricks:
        return None
    return seen(deal.tricks[-1], seats, told=told)


def seen(trick: Trick, seats: int, *, told: bool = True) -> TrickSeen:
    """A finished trick with its seats written out, and its points where they are `told`."""
    laid = _in_order(trick.leader, trick.cards, trick.autos, seats)
    return TrickSeen(laid, trick.winner, trick.points if told else None)


def _in_order(
    leader: int, cards: tuple[Card, ...], autos: tuple[bool, ...], seats: int
) -> tuple[Laid, ...]:
    return tuple(
        Laid((leader + place) % seats, card, autos[place]) for place, card in enumerate(cards)
    )


def as_json(view: View) -> dict[str, object]:
    """A view as plain JSON types; cards are two characters."""
    return {
        "version": view.version,
        "phase": view.phase,
        "seats": view.seats,
        "sides": view.sides,
        "you": view.you,
        "holders": list(view.holders),
        "house": view.house.to_dict(),
        "kind": str(view.kind),
        "deals": [deal_json(deal, seed=deal.number in view.shown_seeds) for deal in view.deals],
        "wins": list(view.wins),
        "set_wins": list(view.set_wins),
        "card_points": list(view.card_points),
        "needed": view.needed,
        "outcome": _outcome_json(view.outcome),
        "next": view.next,
        "needs_redeal": view.needs_redeal,
        "number": view.number,
        "dealer": view.dealer,
        "commitment": view.commitment,
        "exposed": _cards(view.exposed),
        "gave_up": list(view.gave_up),
        "turn": view.turn,
        "trump": view.trump,
        "turned_up": _card(view.turned_up),
        "turn_up": _card(view.turn_up),
        "turn_up_holder": view.turn_up_holder,
        "stock": view.stock,
        "out": _cards(view.out),
        "shower": view.shower,
        "nonces": [[seat, nonce.hex()] for seat, nonce in view.nonces],
        "known": [{"seat": seat, "card": str(card)} for seat, card in view.known],
        "exchanged": [
            {"seat": swap.seat, "given": str(swap.given), "taken": str(swap.taken)}
            for swap in view.swaps
        ],
        "hand": _cards(view.hand),
        "hand_counts": list(view.hand_counts),
        "legal": _cards(view.legal),
        "partner_hand": [str(card) for _, hand in view.partner_hands for card in hand],
        "partner_hands": {str(seat): _cards(hand) for seat, hand in view.partner_hands},
        "trick": [_laid_json(laid) for laid in view.trick],
        "last_trick": None if view.last_trick is None else trick_json(view.last_trick),
        "taken": None if view.taken is None else trick_json(view.taken),
        "own_tricks": [trick_json(trick) for trick in view.own_tricks],
        "tricks_taken": list(view.tricks_taken),
        "points": None if view.points is None else list(view.points),
        "can_exchange": view.can_exchange,
        "may_signal": view.may_signal,
        "may_talk": view.may_talk,
    }


def deal_json(deal: DealRecord, *, seed: bool = False) -> dict[str, object]:
    """A deal that is over, as plain JSON; with `seed`, what it can be recomputed from.

    `redone` are the deals before it that were abandoned for their turn-up.
    """
    data: dict[str, object] = {
        "number": deal.number,
        "dealer": deal.dealer,
        "source": deal.source,
        "points": None if deal.points is None else list(deal.points),
        "winner": deal.winner,
        "drawn": deal.drawn,
        "void": deal.void,
        "conceded": list(deal.conceded),
        "cappotto": deal.cappotto,
        "corrected": deal.corrected,
        "counted": deal.counted,
        "worth": deal.worth,
    }
    if seed and deal.cards is not None:
        data |= _proof(deal.cards.layout)
    if seed and deal.redone:
        data["redone"] = [
            {"turn_up": str(redone.turn_up), **_proof(redone)} for redone in deal.redone
        ]
    return data


def _proof(sealed: Layout | Redone) -> dict[str, object]:
    return {
        "commitment": sha256(sealed.seed).hexdigest(),
        "seed": sealed.seed.hex(),
        "nonces": [[seat, nonce.hex()] for seat, nonce in sealed.nonces],
    }


def trick_json(trick: TrickSeen) -> dict[str, object]:
    """A finished trick as plain JSON."""
    cards = [_laid_json(laid) for laid in trick.cards]
    return {"cards": cards, "winner": trick.winner, "points": trick.points}


def _allowed(switch: Allowed, deal: Deal) -> bool:
    return switch is Allowed.ALWAYS or (switch is not Allowed.OFF and bool(deal.tricks))


def _card(card: Card | None) -> str | None:
    return None if card is None else str(card)


def _cards(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def _laid_json(laid: Laid) -> dict[str, object]:
    return {"seat": laid.seat, "card": str(laid.card), "auto": laid.auto}


def _outcome_json(outcome: Outcome | None) -> dict[str, object] | None:
    return None if outcome is None else {"winner": outcome.winner, "reason": outcome.reason}
