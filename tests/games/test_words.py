"""Everything the rules know by key has words."""

from enum import StrEnum

from games.phrases import RANKS, REFUSALS, SUITS, SWITCHES
from games.rules.cards import Rank, Suit
from games.rules.house import House
from games.rules.match import IllegalMove


def test_every_refusal_of_the_rules_has_words() -> None:
    assert set(REFUSALS) >= IllegalMove.KEYS


def test_every_switch_and_each_of_its_values_has_words() -> None:
    switches = House().to_dict()
    assert list(SWITCHES) == list(switches)
    for name, value in switches.items():
        if isinstance(value, str):
            kind = type(getattr(House(), name))
            assert issubclass(kind, StrEnum)
            assert set(SWITCHES[name].values) == {member.value for member in kind}


def test_every_card_has_a_name() -> None:
    assert set(RANKS) == set(Rank)
    assert set(SUITS) == set(Suit)
