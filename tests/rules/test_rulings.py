"""Rulings about deals and matches: corrections, concessions, voids, and taking them back."""

from hashlib import sha256
from random import Random

import pytest
from rules_play import Table, terms

from games.rules import match as rules
from games.rules.house import (
    BestOf,
    FirstTo,
    Terms,
    parse_kind,
)
from games.rules.match import IllegalMove
from games.rules.view import PUBLIC, as_json, view_for


def scored(kind, *deals, seats=2, **more):
    """A match on paper; a deal is its points, or the side that won it."""
    table = Table(Terms(seats=seats, kind=kind, **more))
    for deal in deals:
        if isinstance(deal, int):
            table.add(rules.score(table.match, winner=deal))
        else:
            table.add(rules.score(table.match, points=deal))
    return table


def ended(match):
    return None if match.outcome is None else (match.outcome.winner, match.outcome.reason)


def test_a_match_that_stands_at_nil_is_not_a_drawn_match():
    """FAULTS T83: the outcome says whether it was played, not the score."""
    unplayed = scored(BestOf(2)).match
    assert (unplayed.wins, unplayed.outcome, unplayed.phase) == ((0, 0), None, "idle")
    draws = scored(BestOf(2), (60, 60), (60, 60), (60, 60)).match
    assert (draws.wins, draws.outcome) == ((0, 0), None)
    level = scored(BestOf(2), (61, 59), (59, 61)).match
    assert ended(level) == (None, "level")


def test_a_third_of_three_seats_giving_up_the_match_leaves_the_deal_to_the_last_one_in_it():
    table = Table(terms(3))
    table.deal("mixed")
    table.add(rules.concede(table.match, 0))
    match = table.add(rules.concede(table.match, 2, whole_match=True))
    assert (match.deal, match.wins, match.outcome) == (None, (0, 1, 0), None)


def test_a_conceded_match_is_over():
    table = Table(terms(2))
    table.deal("whole")
    match = table.add(rules.concede(table.match, 0, whole_match=True))
    assert (ended(match), match.phase, match.deal) == ((1, "conceded"), "over", None)
    assert match.deals[0].void or match.deals[0].winner == 1


def test_a_correction_may_open_a_match_again_and_end_it_otherwise():
    table = scored(FirstTo(2), (61, 59), (61, 59))
    assert ended(table.match) == (0, "reached")
    match = table.add(rules.correct(table.match, 2, points=(59, 61)))
    assert (match.outcome, match.wins) == (None, (1, 1))
    match = table.add(rules.correct(match, 1, winner=1))
    assert ended(match) == (1, "reached")
    assert [deal.corrected for deal in match.deals] == [True, True]
    match = table.add(rules.restore(match, len(table.facts) - 1))
    assert match.wins == (1, 1)


def test_a_correction_of_a_conceded_deal_stands_over_the_concession():
    table = Table(terms(2))
    table.deal("slip")
    table.add(rules.concede(table.match, 0))
    match = table.add(rules.correct(table.match, 1, points=(100, 20)))
    assert (match.wins, match.deals[0].winner) == ((1, 0), 0)
    match = table.add(rules.correct(match, 1, winner=0))
    assert match.wins == (1, 0)


def test_a_running_deal_made_void_by_mistake_is_taken_up_where_it_lay():
    table = Table(terms(2))
    table.deal("mistake")
    table.play_any(Random(3))
    before = table.match.deal
    table.add(rules.void(table.match, 1))
    assert table.match.deal is None
    match = table.add(rules.restore(table.match, len(table.facts) - 1))
    assert (match.deal, match.deals) == (before, ())
    table.play_out(Random(3))


def test_a_correction_of_a_broken_off_deal_does_not_show_its_seed():
    """It may still be taken up again, when correction and concession are both taken back."""
    table = Table(terms(2))
    deal = table.deal("corrected")
    table.add(rules.concede(table.match, 0))
    conceded = len(table.facts) - 1
    table.add(rules.correct(table.match, 1, points=(70, 50)))
    corrected = len(table.facts) - 1
    assert "seed" not in as_json(view_for(table.match, PUBLIC))["deals"][0]
    table.add(rules.restore(table.match, corrected))
    match = table.add(rules.restore(table.match, conceded))
    assert match.deal == deal


def test_what_was_turned_up_and_redealt_stays_with_a_deal_that_was_broken_off():
    number = 0
    while True:
        table = Table(terms(2, exposed="redeal"))
        table.seal("broken", number)
        table.add(rules.deal(table.match))
        if table.match.needs_redeal:
            break
        number += 1
    redone = table.match.redone
    table.add(rules.void(table.match, 1))
    assert table.match.deals[0].redone == redone
    with pytest.raises(IllegalMove, match="seed_used"):
        rules.seal(table.match, redone[0].seed)
    match = table.add(rules.award(table.match, 0, "walkover"))
    (told,) = as_json(view_for(match, PUBLIC))["deals"][0]["redone"]
    assert told["turn_up"] == str(redone[0].turn_up)
    assert told["commitment"] == sha256(bytes.fromhex(told["seed"])).hexdigest()


def test_a_deal_whose_seed_was_shown_is_never_taken_up_again():
    """Its cards are known: once the match was over it stays void, whatever is taken back."""
    table = Table(terms(2))
    table.deal("shown")
    table.play_any(Random(3))
    table.add(rules.void(table.match, 1))
    voided = len(table.facts) - 1
    table.add(rules.award(table.match, 0, "walkover"))
    awarded = len(table.facts) - 1
    table.add(rules.restore(table.match, awarded))
    match = table.add(rules.restore(table.match, voided))
    assert match.deal is None
    assert match.deals[0].void


def test_penalties_warn_take_a_deal_or_take_points():
    table = scored(parse_kind("fixed:2:points"), (70, 50))
    table.add(rules.penalise(table.match, 0, "warning", reason="late"))
    assert table.match.card_points == (70, 50)
    match = table.add(rules.penalise(table.match, 0, "points", points=30))
    assert match.card_points == (40, 50)
    table = scored(FirstTo(2), (70, 50))
    match = table.add(rules.penalise(table.match, 0, "deal", deal=1))
    assert (match.wins, match.deals[0].conceded) == ((0, 1), (0,))
    match = table.add(rules.penalise(match, 1, "deal", deal=1))
    assert (match.wins, match.deals[0].winner) == ((0, 0), None)
    for wrong in (("deal", {}), ("deal", {"deal": 2}), ("warning", {"deal": 9})):
        with pytest.raises(IllegalMove, match="no_such_deal"):
            rules.penalise(match, 0, wrong[0], **wrong[1])
    for kind, points in (("points", 0), ("points", -5), ("warning", 5), ("flogging", 0)):
        with pytest.raises(IllegalMove, match="bad_penalty"):
            rules.penalise(match, 0, kind, points=points)
