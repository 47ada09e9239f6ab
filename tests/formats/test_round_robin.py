from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from format_play import Event, coin, field

from tournaments.formats import FormatError, Result, RoundRobin, plan_from_dict, plan_to_dict
from tournaments.formats.plans import Fill, Leaver
from tournaments.formats.round_robin import berger, groups

FIDE_6 = (
    ((1, 6), (2, 5), (3, 4)),
    ((6, 4), (5, 3), (1, 2)),
    ((2, 6), (3, 1), (4, 5)),
    ((6, 5), (1, 4), (2, 3)),
    ((3, 6), (4, 2), (5, 1)),
)


def test_the_table_of_six_is_the_published_one():
    assert [set(r) for r in berger(6)] == [set(r) for r in FIDE_6]


@pytest.mark.parametrize("count", [*range(2, 66), 127, 128, 129])
def test_each_meets_each_once_and_nobody_twice_in_a_round(count):
    rounds = berger(count)
    assert len(rounds) == count - 1 + count % 2
    for pairs in rounds:
        places = [place for pair in pairs for place in pair if place]
        assert sorted(places) == list(range(1, count + 1))
    real = Counter(frozenset(p) for pairs in rounds for p in pairs if 0 not in p)
    assert set(real) == {frozenset(c) for c in combinations(range(1, count + 1), 2)}
    assert set(real.values()) <= {1}


@pytest.mark.parametrize("meetings", [1, 2])
@pytest.mark.parametrize("count", [*range(2, 34), 64, 65])
def test_every_size_is_played_to_its_end(count, meetings):
    event = Event(RoundRobin(meetings=meetings), field(count), judge=coin(Random(count)))
    event.play()
    assert len(event.drawn) == meetings * count * (count - 1) // 2
    found = event.ranking()
    assert [s.rank for s in found] == list(range(1, count + 1))
    assert sum(s.figures[0].value for s in found) == 2 * len(event.drawn)
    firsts = Counter(p.sides[0] for p in event.drawn.values())
    assert (
        max(firsts.values()) - min(firsts.get((e.id,), 0) for e in event.entrants) <= 1 + meetings
    )


@pytest.mark.parametrize("fill", [Fill.SNAKE, Fill.LOT])
@pytest.mark.parametrize(("count", "split"), [(9, 2), (16, 4), (65, 16), (129, 32), (1024, 256)])
def test_groups_differ_by_one_at_most(count, split, fill):
    plan = RoundRobin(groups=split, fill=fill)
    event = Event(plan, field(count, seeded=count))
    made = groups(plan, event.entrants, "salt")
    sizes = {len(members) for members in made.values()}
    assert max(sizes) - min(sizes) <= 1
    if fill is Fill.SNAKE:
        assert [m[0].seed for m in made.values()] == list(range(1, split + 1))
    event.play()
    assert {s.group for s in event.ranking()} == set(made)
    assert all(s.rank == 1 for s in event.ranking() if s.figures[0].value == 100)


def test_groups_by_hand_hold_everyone_once():
    plan = RoundRobin(groups=2, fill=Fill.HAND, hand=((1, 2), (3, 4, 5)))
    assert [len(m) for m in groups(plan, field(5), "x").values()] == [2, 3]
    with pytest.raises(FormatError) as refused:
        groups(plan, field(6), "x")
    assert refused.value.values["value"] == 6


@pytest.mark.parametrize("stations", [1, 2, 3, 5])
@pytest.mark.parametrize("count", range(2, 18))
def test_few_stations_are_never_overbooked_and_nobody_plays_twice_at_once(count, stations):
    event = Event(RoundRobin(stations=stations), field(count))
    event.draw()
    waves = {}
    for pairing in event.drawn.values():
        waves.setdefault(pairing.round, []).append(pairing)
    assert sum(map(len, waves.values())) == count * (count - 1) // 2
    for pairings in waves.values():
        assert len(pairings) <= stations
        busy = [e for p in pairings for side in p.sides for e in side]
        assert len(busy) == len(set(busy))
    least = -(-len(event.drawn) // min(stations, count // 2))
    assert len(waves) <= least + stations


@pytest.mark.parametrize(
    ("leaver", "rounds", "listed"),
    [
        (Leaver.HALF, 2, False),
        (Leaver.HALF, 3, True),
        (Leaver.KEPT, 0, True),
        (Leaver.STRUCK, 4, False),
    ],
)
def test_a_leaver_stays_in_the_table_by_the_rule(leaver, rounds, listed):
    event = Event(RoundRobin(leaver=leaver), field(6))
    event.draw()
    for pairing in event.undecided():
        if pairing.round <= rounds:
            event.report(pairing)
    event.change("e3", withdrawn=True)
    event.draw()
    for pairing in event.undecided():
        event.report(pairing)
    assert event.now().finished
    found = {s.entrant: s for s in event.ranking()}
    assert found["e3"].listed is listed
    assert len(found) == 6
    opponents = [step.opponent for s in found.values() if s.listed for step in s.figures[0].steps]
    assert (("e3",) in opponents) is listed


def test_one_group_of_one_is_refused():
    with pytest.raises(FormatError, match="too_few"):
        groups(RoundRobin(groups=4), field(7), "x")


def test_a_drawn_match_gives_both_a_point():
    event = Event(RoundRobin(), field(2))
    event.draw()
    event.report(event.drawn["r1.1"], Result("r1.1", None, (1, 1)))
    assert [s.figures[0].value for s in event.ranking()] == [1, 1]


def test_a_match_at_0_0_counts_for_nothing_until_it_is_confirmed():
    event = Event(RoundRobin(), field(3))
    event.draw()
    assert [s.figures[0].steps for s in event.ranking()] == [()] * 3
    assert all(s.provisional for s in event.ranking())


@pytest.mark.parametrize("plan", [RoundRobin(), RoundRobin(groups=3, stations=2, meetings=2)])
def test_a_plan_is_the_same_written_and_read(plan):
    assert plan_from_dict(plan_to_dict(plan)) == plan


def test_a_figure_out_of_range_is_refused_by_name():
    for options in ({"meetings": 0}, {"groups": 0}, {"stations": 0}, {"scoring": {"colour": 1}}):
        with pytest.raises(FormatError) as refused:
            plan_from_dict({"format": "round_robin", **options})
        assert refused.value.values["option"] in {*options, "colour"}


def test_a_changed_pairing_is_named_and_kept():
    event = Event(RoundRobin(), field(4))
    event.draw()
    pairing = event.drawn["r1.1"]
    event.drawn["r1.1"] = replace(pairing, sides=(pairing.sides[0], ("e9",)))
    assert [s.key for s in event.now().stale] == ["r1.1"]
