from random import Random

import pytest
from format_play import Event, coin, field

from tournaments.formats import FormatError, Pairing, Result, RoundRobin, Swiss, standings
from tournaments.formats.plans import SWISS_BREAKS
from tournaments.formats.scoring import Scoring
from tournaments.formats.table import TieBreak

DEALS = {"won": (2, 0), "close": (2, 1)}


def table(matches, *tie_breaks, count=None, extra=(), salt="salt"):
    """The table after matches written (winner, loser, deals, points)."""
    count = count or max(max(m[:2]) for m in matches)
    drawn, results = [], []
    for at, (one, two, *figures) in enumerate(matches, 1):
        key = f"r1.{at}"
        drawn.append(Pairing(key, ((f"e{one}",), (f"e{two}",)), 1, at))
        results.append(Result(key, 0, *figures))
    for pairing, result in extra:
        drawn.append(pairing)
        results.append(result)
    plan = RoundRobin(tie_breaks=tie_breaks)
    return standings(plan, field(count), tuple(drawn), tuple(results), salt)


def names(found):
    return [(s.entrant, s.rank) for s in found]


def figure(found, entrant, name):
    standing = next(s for s in found if s.entrant == entrant)
    return next((f for f in standing.figures if f.name == name), None)


def test_head_to_head_decides_between_two():
    found = table([(1, 2), (2, 3), (2, 4), (1, 4), (3, 1), (4, 3)], TieBreak.HEAD_TO_HEAD)
    assert figure(found, "e1", "points").value == figure(found, "e2", "points").value == 4
    assert figure(found, "e1", "head_to_head").value == 2


def test_head_to_head_counts_every_meeting():
    found = table([(1, 2), (2, 1), (1, 2), (2, 3), (3, 1)], TieBreak.HEAD_TO_HEAD)
    assert figure(found, "e1", "head_to_head").value == 4
    assert figure(found, "e2", "head_to_head").value == 2
    assert names(found)[0] == ("e1", 1)


def test_head_to_head_is_not_asked_unless_all_tied_have_met():
    found = table([(1, 2), (3, 4)], TieBreak.HEAD_TO_HEAD)
    assert figure(found, "e1", "head_to_head") is None
    assert [(s.rank, s.rank_to) for s in found] == [(1, 2), (1, 2), (3, 4), (3, 4)]


def test_a_mini_table_looks_at_deals_and_points_among_the_tied():
    circle = [(1, 2, (2, 0)), (2, 3, (2, 1)), (3, 1, (2, 1)), (1, 4), (2, 4), (3, 4, (2, 0))]
    found = table(circle, TieBreak.MINI_TABLE)
    assert [e for e, _ in names(found)] == ["e1", "e3", "e2", "e4"]
    assert figure(found, "e1", "mini_deal_difference").value == 1
    assert figure(found, "e4", "mini_points") is None


@pytest.mark.parametrize(
    ("tie_break", "first"),
    [
        (TieBreak.DEALS_WON, "e2"),
        (TieBreak.DEAL_DIFFERENCE, "e1"),
        (TieBreak.POINT_DIFFERENCE, "e1"),
        (TieBreak.POINTS_FOR, "e2"),
        (TieBreak.FEWEST_AGAINST, "e1"),
    ],
)
def test_sums_of_deals_and_points(tie_break, first):
    matches = [(1, 3, (2, 0), (140, 100)), (2, 4, (3, 2), (310, 290))]
    assert table(matches, tie_break)[0].entrant == first


def test_every_figure_is_the_sum_of_its_steps():
    event = Event(Swiss(rounds=5, tie_breaks=tuple(TieBreak)), field(11), judge=coin(Random(4)))
    event.play()
    for standing in event.ranking():
        for each in standing.figures:
            if each.name != "lots":
                assert round(sum(step.value for step in each.steps), 4) == round(each.value, 4)
                assert not each.steps or each.steps[-1].total == each.value


def test_buchholz_shows_a_virtual_opponent_for_a_bye_and_cuts_the_lowest():
    event = Event(Swiss(rounds=3), field(5), judge=coin(Random(2)))
    event.play()
    found = event.ranking()
    points = {s.entrant: s.figures[0].value for s in found}
    for standing in found:
        whole = figure(found, standing.entrant, "buchholz")
        cut = figure(found, standing.entrant, "buchholz_cut")
        for step in whole.steps:
            own = points[standing.entrant]
            against = own if step.key == "virtual" else points[step.opponent[0]]
            assert step.value == against
        assert cut.value == whole.value - min(step.value for step in whole.steps)
    assert any(
        step.key == "virtual" for s in found for step in figure(found, s.entrant, "buchholz").steps
    )


def test_sonneborn_berger_counts_those_one_beat():
    found = table([(1, 2), (2, 3), (3, 1)], TieBreak.SONNEBORN_BERGER)
    assert figure(found, "e1", "sonneborn_berger").value == 2


def test_a_play_off_decides_and_counts_for_nothing_else():
    extra = [
        (
            Pairing("playoff.1", (("e1",), ("e3",)), 1, part="playoff", manual=True),
            Result("playoff.1", 1, (1, 2)),
        )
    ]
    found = table([(1, 2), (3, 4)], TieBreak.PLAY_OFF, extra=extra)
    assert [s.rank for s in found] == [1, 2, 3, 3]
    assert found[0].entrant == "e3"
    assert figure(found, "e3", "points").value == 2


def test_lots_leave_no_tie_and_depend_on_the_salt():
    orders = set()
    for salt in "abcdef":
        found = table([(1, 2), (3, 4), (5, 6)], TieBreak.LOTS, salt=salt)
        assert [s.rank for s in found] == [1, 2, 3, 4, 5, 6]
        orders.add(tuple(s.entrant for s in found))
    assert len(orders) > 1


def test_those_whom_nothing_tells_apart_share_their_ranks():
    found = table([(1, 2), (3, 4)])
    assert [(s.rank, s.rank_to) for s in found] == [(1, 2), (1, 2), (3, 4), (3, 4)]


def test_the_table_is_sorted_by_the_number_shown():
    event = Event(Swiss(rounds=5, tie_breaks=SWISS_BREAKS), field(20), judge=coin(Random(8)))
    event.play()
    shown = [s.figures[0].value for s in event.ranking()]
    assert shown == sorted(shown, reverse=True)


@pytest.mark.parametrize("seed", range(12))
def test_winning_where_one_lost_never_costs_a_place(seed):
    tie_breaks = (
        TieBreak.HEAD_TO_HEAD,
        TieBreak.MINI_TABLE,
        TieBreak.DEAL_DIFFERENCE,
        TieBreak.DEALS_WON,
        TieBreak.LOTS,
    )
    event = Event(RoundRobin(tie_breaks=tie_breaks), field(6), judge=coin(Random(seed)))
    event.play()
    place = {s.entrant: s.rank for s in event.ranking()}
    for key, result in list(event.results.items()):
        loser = event.drawn[key].sides[1 - result.winner][0]
        event.results[key] = Result(key, 1 - result.winner, result.deals[::-1], result.points[::-1])
        assert next(s.rank for s in event.ranking() if s.entrant == loser) <= place[loser]
        event.results[key] = result


def test_a_bye_and_a_walkover_carry_the_configured_deals():
    scoring = Scoring(bye_deals=2, bye_points=140, walkover_deals=2, walkover_points=120)
    plan = Swiss(rounds=1, scoring=scoring, tie_breaks=(TieBreak.DEALS_WON, TieBreak.POINTS_FOR))
    event = Event(plan, field(3))
    event.draw()
    (match,) = event.undecided()
    event.report(match, Result(match.key, 0, walkover=True))
    found = {s.entrant: s for s in event.ranking()}
    assert sorted(s.figures[1].value for s in found.values()) == [0, 2, 2]
    assert sorted(s.figures[2].value for s in found.values()) == [0, 120, 140]


def test_a_double_walkover_gives_nobody_anything():
    event = Event(RoundRobin(), field(2))
    event.draw()
    event.report(event.drawn["r1.1"], Result("r1.1", double=True))
    assert [s.figures[0].value for s in event.ranking()] == [0, 0]
    assert event.now().finished


@pytest.mark.parametrize("option", [{"win": 0, "draw": 1}, {"walkover_loss": 3}])
def test_a_scale_on_which_losing_pays_is_refused(option):
    with pytest.raises(FormatError, match="losing_pays"):
        Scoring(**option)
