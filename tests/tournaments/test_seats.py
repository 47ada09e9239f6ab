"""A computer plays for somebody absent where the organiser allows it, and gives the seat back."""

import pytest
from match_play import keep_the_law
from tournament_play import drawn, pairing

from games.models import Seat
from games.services import Refused
from tournaments import services
from tournaments.models import Stage
from tournaments.phrases import TournamentError


@pytest.fixture
def stage(club, variant) -> Stage:
    return drawn(club, variant, 2, computers_allowed=True)


def test_a_computer_takes_a_seat_and_gives_it_back(stage, dario):
    row = pairing(stage, "r1.1")
    before = Seat.objects.get(match=row.match, number=0)
    services.seat_computer(actor=dario, pairing_id=row.pk, seat=0)
    assert Seat.objects.get(match=row.match, number=0).computer == "medium"
    keep_the_law(row.match)
    services.seat_computer(actor=dario, pairing_id=row.pk, seat=0, back=True)
    after = Seat.objects.get(match=row.match, number=0)
    assert (after.player_id, after.computer) == (before.player_id, "")
    keep_the_law(row.match)


def test_no_computer_sits_where_the_tournament_has_none(club, variant, dario):
    row = pairing(drawn(club, variant, 2), "r1.1")
    with pytest.raises(Refused) as refused:
        services.seat_computer(actor=dario, pairing_id=row.pk, seat=0)
    assert refused.value.key == "computers_not_allowed"
    assert Seat.objects.get(match=row.match, number=0).computer == ""


def test_only_those_who_direct_seat_anybody(stage, anna, elsa):
    row = pairing(stage, "r1.1")
    for user in (anna, elsa):
        with pytest.raises(TournamentError) as refused:
            services.seat_computer(actor=user, pairing_id=row.pk, seat=0)
        assert refused.value.key == "not_allowed"
    assert Seat.objects.get(match=row.match, number=0).computer == ""


def test_the_page_lets_a_computer_play(client, stage, dario):
    client.force_login(dario)
    tournament = stage.tournament
    here = f"/clubs/{tournament.club.slug}/{tournament.slug}/matches/r1.1/"
    assert "Let a computer play" in client.get(here).content.decode()
    client.post(f"{here}seats/1/")
    assert "Give the seat back" in client.get(here).content.decode()


def test_a_form_sent_without_script_leads_to_the_next_step_too(client, stage, dario):
    client.force_login(dario)
    tournament = stage.tournament
    here = f"/clubs/{tournament.club.slug}/{tournament.slug}/matches/r1.1/"
    page = client.post(f"{here}score/", {"points_0": "71", "points_1": "49"}, follow=True)
    assert "autofocus" in page.content.decode()
