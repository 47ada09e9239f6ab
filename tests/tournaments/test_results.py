"""Deals on paper and their corrections, as far as a knockout lets them reach."""

import pytest
from django.test import TestCase

from games import journal
from games.services import Refused
from games.signals import match_changed
from tests.tournaments.tournament_play import drawn, dump, keeps_the_law, pairing, score
from tournaments import services
from tournaments.models import LogEntry, Pairing
from tournaments.selectors import deal_views

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("points", [(61, 60), (60, 59), (-1, 121), (121, -1), (0, 0)])
def test_impossible_points_write_nothing(club, variant, points):
    stage = drawn(club, variant, 2)
    before = dump()
    with pytest.raises((services.TournamentError, Refused)):
        score(stage, "r1.1", points)
    assert dump() == before


def test_winner_against_the_points_is_refused(club, variant):
    stage = drawn(club, variant, 2)
    before = dump()
    with pytest.raises(Refused, match="winner_against_points"):
        score(stage, "r1.1", (71, 49), winner=1)
    assert dump() == before


def test_a_drawn_deal_is_kept_and_not_counted(club, variant):
    stage = drawn(club, variant, 2, kind="first_to:2")
    for points in ((64, 56), (60, 60), (50, 70), (61, 59)):
        assert not pairing(stage, "r1.1").decided
        score(stage, "r1.1", points)
    row = pairing(stage, "r1.1")
    assert (row.decided, row.winner, row.match.wins) == (True, 0, [2, 1])
    assert row.match.deals == 4
    keeps_the_law(stage)


def test_the_match_ends_that_moment_and_takes_no_more(club, variant):
    stage = drawn(club, variant, 2, kind="first_to:2")
    score(stage, "r1.1", None, winner=1)
    score(stage, "r1.1", None, winner=1)
    before = dump()
    with pytest.raises(Refused, match="match_over"):
        score(stage, "r1.1", (120, 0))
    assert dump() == before


def test_a_stale_slip_is_refused_and_the_same_command_counts_once(club, variant):
    stage = drawn(club, variant, 2, kind="first_to:3")
    version = pairing(stage, "r1.1").match.version
    score(stage, "r1.1", (70, 50), version=version, command="a1")
    with pytest.raises(services.TournamentError, match="meanwhile"):
        score(stage, "r1.1", (30, 90), version=version)
    score(stage, "r1.1", (70, 50), version=version, command="a1")
    assert pairing(stage, "r1.1").match.deals == 1


def test_a_correction_turns_the_match_and_redraws_what_follows(club, variant):
    stage = drawn(club, variant, 4)
    score(stage, "r1.1", (71, 49))
    score(stage, "r1.2", (71, 49))
    first = pairing(stage, "r2.1")
    before = {side.entry_id for side in first.sides.all()}
    correct(stage, "r1.1", 1, (49, 71))
    second = pairing(stage, "r2.1")
    after = {side.entry_id for side in second.sides.all()}
    loser = pairing(stage, "r1.1").sides.get(number=0).entry_id
    assert second.pk != first.pk
    assert loser in before - after
    assert Pairing.objects.get(pk=first.pk).void
    with pytest.raises(services.TournamentError) as refused:  # no score under other entries
        services.score_deal(actor=None, pairing_id=first.pk, points=(61, 59))
    assert refused.value.key == "pairing_void"
    keeps_the_law(stage)


def test_a_correction_is_refused_once_the_following_match_has_begun(club, variant):
    stage = drawn(club, variant, 4, kind="first_to:2")
    for key in ("r1.1", "r1.2"):
        score(stage, key)
        score(stage, key)
    score(stage, "r2.1")
    before = dump()
    for act in (lambda: correct(stage, "r1.1", 2, (49, 71)), lambda: void(stage, "r1.1", 1)):
        with pytest.raises(services.TournamentError) as refused:
            act()
        assert refused.value.key == "following_begun"
        assert "Final" in str(refused.value)
        assert dump() == before
    correct(stage, "r1.1", 2, (100, 20))  # the same winner: nothing that follows depends on it
    assert pairing(stage, "r1.1").decided
    keeps_the_law(stage)


def test_a_struck_deal_opens_the_match_and_is_kept(club, variant):
    stage = drawn(club, variant, 4)
    score(stage, "r1.1")
    score(stage, "r1.2")
    void(stage, "r1.1", 1)
    row = pairing(stage, "r1.1")
    assert (row.decided, row.match.wins, row.match.state) == (False, [0, 0], "playing")
    assert not Pairing.objects.filter(key="r2.1", void=False).exists()
    with TestCase.captureOnCommitCallbacks(execute=True):
        services.restore_deal(actor=None, pairing_id=row.pk, deal=1)
    assert Pairing.objects.filter(key="r2.1", void=False).count() == 1
    assert Pairing.objects.filter(key="r2.1", void=True).count() == 1
    keeps_the_law(stage)


def test_the_final_can_be_corrected(club, variant):
    stage = drawn(club, variant, 2)
    score(stage, "r1.1", (71, 49))
    void(stage, "r1.1", 1)
    stage.refresh_from_db()
    assert stage.state == "playing"
    score(stage, "r1.1", (10, 110))
    stage.refresh_from_db()
    assert stage.state == "finished"
    assert pairing(stage, "r1.1").winner == 1


def test_correcting_one_deal_leaves_its_siblings(club, variant):
    stage = drawn(club, variant, 2, kind="first_to:2")
    score(stage, "r1.1", (71, 49))
    score(stage, "r1.1", (40, 80))
    correct(stage, "r1.1", 2, (45, 75))
    assert [deal.points for deal in deal_views(pairing(stage, "r1.1").match_id)] == [
        (71, 49),
        (45, 75),
    ]


def test_walkover_and_back_in_reverse_order(club, variant):
    stage = drawn(club, variant, 4)
    with TestCase.captureOnCommitCallbacks(execute=True):
        services.walkover(actor=None, pairing_id=pairing(stage, "r1.1").pk, winner=1)
    score(stage, "r1.2")
    with TestCase.captureOnCommitCallbacks(execute=True):
        services.walkover(actor=None, pairing_id=pairing(stage, "r2.1").pk, winner=0)
    with pytest.raises(services.TournamentError) as refused:
        services.undo_walkover(actor=None, pairing_id=pairing(stage, "r1.1").pk)
    assert refused.value.key == "following_begun"
    for key in ("r2.1", "r1.1"):
        with TestCase.captureOnCommitCallbacks(execute=True):
            services.undo_walkover(actor=None, pairing_id=pairing(stage, key).pk)
    assert not pairing(stage, "r1.1").decided
    assert not Pairing.objects.filter(key="r2.1", void=False).exists()
    keeps_the_law(stage)


def test_double_walkover_lets_nobody_on(club, variant):
    stage = drawn(club, variant, 4)
    with TestCase.captureOnCommitCallbacks(execute=True):
        services.walkover(actor=None, pairing_id=pairing(stage, "r1.1").pk, winner=None)
    score(stage, "r1.2")
    stage.refresh_from_db()
    assert stage.state == "finished"
    assert pairing(stage, "r2.1").bye
    keeps_the_law(stage)


def test_a_bye_takes_no_score_and_no_walkover(club, variant):
    stage = drawn(club, variant, 3)
    bye = Pairing.objects.get(bye=True)
    before = dump()
    for act in (
        lambda: services.score_deal(actor=None, pairing_id=bye.pk, points=(71, 49)),
        lambda: services.walkover(actor=None, pairing_id=bye.pk, winner=0),
    ):
        with pytest.raises(services.TournamentError) as refused:
            act()
        assert refused.value.key == "a_bye"
    assert dump() == before
    assert stage.state == "playing"


def test_news_told_five_times_has_one_effect(club, variant):
    stage = drawn(club, variant, 4)
    score(stage, "r1.1")
    score(stage, "r1.2")
    rows = list(Pairing.objects.order_by("pk").values("pk", "key", "decided", "winner", "void"))
    for key in ("r1.2", "r1.1", "r1.1", "r1.2", "r1.1"):
        match = pairing(stage, key).match
        outcome = journal.load(match.pk).match.outcome
        match_changed.send(sender=type(match), match=match, outcome=outcome)
        services.advance(stage_id=stage.pk)
    assert rows == list(
        Pairing.objects.order_by("pk").values("pk", "key", "decided", "winner", "void")
    )


def test_every_act_is_logged(club, variant, dario):
    stage = drawn(club, variant, 4)
    score(stage, "r1.1", actor=dario)
    correct(stage, "r1.1", 1, (80, 40), actor=dario)
    acts = list(LogEntry.objects.order_by("pk").values_list("act", "actor"))
    assert acts[-2:] == [("scored", dario.pk), ("corrected", dario.pk)]


def correct(stage, key, deal, points, actor=None):
    with TestCase.captureOnCommitCallbacks(execute=True):
        services.correct_deal(
            actor=actor, pairing_id=pairing(stage, key).pk, deal=deal, points=points
        )


def void(stage, key, deal):
    with TestCase.captureOnCommitCallbacks(execute=True):
        services.void_deal(actor=None, pairing_id=pairing(stage, key).pk, deal=deal)
