from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from format_play import Event, by_number, coin, field

from tournaments.formats import (
    BoxState,
    Chain,
    DoubleElimination,
    FormatError,
    Pairing,
    RankOf,
    Result,
    RoundRobin,
    SingleElimination,
    Standing,
    Swiss,
    plan_from_dict,
    plan_to_dict,
)
from tournaments.formats.links import links_of, qualifiers
from tournaments.formats.plans import Leaver
from tournaments.formats.seeds import seed_positions


def groups_of(count, per_group=2, across=0, *, then=None):
    return Chain(RoundRobin(groups=count), then or SingleElimination(), per_group, across)


@pytest.mark.parametrize("count", range(4, 66))
def test_groups_then_knockout_at_every_size(count):
    plan = groups_of(max(1, count // 4), then=SingleElimination(third_place=True))
    event = Event(plan, field(count), judge=coin(Random(count)))
    event.play()
    found = event.ranking()
    assert len(found) == count
    assert [s.rank for s in found[:2]] == [1, 2]
    assert max(s.rank_to for s in found) == count
    through = {
        e for p in event.drawn.values() if p.key.startswith("s2.") for s in p.sides for e in s
    }
    assert {s.entrant for s in found[: len(through)]} == through


@pytest.mark.parametrize("count", [8, 17, 33, 64, 127, 128, 129, 1024])
@pytest.mark.parametrize("then", [SingleElimination(), DoubleElimination()])
def test_swiss_then_knockout(count, then):
    plan = Chain(Swiss(rounds=3), then, per_group=8)
    event = Event(plan, field(count), judge=coin(Random(count)))
    event.play()
    assert [s.rank for s in event.ranking()[:2]] == [1, 2]


@pytest.mark.parametrize("count", [2, 3, 4, 6, 8, 16, 32])
def test_two_of_one_group_can_meet_again_only_in_the_final(count):
    links = links_of(groups_of(count), 4 * count)
    assert len(links) == 2 * count
    size = 1 << (len(links) - 1).bit_length()
    half = {seed: at * 2 // size for at, seed in enumerate(seed_positions(size))}
    for group in {link.group for link in links}:
        seeds = [at for at, link in enumerate(links, 1) if link.group == group]
        assert len({half[seed] for seed in seeds}) == 2
    assert [link.rank for link in links] == sorted(link.rank for link in links)


def test_the_knockout_is_on_the_board_before_anyone_has_qualified():
    event = Event(groups_of(2), field(8))
    found = event.draw()
    sources = [slot.source for box in found.board for slot in box.slots]
    assert RankOf(1, "A") in sources
    assert {box.state for box in found.board} == {BoxState.OPEN}
    assert all(slot.side is None for box in found.board for slot in box.slots)
    assert not found.finished


def test_the_best_of_those_who_came_next_are_kept_from_their_own_groups():
    plan = groups_of(3, per_group=2, across=2)
    event = Event(plan, field(12), judge=coin(Random(5)))
    event.play()
    group = {s.entrant: s.group for s in Event.ranking(group_stage(event))}
    first = [p for p in event.drawn.values() if p.key.startswith("s2.r1")]
    assert len(first) == 4
    assert all(len({group[s[0]] for s in p.sides}) == 2 for p in first)


def group_stage(event):
    stage = Event(event.plan.first, event.entrants)
    stage.drawn = {
        k[3:]: replace(p, key=k[3:]) for k, p in event.drawn.items() if k.startswith("s1.")
    }
    stage.results = {
        k[3:]: replace(r, key=k[3:]) for k, r in event.results.items() if k.startswith("s1.")
    }
    return stage


@pytest.mark.parametrize(
    ("plan", "count"),
    [
        (groups_of(4, per_group=3), 8),
        (groups_of(2, per_group=2, across=3), 8),
        (groups_of(2, per_group=4, across=2), 9),
        (Chain(RoundRobin(groups=2), links=(RankOf(1, "A"), RankOf(1, "C"))), 8),
    ],
)
def test_a_slot_that_could_stay_empty_is_refused_at_set_up(plan, count):
    with pytest.raises(FormatError, match="slot_could_stay_empty"):
        links_of(plan, count)


def test_a_link_used_twice_is_refused():
    with pytest.raises(FormatError, match="link_twice"):
        links_of(Chain(RoundRobin(groups=2), links=(RankOf(1, "A"), RankOf(1, "A"))), 8)


def test_nobody_qualifies_while_a_place_is_tied_and_a_play_off_breaks_it():
    plan = Chain(RoundRobin(groups=2, tie_breaks=("play_off",)), SingleElimination(), per_group=1)
    plan = plan_from_dict(plan_to_dict(plan))
    event = Event(plan, field(6, seeded=6), judge=by_number)
    event.draw()
    circle = {frozenset({"e1", "e4"}): "e1", frozenset({"e4", "e5"}): "e4"}
    circle[frozenset({"e1", "e5"})] = "e5"
    for pairing in event.undecided():
        pair = frozenset(s[0] for s in pairing.sides)
        if pair in circle:
            event.report(pairing, Result(pairing.key, pairing.sides.index((circle[pair],))))
        else:
            event.report(pairing)
    found = event.now()
    assert found.due == ()
    assert [(p.key, set(p.entrants)) for p in found.problems] == [
        ("tied_for_place", {"e1", "e4", "e5"})
    ]
    for at, (one, two) in enumerate((("e1", "e4"), ("e1", "e5"), ("e4", "e5")), 1):
        key = f"s1.po.{at}"
        event.drawn[key] = Pairing(key, ((one,), (two,)), 1, part="playoff", manual=True)
        event.report(event.drawn[key], Result(key, 0))
    assert [p.key for p in event.now().due] == ["s2.r1.1"]
    assert ("e1",) in event.now().due[0].sides


@pytest.mark.parametrize("leaver", Leaver)
def test_leaving_after_the_groups_changes_nobody_elses_place(leaver):
    plan = Chain(RoundRobin(groups=2, leaver=leaver), SingleElimination())
    event = Event(plan, field(8), judge=coin(Random(3)))
    while not any(k.startswith("s2.") for k in event.drawn):
        event.draw()
        for pairing in event.undecided():
            if pairing.key.startswith("s1."):
                event.report(pairing)
    before = {k: p.sides for k, p in event.drawn.items()}
    through = {e for k, sides in before.items() if k.startswith("s2.") for s in sides for e in s}
    gone = next(e.id for e in event.entrants if e.id not in through)
    event.change(gone, withdrawn=True)
    event.change(min(through), withdrawn=True)
    found = event.now()
    assert found.stale == ()
    assert [r.key[:3] for r in found.walkovers] == ["s2."]
    assert event.play().finished


def test_a_correction_in_the_groups_names_the_knockout_matches_it_would_change():
    event = Event(groups_of(2), field(8), judge=by_number)
    event.play()
    for key, result in list(event.results.items()):
        if key.startswith("s1."):
            event.results[key] = replace(result, winner=1 - result.winner)
    assert {s.key for s in event.now().stale} >= {"s2.r1.1", "s2.r1.2"}


def test_qualifying_evenings_lead_to_a_finals_day():
    ranking = tuple(
        Standing(rank, rank, f"e{evening * 10 + rank}", group=f"evening {evening}")
        for evening in (1, 2, 3)
        for rank in (1, 2, 3)
    )
    entrants = tuple(
        replace(field(40)[evening * 10 + rank - 1], absent_rounds=(1,))
        for evening in (1, 2, 3)
        for rank in (1, 2, 3)
    )
    links = tuple(RankOf(rank, f"evening {e}") for rank in (1, 2) for e in (1, 2, 3))
    found, problems = qualifiers(links, entrants, ranking, "salt")
    assert problems == ()
    assert [e.seed for e in found] == [1, 2, 3, 4, 5, 6]
    assert [e.id for e in found] == ["e11", "e21", "e31", "e12", "e22", "e32"]
    assert not any(e.absent_rounds for e in found)
    assert Counter(e.group for e in found).most_common(1)[0][1] == 2


def test_a_plan_is_the_same_written_and_read():
    plan = Chain(Swiss(rounds=3), DoubleElimination(), 4, links=(RankOf(1), RankOf(2)))
    assert plan_from_dict(plan_to_dict(plan)) == plan
