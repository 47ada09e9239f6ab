"""The rules core beside a second referee written from RULES.md in another style."""

from random import Random

import pytest
from oracle import Referee
from rules_play import SEATS, Table, random_house

from games.rules import match as rules
from games.rules.cards import Card
from games.rules.deal import exchange_card
from games.rules.house import FirstTo, Terms


def as_names(cards) -> list[str]:
    return [str(card) for card in cards]


def compare_deal(number: int) -> None:
    rng = Random(number)
    seats = SEATS[number % 4]
    house = random_house(rng, seats)
    table = Table(Terms(seats=seats, kind=FirstTo(2), house=house))
    dealer = None
    switches = house.to_dict()
    while table.match.deal is None:
        table.seal("oracle", number)
        nonces = tuple((seat, rng.randbytes(8)) for seat in range(seats) if rng.random() < 0.5)
        referee = Referee(seats, switches, table.match.seed, nonces, dealer)
        dealer = referee.dealer
        table.add(rules.deal(table.match, nonces))
        assert table.match.needs_redeal == referee.redeal
        assert table.match.dealer == dealer
        if referee.redeal:
            assert str(table.match.redone[-1].turn_up) == referee.turned
    layout = table.match.deal.layout
    assert as_names(layout.out) == referee.out
    assert as_names(layout.put_back) == referee.put_back
    assert layout.shower == referee.shower
    assert str(layout.turned_up) == referee.turned
    while table.match.deal is not None:
        deal = table.match.deal
        assert not referee.over
        assert deal.turn == referee.turn
        assert deal.trump.value == referee.trump
        assert as_names(deal.stock) == referee.stock
        assert [sorted(as_names(hand)) for hand in deal.hands] == [
            sorted(hand) for hand in referee.hands
        ]
        assert list(deal.points) == referee.points()
        given = exchange_card(deal, house)
        assert (None if given is None else str(given)) == referee.exchange(deal.turn)
        if given is not None and rng.random() < 0.7:
            table.add(rules.exchange(table.match, deal.turn))
            referee.do_exchange(deal.turn)
            continue
        card = rng.choice(referee.hands[referee.turn])
        table.play(Card.parse(card))
        referee.lay(card)
    assert referee.over
    record = table.match.deals[-1]
    assert list(record.points) == referee.points()
    assert record.winner == referee.result()
    assert record.drawn == (referee.result() is None)
    assert record.cappotto == referee.cappotto()
    assert [trick.winner for trick in record.cards.tricks] == referee.trick_winners


def test_the_oracle_agrees_on_a_thousand_deals_of_every_variant():
    for number in range(1000):
        compare_deal(number)


@pytest.mark.long
@pytest.mark.parametrize("thousand", range(1, 20))
def test_the_oracle_agrees_on_twenty_thousand_deals(thousand):
    for number in range(1000 * thousand, 1000 * thousand + 1000):
        compare_deal(number)
