import pytest

from tournaments.formats import (
    Chain,
    FormatError,
    RankOf,
    RoundRobin,
    SingleElimination,
    Swiss,
    TieBreak,
    advice,
    check_plan,
    needs_points,
)


@pytest.mark.parametrize(("entries", "warned"), [(5, True), (6, True), (7, False), (20, False)])
def test_a_swiss_long_enough_for_all_to_meet_is_warned_about(entries, warned):
    assert [p.key for p in advice(Swiss(rounds=5), entries)] == ["round_robin_instead"] * warned


def test_a_chain_whose_ties_may_remain_is_warned_about():
    assert advice(Chain(RoundRobin(groups=2)), 8) == ()
    open_ended = Chain(RoundRobin(groups=2, tie_breaks=(TieBreak.HEAD_TO_HEAD,)))
    assert [p.key for p in advice(open_ended, 8)] == ["ties_may_remain"]


@pytest.mark.parametrize(
    ("plan", "entries", "key"),
    [
        (SingleElimination(), 1, "too_few"),
        (SingleElimination(), 1025, "too_many"),
        (RoundRobin(groups=4), 7, "too_few"),
        (RoundRobin(), 131, "too_many"),
        (Chain(RoundRobin(groups=2), per_group=3), 4, "slot_could_stay_empty"),
        (Chain(Swiss(), links=(RankOf(1), RankOf(9))), 8, "slot_could_stay_empty"),
    ],
)
def test_a_plan_that_cannot_be_drawn_is_refused_at_set_up(plan, entries, key):
    with pytest.raises(FormatError) as refused:
        check_plan(plan, entries)
    assert refused.value.key == key


def test_card_points_are_demanded_only_where_they_decide():
    assert not needs_points(RoundRobin())
    assert needs_points(Swiss(tie_breaks=(TieBreak.POINTS_FOR,)))
    assert needs_points(Chain(RoundRobin(tie_breaks=(TieBreak.FEWEST_AGAINST,))))
    assert not needs_points(SingleElimination())
