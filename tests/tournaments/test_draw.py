"""The draw and what follows it: sizes, byes, salts, redraws, and `advance` at any time."""

from hashlib import sha256

import pytest

from tests.tournaments.tournament_play import (
    announce,
    drawn,
    enter,
    keeps_the_law,
    pairing,
    score,
)
from tournaments import selectors, services
from tournaments.models import LogEntry, Pairing, PairingSide, Tournament
from tournaments.tasks import sweep_stages

pytestmark = pytest.mark.django_db


def play_out(stage):
    while True:
        stage.refresh_from_db()
        row = selectors.next_to_score(stage)
        if row is None:
            return
        score(stage, row.key)


@pytest.mark.parametrize("count", [2, 3, 5, 8, 33])
def test_every_size_reaches_a_champion(club, variant, count):
    stage = drawn(club, variant, count)
    play_out(stage)
    stage.refresh_from_db()
    assert stage.state == "finished"
    assert Tournament.objects.get().state == "finished"
    ranking = selectors.ranking_of(stage)
    assert len(ranking) == count
    assert ranking[0].title == selectors.board_of(stage).champion
    assert Pairing.objects.filter(bye=False).count() == count - 1
    keeps_the_law(stage)


def test_one_entry_is_not_drawn(club, variant):
    tournament = announce(club, variant)
    enter(tournament, 1)
    with pytest.raises(services.TournamentError, match="two entries"):
        services.confirm_draw(actor=None, tournament_id=tournament.pk)
    assert not Pairing.objects.exists()


def test_incomplete_entries_are_named_at_the_draw(club, variant):
    tournament = announce(club, variant, seats=4)
    enter(tournament, 2)
    services.enter(actor=None, tournament_id=tournament.pk, people=[services.Person(name="Alone")])
    with pytest.raises(services.TournamentError) as refused:
        services.confirm_draw(actor=None, tournament_id=tournament.pk)
    assert "3 (Alone)" in str(refused.value)
    assert not Pairing.objects.exists()


def test_top_seeds_get_the_byes(club, variant):
    tournament = announce(club, variant, seeding="hand")
    enter(tournament, 5)
    services.set_seeds(actor=None, tournament_id=tournament.pk, seeds={4: 1, 2: 2, 5: 3})
    stage = services.confirm_draw(actor=None, tournament_id=tournament.pk)
    resting = PairingSide.objects.filter(pairing__bye=True).values_list("entry__number", flat=True)
    assert sorted(resting) == [2, 4, 5]
    assert not Pairing.objects.filter(bye=True).exclude(match=None).exists()
    board = selectors.board_of(stage)
    assert [box.state for box in board.rounds[0].boxes].count("bye") == 3


def test_preview_shows_seeds_and_byes_but_no_lots(club, variant):
    tournament = announce(club, variant, seeding="hand")
    enter(tournament, 3)
    services.set_seeds(actor=None, tournament_id=tournament.pk, seeds={3: 1})
    rows = [view.row for view in selectors.entries_of(tournament)]
    board = selectors.preview_of(tournament, rows)
    names = [side.name for box in board.rounds[0].boxes for side in box.sides if side.known]
    assert sorted(names) == ["?", "?", "P003a"]
    assert board.rounds[0].boxes[0].state == "bye"


def test_the_salt_is_the_sealed_secret_and_the_word(club, variant):
    tournament = announce(club, variant)
    before = selectors.stage_of(tournament)
    assert before.commitment == sha256(before.secret.encode()).hexdigest()
    enter(tournament, 4)
    stage = services.confirm_draw(actor=None, tournament_id=tournament.pk, word="briscola")
    assert (stage.secret, stage.commitment) == (before.secret, before.commitment)
    data = LogEntry.objects.get(act="drawn").data
    assert data["salt"] == sha256((stage.secret + "briscola").encode()).hexdigest()
    assert data["draws"] == 1


def test_a_redraw_has_a_new_seal_and_is_counted(club, variant):
    stage = drawn(club, variant, 4)
    first = stage.secret
    stage = services.undo_draw(actor=None, tournament_id=stage.tournament_id)
    assert stage.state == "open"
    assert stage.secret != first
    assert not Pairing.objects.filter(void=False).exists()
    stage = services.confirm_draw(actor=None, tournament_id=stage.tournament_id)
    assert stage.draws == 2
    assert LogEntry.objects.filter(act="undrawn", data__secret=first).count() == 1
    assert len(selectors.draws_of(stage.tournament)) == 3
    keeps_the_law(stage)


def test_no_redraw_once_a_deal_is_played(club, variant):
    stage = drawn(club, variant, 4)
    score(stage, "r1.1")
    with pytest.raises(services.TournamentError) as refused:
        services.undo_draw(actor=None, tournament_id=stage.tournament_id)
    assert refused.value.key == "deal_begun"
    assert "Semifinal 1" in str(refused.value)


def test_a_second_click_on_draw_is_refused(club, variant):
    stage = drawn(club, variant, 4)
    count = Pairing.objects.count()
    for seen in (None, 0, 1):
        with pytest.raises(services.TournamentError):
            services.confirm_draw(actor=None, tournament_id=stage.tournament_id, draws=seen)
    assert Pairing.objects.count() == count


def test_advance_is_the_same_however_often(club, variant):
    stage = drawn(club, variant, 5)
    score(stage, "r1.2")
    rows = list(Pairing.objects.order_by("pk").values())
    for _ in range(3):
        services.advance(stage_id=stage.pk)
    assert list(Pairing.objects.order_by("pk").values()) == rows


def test_a_result_nobody_followed_up_is_found_by_the_sweep(club, variant):
    stage = drawn(club, variant, 2 + 2)
    for key in ("r1.1", "r1.2"):  # the process dies between commit and advance: nothing called
        services.score_deal(actor=None, pairing_id=pairing(stage, key).pk, points=(61, 59))
    assert not Pairing.objects.filter(key="r2.1").exists()
    assert selectors.stages_due() == [stage.pk]
    sweep_stages()
    sweep_stages()
    assert Pairing.objects.filter(key="r2.1").count() == 1
    assert selectors.stages_due() == []


def test_withdrawn_after_the_draw_the_opponent_goes_on(club, variant):
    stage = drawn(club, variant, 4)
    gone = pairing(stage, "r1.1").sides.get(number=1).entry
    services.withdraw(actor=None, tournament_id=stage.tournament_id, number=gone.number)
    row = pairing(stage, "r1.1")
    assert (row.decided, row.winner, row.reason) == (True, 0, "walkover")
    score(stage, "r1.2")
    final = pairing(stage, "r2.1")
    assert gone not in {side.entry for side in final.sides.all()}
    keeps_the_law(stage)


def test_both_finalists_withdrawn_and_the_tournament_still_ends(club, variant):
    stage = drawn(club, variant, 2)
    for number in (1, 2):
        services.withdraw(actor=None, tournament_id=stage.tournament_id, number=number)
    stage.refresh_from_db()
    assert stage.state == "finished"
    keeps_the_law(stage)


def test_edited_variant_or_kind_changes_no_drawn_match(club, variant):
    stage = drawn(club, variant, 2, kind="first_to:2")
    with pytest.raises(services.TournamentError) as refused:
        services.edit_tournament(
            actor=None, tournament_id=stage.tournament_id, changes={"kind": "first_to:1"}
        )
    assert refused.value.key == "drawn_already"
    variant.exposed = "put_back"
    variant.save()
    assert pairing(stage, "r1.1").match.terms["house"]["exposed"] == "keep"


@pytest.mark.parametrize(
    ("said", "key", "field"),
    [
        ({"kind": "best_of:2"}, "may_end_level", "kind"),
        ({"kind": "first_to:4"}, "bad_kind", "kind"),
        ({"kind": "nonsense"}, "bad_kind", "kind"),
        ({"seats": 3}, "bad_seats", "seats"),
        ({"name": "  "}, "name_missing", "name"),
        ({"name": "x" * 151}, "name_too_long", "name"),
        ({"timezone": "Europe/Nowhere"}, "unknown_zone", "timezone"),
        ({"medium": "smoke"}, "bad_choice", "medium"),
    ],
)
def test_what_cannot_be_announced_is_refused_at_its_field(club, variant, said, key, field):
    with pytest.raises(services.TournamentError) as refused:
        announce(club, variant, **said)
    assert (refused.value.key, refused.value.field) == (key, field)
    assert not Tournament.objects.exists()


def test_seats_of_a_side_alternate(club, variant):
    stage = drawn(club, variant, 2, seats=6)
    row = pairing(stage, "r1.1")
    sides = {
        side.number: [member.player for member in side.entry.members.order_by("position")]
        for side in row.sides.all()
    }
    held = [seat.player for seat in row.match.seats.order_by("number")]
    assert held[0::2] == sides[0]
    assert held[1::2] == sides[1]
