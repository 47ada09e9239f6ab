"""Whatever is done to a tournament in whatever order, what is said of it stays true."""

from random import Random

from format_play import Event, field
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats import (
    Chain,
    ChangingPartners,
    DoubleElimination,
    Lives,
    Mitchell,
    Pods,
    Result,
    RoundRobin,
    SingleElimination,
    Swiss,
    WinnerStays,
)
from tournaments.formats.plans import Exhausted, GrandFinal, Leaver, Opening, Vacant

BRACKETS = [
    SingleElimination(third_place=True),
    SingleElimination(consolation=True, vacant=Vacant.CLOSED),
    SingleElimination(placement=True, opening=Opening.PRELIMINARY),
    SingleElimination(opening=Opening.LUCKY_LOSERS, third_place=True),
    DoubleElimination(),
    DoubleElimination(grand_final=GrandFinal.ONCE, crossed=False),
    DoubleElimination(grand_final=GrandFinal.NONE),
]
OTHERS = [
    Lives(),
    Lives(lives=3),
    RoundRobin(),
    RoundRobin(meetings=2, groups=2, stations=2, leaver=Leaver.STRUCK),
    Swiss(rounds=4, exhausted=Exhausted.REPEAT),
    Chain(RoundRobin(groups=2), SingleElimination(third_place=True)),
    Chain(Swiss(rounds=2, exhausted=Exhausted.REPEAT), DoubleElimination(), per_group=4),
    ChangingPartners(rounds=3),
    Mitchell(),
    WinnerStays(rounds=9),
    WinnerStays(rounds=9, longest_run=2),
    Pods(rounds=3),
]
OPERATIONS = ("report", "report", "report", "correct", "void", "walkover", "double", "draw")
SOMETIMES = ("withdraw", "return", "undo")

operations = st.lists(
    st.tuples(st.sampled_from(OPERATIONS + SOMETIMES), st.integers(0, 99)), max_size=40
)


def outcome(pairing, chance):
    if len(pairing.sides) == 3:
        places = [(1, 2, 3), (2, 1, 3), (1, 2, 2), (1, 1, 1), (3, 2, 1)][chance % 5]
        return Result(pairing.key, places=places)
    winner = chance % 2
    return Result(pairing.key, winner, (2, chance % 3 % 2) if winner == 0 else (chance % 3 % 2, 2))


def act(event, past, operation, chance):
    """Do one thing if it can be done; `past` keeps what was before."""
    before = dict(event.drawn), dict(event.results), event.entrants
    waiting, decided = event.undecided(), sorted(event.results)
    entrant = event.entrants[chance % len(event.entrants)].id
    if operation in {"report", "walkover", "double"} and waiting:
        pairing = waiting[chance % len(waiting)]
        result = outcome(pairing, chance)
        if operation == "walkover" and len(pairing.sides) == 2:
            result = Result(pairing.key, chance % 2, walkover=True)
        if operation == "double":
            result = Result(pairing.key, double=True)
        event.report(pairing, result)
    elif operation == "correct" and decided:
        key = decided[chance % len(decided)]
        event.results[key] = outcome(event.drawn[key], chance + 1)
    elif operation == "void" and decided:
        del event.results[decided[chance % len(decided)]]
    elif operation == "draw":
        event.draw()
    elif operation in {"withdraw", "return"}:
        event.change(entrant, withdrawn=operation == "withdraw")
    elif operation == "undo" and past:
        event.drawn, event.results, event.entrants = past.pop()
        return
    past.append(before)


def assert_true(event):
    found = event.now()
    assert found == event.now()
    known = {e.id for e in event.entrants}
    for pairing in found.due + found.byes:
        ids = [e for side in pairing.sides for e in side]
        assert len(ids) == len(set(ids))
        assert known.issuperset(ids)
        assert pairing.bye == (len(pairing.sides) == 1)
    keys = [p.key for p in found.due]
    assert len(keys) == len(set(keys))
    assert event.drawn.keys().isdisjoint(keys)
    waiting = {p.key for p in event.undecided()}
    assert {r.key for r in found.walkovers} <= waiting
    assert not (found.finished and (found.due or waiting))
    for box in found.board:
        assert len(box.slots) == 2
        assert all(slot.side is None or not slot.nobody for slot in box.slots)
    ranking = event.ranking()
    assert sorted(map(str, (s.entrant for s in ranking))) == sorted(map(str, known))
    assert all(1 <= s.rank <= s.rank_to <= len(known) for s in ranking)


def cascade(event):
    """Undo what corrected results no longer support, as an organiser would after the preview."""
    while stale := event.now().stale:
        for gone in stale:
            event.drawn.pop(gone.key)
            event.results.pop(gone.key, None)


def run(plan, count, moves, seed):
    event = Event(plan, field(count), judge=lambda p: outcome(p, rng.randrange(100)))
    rng = Random(seed)
    past = []
    event.draw()
    for operation, chance in moves:
        act(event, past, operation, chance)
        assert_true(event)
    for _ in range(200):
        cascade(event)
        found = event.draw()
        if found.finished and not found.stale:
            break
        for pairing in event.undecided():
            event.report(pairing)
        assert event.drawn or found.problems
    else:
        raise AssertionError(("never finished", event.now().problems))
    assert_true(event)
    if isinstance(plan, SingleElimination) and plan.vacant is Vacant.CLOSED:
        ranking = event.ranking()
        for standing in ranking:
            assert standing.rank == 1 + sum(s.rank_to < standing.rank for s in ranking)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(BRACKETS), st.integers(2, 17), operations, st.integers(0, 9))
def test_a_bracket_stays_true_and_can_always_be_finished(plan, count, moves, seed):
    run(plan, count, moves, seed)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(OTHERS), st.integers(6, 13), operations, st.integers(0, 9))
def test_every_other_format_stays_true_and_can_always_be_finished(plan, count, moves, seed):
    run(plan, count, moves, seed)


def test_a_group_that_was_left_gives_walkovers_and_the_event_ends():
    plan = Chain(RoundRobin(groups=2), SingleElimination(third_place=True), per_group=2)
    run(plan, 6, [("withdraw", 0), ("withdraw", 38)], 0)
