from collections import Counter
from itertools import product
from random import Random

import pytest
from format_play import SIZES, Event, by_number, coin, field, sizes
from test_elimination import assert_ranks_total

from tournaments.formats import BoxState, DoubleElimination, Result, plan_from_dict, plan_to_dict
from tournaments.formats.double_elimination import boxes, masks
from tournaments.formats.plans import GrandFinal


def defeats(event):
    lost = Counter()
    for key, result in event.results.items():
        lost[event.drawn[key].sides[1 - result.winner][0]] += 1
    return lost


@pytest.mark.parametrize(
    ("mode", "count"), [p for mode in GrandFinal for p in sizes(mode, whole={GrandFinal.TWICE})]
)
def test_every_size_is_played_until_all_others_have_lost_twice(count, mode):
    event = Event(DoubleElimination(grand_final=mode), field(count), judge=coin(Random(count)))
    event.play()
    found = event.ranking()
    assert_ranks_total(found, count)
    assert [s.rank for s in found[:2]] == [1, 2]
    lost = defeats(event)
    champion = found[0].entrant
    if mode is GrandFinal.TWICE:
        assert lost[champion] <= 1
        assert all(lost[s.entrant] == 2 for s in found[1:])
    if mode is GrandFinal.NONE and count > 2:
        assert lost[champion] == 0
        assert lost[found[1].entrant] == 1
    assert all(lost[s.entrant] == 2 for s in found[2:])


def test_an_unbeaten_finalist_who_loses_gets_the_reset_match():
    event = Event(DoubleElimination(), field(8), judge=by_number)
    while "gf1" not in event.drawn:
        event.draw()
        for pairing in event.undecided():
            if pairing.key != "gf1":
                event.report(pairing)
    assert event.drawn["gf1"].sides[0] == next(
        s for s in event.drawn["gf1"].sides if defeats(event)[s[0]] == 0
    )
    event.report(event.drawn["gf1"], Result("gf1", 1))
    found = event.draw()
    assert not found.finished
    assert set(event.drawn["gf2"].sides) == set(event.drawn["gf1"].sides)
    event.report(event.drawn["gf2"], Result("gf2", 0))
    assert event.draw().finished
    assert event.ranking()[0].entrant == event.drawn["gf2"].sides[0][0]


def test_no_reset_match_when_the_unbeaten_finalist_wins():
    event = Event(DoubleElimination(), field(8), judge=by_number)
    found = event.play()
    assert "gf2" not in event.drawn
    assert {b.key: b.state for b in found.board}["gf2"] is BoxState.BYE


@pytest.mark.parametrize("count", [8, 16, 32, 64, 128])
def test_crossing_puts_rematches_off(count):
    """Nobody meets a known opponent before as late a losers' round as the bracket allows."""

    def earliest(*, crossed):
        first = 99
        for seed in range(6):
            event = Event(
                DoubleElimination(crossed=crossed, grand_final=GrandFinal.NONE),
                field(count),
                judge=coin(Random(seed)),
            )
            event.play()
            met = {}
            for pairing in event.drawn.values():
                pair = frozenset(pairing.sides)
                if pair in met:
                    first = min(first, pairing.round)
                met[pair] = pairing.round
        return first

    assert earliest(crossed=False) == 2
    assert earliest(crossed=True) >= {8: 3, 16: 4, 32: 5, 64: 7, 128: 8}[count]


def rematches(chosen):
    """The losers' rounds in which those who dropped from rounds s and t can meet again, sorted."""
    found = []
    for late in range(2, len(chosen) + 1):
        for early in range(1, late):
            bits = ((chosen[early - 1] >> (late - early)) ^ chosen[late - 1]).bit_length()
            found.append(2 * (late - 1) if bits == 0 else 2 * (late + bits - 1) - 1)
    return sorted(found)


@pytest.mark.parametrize("rounds", range(2, 7))
def test_no_other_crossing_puts_rematches_off_further(rounds):
    choices = product(*(range(1 << (rounds - number)) for number in range(2, rounds + 1)))
    assert rematches(masks(rounds)) == max(rematches((0, *choice)) for choice in choices)


@pytest.mark.parametrize("count", SIZES)
def test_every_loser_has_one_declared_slot(count):
    nodes = boxes(DoubleElimination(grand_final=GrandFinal.ONCE), count)
    keys = [node.key for node in nodes]
    sources = Counter(s for node in nodes for s in node.sources)
    assert len(set(keys)) == len(keys)
    assert all(times == 1 for s, times in sources.items() if type(s).__name__ != "Bye")
    assert sum(1 for n in nodes if "Bye()" not in map(str, n.sources)) == 2 * count - 2


def test_one_who_quits_forfeits_here_and_in_every_slot_to_come():
    event = Event(DoubleElimination(), field(8))
    event.draw()
    both = event.drawn["w1.1"].sides
    for side in both:
        event.change(side[0], withdrawn=True)
    found = event.play()
    assert found.finished
    places = {s.entrant: s.rank for s in event.ranking()}
    assert min(places[side[0]] for side in both) >= 5
    assert event.results["w1.1"].double


@pytest.mark.parametrize("count", [2, 3, 5, 9, 11, 17])
def test_everybody_stays_away_and_both_brackets_still_end(count):
    event = Event(DoubleElimination(), field(count))
    for entrant in event.entrants:
        event.change(entrant.id, withdrawn=True)
    assert event.draw().finished


def test_a_correction_names_the_pairings_of_both_brackets():
    event = Event(DoubleElimination(), field(8), judge=by_number)
    event.play()
    before = event.results["w1.1"]
    event.results["w1.1"] = Result("w1.1", 1 - before.winner)
    stale = {s.key for s in event.now().stale}
    assert "w2.1" in stale
    assert any(key.startswith("l1") for key in stale)


def test_a_plan_is_the_same_written_and_read():
    plan = DoubleElimination(grand_final=GrandFinal.ONCE, crossed=False)
    assert plan_from_dict(plan_to_dict(plan)) == plan
