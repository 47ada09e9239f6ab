"""Tournaments for programs: by role, by key, and nothing of another tournament."""

import pytest
from rest_framework.test import APIClient

from tests.tournaments.tournament_play import announce, drawn, dump, enter, pairing, score

pytestmark = pytest.mark.django_db

ALL = "/api/v1/tournaments/"


@pytest.fixture
def api():
    return APIClient()


def by(api, user):
    api.force_authenticate(user)
    return api


@pytest.mark.django_db(transaction=True)
def test_a_program_runs_a_tournament(api, club, variant, dario):
    by(api, dario)
    said = {
        "club": "asso",
        "name": "Torneo",
        "starts_at": "2027-01-06T21:00:00+01:00",
        "seats": 4,
        "variant": variant.pk,
        "kind": "best_of:1",
        "seeding": "hand",
    }
    answer = api.post(ALL, said, format="json")
    assert answer.status_code == 201, answer.json()
    here = f"{ALL}{answer.json()['id']}/"
    for number in range(3):
        people = [{"name": f"{side}{number}"} for side in "ab"]
        answer = api.post(here + "entries/", {"players": people}, format="json")
        assert answer.status_code == 201, answer.json()
    assert api.put(here + "seeds/", {"seeds": {"3": 1}}, format="json").status_code == 204
    draw = api.get(here + "draw/").json()
    assert (draw["secret"], len(draw["commitment"])) == (None, 64)
    draw = api.post(here + "draw/", {"word": "asso"}, format="json").json()
    assert len(draw["secret"]) == 64
    rows = api.get(here + "pairings/").json()["results"]
    assert [row["bye"] for row in rows] == [True, False]
    deals = f"{here}pairings/{rows[1]['id']}/deals/"
    answer = api.post(deals, {"points": [70, 50], "version": rows[1]["version"]}, format="json")
    assert answer.json()["decided"] is True
    final = api.get(here + "pairings/").json()["results"][-1]
    api.post(f"{here}pairings/{final['id']}/deals/", {"winner": 1}, format="json")
    ranking = api.get(here + "ranking/").json()
    assert ranking[0]["rank"] == 1
    assert ranking[0]["entry"] in final["sides"][1]
    assert api.get(here).json()["state"] == "finished"
    answer = api.put(deals + "1/", {"points": [50, 70]}, format="json")
    assert (answer.status_code, answer.json()["key"]) == (409, "following_begun")
    answer = api.delete(f"{here}pairings/{final['id']}/deals/1/")
    assert answer.json()["decided"] is False


def test_a_broken_rule_is_409_with_its_key(api, club, variant, dario):
    stage = drawn(club, variant, 2)
    here = f"{ALL}{stage.tournament_id}/"
    deals = f"{here}pairings/{pairing(stage, 'r1.1').pk}/deals/"
    by(api, dario)
    before = dump()
    for data, status, key in (
        ({"points": [61, 60]}, 409, "points_do_not_sum"),
        ({"points": [-1, 121]}, 409, "points_out_of_range"),
        ({}, 409, "score_missing"),
        ({"winner": 5}, 409, "no_such_side"),
        ({"points": ["sixty", 60]}, 400, None),
        ({"points": [120]}, 400, None),
    ):
        answer = api.post(deals, data, format="json")
        assert answer.status_code == status, data
        assert key is None or answer.json()["key"] == key
    answer = api.post(here + "entries/", {"players": [{"name": "X"}]}, format="json")
    assert (answer.status_code, answer.json()["key"]) == (409, "entries_closed")
    assert api.post(here + "draw/", {}, format="json").json()["key"] == "drawn_already"
    assert dump() == before


def test_writing_goes_by_role(api, club, variant, anna, bruno, carla, elsa):
    stage = drawn(club, variant, 4)
    score(stage, "r1.2")
    here = f"{ALL}{stage.tournament_id}/"
    first, second = (pairing(stage, key).pk for key in ("r1.1", "r1.2"))
    entry = stage.tournament.entries.first().pk
    acts = [
        ("post", ALL, {"club": "asso", "name": "N", "starts_at": "2027-01-06T21:00:00Z",
                       "variant": variant.pk}),
        ("patch", here, {"name": "Mine"}),
        ("post", here + "draw/", {}),
        ("delete", here + "draw/", {}),
        ("put", here + "seeds/", {"seeds": {}}),
        ("post", here + "entries/", {"players": [{"name": "X"}]}),
        ("put", here + f"entries/{entry}/", {"players": [{"name": "X"}]}),
        ("delete", here + f"entries/{entry}/", {}),
        ("post", here + f"entries/{entry}/reinstate/", {}),
        ("post", here + f"pairings/{first}/deals/", {"winner": 0}),
        ("put", here + f"pairings/{second}/deals/1/", {"winner": 1}),
        ("delete", here + f"pairings/{second}/deals/1/", {}),
        ("post", here + f"pairings/{first}/walkover/", {"winner": 0}),
        ("delete", here + f"pairings/{first}/walkover/", {}),
    ]  # fmt: skip
    before = dump()
    for user in (anna, bruno, carla, elsa, None):
        by(api, user)
        for verb, path, data in acts:
            status = getattr(api, verb)(path, data, format="json").status_code
            assert status in ({401, 403} if user is None else {403}), (user, verb, path)
    assert dump() == before


def test_reading_is_for_everybody(api, club, variant):
    stage = drawn(club, variant, 3)
    here = f"{ALL}{stage.tournament_id}/"
    for path in (ALL, ALL + "?club=asso", here, here + "entries/", here + "pairings/",
                 here + "ranking/", here + "draw/"):  # fmt: skip
        assert api.get(path).status_code == 200
    assert api.get(ALL + "?club=other").json()["results"] == []


def test_things_of_another_tournament_are_404(api, club, variant, dario):
    stage = drawn(club, variant, 2)
    other = announce(club, variant, name="Pasqua")
    enter(other, 1)
    by(api, dario)
    there = f"{ALL}{other.pk}/"
    row, entry = pairing(stage, "r1.1").pk, stage.tournament.entries.first().pk
    for verb, path in (
        ("get", f"pairings/{row}/"),
        ("post", f"pairings/{row}/deals/"),
        ("post", f"pairings/{row}/walkover/"),
        ("get", f"entries/{entry}/"),
        ("delete", f"entries/{entry}/"),
    ):
        data = {"winner": 0} if verb == "post" else None
        assert getattr(api, verb)(there + path, data, format="json").status_code == 404
    assert api.get(f"{ALL}999999/entries/").status_code == 404
    assert not pairing(stage, "r1.1").decided
