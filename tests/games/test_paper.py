"""A match on paper: deal by deal, corrected, voided, awarded."""

from typing import Any

import pytest
from match_play import dump, keep_the_law, refused, seated, terms

from games import services
from games.models import Match, Variant
from games.signals import match_changed


@pytest.fixture
def row(variant: Variant, anna: Any, bruno: Any) -> Match:
    return services.open_match(terms=terms(variant, kind="first_to:2"), holders=seated(anna, bruno))


def score(row: Match, *points: int) -> Match:
    return services.report_score(match_id=row.pk, actor=None, points=points)


def test_drawn_deal_is_kept_and_counts_for_nobody(row: Match) -> None:
    for points in ((64, 56), (60, 60), (50, 70), (61, 59)):
        row = score(row, *points)
        keep_the_law(row)
    assert (row.state, row.winner, row.wins, row.deals) == ("over", 0, [2, 1], 4)


def test_deal_after_the_decision_is_refused(row: Match) -> None:
    score(row, 64, 56)
    score(row, 64, 56)
    assert refused(lambda: score(row, 64, 56), row) == "match_over"


@pytest.mark.parametrize(
    ("points", "key"),
    [
        ((61, 60), "points_do_not_sum"),
        ((-1, 121), "points_out_of_range"),
        ((121, -1), "points_out_of_range"),
    ],
)
def test_points_that_cannot_be_are_refused(row: Match, points: tuple[int, int], key: str) -> None:
    assert refused(lambda: score(row, *points), row) == key


def test_winner_against_the_points_is_refused(row: Match) -> None:
    wrong = {"match_id": row.pk, "actor": None, "points": (71, 49), "winner": 1}
    assert refused(lambda: services.report_score(**wrong), row) == "winner_against_points"


def test_only_the_winner_of_a_deal_may_be_known(row: Match) -> None:
    services.report_score(match_id=row.pk, actor=None, winner=1)
    row = services.report_score(match_id=row.pk, actor=None, winner=1)
    assert (row.state, row.winner) == ("over", 1)
    keep_the_law(row)


def test_correction_opens_a_match_again_and_says_so(row: Match) -> None:
    heard: list[Any] = []

    def hear(match: Match, outcome: Any, **_: Any) -> None:
        heard.append(outcome and outcome.winner)

    match_changed.connect(hear)
    try:
        score(row, 64, 56)
        score(row, 70, 50)
        row = services.correct_score(match_id=row.pk, actor=None, deal=2, points=(50, 70))
    finally:
        match_changed.disconnect(hear)
    assert row.state == "playing"
    assert row.ended_at is None
    assert heard == [None, 0, None]
    keep_the_law(row)


def test_void_deal_is_kept_and_can_be_restored(row: Match) -> None:
    score(row, 64, 56)
    row = services.void_deal(match_id=row.pk, actor=None, deal=1)
    assert row.wins == [0, 0]
    keep_the_law(row)
    row = services.restore(match_id=row.pk, actor=None, number=row.version - 1)
    assert row.wins == [1, 0]
    keep_the_law(row)


def test_double_walkover_ends_a_match_with_no_winner(row: Match) -> None:
    row = services.award(match_id=row.pk, actor=None, winner=None, reason="double walkover")
    assert (row.state, row.winner) == ("over", None)
    keep_the_law(row)


def test_a_refusing_listener_leaves_everything_as_it_was(row: Match) -> None:
    def refuse(**_: Any) -> None:
        raise services.Refused("not_allowed")

    match_changed.connect(refuse)
    before = dump(row)
    try:
        with pytest.raises(services.Refused):
            score(row, 64, 56)
    finally:
        match_changed.disconnect(refuse)
    assert dump(row) == before
    keep_the_law(row)


def test_same_command_twice_scores_one_deal(row: Match) -> None:
    for _ in range(2):
        services.report_score(match_id=row.pk, actor=None, points=(61, 59), command="c1")
    row.refresh_from_db()
    assert row.deals == 1


def test_match_for_tables_only_takes_no_paper(variant: Variant, anna: Any, bruno: Any) -> None:
    row = services.open_match(terms=terms(variant), holders=seated(anna, bruno), paper=False)
    assert refused(lambda: score(row, 61, 59), row) == "not_paper"
