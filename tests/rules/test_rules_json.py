"""House rules, kinds and terms as plain JSON, and what is refused in them by name."""

import doctest
import importlib
import json
import pkgutil
from random import Random

import pytest
from rules_play import SEATS, random_house

import games.rules
from games.rules.house import (
    SWITCHES,
    BestOf,
    Exchange,
    FirstTo,
    Fixed,
    House,
    HouseError,
    Second,
    Terms,
    deals_needed,
    may_draw,
    parse_kind,
)

KINDS = [
    *(FirstTo(n) for n in range(1, 12)),
    *(BestOf(n) for n in (1, 2, 3, 5, 7, 9, 21)),
    *(Fixed(n, by=by) for n in (1, 2, 7) for by in ("deals", "points")),
    FirstTo(2, sets=3),
    BestOf(2, sets=2),
    Fixed(4, by="points", sets=2),
]


def test_a_house_and_its_json_are_inverses():
    rng = Random(2)
    for number in range(300):
        house = random_house(rng, SEATS[number % 4])
        data = json.loads(json.dumps(house.to_dict()))
        assert list(data) == list(SWITCHES)
        assert House.from_dict(data) == house


def test_every_switch_has_its_default_among_its_values():
    for name, switch in SWITCHES.items():
        assert getattr(House(), name) == switch.default
        assert switch.default in switch.values
    assert House.from_dict({}) == House()
    assert House().clock == 20


@pytest.mark.parametrize(
    ("data", "key", "switch"),
    [
        ({"colour": "red"}, "unknown_switch", "colour"),
        ({"court": "queen"}, "bad_value", "court"),
        ({"court": None}, "bad_value", "court"),
        ({"court": ["knight_high"]}, "bad_value", "court"),
        ({"clock": 4}, "bad_value", "clock"),
        ({"clock": 121}, "bad_value", "clock"),
        ({"clock": True}, "bad_value", "clock"),
        ({"clock": "20"}, "bad_value", "clock"),
        ({"clock": 20.5}, "bad_value", "clock"),
        ({"drawn_limit": 1}, "bad_value", "drawn_limit"),
        ({"drawn_limit": 6}, "bad_value", "drawn_limit"),
        ({"deck_three_suit": "h"}, "bad_value", "deck_three_suit"),
        ({"exchange": "two", "second": "seven"}, "not_with", "exchange"),
        ({"exchange": "seven_and_two", "second": "two"}, "not_with", "exchange"),
    ],
)
def test_what_cannot_be_is_refused_naming_the_switch(data, key, switch):
    with pytest.raises(HouseError) as caught:
        House.from_dict(data)
    assert (caught.value.key, caught.value.switch) == (key, switch)
    assert key in HouseError.KEYS


@pytest.mark.parametrize(
    ("seats", "kind", "house", "switch"),
    [
        (6, FirstTo(2), {"exchange": "two"}, "exchange"),
        (3, FirstTo(2), {"exchange": "two", "deck_three": "trumps"}, "exchange"),
        (2, Fixed(2, by="points"), {"ending": "stop"}, "ending"),
        (5, FirstTo(2), {}, "seats"),
        (0, FirstTo(2), {}, "seats"),
    ],
)
def test_terms_that_cannot_be_played_are_refused_naming_the_switch(seats, kind, house, switch):
    with pytest.raises(HouseError) as caught:
        Terms(seats=seats, kind=kind, house=House.from_dict(house)).check()
    assert caught.value.switch == switch


def test_terms_that_look_alike_are_fine():
    Terms(seats=6, kind=FirstTo(2), house=House(exchange=Exchange.SEVEN_AND_TWO)).check()
    Terms(
        seats=6, kind=FirstTo(2), house=House.from_dict({"exchange": "two", "deck_six": "full"})
    ).check()
    Terms(seats=3, kind=FirstTo(2), house=House(exchange=Exchange.TWO)).check()
    Terms(seats=2, kind=Fixed(2), house=House.from_dict({"ending": "stop"})).check()
    House(second=Second.SEVEN)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_kind_and_its_text_are_inverses(kind):
    assert parse_kind(str(kind)) == kind
    terms = Terms(seats=4, kind=kind, must_decide=True, absence="match", walkover_points=61)
    assert Terms.from_dict(json.loads(json.dumps(terms.to_dict()))) == terms
    assert deals_needed(kind) >= 1
    assert may_draw(kind) in (True, False)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "first_to",
        "first_to:0",
        "first_to:12",
        "first_to:-1",
        "first_to:02",
        "first_to: 2",
        "first_to:2:sets:1",
        "first_to:2:sets:0",
        "first_to:2:points",
        "best_of:4",
        "best_of:0",
        "best_of:23",
        "fixed:3",
        "fixed:0:deals",
        "fixed:21:deals",
        "fixed:3:tricks",
        "last_to:3",
        "first_to:2\n",
    ],
)
def test_a_target_that_cannot_be_reached_is_refused(text):
    """FAULTS T82."""
    with pytest.raises(ValueError, match="no such match kind"):
        parse_kind(text)
    with pytest.raises(HouseError) as caught:
        Terms.from_dict({"seats": 2, "kind": text})
    assert caught.value.switch == "kind"


@pytest.mark.parametrize(
    ("data", "switch"),
    [
        ({}, "kind"),
        ({"kind": "first_to:2"}, "seats"),
        ({"seats": 2}, "kind"),
        ({"seats": "2", "kind": "first_to:2"}, "seats"),
        ({"seats": 2, "kind": "first_to:2", "house": 3}, "house"),
        ({"seats": 2, "kind": "first_to:2", "absence": "never"}, "absence"),
        ({"seats": 2, "kind": "first_to:2", "rules_version": 2}, "rules_version"),
        ({"seats": 2, "kind": "first_to:2", "walkover_points": 60}, "walkover_points"),
        ({"seats": 2, "kind": "first_to:2", "colour": 1}, "colour"),
        ({"seats": 2, "kind": "first_to:2", "must_decide": "no"}, "must_decide"),
    ],
)
def test_terms_that_are_not_whole_are_refused(data, switch):
    with pytest.raises(HouseError) as caught:
        Terms.from_dict(data)
    assert caught.value.switch == switch


def _modules() -> list[str]:
    found = pkgutil.walk_packages(games.rules.__path__, "games.rules.")
    return [module.name for module in found if "compiled" not in module.name]


@pytest.mark.parametrize("name", _modules())
def test_the_examples_in_the_documentation_run(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
