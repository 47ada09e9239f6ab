"""What beats what, what it is worth, and the wrong ways people play it."""

from itertools import permutations, product
from random import Random

import pytest
from rules_play import SEATS, Table, cards, open_deal, terms

from games.rules import match as rules
from games.rules.cards import ALL_CARDS, SUITS, Card, Rank, Suit, scale_of
from games.rules.deal import lay
from games.rules.house import Court, House, Second
from games.rules.view import Seat, view_for

COINS, CUPS, SWORDS, CLUBS = SUITS
HEARTS = CUPS
PLAIN = scale_of(Rank.THREE, jack_high=False)
WORKED = [
    (HEARTS, "Kb 3b", 1, 14),
    (HEARTS, "Ac 2p", 1, 11),
    (HEARTS, "7s Ab", 0, 11),
    (COINS, "5b Ab", 1, 11),
    (COINS, "5b Kp", 0, 4),
    (COINS, "5b Ks", 0, 4),
    (COINS, "Ab 6c", 1, 11),
    (HEARTS, "4s Js 2p 5b", 2, 2),
]


@pytest.mark.parametrize(("trump", "played", "winner", "points"), WORKED)
def test_the_worked_examples_hold(trump, played, winner, points):
    for leader in range(len(played.split())):
        hands = played.split()
        deal = open_deal(hands[-leader:] + hands[:-leader], trump=trump, leader=leader)
        for card in cards(played):
            deal = lay(deal, card)
        seat = (leader + winner) % len(hands)
        assert (deal.tricks[0].winner, deal.tricks[0].points) == (seat, points)
        assert deal.points[seat % 2] == points


def test_ranks_stand_as_the_rules_print_them():
    for suit in SUITS:
        ranked = sorted(
            (card for card in ALL_CARDS if card.suit is suit),
            key=lambda card: PLAIN.strength[card.index],
            reverse=True,
        )
        assert "".join(card.rank for card in ranked) == "A3KNJ9876542"
        assert [PLAIN.points[card.index] for card in ranked] == [11, 10, 4, 3, 2] + [0] * 7


@pytest.mark.parametrize(
    ("switches", "order"),
    [
        ({"court": Court.JACK_HIGH}, "A3KJN9876542"),
        ({"second": Second.SEVEN}, "A7KNJ9836542"),
        ({"second": Second.TWO}, "A2KNJ9876543"),
        ({"second": Second.SEVEN, "court": Court.JACK_HIGH}, "A7KJN9836542"),
    ],
)
def test_points_move_with_the_place(switches, order):
    scale = House(**switches).scale
    clubs = [card for card in ALL_CARDS if card.suit is CLUBS]
    ranked = sorted(clubs, key=lambda card: -scale.strength[card.index])
    assert "".join(card.rank for card in ranked) == order
    assert [scale.points[card.index] for card in ranked[:6]] == [11, 10, 4, 3, 2, 0]
    assert scale.loads == (ranked[0].rank, ranked[1].rank)
    assert sum(scale.points) == 120


def test_trump_beats_else_suit_led_else_never_in_every_rotation():
    """FAULTS L112, with two cards exhaustively and with four by the definition."""
    for trump, one, two in product(SUITS, ALL_CARDS, ALL_CARDS):
        if one == two:
            continue
        if one.suit is two.suit:
            second = PLAIN.strength[two.index] > PLAIN.strength[one.index]
        else:
            second = two.suit is trump
        assert PLAIN.winner((one, two), trump) == int(second)
    rng = Random(112)
    for _ in range(300):
        trick = rng.sample(ALL_CARDS, 4)
        trump = rng.choice(SUITS)
        for order in permutations(trick):
            trumps = [card for card in order if card.suit is trump]
            running = trumps or [card for card in order if card.suit is order[0].suit]
            best = max(running, key=lambda card: PLAIN.strength[card.index])
            assert PLAIN.winner(order, trump) == order.index(best)


def test_a_three_is_not_below_a_king():
    assert PLAIN.winner(cards("Kb 3b"), COINS) == 1
    assert PLAIN.winner(cards("3b Kb"), COINS) == 0


@pytest.mark.parametrize("seats", SEATS)
def test_nobody_must_follow_suit_or_trump_not_even_when_the_stock_is_empty(seats):
    rng = Random(seats)
    table = Table(terms(seats))
    table.deal("free", seats)
    late = 0
    while table.match.deal is not None:
        deal, seat = table.match.deal, table.match.turn
        assert view_for(table.match, Seat(seat)).legal == deal.hands[seat]
        for card in deal.hands[seat]:
            assert rules.play(table.match, seat, card).card == card
        late += not deal.stock
        table.play_any(rng)
    assert late == seats * 3


def test_the_winner_draws_first_not_the_loser():
    deal = open_deal(["Kb 5s", "3b 6s"], trump=Suit.COINS, stock="2p 4p 7p 4c")
    after = lay(lay(deal, Card.parse("Kb")), Card.parse("3b"))
    assert after.hands == (cards("5s 4p"), cards("6s 2p"))
    assert (after.leader, after.turn) == (1, 1)


def test_points_decide_not_tricks():
    for number in range(200):
        table = Table(terms(2))
        table.deal("tricks", number)
        last = table.play_out(Random(number)).deals[-1]
        taken = last.cards.tricks_taken
        if last.winner is not None and taken[last.winner] < taken[1 - last.winner]:
            assert last.points[last.winner] > 60
            return
    raise AssertionError("no deal was won with fewer tricks")


def test_a_card_and_its_text_are_inverses():
    assert len({str(card) for card in ALL_CARDS}) == 48
    for card in ALL_CARDS:
        assert Card.parse(str(card)) == card
        assert eval(repr(card)) == card
    for wrong in ("", "1c", "3C", "c3", "10c", "3c ", None, 3):
        with pytest.raises(ValueError, match="not a card"):
            Card.parse(wrong)
