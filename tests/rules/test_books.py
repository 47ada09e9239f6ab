"""The books of random deals balance at every step, and nobody sees a card too many."""

import json
import re
from random import Random

import pytest
from rules_play import SEATS, Table, inside, random_house, terms, where_cards_are

from games.rules import match as rules
from games.rules.cards import ALL_CARDS, Card
from games.rules.house import PartnerHand, Terms
from games.rules.view import PUBLIC, Seat, as_json, view_for

CARD = re.compile(r'"([A2-9JNK][cpsb])"')
FORTY = [card.index for card in ALL_CARDS if card.rank not in "89"]
FORTY_EIGHT = list(range(48))


def check_books(match: rules.Match) -> None:
    """Each card in one place, 120 points, and tricks and turns that fit together."""
    deal = match.deal if match.deal is not None else match.deals[-1].cards
    lies = sorted(card.index for card in where_cards_are(deal))
    assert lies in (FORTY, FORTY_EIGHT)
    worth = deal.layout.scale.points
    taken = sum(worth[card.index] for trick in deal.tricks for card in trick.cards)
    rest = [card for hand in deal.hands for card in hand] + [*deal.stock, *deal.trick]
    assert sum(deal.points) == taken
    assert taken + sum(worth[card.index] for card in rest) == 120
    assert sum(deal.tricks_taken) == len(deal.tricks)
    seats = match.terms.seats
    for seat, hand in enumerate(deal.hands):
        played = (seat - deal.leader) % seats < len(deal.trick)
        if deal.stock:
            assert len(hand) == 3 - played
    if match.deal is not None:
        assert match.turn == (deal.leader + len(deal.trick)) % seats


def may_know(match: rules.Match, facts: list[rules.Fact], seat: int | None) -> set[str]:
    """The cards of the running deal that an audience has seen, worked out from the facts."""
    deal = match.deal if match.deal is not None else match.deals[-1].cards
    known: set[str] = set()
    for fact in reversed(facts):
        if isinstance(fact, rules.Dealt):
            break
        if isinstance(fact, rules.Played | rules.TimedOut | rules.Exchanged):
            known.add(str(fact.card))
    layout = deal.layout
    known |= {str(card) for card in (layout.turned_up, *layout.put_back, *layout.out)}
    known |= {str(redone.turn_up) for redone in layout.redone}
    known |= {str(redone.turn_up) for record in match.deals for redone in record.redone}
    known |= {str(swap.taken) for swap in deal.swaps}
    if match.deal is None or seat is None:
        return known
    known |= {str(card) for card in deal.hands[seat]}
    if match.terms.house.partner_hand is PartnerHand.STOCK_EMPTY and not deal.stock:
        for other, hand in enumerate(deal.hands):
            if other % match.terms.sides == seat % match.terms.sides:
                known |= {str(card) for card in hand}
    return known


def check_views(match: rules.Match, facts: list[rules.Fact]) -> None:
    """No audience is told a card it has not seen, in any field of the view or its JSON."""
    closed = match.deal.layout.seed if match.deal is not None else match.seed
    for seat in (None, *range(match.terms.seats)):
        allowed = may_know(match, facts, seat)
        view = view_for(match, PUBLIC if seat is None else Seat(seat))
        data = as_json(view)
        text = json.dumps(data)
        assert set(CARD.findall(text)) <= allowed
        if match.deal is not None:
            held = match.deal.hands[seat] if seat is not None else ()
            assert data["hand"] == [str(card) for card in held]
        if closed is not None:
            assert closed.hex() not in text
        if match.version % (match.terms.seats + 1) != (0 if seat is None else seat + 1):
            continue
        running = [deal for deal in view.deals if deal.number not in view.shown_seeds]
        whole = [getattr(view, name) for name in view.__slots__ if name != "deals"]
        items = list(inside([running, whole]))
        assert {str(item) for item in items if isinstance(item, Card)} <= allowed
        assert closed not in [item for item in items if isinstance(item, bytes)]


@pytest.mark.parametrize("seats", SEATS)
def test_the_books_of_200_random_deals_balance_at_every_step(seats):
    rng = Random(61 * seats)
    for number in range(200):
        table = Table(terms(seats))
        table.deal("books", seats, number)
        check_views(table.match, table.facts)
        while table.match.deal is not None:
            table.play_any(rng)
            check_books(table.match)
            if number % 20 == 0 or rng.random() < 0.05:
                check_views(table.match, table.facts)
        assert sum(table.match.deals[-1].points) == 120
        assert rules.replay(table.terms, table.facts) == table.match


@pytest.mark.parametrize("seats", SEATS)
def test_replay_equals_the_state_after_every_fact(seats):
    rng = Random(seats)
    for number in range(3):
        table = Table(Terms(seats=seats, kind=terms().kind, house=random_house(rng, seats)))
        table.deal("replay", seats, number)
        while table.match.deal is not None:
            table.play_any(rng)
            assert rules.replay(table.terms, table.facts) == table.match
            assert table.match.version == len(table.facts)


@pytest.mark.parametrize("seats", SEATS)
def test_no_audience_of_any_variant_is_told_a_hidden_card(seats):
    """FAULTS L47 and L48, at every step of whole matches."""
    rng = Random(47 + seats)
    for number in range(10):
        table = Table(Terms(seats=seats, kind=terms().kind, house=random_house(rng, seats)))
        for _ in range(2):
            if table.match.outcome is not None:
                break
            table.deal("told", seats, number)
            while table.match.deal is not None:
                check_views(table.match, table.facts)
                seat = table.match.turn
                if view_for(table.match, Seat(seat)).can_exchange and rng.random() < 0.7:
                    table.add(rules.exchange(table.match, seat))
                    check_views(table.match, table.facts)
                table.play_any(rng)
                check_books(table.match)
            check_views(table.match, table.facts)
