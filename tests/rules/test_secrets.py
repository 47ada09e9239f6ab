"""What nobody may learn: hidden cards, the slot a card came from, and a seed before its time."""

import json
from dataclasses import replace
from random import Random

import pytest
from rules_play import SEATS, Table, inside, random_house, terms

from games.rules import match as rules
from games.rules.cards import Card
from games.rules.house import FirstTo, PartnerHand, Terms
from games.rules.view import PUBLIC, Seat, as_json, view_for


def strewn(match: rules.Match, seat: int | None, rng: Random) -> rules.Match:
    """The same match, every card `seat` has no right to know dealt anew, and another seed."""
    deal = match.deal
    sides = match.terms.sides
    open_to = {seat}
    if match.terms.house.partner_hand is PartnerHand.STOCK_EMPTY and not deal.stock:
        open_to |= {
            at for at in range(match.terms.seats) if seat is not None and at % sides == seat % sides
        }
    known = set(deal.known)

    def seen(holder: int, card: Card) -> bool:
        return holder in open_to or (holder, card) in known

    loose = [c for at, hand in enumerate(deal.hands) for c in hand if not seen(at, c)]
    loose += deal.stock[:-1]
    rng.shuffle(loose)
    hands = tuple(
        tuple(c if seen(at, c) else loose.pop() for c in hand) for at, hand in enumerate(deal.hands)
    )
    stock = (*(loose.pop() for _ in deal.stock[:-1]), *deal.stock[-1:])
    return replace(match, deal=replace(deal, hands=hands, stock=stock))


@pytest.mark.parametrize("seats", SEATS)
def test_a_view_does_not_depend_on_any_hidden_card(seats):
    """Not by a card, an order, a flag or a count: the whole view is equal, and so its JSON."""
    rng = Random(48 + seats)
    for number in range(12):
        table = Table(Terms(seats=seats, kind=FirstTo(2), house=random_house(rng, seats)))
        table.deal("same", seats, number)
        while table.match.deal is not None:
            for seat in (None, *range(seats)):
                audience = PUBLIC if seat is None else Seat(seat)
                other = view_for(strewn(table.match, seat, rng), audience)
                assert other == view_for(table.match, audience)
            table.play_any(rng)


@pytest.mark.parametrize("seats", SEATS)
def test_nobody_learns_which_slot_of_a_hand_was_played(seats):
    """FAULTS L56: a hand held in another order gives all others the same views."""
    rng = Random(56)
    table = Table(terms(seats))
    deal = table.deal("slot", seats)
    turned = tuple(tuple(rng.sample(hand, 3)) for hand in deal.hands)
    other = replace(table.match, deal=replace(deal, hands=turned))
    while table.match.deal is not None:
        seat = table.match.turn
        card = rng.choice(table.match.deal.hands[seat])
        table.play(card)
        other = rules.evolve(other, rules.play(other, seat, card))
        assert as_json(view_for(other, PUBLIC)) == as_json(view_for(table.match, PUBLIC))


def broken_off(table: Table, how: str) -> rules.Match:
    match = table.match
    if how == "voided":
        return table.add(rules.void(match, match.number))
    if how == "conceded":
        return table.add(rules.concede(match, 0))
    table.add(rules.concede(match, 0))
    return table.add(rules.correct(table.match, 1, points=(70, 50)))


@pytest.mark.parametrize("how", ["voided", "conceded", "corrected"])
def test_the_unplayed_cards_of_a_deal_that_ended_early_stay_secret(how):
    """FAULTS L58: until nothing can take it up again, neither they nor the seed are told."""
    table = Table(terms(2, FirstTo(3)))
    deal = table.deal("early", how)
    for _ in range(5):
        table.play_any(Random(58))
    unplayed = {card for hand in table.match.deal.hands for card in hand} | {*deal.stock[6:-1]}
    match = broken_off(table, how)
    match = table.seal("next", how)
    for audience in (PUBLIC, Seat(0), Seat(1)):
        view = view_for(match, audience)
        text = json.dumps(as_json(view))
        assert deal.layout.seed.hex() not in text
        assert not any(f'"{card}"' in text for card in unplayed)
        reached = list(inside(view))
        assert deal.layout.seed not in [item for item in reached if isinstance(item, bytes)]
        assert not unplayed & {item for item in reached if isinstance(item, Card)}
    match = table.add(rules.deal(match))
    assert as_json(view_for(match, PUBLIC))["deals"][0]["seed"] == deal.layout.seed.hex()


def test_a_stopped_deal_ends_for_good_and_shows_its_seed():
    table = Table(terms(2, FirstTo(3), ending="stop"))
    deal = table.deal("stopped")
    match = table.play_out(Random(1))
    assert any(match.deals[0].cards.hands)
    assert as_json(view_for(match, PUBLIC))["deals"][0]["seed"] == deal.layout.seed.hex()


def test_a_seed_is_long_committed_to_before_and_shown_only_after():
    """FAULTS L59."""
    table = Table(terms(2))
    for wrong in (b"", bytes(20), bytes(31), bytes(33), "0" * 32, bytearray(32)):
        with pytest.raises(rules.IllegalMove, match="bad_seed"):
            rules.seal(table.match, wrong)
    table.seal("long")
    told = as_json(view_for(table.match, PUBLIC))["commitment"]
    deal = table.deal()
    while table.match.deal is not None:
        view = as_json(view_for(table.match, Seat(0)))
        assert view["commitment"] == told
        assert deal.layout.seed.hex() not in json.dumps(view)
        table.play_any(Random(9))
    (record,) = as_json(view_for(table.match, PUBLIC))["deals"]
    assert (record["seed"], record["commitment"]) == (deal.layout.seed.hex(), told)
    with pytest.raises(rules.IllegalMove, match="seed_used"):
        rules.seal(table.match, deal.layout.seed)
