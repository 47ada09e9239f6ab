"""Knows what each audience may see of a match, built by adding the fields it may know.

A view holds no hidden card: not the stock's order, not another seat's hand, not the seed of a deal
that is still played. Computer players choose from a view and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.rules.cards import Card
from games.rules.deal import Deal, Trick, exchange_card
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
    """A finished trick in order of play, with who took it and its points."""

    cards: tuple[Laid, ...]
    winner: int
    points: int


@dataclass(frozen=True, slots=True)
class View:
    """A match as one audience sees it.

    `you` is the seat of the audience or None; `hand` its own cards, in the order they came;
    `played` every finished trick of the running deal, which a player could have remembered and a
    computer does; `known` cards that everyone knows to be in a hand. `points` is None where the
    house hides them until the count. `taken` is a full trick still in the middle: everyone sees
    it until the next lead, at the end of a deal too, whatever may be looked at again later. The
    last group is empty between deals.
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
    next: str | None
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
    """What `audience` may see of `match`; an audience that is no seat of it gets the public view."""
    you = audience.number if isinstance(audience, Seat) else None
    if you is not None and not 0 <= you < match.terms.seats:
        you = None
    base: dict[str, Any] = {
        "version": match.version,
        "phase": match.phase,
        "house": match.terms.house,
        "kind": match.terms.kind,
        "seats": match.terms.seats,
        "sides": match.terms.sides,
        "you": you,
        "holders": match.holders,
        "deals": match.deals,
        "shown_seeds": _over_for_good(match),
        "wins": match.wins,
        "set_wins": match.set_wins,
        "card_points": match.card_points,
        "needed": deals_needed(match.terms.kind),
        "outcome": match.outcome,
        "next": _next(match),
        "number": match.number,
        "dealer": match.dealer,
        "commitment": match.commitment,
        "exposed": tuple(redone.turn_up for redone in match.redone),
    }
    if match.deal is None:
        last = match.deals[-1].cards if match.deals else None
        return View(**base, taken=None if last is None else _taken(last, match.terms.seats))
    return View(**{**base, **_of_deal(match, match.deal, you)})


def _of_deal(match: Match, deal: Deal, you: int | None) -> dict[str, Any]:
    house, sides = match.terms.house, match.terms.sides
    tricks = tuple(seen(trick, match.terms.seats) for trick in deal.tricks)
    layout = deal.layout
    redone = tuple(redone.turn_up for redone in layout.redone)
    fields: dict[str, Any] = {
        "gave_up": match.gave_up,
        "turn": deal.turn,
        "trump": str(deal.trump),
        "turned_up": layout.turned_up,
        "turn_up": deal.turn_up,
        "turn_up_holder": deal.turn_up_holder,
        "stock": len(deal.stock),
        "out": layout.out,
        "exposed": (*redone, *layout.put_back),
        "hand_counts": tuple(len(hand) for hand in deal.hands),
        "trick": _laid(deal, match.terms.seats),
        "tricks_taken": deal.tricks_taken,
        "played": tricks,
        "taken": _taken(deal, match.terms.seats),
        "known": deal.known,
        "may_talk": _allowed(house.talk, deal),
    }
    if house.running_points is RunningPoints.SHOWN:
        fields["points"] = deal.points
    if house.won_tricks is not WonTricks.NONE and tricks:
        fields["last_trick"] = tricks[-1]
    if you is None:
        return fields
    fields["hand"] = deal.hands[you]
    fields["can_exchange"] = deal.turn == you and exchange_card(deal, house) is not None
    fields["may_signal"] = sides < match.terms.seats and _allowed(house.signals, deal)
    if house.won_tricks is WonTricks.OWN:
        mine = tuple(trick for trick in tricks if trick.winner % sides == you % sides)
        fields["own_tricks"] = mine
    if house.partner_hand is PartnerHand.STOCK_EMPTY and not deal.stock:
        fields["partner_hands"] = tuple(
            (seat, hand)
            for seat, hand in enumerate(deal.hands)
            if seat != you and seat % sides == you % sides
        )
    return fields


def _taken(deal: Deal, seats: int) -> TrickSeen | None:
    if deal.trick or not deal.tricks:
        return None
    return seen(deal.tricks[-1], seats)


def seen(trick: Trick, seats: int) -> TrickSeen:
    """A finished trick with its seats written out."""
    laid = tuple(
        Laid((trick.leader + place) % seats, card, auto)
        for place, (card, auto) in enumerate(zip(trick.cards, trick.autos, strict=True))
    )
    return TrickSeen(laid, trick.winner, trick.points)


def as_json(view: View) -> dict[str, Any]:
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


def deal_json(deal: DealRecord, *, seed: bool = False) -> dict[str, Any]:
    """A deal that is over, as plain JSON; with `seed`, what it can be recomputed from."""
    data: dict[str, Any] = {
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
        layout = deal.cards.layout
        data["seed"] = layout.seed.hex()
        data["nonces"] = [[seat, nonce.hex()] for seat, nonce in layout.nonces]
    return data


def trick_json(trick: TrickSeen) -> dict[str, Any]:
    """A finished trick as plain JSON."""
    cards = [_laid_json(laid) for laid in trick.cards]
    return {"cards": cards, "winner": trick.winner, "points": trick.points}


def _over_for_good(match: Match) -> tuple[int, ...]:
    """Deals that nothing can take up again: a broken-off one only once there is a later one."""
    begun = match.deal is not None or bool(match.redone)
    return tuple(
        deal.number
        for deal in match.deals
        if not deal.cut or begun or match.outcome is not None or deal.number < len(match.deals)
    )


def _next(match: Match) -> str | None:
    if match.outcome is not None:
        return "over"
    if match.deal is not None:
        return "play"
    return "deal" if match.phase == "sealed" else "seal"


def _laid(deal: Deal, seats: int) -> tuple[Laid, ...]:
    return tuple(
        Laid((deal.leader + place) % seats, card, auto)
        for place, (card, auto) in enumerate(zip(deal.trick, deal.autos, strict=True))
    )


def _allowed(switch: Allowed, deal: Deal) -> bool:
    return switch is Allowed.ALWAYS or (switch is not Allowed.OFF and bool(deal.tricks))


def _card(card: Card | None) -> str | None:
    return None if card is None else str(card)


def _cards(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def _laid_json(laid: Laid) -> dict[str, Any]:
    return {"seat": laid.seat, "card": str(laid.card), "auto": laid.auto}


def _outcome_json(outcome: Outcome | None) -> dict[str, Any] | None:
    return None if outcome is None else {"winner": outcome.winner, "reason": outcome.reason}
