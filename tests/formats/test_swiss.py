from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random
from time import perf_counter

import pytest
import rustworkx
from format_play import SIZES, Event, by_number, coin, field

from tournaments.formats import FormatError, Pairing, Result, Swiss, plan_from_dict, plan_to_dict
from tournaments.formats.field import Before
from tournaments.formats.plans import ClubApart, Exhausted
from tournaments.formats.swiss_check import check_round, explain
from tournaments.formats.swiss_round import pair_round


def meetings(event):
    return Counter(frozenset(p.sides) for p in event.drawn.values() if not p.bye)


def byes(event):
    return Counter(p.sides[0][0] for p in event.drawn.values() if p.bye and p.part == "bye")


def ask(event, question, *more):
    return question(
        event.plan,
        event.entrants,
        tuple(event.drawn.values()),
        tuple(event.results.values()),
        event.salt,
        *more,
    )


def play_rounds(event, count):
    for _ in range(count):
        event.draw()
        for pairing in event.undecided():
            event.report(pairing)


@pytest.mark.parametrize("count", SIZES)
def test_every_size_plays_without_a_repeat_or_a_second_bye(count):
    rounds = min(6, count - 1)
    event = Event(Swiss(rounds=rounds), field(count), judge=coin(Random(count)))
    found = event.play()
    assert found.problems == ()
    assert set(meetings(event).values()) == {1}
    assert set(byes(event).values()) <= {1}
    for number in range(1, rounds + 1):
        listed = [e for p in event.drawn.values() if p.round == number for s in p.sides for e in s]
        assert sorted(listed) == sorted(e.id for e in event.entrants)
    assert sorted(s.rank for s in event.ranking()) == list(range(1, count + 1))


def least_gaps(before, entrants, resting):
    """The smallest sum of gaps over all rounds without a repeat, by plain matching on gaps."""
    there = [e.id for e in entrants if e.id not in resting]
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(there)
    for one, two in combinations(range(len(there)), 2):
        if there[two] not in before.met[there[one]]:
            gap = abs(before.scores[there[one]] - before.scores[there[two]])
            graph.add_edge(one, two, round(gap * 10))
    matched = rustworkx.max_weight_matching(
        graph, max_cardinality=True, weight_fn=lambda gap: 10**6 - gap
    )
    assert len(matched) * 2 == len(there)
    return sum(graph.get_edge_data(*pair) for pair in matched)


@pytest.mark.parametrize(
    ("count", "rounds", "times"),
    [
        (16, 9, 100),
        (32, 12, 10),
        (128, 8, 2),
        pytest.param(32, 12, 100, marks=pytest.mark.long),
        pytest.param(128, 8, 100, marks=pytest.mark.long),
    ],
)
def test_coin_flip_events_never_repeat_and_keep_the_gaps_least(count, rounds, times):
    for seed in range(times):
        event = Event(Swiss(rounds=rounds), field(count), judge=coin(Random(seed)))
        for number in range(1, rounds + 1):
            known = (event.entrants, tuple(event.drawn.values()), tuple(event.results.values()))
            before = Before.round(number, event.plan.scoring, *known)
            due = event.draw().drawn[len(known[1]) :]
            gaps = sum(
                abs(before.scores[a] - before.scores[b]) for (a,), (b,) in (p.sides for p in due)
            )
            assert round(gaps * 10) == least_gaps(before, event.entrants, set())
            for pairing in event.undecided():
                event.report(pairing)
        assert set(meetings(event).values()) == {1}


@pytest.mark.parametrize("count", [5, 7, 9, 15, 33])
def test_the_bye_goes_to_the_lowest_group_that_has_had_none(count):
    event = Event(Swiss(rounds=count - 1), field(count), judge=by_number)
    while not event.now().finished:
        before = Before.round(
            len({p.round for p in event.drawn.values()}) + 1,
            event.plan.scoring,
            event.entrants,
            tuple(event.drawn.values()),
            tuple(event.results.values()),
        )
        had = byes(event)
        event.draw()
        (resting,) = byes(event) - had
        lowest = min(before.scores[e.id] for e in event.entrants if not had[e.id])
        assert before.scores[resting] == lowest
        play_rounds(event, 0)
        for pairing in event.undecided():
            event.report(pairing)
    assert set(byes(event).values()) == {1}


@pytest.mark.parametrize("count", [2, 4, 6, 8])
def test_an_exhausted_field_stops_and_asks(count):
    event = Event(Swiss(rounds=count + 2), field(count))
    play_rounds(event, count - 1)
    found = event.now()
    assert found.due == ()
    assert [p.key for p in found.problems] == ["exhausted"]
    assert not found.finished
    event.plan = replace(event.plan, rounds=count - 1)
    assert event.now().finished
    event.plan = replace(event.plan, rounds=count + 2, exhausted=Exhausted.REPEAT)
    event.play()
    counted = meetings(event).values()
    assert max(counted) - min(counted) <= 1 or count > 4
    assert max(counted) == 2 or count == 2


def test_an_exhausted_odd_field_repeats_no_bye_silently():
    event = Event(Swiss(rounds=9), field(5))
    play_rounds(event, 5)
    assert set(byes(event).values()) == {1}
    found = event.now()
    assert found.due == ()
    assert [p.key for p in found.problems] == ["exhausted"]


@pytest.mark.parametrize("count", [1001])
def test_a_round_of_a_thousand_is_drawn_in_a_moment(count):
    event = Event(Swiss(rounds=9), field(count), judge=coin(Random(3)))
    play_rounds(event, 8)
    start = perf_counter()
    due = event.now().due
    assert perf_counter() - start < 3
    assert len(due) == (count + 1) // 2


def test_nobody_left_and_one_left_end_the_event():
    event = Event(Swiss(), field(4))
    play_rounds(event, 1)
    for entrant in event.entrants[:3]:
        event.change(entrant.id, withdrawn=True)
    found = event.now()
    assert found.finished
    assert [p.key for p in found.problems] == ["too_few_active"]
    event.change("e1", withdrawn=False)
    assert event.now().due or event.now().problems[0].key == "exhausted"


def test_requested_byes_come_first_then_parity():
    entrants = field(5)
    entrants = (replace(entrants[0], bye_rounds=(1,)), *entrants[1:])
    event = Event(Swiss(rounds=3), entrants)
    first = event.draw().byes
    assert [(p.sides, p.part) for p in first] == [((("e1",),), "requested")]
    for pairing in event.undecided():
        event.report(pairing)
    event.draw()
    assert byes(event)["e1"] == 0
    assert sum(byes(event).values()) == 1


def test_one_who_comes_late_is_paired_from_the_round_of_joining():
    event = Event(Swiss(rounds=5), field(8))
    play_rounds(event, 3)
    event.entrants += (replace(field(9)[8], joined_round=4),)
    play_rounds(event, 1)
    late = next(s for s in event.ranking() if s.entrant == "e9")
    assert [step.key for step in late.figures[0].steps][:3] == ["late"] * 3
    assert len(late.figures[0].steps) == 4


def test_one_who_is_absent_gets_nothing_and_comes_back():
    event = Event(Swiss(rounds=4), field(7))
    event.change("e2", absent_rounds=(2,))
    play_rounds(event, 3)
    steps = next(s for s in event.ranking() if s.entrant == "e2").figures[0].steps
    assert [step.key == "absent" for step in steps] == [False, True, False]


def test_one_left_out_of_a_round_made_by_hand_is_named_and_gets_nothing():
    event = Event(Swiss(rounds=2), field(4))
    event.drawn["r1.1"] = Pairing("r1.1", (("e1",), ("e2",)), manual=True)
    found = event.now()
    assert found.due == ()
    assert found.problems[0].key == "unlisted"
    assert found.problems[0].entrants == ("e3", "e4")


def test_pairs_fixed_by_hand_are_kept_and_the_rest_is_paired_round_them():
    event = Event(Swiss(), field(7))
    made = ask(event, pair_round, (("e1", "e2"), ("e3",)))
    by_hand = {frozenset(p.sides) for p in made if p.manual}
    assert by_hand == {frozenset({("e1",), ("e2",)}), frozenset({("e3",)})}
    assert sorted(e for p in made for s in p.sides for e in s) == [e.id for e in event.entrants]


@pytest.mark.parametrize(("rule", "later"), [(ClubApart.FIRST, False), (ClubApart.ALWAYS, True)])
def test_clubs_are_kept_apart(rule, later):
    event = Event(Swiss(rounds=4, clubs_apart=rule), field(16, clubs=4), judge=by_number)
    play_rounds(event, 4)
    club = {e.id: e.club for e in event.entrants}
    same = [
        p.round for p in event.drawn.values() if len({club[s[0]] for s in p.sides}) < len(p.sides)
    ]
    assert 1 not in same
    if later:
        assert same == []


def test_clubs_that_cannot_be_kept_apart_are_named():
    event = Event(Swiss(clubs_apart=ClubApart.ALWAYS), field(4, clubs=1))
    assert {p.key for p in event.now().problems} == {"same_club"}


def test_forbidden_pairs_never_meet():
    event = Event(Swiss(rounds=4, forbidden=((1, 2), (3, 4))), field(8), judge=by_number)
    play_rounds(event, 4)
    assert frozenset({("e1",), ("e2",)}) not in meetings(event)
    assert frozenset({("e3",), ("e4",)}) not in meetings(event)


def test_acceleration_keeps_the_halves_apart_at_first():
    entrants = field(16, seeded=16)
    plain = Event(Swiss(), entrants).now().due
    quick = Event(Swiss(accelerated=2), entrants).now().due
    number = {e.id: e.number for e in entrants}
    gap = [
        {abs(number[a[0]] - number[b[0]]) for a, b in (p.sides for p in r)} for r in (plain, quick)
    ]
    assert gap == [{8}, {4}]


def test_every_pair_has_a_reason():
    event = Event(Swiss(rounds=4), field(9), judge=by_number)
    play_rounds(event, 2)
    found = event.now()
    assert {r.pairing for r in found.reasons} == {p.key for p in found.due}
    event.draw()
    later = ask(event, explain, 3)
    assert later == found.reasons
    assert {r.key for r in later} >= {"bye", "level"}


def test_the_checker_names_everything_that_is_wrong():
    event = Event(Swiss(forbidden=((5, 6),)), field(9))
    event.change("e9", withdrawn=True)
    event.drawn["r1.1"] = Pairing("r1.1", (("e1",), ("e2",)))
    event.drawn["r1.2"] = Pairing("r1.2", (("e3",),), part="bye", bye=True)
    event.report(event.drawn["r1.1"], Result("r1.1", 0))
    pairs = (("e1", "e2"), ("e3",), ("e4", "e4"), ("e5", "e6"), ("e9", "x"), ("e7",))
    found = {(p.key, p.entrants) for p in ask(event, check_round, pairs)}
    assert found == {
        ("repeat", ("e1", "e2")),
        ("second_bye", ("e3",)),
        ("against_itself", ("e4",)),
        ("forbidden", ("e5", "e6")),
        ("not_there", ("e9",)),
        ("unknown_entrant", ("x",)),
        ("left_out", ("e8",)),
        ("too_many_byes", ("e3", "e7")),
    }


def test_the_checker_finds_nothing_wrong_with_a_round_of_its_own():
    event = Event(Swiss(rounds=6), field(13))
    for _ in range(6):
        due = event.now().due
        assert ask(event, check_round, tuple(tuple(s[0] for s in p.sides) for p in due)) == ()
        play_rounds(event, 1)


def test_a_result_wanted_holds_the_next_round_back():
    event = Event(Swiss(), field(6))
    event.draw()
    for pairing in event.undecided()[1:]:
        event.report(pairing)
    assert event.now().due == ()


def test_stations_are_ordered_by_the_sum_of_scores_then_the_best():
    event = Event(Swiss(rounds=5), field(16), judge=by_number)
    play_rounds(event, 3)
    before = Before.round(
        4,
        event.plan.scoring,
        event.entrants,
        tuple(event.drawn.values()),
        tuple(event.results.values()),
    )
    both = [[before.scores[s[0]] for s in p.sides] for p in event.now().due]
    assert both == sorted(both, key=lambda pair: (-sum(pair), -max(pair)))


def test_a_bye_does_not_make_a_group_of_its_own():
    event = Event(Swiss(rounds=4), field(7), judge=by_number)
    play_rounds(event, 4)
    rested = set(byes(event))
    among = [p for p in event.drawn.values() if {s[0] for s in p.sides} <= rested and not p.bye]
    assert len(among) <= 4


def test_a_plan_is_the_same_written_and_read():
    plan = Swiss(rounds=7, forbidden=((1, 2),), clubs_apart=ClubApart.FIRST, accelerated=2)
    assert plan_from_dict(plan_to_dict(plan)) == plan
    with pytest.raises(FormatError, match="out_of_range"):
        Swiss(rounds=0)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("count", range(2, 13))
def test_a_small_field_can_meet_everyone(count, seed):
    rounds = count - 1 + count % 2
    event = Event(Swiss(rounds=rounds), field(count), judge=coin(Random(seed)))
    assert event.play().finished
    assert len(meetings(event)) == count * (count - 1) // 2
