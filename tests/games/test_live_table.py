"""A match at a live table: seals, cards, clocks, computers, races."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from match_play import begin, keep_the_law, play_out, refused, seated, terms

from games import journal, selectors, services
from games.models import Match, MatchFact, Variant
from games.rules.match import Sealed


@pytest.fixture
def row(variant: Variant, anna: Any, bruno: Any) -> Match:
    return services.open_match(terms=terms(variant), holders=seated(anna, bruno))


def on_turn(row: Match, anna: Any, bruno: Any) -> tuple[Any, Any, list[str]]:
    stored = journal.load(row.pk)
    seat = stored.match.turn
    assert seat is not None
    assert stored.match.deal is not None
    cards = [str(card) for card in stored.match.deal.hands[seat]]
    return ((anna, bruno) if seat == 0 else (bruno, anna)) + (cards,)


def test_seal_stands_before_anyone_is_ready(row: Match, anna: Any, bruno: Any) -> None:
    services.arrive(match_id=row.pk, user=anna)
    facts = journal.facts_of(row.pk)
    assert isinstance(facts[-1], Sealed)
    services.arrive(match_id=row.pk, user=bruno)
    assert journal.facts_of(row.pk) == facts


def test_deal_waits_for_everyone_and_mixes_their_cuts(row: Match, anna: Any, bruno: Any) -> None:
    services.arrive(match_id=row.pk, user=anna)
    services.start_deal(match_id=row.pk, user=anna, nonce="aa" * 16)
    assert journal.load(row.pk).match.phase == "sealed"
    services.start_deal(match_id=row.pk, user=bruno, nonce="bb" * 16)
    deal = journal.load(row.pk).match.deal
    assert deal is not None
    assert deal.layout.nonces == ((0, b"\xaa" * 16), (1, b"\xbb" * 16))
    keep_the_law(row)


def test_whole_match_is_played_and_won(row: Match, anna: Any, bruno: Any) -> None:
    begin(row, anna, bruno)
    play_out(row, {0: anna, 1: bruno})
    keep_the_law(row)
    row.refresh_from_db()
    assert row.deals == 1
    points = journal.load(row.pk).match.deals[0].points
    assert points is not None
    assert sum(points) == 120
    assert (row.state == "over") == (points != (60, 60))


def test_next_deal_is_sealed_in_the_write_that_ends_one(
    variant: Variant, anna: Any, bruno: Any
) -> None:
    row = services.open_match(terms=terms(variant, kind="first_to:3"), holders=seated(anna, bruno))
    begin(row, anna, bruno)
    stored = play_out(row, {0: anna, 1: bruno})
    assert stored.match.phase == "sealed"
    row.refresh_from_db()
    assert row.deal_due is not None


def test_bad_plays_are_refused_by_name(row: Match, anna: Any, bruno: Any, elsa: Any) -> None:
    assert refused(lambda: _play(row, anna, "3c"), row) == "no_deal"
    begin(row, anna, bruno)
    mover, waiter, cards = on_turn(row, anna, bruno)
    deal = journal.load(row.pk).match.deal
    assert deal is not None
    not_held = str(deal.stock[0])
    version = journal.load(row.pk).match.version
    for user, card, key in (
        (mover, not_held, "not_in_hand"),
        (waiter, cards[0], "not_your_turn"),
        (elsa, cards[0], "not_seated"),
        (mover, "Zz", "no_such_card"),
    ):
        assert refused(lambda u=user, c=card: _play(row, u, c), row) == key
    assert refused(lambda: _play(row, mover, cards[0], version=version - 1), row) == "stale"
    paper = {"match_id": row.pk, "actor": None, "points": (61, 59)}
    assert refused(lambda: services.report_score(**paper), row) == "deal_running"


def test_second_play_for_one_turn_gets_the_first_answer(row: Match, anna: Any, bruno: Any) -> None:
    begin(row, anna, bruno)
    mover, _, cards = on_turn(row, anna, bruno)
    first = _play(row, mover, cards[0], command="c1")
    again = _play(row, mover, cards[0], command="c1")
    assert again.match.version == first.match.version
    assert MatchFact.objects.filter(match=row, kind="played").count() == 1
    other = refused(lambda: _play(row, mover, cards[1], command="c2"), row)
    assert other in {"not_your_turn", "not_in_hand"}


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_play_one_card(row: Match, anna: Any, bruno: Any) -> None:
    begin(row, anna, bruno)
    mover, _, cards = on_turn(row, anna, bruno)

    def click(number: int) -> str:
        try:
            _play(row, mover, cards[number % 3], command=f"c{number}")
        except services.Refused as error:
            return error.key
        else:
            return "ok"
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(click, range(6)))
    assert answers.count("ok") == 1
    assert MatchFact.objects.filter(match=row, kind="played").count() == 1
    keep_the_law(row)


def test_time_over_plays_one_legal_card_marked_as_automatic(
    row: Match, anna: Any, bruno: Any
) -> None:
    begin(row, anna, bruno)
    assert services.time_out(match_id=row.pk) is None
    Match.objects.filter(pk=row.pk).update(deadline=timezone.now() - timedelta(seconds=2))
    stored = services.time_out(match_id=row.pk)
    assert stored is not None
    assert MatchFact.objects.filter(match=row, kind="timedout").count() == 1
    assert services.time_out(match_id=row.pk) is None
    keep_the_law(row)


def test_card_within_the_grace_still_counts(row: Match, anna: Any, bruno: Any) -> None:
    begin(row, anna, bruno)
    Match.objects.filter(pk=row.pk).update(deadline=timezone.now() - timedelta(seconds=0.3))
    assert services.time_out(match_id=row.pk) is None
    mover, _, cards = on_turn(row, anna, bruno)
    _play(row, mover, cards[0])


def test_computers_alone_play_a_whole_match(variant: Variant) -> None:
    row = services.open_match(terms=terms(variant, seats=4), holders=seated(computers=4))
    Match.objects.filter(pk=row.pk).update(deal_due=timezone.now())
    services.deal_now(match_id=row.pk)
    stored = play_out(row)
    assert len(stored.match.deals) == 1
    keep_the_law(row)


def test_one_person_with_computers_has_no_clock(variant: Variant, anna: Any) -> None:
    row = services.open_match(
        terms=terms(variant, seats=4), holders=seated(anna, computers=3), computers_allowed=True
    )
    begin(row, anna)
    while journal.load(row.pk).match.turn != 0:
        services.move_computer(match_id=row.pk)
    row.refresh_from_db()
    assert row.deadline is None


def test_computer_may_fill_a_seat_only_where_allowed(row: Match) -> None:
    seat = {
        "match_id": row.pk,
        "actor": None,
        "seat": 1,
        "holder": services.Holder(computer="medium"),
    }
    assert refused(lambda: services.seat_holder(**seat), row) == "computers_not_allowed"
    Match.objects.filter(pk=row.pk).update(computers_allowed=True)
    services.seat_holder(**seat)
    keep_the_law(row)


def test_nobody_sits_in_two_seats(row: Match, anna: Any) -> None:
    seat = {
        "match_id": row.pk,
        "actor": None,
        "seat": 1,
        "holder": services.Holder(user_id=anna.pk),
    }
    key = refused(lambda: services.seat_holder(**seat), row)
    assert key in {"one_seat_a_person", "already_seated"}


def test_downtime_is_given_back_to_everyone_on_turn(row: Match, anna: Any, bruno: Any) -> None:
    begin(row, anna, bruno)
    services.beat(process="web-1", kind="web")
    assert services.account_time()
    row.refresh_from_db()
    before = row.deadline
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_heartbeat SET at = at - interval '60 s'")
    assert not services.account_time()
    services.beat(process="web-1", kind="web")
    assert services.account_time()
    row.refresh_from_db()
    assert row.deadline is not None
    assert before is not None
    assert row.deadline - before >= timedelta(seconds=64)


def _play(row: Match, user: Any, card: str, **more: Any) -> journal.Stored:
    return services.play_card(match_id=row.pk, user=user, card=card, **more)


def test_what_another_clock_has_done_is_not_due_any_more(variant: Variant) -> None:
    row = services.open_match(terms=terms(variant), holders=seated(computers=2))
    services.deal_now(match_id=row.pk)
    assert not selectors.is_due(row.pk, "bot_due")
    Match.objects.filter(pk=row.pk).update(bot_due=timezone.now() - timedelta(seconds=1))
    assert selectors.is_due(row.pk, "bot_due")
    services.move_computer(match_id=row.pk)
    assert not selectors.is_due(row.pk, "bot_due")
    assert not selectors.is_due(row.pk, "deadline", grace=1.0)
