"""How deals make a match: kinds, drawn deals, dealers, concessions, corrections, endings."""

from random import Random

import pytest
from rules_play import SEATS, Table, seed, terms

from games.rules import match as rules
from games.rules.house import BestOf, FirstTo, Fixed, House, Terms, parse_kind
from games.rules.match import IllegalMove, Outcome


def paper(kind="first_to:2", seats=2, **more) -> Table:
    house = {key: value for key, value in more.items() if key in House.__slots__}
    rest = {key: value for key, value in more.items() if key not in house}
    return Table(Terms(seats=seats, kind=parse_kind(kind), house=House.from_dict(house), **rest))


def score(table: Table, *figures: tuple[int, ...] | int, **more) -> rules.Match:
    """Enter deals: a tuple is points, a whole number the winning side."""
    for figure in figures:
        if isinstance(figure, int):
            table.add(rules.score(table.match, winner=figure, **more))
        else:
            table.add(rules.score(table.match, points=figure, **more))
    return table.match


def refused(key: str, act, *arguments, **named) -> None:
    with pytest.raises(IllegalMove) as caught:
        act(*arguments, **named)
    assert caught.value.key == key


def test_two_one_in_four_deals_with_a_drawn_one_and_four_dealers():
    table = Table(terms(2))
    first = table.deal("2-1").dealer
    table.add(rules.void(table.match, 1))  # the deal only draws the dealer
    dealers = []
    for figures in ((64, 56), (60, 60), (50, 70), (61, 59)):
        dealers.append(table.match.dealer)
        assert table.match.outcome is None
        score(table, figures)
    assert table.match.wins == (2, 1)
    assert table.match.outcome == Outcome(0, "reached")
    assert [deal.winner for deal in table.match.deals[1:]] == [0, None, 1, 0]
    assert [deal.drawn for deal in table.match.deals[1:]] == [False, True, False, False]
    assert dealers == [(first + step) % 2 for step in range(4)]


@pytest.mark.parametrize("seats", SEATS)
def test_the_deal_passes_to_the_next_seat_after_every_deal(seats):
    table = Table(terms(seats, FirstTo(5)))
    rng = Random(seats)
    dealers = []
    for number in range(2 * seats):
        if table.match.outcome is not None:
            break
        dealers.append(table.deal("dealers", number).dealer)
        assert table.match.turn == (dealers[-1] + 1) % seats
        table.play_out(rng)
    assert dealers == [(dealers[0] + step) % seats for step in range(len(dealers))]


def test_six_sit_so_that_partners_alternate():
    """A B C on one long edge, F E D facing them: the order of play is A B C F E D."""
    round_the_table = "ABCFED"
    sides = terms(6)
    assert {round_the_table[s] for s in range(6) if sides.side_of(s) == 0} == set("ACE")
    assert {round_the_table[s] for s in range(6) if sides.side_of(s) == 1} == set("BFD")


def test_two_nil_ends_a_first_to_two_that_moment():
    """FAULTS T77."""
    table = paper()
    score(table, (70, 50))
    assert table.match.outcome is None
    assert score(table, (61, 59)).outcome == Outcome(0, "reached")
    assert table.match.phase == "over"


def test_sixty_all_is_stored_as_drawn_and_counts_for_nobody():
    """FAULTS T76 and T83: the state says whether a deal was played, not the score."""
    table = paper()
    match = score(table, (60, 60))
    assert (match.deals[0].drawn, match.deals[0].points, match.wins) == (True, (60, 60), (0, 0))
    assert match.outcome is None
    assert match.number == 2
    assert match.phase == "idle"
    assert score(table, (61, 59)).wins == (1, 0)


def test_drawn_deals_lead_past_the_usual_number_of_deals():
    """FAULTS T81."""
    table = paper("best_of:3")
    match = score(table, 0, (60, 60), 1, (60, 60), (60, 60), 1)
    assert len(match.deals) == 6
    assert (match.wins, match.outcome) == ((1, 2), Outcome(1, "reached"))


@pytest.mark.parametrize(
    ("figures", "winner", "key"),
    [
        ((61, 60), None, "points_do_not_sum"),
        ((60, 59), None, "points_do_not_sum"),
        ((120,), None, "points_do_not_sum"),
        ((40, 40, 40), None, "points_do_not_sum"),
        ((-1, 121), None, "points_out_of_range"),
        ((121, -1), None, "points_out_of_range"),
        (("sixty", 60), None, "points_out_of_range"),
        ((60.0, 60.0), None, "points_out_of_range"),
        ((True, 119), None, "points_out_of_range"),
        ((70, 50), 1, "winner_against_points"),
        ((60, 60), 0, "winner_against_points"),
        (None, None, "winner_needed"),
        (None, 2, "no_such_side"),
        (None, -1, "no_such_side"),
    ],
)
def test_figures_that_cannot_be_are_refused_by_key(figures, winner, key):
    """FAULTS T78, for a new deal and for a correction."""
    table = paper()
    before = table.match
    refused(key, rules.score, before, points=figures, winner=winner)
    score(table, 0)
    refused(key, rules.correct, table.match, 1, points=figures, winner=winner)
    assert table.match.wins == (1, 0)


def test_no_deal_is_taken_after_the_decision():
    table = paper("first_to:1")
    score(table, 1)
    for act in (
        lambda: rules.score(table.match, winner=0),
        lambda: rules.seal(table.match, seed("late")),
        lambda: rules.deal(table.match),
        lambda: rules.play(table.match, 0, None),
        lambda: rules.concede(table.match, 0, whole_match=True),
        lambda: rules.seat_down(table.match, 0, ""),
    ):
        refused("match_over", act)


def test_a_winner_alone_may_be_entered_as_bars_write_it():
    table = paper()
    match = score(table, 0, 1, 0)
    assert (match.wins, match.outcome) == ((2, 1), Outcome(0, "reached"))
    assert [deal.points for deal in match.deals] == [None, None, None]


@pytest.mark.parametrize(
    ("kind", "deals", "outcome"),
    [
        ("first_to:1", [1], Outcome(1, "reached")),
        ("first_to:3", [0, 0, 1, 0], Outcome(0, "reached")),
        ("best_of:1", [0], Outcome(0, "reached")),
        ("best_of:5", [1, 0, 1, 1], Outcome(1, "reached")),
        ("best_of:2", [1, 1], Outcome(1, "reached")),
        ("best_of:2", [1, 0], Outcome(None, "level")),
        ("fixed:3:deals", [0, 0, 1], Outcome(0, "more_deals")),
        ("fixed:2:deals", [0, 1], Outcome(None, "level")),
        ("fixed:3:points", [(50, 70), (61, 59), (61, 59)], Outcome(1, "more_points")),
        ("fixed:2:points", [(50, 70), (70, 50)], Outcome(None, "level")),
        ("first_to:1:sets:2", [0, 1, 0], Outcome(0, "reached")),
        ("best_of:2:sets:2", [0, 1, 1, 1, 1, 1], Outcome(1, "reached")),
    ],
)
def test_a_match_ends_at_the_earliest_moment_and_says_why(kind, deals, outcome):
    table = paper(kind)
    for deal in deals:
        assert table.match.outcome is None
        score(table, deal)
    assert table.match.outcome == outcome


def test_a_fixed_number_is_played_out_although_the_winner_is_known():
    table = paper("fixed:4:deals")
    assert score(table, 0, 0, 0).outcome is None
    assert score(table, 1).outcome == Outcome(0, "more_deals")


def test_a_knockout_goes_on_deal_by_deal_from_one_all():
    """Best of 2 in a knockout: one more deal, and another, until one is won."""
    table = paper("best_of:2", must_decide=True)
    assert score(table, 0, 1).outcome is None
    assert score(table, (60, 60)).outcome is None
    assert score(table, 1).outcome == Outcome(1, "reached")
    table = paper("fixed:2:points", must_decide=True)
    assert score(table, (70, 50), (50, 70), (60, 60)).outcome is None
    assert score(table, (61, 59)).outcome == Outcome(0, "more_points")
    assert not Terms(seats=2, kind=BestOf(2), must_decide=True).may_draw
    assert Terms(seats=2, kind=BestOf(2)).may_draw


def test_sets_start_again_from_nothing_and_decide_the_match():
    table = paper("first_to:2:sets:2")
    match = score(table, 0, 1, 0)
    assert (match.wins, match.set_wins) == ((1, 0), (0, 0))
    match = score(table, 1)
    assert (match.wins, match.set_wins) == ((1, 0), (0, 1))
    match = score(table, 1)
    assert (match.wins, match.set_wins, match.outcome) == ((1, 1), (0, 0), None)
    assert score(table, 0, 0).outcome == Outcome(0, "reached")
    assert table.match.wins == (2, 1)


def test_match_points_with_one_winner_only_are_not_enough():
    table = paper("fixed:2:points")
    refused("points_needed", rules.score, table.match, winner=0)


@pytest.mark.parametrize("drawn", ["next_dealer", "same_dealer"])
def test_the_dealer_of_a_drawn_deal_stays_or_goes_as_the_variant_says(drawn):
    table = Table(terms(2, drawn=drawn))
    first = table.deal("dealer").dealer
    table.add(rules.void(table.match, 1))
    assert table.match.dealer == first
    score(table, (60, 60))
    assert table.match.dealer == (first if drawn == "same_dealer" else 1 - first)


def test_the_last_trick_decides_a_level_deal_where_the_variant_says_so():
    table = paper(drawn="last_trick")
    refused("winner_needed", rules.score, table.match, points=(60, 60))
    match = score(table, (60, 60), winner=1)
    assert (match.deals[0].winner, match.deals[0].drawn, match.wins) == (1, False, (0, 1))
    found = 0
    for number in range(2500):
        played = Table(terms(2, FirstTo(1), drawn="last_trick"))
        played.deal("level", number)
        record = played.play_out(Random(number)).deals[-1]
        if record.points == (60, 60):
            found += 1
            assert record.winner == record.cards.tricks[-1].winner % 2
            if found == 3:
                return
    raise AssertionError("no level deal was found")


def test_after_so_many_drawn_deals_in_a_row_the_last_trick_decides():
    table = paper(drawn_limit=2)
    score(table, (60, 60), (60, 60))
    refused("winner_needed", rules.score, table.match, points=(60, 60))
    assert score(table, (60, 60), winner=0).wins == (1, 0)
    assert score(table, (60, 60)).wins == (1, 0)


def test_level_tops_of_three_are_drawn_or_go_to_the_latest_trick_among_them():
    table = paper(seats=3)
    assert score(table, (50, 50, 20)).deals[0].drawn
    refused("winner_against_points", rules.score, table.match, points=(50, 50, 20), winner=0)
    table = paper(seats=3, drawn="last_trick")
    refused("winner_against_points", rules.score, table.match, points=(50, 50, 20), winner=2)
    assert score(table, (50, 50, 20), winner=1).wins == (0, 1, 0)


def test_the_most_points_of_three_win_without_sixty_one():
    assert score(paper(seats=3), (41, 40, 39)).wins == (1, 0, 0)


def test_a_stopped_deal_need_not_come_to_120():
    table = paper(ending="stop")
    assert score(table, (64, 31)).wins == (1, 0)
    refused("points_do_not_sum", rules.score, table.match, points=(60, 31))
    refused("points_do_not_sum", rules.score, table.match, points=(64, 61))
    refused("points_do_not_sum", rules.score, paper().match, points=(64, 31))


def test_cappotto_counts_two_but_never_past_what_the_match_needs():
    table = paper("first_to:3", cappotto="two")
    assert score(table, (120, 0), cappotto=True).wins == (2, 0)
    assert score(table, (120, 0)).outcome == Outcome(0, "reached")
    table = paper("first_to:1", cappotto="two")
    assert score(table, 1, cappotto=True).wins == (0, 1)
    table = paper("first_to:3")
    assert score(table, (120, 0), cappotto=True).wins == (1, 0)
    refused("cappotto_against_points", rules.score, table.match, points=(90, 30), cappotto=True)


def test_a_conceded_deal_is_the_other_sides_and_has_no_points():
    table = Table(terms(4))
    table.deal("concede")
    table.play_any(Random(1))
    match = table.add(rules.concede(table.match, 0))
    record = match.deals[0]
    assert (record.winner, record.points, record.conceded) == (1, None, (0,))
    assert match.wins == (0, 1)
    assert match.deal is None
    refused("no_deal", rules.concede, match, 0)
    match = table.add(rules.concede(match, 1, whole_match=True))
    assert match.outcome == Outcome(0, "conceded")


def test_a_conceded_deal_of_a_match_by_points_counts_the_walkover_figure():
    table = Table(Terms(seats=2, kind=Fixed(2, by="points")))
    table.deal("points")
    table.add(rules.concede(table.match, 0))
    assert table.match.card_points == (0, 120)
    assert score(table, (90, 30)).outcome == Outcome(1, "more_points")


def test_of_three_a_seat_that_concedes_is_played_on_and_cannot_win():
    for number in range(30):
        table = Table(terms(3))
        table.deal("three", number)
        match = table.add(rules.concede(table.match, 2))
        assert match.deal is not None
        assert [match.played_on(seat) for seat in range(3)] == [False, False, True]
        refused("already_conceded", rules.concede, match, 2)
        record = table.play_out(Random(number)).deals[0]
        assert record.conceded == (2,)
        assert record.winner != 2
        if record.points[2] == max(record.points):
            best = max(record.points[:2])
            expected = None if record.points[0] == record.points[1] else record.points.index(best)
            assert record.winner == expected
            return
    raise AssertionError("the seat that gave up never had the most points")


def test_when_two_of_three_concede_the_third_has_won():
    table = Table(terms(3))
    table.deal("two")
    table.add(rules.concede(table.match, 0))
    match = table.add(rules.concede(table.match, 2))
    assert (match.deals[0].winner, match.deals[0].points) == (1, None)
    table.deal("match")
    table.add(rules.concede(table.match, 0, whole_match=True))
    assert table.match.outcome is None
    assert table.match.played_on(0)
    match = table.add(rules.concede(table.match, 1, whole_match=True))
    assert match.outcome == Outcome(2, "conceded")


def test_an_undone_concession_takes_the_deal_up_where_it_lay():
    table = Table(terms(2))
    table.deal("undo")
    table.play_any(Random(2))
    before = table.match
    table.add(rules.concede(table.match, 0))
    number = len(table.facts) - 1
    match = table.add(rules.restore(table.match, number))
    assert (match.deal, match.deals, match.wins) == (before.deal, (), (0, 0))
    table.play_out(Random(2))
    assert table.match.deals[0].points is not None


def test_a_concession_undone_after_its_cards_were_shown_leaves_a_void_deal():
    table = Table(terms(2, FirstTo(1)))
    table.deal("shown")
    dealer = table.match.dealer
    table.add(rules.concede(table.match, 0))
    assert table.match.outcome == Outcome(1, "reached")
    match = table.add(rules.restore(table.match, len(table.facts) - 1))
    assert (match.outcome, match.deal, match.deals[0].void) == (None, None, True)
    assert match.dealer == dealer


def test_a_void_deal_keeps_its_number_and_is_dealt_anew_by_the_same_dealer():
    table = Table(terms(2))
    dealer = table.deal("void").dealer
    match = table.add(rules.void(table.match, 1))
    assert (match.deal, match.deals[0].void, match.wins) == (None, True, (0, 0))
    assert table.deal("void").dealer == dealer
    assert table.match.number == 2
    table.play_out(Random(3))
    refused("deal_void", rules.void, table.match, 1)
    refused("no_such_deal", rules.void, table.match, 7)
    match = table.add(rules.void(table.match, 2))
    assert match.wins == (0, 0)
    match = table.add(rules.restore(match, len(table.facts) - 1))
    assert match.deals[1].points is not None
    refused("nothing_to_restore", rules.restore, match, 0)


def test_a_correction_may_end_the_match_otherwise_or_open_it_again():
    table = paper()
    score(table, (70, 50), (61, 59))
    match = table.add(rules.correct(table.match, 2, points=(59, 61)))
    assert (match.wins, match.outcome) == ((1, 1), None)
    assert match.deals[1].corrected
    score(table, 1)
    match = table.add(rules.correct(table.match, 1, points=(50, 70)))
    assert match.outcome == Outcome(1, "reached")
    assert match.wins == (0, 2)
    assert [deal.counted for deal in match.deals] == [True, True, False]


def test_a_correction_that_decides_breaks_off_the_running_deal():
    table = paper()
    score(table, 0, 1)
    table.deal("running")
    match = table.add(rules.correct(table.match, 2, winner=0))
    assert match.outcome == Outcome(0, "reached")
    assert match.deal is None
    assert match.deals[2].void


def test_an_award_ends_the_match_whatever_was_played_and_can_be_taken_back():
    table = paper()
    score(table, 0)
    match = table.add(rules.award(table.match, 1, "disqualified"))
    assert match.outcome == Outcome(1, "disqualified")
    match = table.add(rules.restore(match, len(table.facts) - 1))
    assert (match.outcome, match.wins) == (None, (1, 0))
    match = table.add(rules.award(match, None, "double_walkover"))
    assert match.outcome == Outcome(None, "double_walkover")
    refused("bad_reason", rules.award, match, 0, "")
    refused("no_such_side", rules.award, match, 2, "walkover")


def test_penalties_take_a_deal_or_points_or_only_warn():
    table = paper("fixed:2:points")
    score(table, (70, 50))
    match = table.add(rules.penalise(table.match, 0, "points", points=25, reason="signals"))
    assert (match.card_points, match.wins) == ((45, 50), (1, 0))
    assert score(table, (60, 60)).outcome == Outcome(1, "more_points")
    table = paper()
    score(table, (70, 50))
    match = table.add(rules.penalise(table.match, 0, "deal", deal=1))
    assert (match.wins, match.deals[0].winner, match.deals[0].points) == ((0, 1), 1, None)
    match = table.add(rules.penalise(match, 0, "warning"))
    assert match.wins == (0, 1)
    for kind, more in (("slap", {}), ("points", {}), ("warning", {"points": 3})):
        refused("bad_penalty", rules.penalise, match, 0, kind, **more)
    refused("no_such_deal", rules.penalise, match, 0, "deal")


def test_while_a_deal_is_on_the_table_no_paper_score_is_taken():
    table = Table(terms(2))
    table.deal("on the table")
    refused("deal_running", rules.score, table.match, points=(70, 50))
    refused("deal_running", rules.seal, table.match, seed("more"))
    refused("deal_running", rules.deal, table.match)


def test_a_deal_needs_a_seal_every_seat_and_fair_nonces():
    table = Table(terms(2))
    refused("not_sealed", rules.deal, table.match)
    refused("bad_seed", rules.seal, table.match, b"short")
    table.seal("one")
    refused("already_sealed", rules.seal, table.match, seed("two"))
    refused("bad_nonce", rules.deal, table.match, ((0, b"a"), (0, b"b")))
    refused("bad_nonce", rules.deal, table.match, ((0, b"x" * 65),))
    refused("no_such_seat", rules.deal, table.match, ((2, b"a"),))
    table.add(rules.seat_down(table.match, 1, ""))
    refused("seats_empty", rules.deal, table.match)


def test_a_seed_is_used_once():
    """FAULTS L59: small or reused seeds are refused."""
    table = Table(terms(2))
    used = table.seal("once").seed
    table.add(rules.deal(table.match))
    table.play_out(Random(1))
    refused("seed_used", rules.seal, table.match, used)


def test_a_seat_is_taken_once_and_a_person_sits_once():
    table = Table(terms(2), people=True)
    refused("seat_taken", rules.seat_down, table.match, 0, "user:9")
    refused("already_seated", rules.seat_down, table.match, 0, "user:2")
    refused("no_such_seat", rules.seat_down, table.match, 2, "user:9")
    table.add(rules.seat_down(table.match, 0, ""))
    table.add(rules.seat_down(table.match, 0, "computer:easy"))
    assert table.add(rules.seat_down(table.match, 0, "user:9")).holders == ("user:9", "user:2")


def test_a_card_is_refused_out_of_turn_not_held_or_twice():
    """FAULTS L1 and L112: one card leaves the hand."""
    table = Table(terms(2), people=True)
    deal = table.deal("cards")
    turn = deal.turn
    card = deal.hands[turn][0]
    refused("not_your_turn", rules.play, table.match, 1 - turn, deal.hands[1 - turn][0])
    refused("not_in_hand", rules.play, table.match, turn, deal.hands[1 - turn][0])
    table.play(card)
    refused("not_your_turn", rules.play, table.match, turn, card)


def test_the_clock_has_three_stages():
    table = Table(terms(2, FirstTo(3), clock=20), people=True)
    table.deal("clock")

    def lag(seat: int) -> None:
        while True:
            own = table.match.turn == seat
            table.play(table.match.deal.hands[table.match.turn][0], auto=own)
            if own:
                return

    assert rules.clock_seconds(table.match, 0) == 20
    lag(0)
    assert (rules.clock_seconds(table.match, 0), table.match.absent_row) == (20, (1, 0))
    lag(0)
    assert rules.clock_seconds(table.match, 0) == 10
    assert rules.clock_seconds(table.match, 1) == 20
    while table.match.turn != 0:
        table.play(table.match.deal.hands[1][0])
    table.play(table.match.deal.hands[0][0])
    assert table.match.absent_row == (0, 0)
    assert rules.clock_seconds(table.match, 0) == 10
    lag(0)
    lag(0)
    assert table.match.deal is not None
    lag(0)
    match = table.match
    assert match.deal is None
    assert (match.deals[0].winner, match.deals[0].conceded) == (1, (0,))
    autos = [auto for trick in match.deals[0].cards.tricks for auto in trick.autos]
    assert sum(autos) >= 4
    table.deal("clock")
    assert rules.clock_seconds(table.match, 0) == 20


def test_a_tournament_may_make_absence_cost_the_match():
    table = Table(Terms(seats=2, kind=FirstTo(3), absence="match"), people=True)
    table.deal("absent")
    while table.match.outcome is None:
        table.play(table.match.deal.hands[table.match.turn][0], auto=table.match.turn == 1)
    assert table.match.outcome == Outcome(0, "conceded")


def test_no_clock_runs_with_one_person_or_for_a_seat_played_on():
    table = Table(terms(2))
    assert rules.clock_seconds(table.match, 0) is None
    table.add(rules.seat_down(table.match, 0, "user:1"))
    assert rules.clock_seconds(table.match, 0) is None
    off = Table(terms(2, clock=0), people=True)
    off.deal("off")
    assert rules.clock_seconds(off.match, 0) is None
    refused(
        "clock_off",
        rules.time_out,
        off.match,
        off.match.turn,
        off.match.deal.hands[off.match.turn][0],
    )
    three = Table(terms(3, clock=7), people=True)
    three.deal("three")
    assert rules.clock_seconds(three.match, 1) == 7
    three.add(rules.concede(three.match, 1))
    assert rules.clock_seconds(three.match, 1) is None


def test_half_a_clock_is_never_under_five_seconds():
    table = Table(terms(2, clock=7), people=True)
    table.deal("seven")
    for _ in range(4):
        table.play(table.match.deal.hands[table.match.turn][0], auto=True)
    assert rules.clock_seconds(table.match, 0) == 5


@pytest.mark.parametrize("seats", SEATS)
def test_a_refused_act_changes_nothing_because_acts_only_answer(seats):
    table = Table(terms(seats), people=True)
    table.deal("frozen")
    before = (table.match, hash(table.match.deal.hands), repr(table.match))
    refused("no_exchange", rules.exchange, table.match, table.match.turn)
    refused("no_such_deal", rules.correct, table.match, 1, winner=0)
    refused("no_such_side", rules.concede, table.match, 5)
    assert before == (table.match, hash(table.match.deal.hands), repr(table.match))


def test_terms_of_a_match_never_change_once_it_is_made():
    """FAULTS T86."""
    table = paper()
    with pytest.raises(AttributeError):
        table.match.terms.house.clock = 5
    assert score(table, 0, 0).terms is table.terms
