from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from format_play import SIZES, Event, by_number, coin, field, sizes

from tournaments.formats import (
    BoxState,
    FormatError,
    Result,
    SingleElimination,
    draw_order,
    plan_from_dict,
    plan_to_dict,
    schedule,
)
from tournaments.formats.plans import Opening, Vacant
from tournaments.formats.seeds import seed_positions

PLANS = {
    "plain": SingleElimination(),
    "third": SingleElimination(third_place=True),
    "preliminary": SingleElimination(third_place=True, opening=Opening.PRELIMINARY),
    "lucky": SingleElimination(third_place=True, opening=Opening.LUCKY_LOSERS),
    "consolation": SingleElimination(consolation=True),
    "consolation-third": SingleElimination(consolation=True, third_place=True),
    "placement": SingleElimination(placement=True),
    "placement-preliminary": SingleElimination(placement=True, opening=Opening.PRELIMINARY),
}


def assert_ranks_total(found, count):
    """Every place from 1 to n is held, shared places by as many as share them."""
    assert len(found) == len({s.entrant for s in found}) == count
    held = Counter((s.rank, s.rank_to) for s in found)
    expected = 1
    for (low, high), members in sorted(held.items()):
        assert (low, high) == (expected, expected + members - 1)
        expected = high + 1


@pytest.mark.parametrize(
    ("name", "count"), [p for name in PLANS for p in sizes(name, whole={"third", "placement"})]
)
def test_every_size_starts_and_ends_with_places_for_all(name, count):
    plan = PLANS[name]
    event = Event(plan, field(count), judge=coin(Random(count)))
    event.play()
    found = event.ranking()
    assert_ranks_total(found, count)
    assert not any(s.provisional for s in found)
    if plan.placement:
        assert all(s.rank == s.rank_to for s in found)
    if plan.third_place or plan.placement:
        assert all(s.rank == s.rank_to for s in found if s.rank <= 4)
    met = Counter(frozenset(p.sides) for p in event.drawn.values())
    assert all(len(pair) == 2 for pair in met)
    if name == "plain":
        assert len(event.drawn) == count - 1


@pytest.mark.parametrize("count", SIZES)
def test_seeds_one_and_two_meet_only_in_the_final(count):
    event = Event(SingleElimination(), field(count, seeded=min(4, count)), judge=by_number)
    event.play()
    place = {s.entrant: s.rank for s in event.ranking()}
    assert place["e1"] == 1
    assert place["e2"] == 2
    if count >= 4:
        assert place["e3"] == place["e4"] == 3
    final = [p for p in event.drawn.values() if p.of == 2]
    assert [set(p.sides) for p in final] == [{("e1",), ("e2",)}]


@pytest.mark.parametrize("seeded", [0, 3])
@pytest.mark.parametrize("count", [3, 5, 6, 7, 11, 33, 65, 129])
def test_byes_go_to_the_top_of_the_draw_even_without_seeds(count, seeded):
    entrants = field(count, seeded=seeded)
    found = schedule(SingleElimination(), entrants, (), (), "any")
    with_bye = {p.sides[0][0] for p in found.byes}
    top = draw_order(entrants, "any")[: len(with_bye)]
    assert with_bye == {e.id for e in top}
    assert count + len(with_bye) == 1 << (count - 1).bit_length()


def test_seed_positions_fold_at_every_power_of_two():
    for power in range(1, 11):
        size = 2**power
        seeds = seed_positions(size)
        assert sorted(seeds) == list(range(1, size + 1))
        half = size
        while half > 1:
            blocks = [seeds[i : i + half] for i in range(0, size, half)]
            assert {min(block) for block in blocks} == set(range(1, len(blocks) + 1))
            half //= 2


def test_the_same_input_gives_the_same_schedule_in_any_order_of_entry():
    entrants = field(21)
    one = schedule(SingleElimination(), entrants, (), (), "x")
    assert one == schedule(SingleElimination(), entrants[::-1], (), (), "x")
    assert one != schedule(SingleElimination(), entrants, (), (), "y")


def test_chance_looks_at_numbers_and_not_at_ids():
    entrants = field(13)
    renamed = tuple(replace(e, id=f"other{e.number}") for e in entrants)
    one = [e.number for e in draw_order(entrants, "x")]
    assert one == [e.number for e in draw_order(renamed, "x")]


def test_once_due_is_drawn_nothing_more_is_due():
    entrants = field(12)
    first = schedule(SingleElimination(), entrants, (), (), "x")
    again = schedule(SingleElimination(), entrants, first.due, (), "x")
    assert first.due
    assert again.due == ()
    assert again.drawn == first.due


@pytest.mark.parametrize(("count", "key"), [(0, "too_few"), (1, "too_few"), (1025, "too_many")])
def test_a_field_too_small_or_too_large_is_refused_by_name(count, key):
    with pytest.raises(FormatError) as refused:
        schedule(SingleElimination(), field(count), (), (), "x")
    assert refused.value.key == key
    assert refused.value.values["entries"] == count


def test_a_number_used_twice_is_refused():
    entrants = field(4)
    with pytest.raises(FormatError, match="number_taken"):
        schedule(SingleElimination(), (*entrants, replace(entrants[0], id="x")), (), (), "x")


def test_the_whole_bracket_is_on_the_board_before_it_is_known():
    found = schedule(SingleElimination(third_place=True), field(6), (), (), "x")
    assert [box.key for box in found.board] == [
        *("r1.1", "r1.2", "r1.3", "r1.4"),
        *("r2.1", "r2.2", "third", "r3.1"),
    ]
    assert [box.state for box in found.board].count(BoxState.BYE) == 2
    assert {box.key for box in found.open} == {"r2.1", "r2.2", "third", "r3.1"}
    assert [box.of for box in found.board] == [8, 8, 8, 8, 4, 4, 2, 2]


def test_a_withdrawn_entrant_gives_a_walkover_only_once_recorded():
    event = Event(SingleElimination(), field(4))
    found = event.draw()
    gone = found.drawn[0].sides[0][0]
    event.change(gone, withdrawn=True)
    found = event.now()
    assert found.walkovers == (Result("r1.1", winner=1, walkover=True),)
    assert all(p.key != "r2.1" for p in found.due)
    event.play()
    assert event.ranking()[0].entrant != gone
    assert event.ranking()[-1].rank == 3


def test_a_result_that_comes_in_stands_though_the_entrant_withdrew():
    event = Event(SingleElimination(), field(2))
    event.draw()
    event.report(event.drawn["r1.1"], Result("r1.1", winner=0))
    event.change(event.drawn["r1.1"].sides[0][0], withdrawn=True)
    assert event.now().walkovers == ()
    assert event.now().finished


@pytest.mark.parametrize("third", [True, False])
def test_a_semifinal_forfeited_by_both_leaves_a_champion_and_a_third(third):
    event = Event(SingleElimination(third_place=third), field(4))
    event.draw()
    event.report(event.drawn["r1.1"], Result("r1.1", double=True))
    event.report(event.drawn["r1.2"], Result("r1.2", winner=0))
    found = event.draw()
    assert found.finished
    assert set(event.drawn) == {"r1.1", "r1.2"}
    champion, other = event.drawn["r1.2"].sides
    places = {s.entrant: (s.rank, s.rank_to) for s in event.ranking()}
    assert places[champion[0]] == (1, 1)
    assert places[other[0]] == ((3, 3) if third else (3, 4))


def test_vacant_places_are_closed_when_the_plan_says_so():
    plan = SingleElimination(third_place=True, vacant=Vacant.CLOSED)
    event = Event(plan, field(4))
    event.draw()
    event.report(event.drawn["r1.1"], Result("r1.1", double=True))
    event.report(event.drawn["r1.2"], Result("r1.2", winner=0))
    event.draw()
    assert_ranks_total(event.ranking(), 4)
    assert [s.rank for s in event.ranking()] == [1, 2, 3, 3]


def test_two_double_walkovers_feed_one_match_and_nobody_wins_it():
    event = Event(SingleElimination(third_place=True, consolation=True), field(8))
    event.draw()
    for key in ("r1.1", "r1.2"):
        event.report(event.drawn[key], Result(key, double=True))
    found = event.play()
    states = {box.key: box.state for box in found.board}
    assert states["r2.1"] is BoxState.EMPTY
    assert states["c1.1"] is BoxState.EMPTY
    assert states["r3.1"] is BoxState.BYE
    assert found.finished
    assert event.ranking()[0].rank == 1


def test_everybody_stays_away_and_the_bracket_still_ends():
    event = Event(SingleElimination(third_place=True), field(7))
    for entrant in event.entrants:
        event.change(entrant.id, withdrawn=True)
    assert event.draw().finished


def test_a_void_result_counts_for_nothing():
    event = Event(SingleElimination(), field(4))
    event.play()
    event.results["r1.1"] = replace(event.results["r1.1"], void=True)
    found = event.now()
    assert not found.finished
    assert [s.key for s in found.stale] == ["r2.1"]
    assert found.stale[0].sides[0] is None


def test_a_corrected_result_names_every_pairing_that_no_longer_stands():
    event = Event(SingleElimination(third_place=True), field(8), judge=by_number)
    event.play()
    before = event.results["r1.1"]
    event.results["r1.1"] = replace(before, winner=1 - before.winner)
    found = event.now()
    stale = {s.key: s.sides for s in found.stale}
    assert "r2.1" in stale
    assert event.drawn["r1.1"].sides[1 - before.winner] in stale["r2.1"]
    assert {key for key in stale if key.startswith("r1")} == set()


def test_a_manual_pairing_is_kept_and_its_winner_goes_on():
    event = Event(SingleElimination(), field(5))
    event.draw()
    box = next(p for p in event.drawn.values() if p.round == 2)
    lucky = next(p for p in event.drawn.values() if p.round == 1).sides[1]
    event.drawn[box.key] = replace(box, sides=(box.sides[0], lucky), manual=True)
    assert event.now().stale == ()
    event.report(event.drawn[box.key], Result(box.key, winner=1))
    slots = [slot.side for b in event.now().board if b.of == 2 for slot in b.slots]
    assert lucky in slots


def test_a_knockout_match_without_a_winner_is_named_not_passed_over():
    event = Event(SingleElimination(), field(2))
    event.draw()
    event.report(event.drawn["r1.1"], Result("r1.1", winner=None))
    found = event.now()
    assert not found.finished
    assert [(p.key, p.pairing) for p in found.problems] == [("undecided", "r1.1")]


def test_places_in_reach_narrow_while_the_bracket_runs():
    event = Event(SingleElimination(third_place=True), field(8), judge=by_number)
    assert {(s.rank, s.rank_to) for s in event.ranking()} == {(1, 8)}
    event.draw()
    event.report(event.drawn["r1.1"])
    winner = event.results["r1.1"].winner
    places = {s.entrant: (s.rank, s.rank_to) for s in event.ranking()}
    assert places[event.drawn["r1.1"].sides[winner][0]] == (1, 4)
    assert places[event.drawn["r1.1"].sides[1 - winner][0]] == (5, 8)
    assert all(s.provisional for s in event.ranking())


def test_rank_is_the_round_of_exit_whatever_the_points():
    event = Event(SingleElimination(), field(4))
    event.draw()
    for pairing in event.undecided():
        event.report(pairing, Result(pairing.key, 0, (2, 1), (121, 239)))
    event.play()
    found = event.ranking()
    assert [s.rank for s in found] == [1, 2, 3, 3]
    assert [step.key for step in found[0].figures[0].steps] == ["won", "won"]


@pytest.mark.parametrize("count", [5, 6, 9, 11, 17, 22, 33, 47, 65])
def test_lucky_losers_fill_the_second_round_and_meet_others_than_their_conquerors(count):
    event = Event(PLANS["lucky"], field(count))
    event.draw()
    for pairing in event.undecided():
        event.report(pairing)
    event.draw()
    second = [p for p in event.drawn.values() if p.round == 2]
    assert len(second) * 2 == 1 << ((count + 1) // 2 - 1).bit_length()
    losers = {
        p.sides[1 - event.results[p.key].winner]: p.sides[event.results[p.key].winner]
        for p in event.drawn.values()
        if p.round == 1
    }
    for pairing in second:
        one, two = pairing.sides
        assert losers.get(one) != two or len(second) == 1
        assert losers.get(two) != one or len(second) == 1


def test_a_lucky_loser_once_drawn_stays_drawn_when_another_withdraws():
    event = Event(PLANS["lucky"], field(11))
    event.draw()
    for pairing in event.undecided():
        event.report(pairing)
    event.draw()
    for pairing in [p for p in event.drawn.values() if p.round == 1]:
        event.change(pairing.sides[1 - event.results[pairing.key].winner][0], withdrawn=True)
    assert event.now().stale == ()


@pytest.mark.parametrize("third", [True, False])
@pytest.mark.parametrize("count", range(5, 66))
def test_consolation_has_everyone_who_lost_a_first_match_once(count, third):
    event = Event(SingleElimination(consolation=True, third_place=third), field(count))
    event.play()
    first = {}
    for pairing in event.drawn.values():
        if pairing.part == "main":
            for index, side in enumerate(pairing.sides):
                first.setdefault(side, index == event.results[pairing.key].winner)
    expected = {side for side, won in first.items() if not won}
    if third:
        expected -= {s for p in event.drawn.values() if p.key == "third" for s in p.sides}
    entered = {
        s.side
        for box in event.now().board
        if box.part == "consolation"
        for s in box.slots
        if s.side is not None
    }
    assert entered == expected or (len(expected) == 1 and not entered)


@pytest.mark.parametrize("count", [8, 13, 16, 32, 64])
def test_clubs_are_spread_over_the_bracket(count):
    entrants = field(count, clubs=4)
    plan = SingleElimination(clubs_apart=True)
    found = schedule(plan, entrants, (), (), "x")
    club = {e.id: e.club for e in entrants}
    assert all(club[p.sides[0][0]] != club[p.sides[1][0]] for p in found.due)


def test_options_that_exclude_each_other_are_refused():
    with pytest.raises(FormatError, match="options_exclude"):
        SingleElimination(consolation=True, placement=True)


@pytest.mark.parametrize("plan", PLANS.values())
def test_a_plan_is_the_same_written_and_read(plan):
    assert plan_from_dict(plan_to_dict(plan)) == plan


def test_1024_entries_take_no_time():
    event = Event(SingleElimination(third_place=True), field(1024))
    event.play()
    assert len(event.drawn) == 1024
