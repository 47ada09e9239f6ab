"""The computer players that count: fair, deterministic, thrifty, and each better than the last."""

import subprocess
import sys
from random import Random

import pytest
from duel import at_random, level, play_deal, share
from rules_play import SEATS, Table, random_house
from test_cafe import strewn

from games.rules.bots import Level, choose, expert, masks
from games.rules.bots.counting import UNHURRIED, search_terms
from games.rules.bots.memory import remember
from games.rules.cards import Suit
from games.rules.house import FirstTo, House, Terms
from games.rules.kinds import parse_kind
from games.rules.view import Seat, view_for

COUNTING = (Level.HARD, Level.EXPERT)


def think(view, seed):
    return expert.think(view, Level.EXPERT, seed)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("name", COUNTING)
def test_hidden_cards_dealt_anew_change_no_choice_of_who_counts(seats, name):
    rng, same = Random(61 + seats), 0
    for number in range(2):
        table = Table(Terms(seats=seats, kind=FirstTo(2), house=random_house(rng, seats)))
        table.deal("count", seats, number)
        while table.match.deal is not None:
            seat = table.match.turn
            view = view_for(table.match, Seat(seat))
            other = view_for(strewn(table.match, seat, rng), Seat(seat))
            card = expert.think(view, name, number)
            assert card in table.match.deal.hands[seat]
            assert expert.think(view, name, number) == card
            if other == view:  # else a partner's hand is seen, and was dealt anew
                same += 1
                assert expert.think(other, name, number) == card
            table.play(card)
    assert same > 10


def test_the_expert_in_plain_python_is_fair_too():
    rng = Random(5)
    for seats in SEATS:
        table = Table(Terms(seats=seats, kind=FirstTo(2), house=House()))
        table.deal("plain", seats)
        for _ in range(2):
            seat = table.match.turn
            view = view_for(table.match, Seat(seat))
            other = view_for(strewn(table.match, seat, rng), Seat(seat))
            card = choose(view, Level.EXPERT, 1)
            assert other == view
            assert choose(other, Level.EXPERT, 1) == card
            table.play(card)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("player", [level(Level.HARD), think])
def test_whoever_counts_and_plays_last_spends_no_dearer_trump_than_needed(seats, player):
    """While there is a stock; two seats may do it in their last three tricks, which are exact."""
    takes = 0

    def watched(view, seed):
        nonlocal takes
        card = player(view, seed)
        if len(view.trick) == view.seats - 1 and (view.stock or seats > 2):
            trump, scale = Suit(view.trump), view.house.scale
            laid = tuple(each.card for each in view.trick)
            taking = [
                each
                for each in view.hand
                if each.suit is trump and scale.winner((*laid, each), trump) == len(laid)
            ]
            if card in taking:
                takes += 1
                assert card == min(taking, key=lambda each: scale.strength[each.index])
        return card

    for number in range(6):
        play_deal([watched] * seats, number)
    assert takes


@pytest.mark.parametrize(
    ("seats", "stronger", "weaker", "deals", "least"),
    [
        (2, level(Level.HARD), at_random, 40, 0.8),
        (2, level(Level.HARD), level(Level.MEDIUM), 100, 0.5),
        (2, think, level(Level.HARD), 40, 0.5),
        (4, level(Level.HARD), level(Level.MEDIUM), 60, 0.5),
        (4, think, level(Level.HARD), 25, 0.5),
    ],
)
def test_each_level_is_better_than_the_last(seats, stronger, weaker, deals, least):
    """Fixed deals, few of them; bench/bots.py measures thousands."""
    assert share(stronger, weaker, seats=seats, deals=deals)[0] > least


@pytest.mark.long
@pytest.mark.parametrize(
    ("seats", "stronger", "weaker", "least"),
    [
        (2, level(Level.HARD), level(Level.MEDIUM), 0.55),
        (2, think, level(Level.HARD), 0.56),
        (4, level(Level.HARD), level(Level.MEDIUM), 0.54),
        (4, think, level(Level.HARD), 0.56),
    ],
)
def test_each_level_is_clearly_better_over_many_deals(seats, stronger, weaker, least):
    """And no fair player passes three quarters over the hard one: more would be a leak."""
    mean, _ = share(stronger, weaker, seats=seats, deals=400)
    assert least < mean < 0.75


def test_who_does_not_think_loads_no_machine_code():
    code = (
        "import sys; from games.rules.bots import choose; from games.rules import match;"
        "assert not {'numpy', 'numba'} & sys.modules.keys()"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_match_decided_by_points_is_searched_for_points():
    table = Table(Terms(seats=2, kind=parse_kind("fixed:2:points")))
    table.deal("points")
    view = view_for(table.match, Seat(table.match.turn))
    assert search_terms(view, remember(view), UNHURRIED)[masks.GOAL] == 0
    assert think(view, 3) in view.legal
