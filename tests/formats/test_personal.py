"""Formats in which partners change, a queue moves on, or three sit at a table; and lives."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random
from time import perf_counter

import pytest
from format_play import SIZES, Event, by_number, coin, field, sizes
from test_elimination import assert_ranks_total

from tournaments.formats import (
    ChangingPartners,
    FormatError,
    Lives,
    Mitchell,
    Pods,
    Result,
    WinnerStays,
    plan_from_dict,
    plan_to_dict,
    schedule,
)
from tournaments.formats.mixing import Mixed


def spread_of(counter, keys):
    counts = [counter[key] for key in keys]
    return max(counts) - min(counts)


def twos(event):
    return [frozenset(two) for two in combinations([e.id for e in event.entrants], 2)]


def of_three(rng):
    def judge(pairing):
        places = list(range(1, len(pairing.sides) + 1))
        rng.shuffle(places)
        return Result(pairing.key, places.index(1), places=tuple(places))

    return judge


@pytest.mark.parametrize(
    ("lives", "count"), [p for lives in (2, 3) for p in sizes(lives, whole={2})]
)
def test_lives_are_lost_until_one_is_left(count, lives):
    event = Event(Lives(lives=lives), field(count), judge=coin(Random(count)))
    event.play()
    found = event.ranking()
    assert_ranks_total(found, count)
    lost = Counter(event.drawn[k].sides[1 - r.winner][0] for k, r in event.results.items())
    assert lost[found[0].entrant] < lives
    assert all(lost[s.entrant] == lives for s in found[1:])
    assert found[0].rank_to == 1


def test_lives_repeat_no_meeting_and_no_bye_while_avoidable():
    event = Event(Lives(), field(33), judge=coin(Random(3)))
    event.play(3)
    met = Counter(frozenset(p.sides) for p in event.drawn.values() if not p.bye)
    assert set(met.values()) == {1}
    assert set(Counter(p.sides for p in event.drawn.values() if p.bye).values()) <= {1}


def test_a_double_walkover_costs_both_a_life_and_the_last_two_may_go_together():
    event = Event(Lives(), field(2))
    for number in (1, 2):
        event.draw()
        event.report(event.drawn[f"r{number}.1"], Result(f"r{number}.1", double=True))
    assert event.draw().finished
    assert [(s.rank, s.rank_to) for s in event.ranking()] == [(1, 2), (1, 2)]


def test_one_who_leaves_is_out_and_does_not_come_back_as_an_opponent():
    event = Event(Lives(), field(6))
    event.draw()
    event.change("e1", withdrawn=True)
    event.play()
    rounds = [p.round for p in event.drawn.values() if ("e1",) in p.sides]
    assert rounds == [1]


@pytest.mark.parametrize("count", [*range(4, 66), 127, 128, 129, 1024])
def test_partners_change_and_all_play_or_rest_evenly(count):
    rounds = 3 if count < 6 else 5
    event = Event(ChangingPartners(rounds=rounds), field(count), judge=coin(Random(count)))
    event.play()
    mixed = Mixed.of(event.drawn.values())
    assert spread_of(mixed.byes, [e.id for e in event.entrants]) <= 1
    if count >= 8:
        assert max(mixed.partners.values()) == 1
    for number in range(1, rounds + 1):
        listed = [e for p in event.drawn.values() if p.round == number for s in p.sides for e in s]
        assert sorted(listed) == sorted(e.id for e in event.entrants)
    assert all(len(side) == 2 for p in event.drawn.values() if not p.bye for side in p.sides)
    assert [s.rank for s in event.ranking()] == list(range(1, count + 1))


@pytest.mark.parametrize("count", [4, 8, 12])
def test_in_a_full_cycle_everyone_partners_everyone_once(count):
    event = Event(ChangingPartners(rounds=count - 1), field(count))
    event.play()
    mixed = Mixed.of(event.drawn.values())
    assert set(mixed.partners.values()) == {1}
    assert len(mixed.partners) == count * (count - 1) // 2
    assert spread_of(mixed.opponents, twos(event)) <= (0 if count == 4 else 3)


def test_a_partner_shares_what_the_pair_won():
    event = Event(ChangingPartners(rounds=1), field(4), judge=by_number)
    event.play()
    points = {s.entrant: s.figures[0].value for s in event.ranking()}
    (match,) = event.drawn.values()
    for side in match.sides:
        assert len({points[e] for e in side}) == 1


@pytest.mark.parametrize("count", SIZES)
def test_mitchell_brings_each_of_one_line_against_each_of_the_other_once(count):
    rounds = None if count < 130 else 20
    event = Event(Mitchell(rounds=rounds), field(count), judge=coin(Random(count)))
    event.play()
    sitting, moving = (count + 1) // 2, count // 2
    met = Counter(frozenset(p.sides) for p in event.drawn.values())
    assert set(met.values()) == {1}
    assert len(met) == (sitting * moving if rounds is None else rounds * moving)
    for number in {p.round for p in event.drawn.values()}:
        busy = [e for p in event.drawn.values() if p.round == number for s in p.sides for e in s]
        assert len(busy) == len(set(busy))
    stations = {}
    for pairing in event.drawn.values():
        stations.setdefault(pairing.sides[0], set()).add(pairing.order)
    assert all(len(seats) == 1 for seats in stations.values())
    assert Counter(s.group for s in event.ranking()) == {"sitting": sitting, "moving": moving}


def test_mitchell_refuses_more_rounds_than_stations():
    with pytest.raises(FormatError, match="out_of_range"):
        schedule(Mitchell(rounds=5), field(8), (), (), "x")


def test_mitchell_can_have_one_table():
    event = Event(Mitchell(one_field=True), field(9))
    event.play()
    assert_ranks_total(event.ranking(), 9)


@pytest.mark.parametrize("count", [*range(2, 66), 127, 128, 129])
def test_the_winner_stays_and_everyone_gets_a_turn(count):
    event = Event(WinnerStays(), field(count), judge=coin(Random(count)))
    event.play()
    played = list(event.drawn.values())
    assert len(played) == count
    for before, after in pairwise(played):
        assert after.sides[0] == before.sides[event.results[before.key].winner]
        assert after.sides[1] not in before.sides or count == 2
    assert {e for p in played for s in p.sides for e in s} == {e.id for e in event.entrants}
    found = event.ranking()
    assert_ranks_total(found, count)
    assert [f.name for f in found[0].figures[:2]] == ["wins", "longest_run"]


def test_a_long_run_ends_at_the_limit():
    event = Event(WinnerStays(rounds=12, longest_run=3), field(6), judge=by_number)
    event.play()
    winners = [event.drawn[k].sides[r.winner] for k, r in event.results.items()]
    runs = [winners[at : at + 4] for at in range(len(winners) - 3)]
    assert all(len(set(run)) > 1 for run in runs)


def test_one_who_comes_late_joins_the_end_of_the_queue():
    event = Event(WinnerStays(rounds=12), field(4), judge=by_number)
    for _ in range(3):
        event.draw()
        for pairing in event.undecided():
            event.report(pairing)
    event.entrants += (replace(field(5)[4], joined_round=4),)
    event.play()
    assert ("e5",) in {s for p in event.drawn.values() for s in p.sides}
    assert all(p.round > 4 for p in event.drawn.values() if ("e5",) in p.sides)


@pytest.mark.parametrize("count", [*range(3, 66), 127, 128, 129, 1024])
def test_three_sit_at_every_table_and_the_rest_sit_out_evenly(count):
    event = Event(Pods(rounds=3), field(count), judge=of_three(Random(count)))
    event.play()
    mixed = Mixed.of(event.drawn.values())
    assert {len(p.sides) for p in event.drawn.values()} <= {1, 3}
    for number in (1, 2, 3):
        resting = [p for p in event.drawn.values() if p.round == number and p.bye]
        assert len(resting) == count % 3
    assert spread_of(mixed.byes, [e.id for e in event.entrants]) <= 1
    if count >= 12:
        assert max(mixed.opponents.values()) == 1
    assert_ranks_total(event.ranking(), count)


def test_those_who_share_a_place_share_its_points():
    event = Event(Pods(rounds=1), field(3))
    event.draw()
    event.report(event.drawn["r1.1"], Result("r1.1", places=(1, 2, 2)))
    assert sorted(s.figures[0].value for s in event.ranking()) == [0.5, 0.5, 3]


@pytest.mark.parametrize(("gone", "suggested"), [(1, 0), (2, 1), (3, 1)])
def test_a_deserted_pod_is_closed(gone, suggested):
    event = Event(Pods(rounds=1), field(3))
    event.draw()
    for entrant in event.entrants[:gone]:
        event.change(entrant.id, withdrawn=True)
    found = event.now().walkovers
    assert len(found) == suggested
    if suggested:
        assert found[0].double is (gone == 3)


def test_a_thousand_are_drawn_in_a_moment():
    for plan, judge in ((ChangingPartners(), coin(Random(1))), (Pods(), of_three(Random(1)))):
        event = Event(plan, field(1000), judge=judge)
        event.play(3)
        start = perf_counter()
        event.now()
        assert perf_counter() - start < 3


@pytest.mark.parametrize(
    ("plan", "count"), [(ChangingPartners(), 3), (Pods(), 2), (WinnerStays(), 1), (Lives(), 1)]
)
def test_a_field_too_small_is_refused(plan, count):
    with pytest.raises(FormatError, match="too_few"):
        schedule(plan, field(count), (), (), "x")


@pytest.mark.parametrize(
    "plan",
    [Lives(lives=3), ChangingPartners(), Mitchell(rounds=3), WinnerStays(longest_run=3), Pods()],
)
def test_a_plan_is_the_same_written_and_read(plan):
    assert plan_from_dict(plan_to_dict(plan)) == plan
