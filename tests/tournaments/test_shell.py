"""Tournaments from the shell: the same seed prints the same bytes, on paper and at tables."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Club
from games.models import Match
from tests.tournaments.tournament_play import keeps_the_law
from tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def played(*words):
    out = StringIO()
    call_command("play_tournament", *words, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("on", ["paper", "tables"])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_same_seed_prints_the_same_bytes(on, seats):
    words = ["--entrants=3", f"--seats={seats}", "--first-to=1", "--seed=7", f"--on={on}"]
    first, second = played(*words), played(*words)
    assert first == second
    assert first.splitlines()[-1].startswith("champion: ")
    assert played(*words[:3], "--seed=8", f"--on={on}") != first
    for stage in Stage.objects.all():
        assert stage.state == "finished"
        keeps_the_law(stage)


def test_one_json_object_without_ids_and_times():
    text = played("--entrants=5", "--best-of=3", "--json")
    said = json.loads(text)
    assert text.count("\n") == 1
    assert [entry["number"] for entry in said["entries"]] == [1, 2, 3, 4, 5]
    assert sum(not pairing["bye"] for pairing in said["pairings"]) == 4
    assert all(sum(deal["points"]) == 120 for p in said["pairings"] for deal in p["deals"])
    assert [line["rank"] for line in said["ranking"]][:2] == [1, 2]


def test_what_was_made_stays_under_the_club_simulation(client):
    played("--entrants=2")
    club = Club.objects.get(name="Simulation")
    tournament = Tournament.objects.get()
    page = client.get(f"/clubs/{club.slug}/{tournament.slug}/bracket/")
    assert page.status_code == 200
    assert Match.objects.get().state == "over"


@pytest.mark.parametrize("number", [1, 1025])
def test_a_field_that_cannot_be_is_refused_by_name(number):
    with pytest.raises(CommandError, match=f"--entrants {number}"):
        played(f"--entrants={number}")
    assert not Tournament.objects.exists()


def test_best_of_two_cannot_decide_a_knockout():
    with pytest.raises(CommandError, match="can end level"):
        played("--entrants=2", "--best-of=2")


def test_the_demo_sits_computers_at_every_open_table():
    call_command("run_demo", "--once")
    stage = Stage.objects.get()
    assert stage.pairings.filter(bye=False).count() == 8
    matches = Match.objects.filter(pairing__stage=stage)
    assert all(seat.computer == "medium" for match in matches for seat in match.seats.all())
    assert not matches.filter(deal_due=None).exists()
    call_command("run_demo", "--once")
    assert Tournament.objects.count() == 1
