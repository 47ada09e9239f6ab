"""How deals become a match: worked examples, every kind of match, rulings and their undoing."""

from hashlib import sha256
from itertools import pairwise
from random import Random

import pytest
from rules_play import Table, terms

from games.rules import match as rules
from games.rules.house import (
    BestOf,
    FirstTo,
    Fixed,
    Terms,
    deals_needed,
    may_draw,
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


def test_two_to_one_in_four_deals_dealt_by_seats_in_turn():
    """RULES.md section 4: 64-56, 60-60, 50-70, 61-59."""
    for number in range(8):
        table = Table(terms(2))
        dealer = table.deal("four", number).dealer
        table.play_out(Random(number))
        table.add(rules.correct(table.match, 1, points=(64, 56)))
        assert (table.match.wins, table.match.outcome) == ((1, 0), None)
        for points, wins in (((60, 60), (1, 0)), ((50, 70), (1, 1)), ((61, 59), (2, 1))):
            assert table.match.outcome is None
            table.add(rules.score(table.match, points=points))
            assert table.match.wins == wins
        assert ended(table.match) == (0, "reached")
        order = [(dealer + place) % 2 for place in range(4)]
        assert [deal.dealer for deal in table.match.deals] == order
        assert [deal.winner for deal in table.match.deals] == [0, None, 1, 0]
        assert [deal.drawn for deal in table.match.deals] == [False, True, False, False]


def test_six_sit_so_that_every_other_seat_is_one_side():
    """A B C on one long edge, F E D facing them: the order of seats is A B C F E D."""
    its_terms = Terms(seats=6, kind=FirstTo(2))
    order = ["A", "B", "C", "D", "E", "F"]
    edges = (["A", "B", "C"], ["F", "E", "D"])
    side = {name: its_terms.side_of(seat) for seat, name in enumerate(order)}
    assert {name for name in order if side[name] == 0} == {"A", "C", "E"}
    assert {name for name in order if side[name] == 1} == {"B", "F", "D"}
    for edge in edges:
        assert all(side[one] != side[two] for one, two in pairwise(edge))
    assert all(side[one] != side[two] for one, two in zip(*edges, strict=True))


def test_sixty_all_in_a_knockout_scores_for_nobody_and_the_next_deal_is_offered():
    """FAULTS T76."""
    match = scored(FirstTo(2), (60, 60), must_decide=True).match
    assert (match.wins, match.outcome, match.number) == ((0, 0), None, 2)
    assert match.deals[0].drawn
    assert match.deals[0].winner is None
    assert rules.score(match, points=(70, 50))


def test_two_nil_ends_a_match_to_two_that_moment():
    """FAULTS T77."""
    table = scored(FirstTo(2), (61, 59))
    assert table.match.outcome is None
    table.add(rules.score(table.match, points=(100, 20)))
    assert ended(table.match) == (0, "reached")
    assert table.match.phase == "over"


def test_a_deal_after_the_decision_is_refused():
    """FAULTS T78."""
    match = scored(FirstTo(1), (61, 59)).match
    for act in (
        lambda: rules.score(match, points=(61, 59)),
        lambda: rules.score(match, winner=1),
        lambda: rules.seal(match, bytes(32)),
        lambda: rules.seat_down(match, 0, "user:9"),
        lambda: rules.concede(match, 0),
    ):
        with pytest.raises(IllegalMove, match="match_over"):
            act()


@pytest.mark.parametrize(
    ("points", "winner", "key"),
    [
        ((61, 60), None, "points_do_not_sum"),
        ((-1, 121), None, "points_out_of_range"),
        ((121, -1), None, "points_out_of_range"),
        ((60,), None, "points_do_not_sum"),
        ((60, 30, 30), None, "points_do_not_sum"),
        ((61.0, 59), None, "points_out_of_range"),
        (("61", 59), None, "points_out_of_range"),
        ((True, 119), None, "points_out_of_range"),
        ((61, 59), 1, "winner_against_points"),
        ((60, 60), 0, "winner_against_points"),
        ((61, 59), 2, "no_such_side"),
        (None, 2, "no_such_side"),
        (None, -1, "no_such_side"),
        (None, None, "winner_needed"),
    ],
)
def test_figures_no_deal_can_have_are_refused(points, winner, key):
    match = scored(FirstTo(2)).match
    with pytest.raises(IllegalMove) as refused:
        rules.score(match, points=points, winner=winner)
    assert refused.value.key == key


def test_a_winner_follows_from_the_points():
    assert scored(FirstTo(2), (59, 61)).match.deals[0].winner == 1
    assert scored(FirstTo(2), (50, 40, 30), seats=3).match.deals[0].winner == 0
    level = scored(FirstTo(2), (50, 50, 20), seats=3).match
    assert (level.deals[0].winner, level.deals[0].drawn, level.wins) == (None, True, (0, 0, 0))


def test_draws_lead_to_as_many_deals_as_it_takes():
    """FAULTS T81: best of three is over when a side has two, however many were drawn."""
    deals = [(60, 60)] * 7 + [(61, 59), (60, 60), (59, 61), (60, 60), (70, 50)]
    match = scored(BestOf(3), *deals).match
    assert len(match.deals) == 12
    assert (ended(match), match.wins) == ((0, "reached"), (2, 1))


def test_a_target_that_cannot_be_reached_is_refused():
    """FAULTS T82."""
    for wrong in (
        lambda: FirstTo(0),
        lambda: FirstTo(12),
        lambda: BestOf(0),
        lambda: BestOf(4),
        lambda: BestOf(23),
        lambda: Fixed(0),
        lambda: Fixed(21),
        lambda: Fixed(4, by="tricks"),
        lambda: FirstTo(2, sets=0),
        lambda: FirstTo(2, sets=10),
    ):
        with pytest.raises(ValueError, match="no such match kind"):
            wrong()


def test_a_match_that_stands_at_nil_is_not_a_drawn_match():
    """FAULTS T83: the outcome says whether it was played, not the score."""
    unplayed = scored(BestOf(2)).match
    assert (unplayed.wins, unplayed.outcome, unplayed.phase) == ((0, 0), None, "idle")
    draws = scored(BestOf(2), (60, 60), (60, 60), (60, 60)).match
    assert (draws.wins, draws.outcome) == ((0, 0), None)
    level = scored(BestOf(2), (61, 59), (59, 61)).match
    assert ended(level) == (None, "level")


def test_a_match_keeps_the_terms_it_was_made_with():
    """FAULTS T86: terms are a value; changing them makes other terms."""
    its_terms = terms(2)
    table = Table(its_terms)
    table.deal("copy")
    other = Terms.from_dict({**its_terms.to_dict(), "kind": "first_to:5"})
    assert table.match.terms == its_terms != other
    assert rules.replay(its_terms, table.facts).terms.kind == FirstTo(2)
    with pytest.raises(AttributeError):
        its_terms.kind = FirstTo(5)


@pytest.mark.parametrize(
    ("kind", "deals", "outcome"),
    [
        ("first_to:1", "0", (0, "reached")),
        ("first_to:3", "010", None),
        ("first_to:3", "01010", (0, "reached")),
        ("best_of:1", "1", (1, "reached")),
        ("best_of:3", "01", None),
        ("best_of:5", "00=0", (0, "reached")),
        ("best_of:2", "0", None),
        ("best_of:2", "00", (0, "reached")),
        ("best_of:2", "0=1", (None, "level")),
        ("fixed:3:deals", "00", None),
        ("fixed:3:deals", "001", (0, "more_deals")),
        ("fixed:4:deals", "0011", (None, "level")),
        ("fixed:2:deals", "1=", (1, "more_deals")),
        ("first_to:1:sets:2", "01", None),
        ("first_to:1:sets:2", "011", (1, "reached")),
        ("best_of:2:sets:1", None, None),
    ],
)
def test_every_kind_ends_when_it_is_certain_and_says_why(kind, deals, outcome):
    if deals is None:
        with pytest.raises(ValueError, match="no such match kind"):
            parse_kind(kind)
        return
    figures = {"0": (80, 40), "1": (50, 70), "=": (60, 60)}
    match = scored(parse_kind(kind), *(figures[deal] for deal in deals)).match
    assert ended(match) == outcome


def test_fixed_by_points_adds_the_card_points():
    match = scored(parse_kind("fixed:3:points"), (61, 59), (61, 59), (20, 100)).match
    assert (match.wins, match.card_points) == ((2, 1), (142, 218))
    assert ended(match) == (1, "more_points")
    with pytest.raises(IllegalMove, match="points_needed"):
        rules.score(scored(parse_kind("fixed:3:points")).match, winner=0)


def test_best_of_two_in_a_knockout_goes_on_until_one_is_won():
    table = scored(BestOf(2), 0, 1, must_decide=True)
    assert table.match.outcome is None
    table.add(rules.score(table.match, points=(60, 60)))
    assert table.match.outcome is None
    table.add(rules.score(table.match, winner=1))
    assert ended(table.match) == (1, "reached")


def test_kinds_say_what_they_need():
    assert [deals_needed(parse_kind(text)) for text in ("first_to:5", "best_of:5")] == [5, 3]
    assert may_draw(BestOf(2))
    assert not may_draw(BestOf(3))
    assert not Terms(seats=2, kind=BestOf(2), must_decide=True).may_draw


@pytest.mark.parametrize(
    ("drawn", "dealers"),
    [("next_dealer", [0, 1, 2]), ("same_dealer", [0, 0, 1])],
)
def test_a_drawn_deal_passes_the_deal_as_the_house_says(drawn, dealers):
    table = Table(terms(4, FirstTo(5), drawn=drawn))
    first = table.deal("dealers").dealer
    table.play_out(Random(1))
    table.add(rules.correct(table.match, 1, points=(60, 60)))
    table.add(rules.score(table.match, points=(70, 50)))
    table.add(rules.score(table.match, points=(50, 70)))
    found = [deal.dealer for deal in table.match.deals]
    assert found == [(first + place) % 4 for place in dealers]


def test_the_last_trick_decides_a_level_deal_where_the_house_says():
    table = scored(FirstTo(2), house=terms(drawn="last_trick").house)
    with pytest.raises(IllegalMove, match="winner_needed"):
        rules.score(table.match, points=(60, 60))
    match = table.add(rules.score(table.match, points=(60, 60), winner=1))
    assert (match.wins, match.deals[0].drawn) == ((0, 1), False)


def test_after_so_many_draws_the_last_trick_decides():
    table = scored(FirstTo(2), (60, 60), (60, 60), house=terms(drawn_limit=2).house)
    with pytest.raises(IllegalMove, match="winner_needed"):
        rules.score(table.match, points=(60, 60))
    match = table.add(rules.score(table.match, points=(60, 60), winner=0))
    assert match.wins == (1, 0)
    assert rules.score(match, points=(60, 60))


def test_a_drawn_deal_at_the_table_goes_to_who_took_the_last_trick():
    decided = 0
    for number in range(400):
        table = Table(terms(2, drawn="last_trick"))
        table.deal("level", number)
        last = table.play_out(Random(number)).deals[-1]
        assert last.winner is not None
        if last.points == (60, 60):
            decided += 1
            assert last.winner == last.cards.tricks[-1].winner
    assert decided


def test_all_tricks_may_count_two_but_never_past_what_is_needed():
    two = terms(cappotto="two").house
    table = scored(FirstTo(3), house=two)
    table.add(rules.score(table.match, points=(120, 0), cappotto=True))
    assert (table.match.wins, table.match.deals[0].worth) == ((2, 0), 2)
    table.add(rules.score(table.match, points=(120, 0), cappotto=True))
    assert (table.match.wins, ended(table.match)) == ((3, 0), (0, "reached"))
    plain = scored(FirstTo(3))
    plain.add(rules.score(plain.match, points=(120, 0), cappotto=True))
    assert plain.match.wins == (1, 0)
    with pytest.raises(IllegalMove, match="cappotto_against_points"):
        rules.score(plain.match, points=(119, 1), cappotto=True)


def test_a_stopped_deal_need_not_sum_to_120():
    stop = terms(ending="stop").house
    match = scored(FirstTo(2), (61, 20), house=stop).match
    assert match.wins == (1, 0)
    for wrong in ((60, 20), (61, 60), (60, 59)):
        with pytest.raises(IllegalMove, match="points_do_not_sum"):
            rules.score(match, points=wrong)


def test_a_conceded_deal_is_won_by_the_other_side_and_has_no_points():
    table = Table(terms(4))
    table.deal("concede")
    table.play_any(Random(0))
    match = table.add(rules.concede(table.match, 1))
    deal = match.deals[0]
    assert (match.wins, match.deal, deal.points, deal.winner) == ((1, 0), None, None, 0)
    assert deal.conceded == (1,)
    assert match.dealer == (deal.dealer + 1) % 4


def test_with_three_seats_a_conceding_seat_is_played_on_and_cannot_win():
    for number in range(40):
        table = Table(terms(3), people=True)
        table.deal("three", number)
        table.add(rules.concede(table.match, 1))
        assert table.match.deal is not None
        assert table.match.played_on(1)
        assert rules.clock_seconds(table.match, 1) is None
        assert rules.clock_seconds(table.match, 0) == 20
        with pytest.raises(IllegalMove, match="already_conceded"):
            rules.concede(table.match, 1)
        deal = table.play_out(Random(number)).deals[0]
        others = {side: deal.points[side] for side in (0, 2)}
        top = max(others.values())
        level = [side for side, points in others.items() if points == top]
        assert deal.winner == (level[0] if len(level) == 1 else None)


def test_two_of_three_seats_conceding_end_the_deal_for_the_third():
    table = Table(terms(3))
    table.deal("both")
    table.add(rules.concede(table.match, 0))
    match = table.add(rules.concede(table.match, 2))
    assert (match.deal, match.wins) == (None, (0, 1, 0))


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


def test_a_walkover_and_a_double_walkover():
    table = scored(FirstTo(2))
    assert ended(table.add(rules.award(table.match, 1, "walkover"))) == (1, "walkover")
    table = scored(FirstTo(2))
    match = table.add(rules.award(table.match, None, "double_walkover"))
    assert ended(match) == (None, "double_walkover")
    match = table.add(rules.restore(match, len(table.facts) - 1))
    assert (match.outcome, match.phase) == (None, "idle")


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


def test_a_void_deal_keeps_its_number_and_counts_for_nothing():
    table = scored(FirstTo(2), (61, 59), (61, 59))
    match = table.add(rules.void(table.match, 1))
    assert (match.outcome, match.wins, match.number) == (None, (1, 0), 3)
    assert (match.deals[0].void, match.deals[0].points) == (True, None)
    with pytest.raises(IllegalMove, match="deal_void"):
        rules.correct(match, 1, winner=0)
    match = table.add(rules.restore(match, len(table.facts) - 1))
    assert ended(match) == (0, "reached")


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


def test_three_cards_by_the_clock_concede_the_deal_and_halve_it_before():
    """FAULTS L108: legal, marked for all, and the row ends with a card of one's own."""
    table = Table(terms(2, FirstTo(3)), people=True)
    table.deal("clock")
    slow = table.match.turn

    def lay(count, seat_auto):
        for _ in range(count):
            seat = table.match.turn
            card = table.match.deal.hands[seat][0]
            table.play(card, auto=seat == slow and seat_auto)

    def laid_by_slow():
        return table.match.absent_row[slow]

    while laid_by_slow() < 2:
        lay(1, seat_auto=True)
    assert rules.clock_seconds(table.match, slow) == 10
    assert rules.clock_seconds(table.match, 1 - slow) == 20
    while laid_by_slow():
        lay(1, seat_auto=False)
    assert rules.clock_seconds(table.match, slow) == 10
    while table.match.deal is not None:
        lay(1, seat_auto=True)
    assert table.match.deals[0].conceded == (slow,)
    assert table.match.wins[1 - slow] == 1
    autos = [auto for trick in table.match.deals[0].cards.tricks for auto in trick.autos]
    assert sum(autos) in (4, 5)
    table.deal("clock", 2)
    assert rules.clock_seconds(table.match, slow) == 20


def test_three_cards_by_the_clock_may_concede_the_match():
    table = Table(Terms(seats=2, kind=FirstTo(3), absence="match"), people=True)
    table.deal("gone")
    slow = table.match.turn
    while table.match.deal is not None:
        seat = table.match.turn
        table.play(table.match.deal.hands[seat][0], auto=seat == slow)
    assert ended(table.match) == (1 - slow, "conceded")


def test_a_clock_runs_only_between_people():
    table = Table(terms(2, clock=8), people=True)
    assert rules.clock_seconds(table.match, 0) == 8
    lonely = Table(terms(2, clock=8))
    lonely.add(rules.seat_down(lonely.match, 0, "user:1"))
    assert rules.clock_seconds(lonely.match, 0) is None
    off = Table(terms(2, clock=0), people=True)
    assert rules.clock_seconds(off.match, 0) is None
    off.deal("off")
    with pytest.raises(IllegalMove, match="clock_off"):
        rules.time_out(off.match, off.match.turn, off.match.deal.hands[off.match.turn][0])
