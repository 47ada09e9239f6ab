"""Clubs, members and players for programs: the same rules as the pages, said as JSON."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from accounts import selectors, services
from accounts.models import ApiToken, Club, Link, Membership, Player, Role


class Program:
    """A program with a user's token."""

    def __init__(self, client, user):
        self.client = client
        token = services.make_token(user=user, name="test")[1]
        self.headers = {"Authorization": f"Token {token}"}

    def __call__(self, method, path, **said):
        return self.client.generic(
            method,
            f"/api/v1/{path}",
            data=json.dumps(said),
            content_type="application/json",
            headers=self.headers,
        )


@pytest.fixture
def as_dario(client, club, dario):
    return Program(client, dario)


@pytest.fixture
def as_olga(client, club, olga):
    return Program(client, olga)


@pytest.fixture
def as_elsa(client, club, elsa):
    return Program(client, elsa)


def test_token_says_who_asks(as_elsa, elsa):
    assert as_elsa("GET", "me/").json() == {"id": elsa.pk, "name": "Elsa", "language": ""}


@pytest.mark.parametrize("header", ["Token", "Token nonsense", "Token a b", "token s61_x"])
def test_wrong_token_is_refused_not_ignored(client, club, header):
    answer = client.get("/api/v1/clubs/", headers={"Authorization": header})

    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Token"


def test_token_of_a_closed_account_opens_nothing(as_elsa, elsa):
    elsa.is_active = False
    elsa.save()

    assert as_elsa("GET", "me/").status_code == 401


def test_polling_with_a_token_writes_once_an_hour(as_elsa, django_assert_num_queries):
    as_elsa("GET", "me/")
    assert ApiToken.objects.get().last_used_at is not None

    with django_assert_num_queries(1):
        as_elsa("GET", "me/")


def test_session_writes_only_with_its_csrf_token(club, elsa):
    client = Client(enforce_csrf_checks=True)
    client.force_login(elsa)

    answer = client.post("/api/v1/clubs/", {"name": "Bar"}, content_type="application/json")

    assert answer.status_code == 403
    assert Club.objects.count() == 1


def test_club_is_made_changed_and_read_by_everybody(as_elsa, client):
    made = as_elsa("POST", "clubs/", name="Circolo Asso", place="Udine").json()
    assert made == {
        "id": made["id"],
        "slug": "circolo-asso",
        "name": "Circolo Asso",
        "place": "Udine",
        "timezone": "Europe/Rome",
    }

    changed = as_elsa("PATCH", "clubs/circolo-asso/", place="Gorizia").json()
    assert (changed["name"], changed["place"]) == ("Circolo Asso", "Gorizia")
    assert client.get("/api/v1/clubs/circolo-asso/").json() == changed
    assert client.get("/api/v1/clubs/").json()["count"] == 2


def test_broken_rule_is_409_with_its_key(as_elsa):
    answer = as_elsa("POST", "clubs/", name="Bar", timezone="Europe/Atlantis")

    assert answer.status_code == 409
    assert answer.json() == {"key": "unknown_zone", "message": "There is no such time zone."}


def test_bad_shape_is_400_naming_the_field(as_elsa):
    answer = as_elsa("POST", "clubs/", name={"a": 1})

    assert answer.status_code == 400
    assert list(answer.json()) == ["name"]


@pytest.mark.parametrize(
    "body", ["[" * 50_000, "{", "[]", '"x"', "null", "\xff", '{"name": "\\u0000"}']
)
def test_body_that_is_no_club_is_400(client, elsa, body):
    client.force_login(elsa)

    answer = client.post("/api/v1/clubs/", body, content_type="application/json")

    assert answer.status_code == 400
    assert not Club.objects.exists()


def test_player_known_already_is_409_and_a_note_adds_another(as_dario):
    first = as_dario("POST", "clubs/bar-sport/players/", name="Mario Rossi")
    assert first.status_code == 201
    assert first.json()["claimed"] is False

    again = as_dario("POST", "clubs/bar-sport/players/", name=" MARIO rossi ")
    assert (again.status_code, again.json()["key"]) == (409, "known_already")
    other = as_dario("POST", "clubs/bar-sport/players/", name="Mario Rossi", note="bakery")
    assert other.status_code == 201

    found = as_dario("GET", "clubs/bar-sport/players/?q=bak").json()
    assert [row["id"] for row in found["results"]] == [other.json()["id"]]
    path = f"clubs/bar-sport/players/{other.json()['id']}/"
    assert as_dario("PATCH", path, note="baker").json()["note"] == "baker"
    assert as_dario("GET", path).json()["note"] == "baker"


def test_foreign_things_are_404(as_dario, anna):
    other = services.create_club(user=anna, name="Another")
    player = services.know_player(club=other, name="Mario")

    for method in ("GET", "PATCH"):
        answer = as_dario(method, f"clubs/bar-sport/players/{player.pk}/", name="X")
        assert answer.status_code == 404
    assert as_dario("POST", f"clubs/bar-sport/players/{player.pk}/claim-link/").status_code == 404
    assert as_dario("GET", "clubs/nowhere/players/").status_code == 404
    assert as_dario("DELETE", f"clubs/bar-sport/members/{anna.pk}/").status_code == 404
    assert Player.objects.get().name == "Mario"
    assert selectors.role_in(anna, other) == Role.OWNER


def test_stranger_reads_no_names_and_writes_nothing(as_elsa, club, client):
    services.know_player(club=club, name="Mario")

    for path in ("members/", "players/"):
        assert as_elsa("GET", f"clubs/bar-sport/{path}").status_code == 403
        assert client.get(f"/api/v1/clubs/bar-sport/{path}").status_code == 401
    assert as_elsa("POST", "clubs/bar-sport/players/", name="X").status_code == 403
    assert as_elsa("PATCH", "clubs/bar-sport/", name="X").status_code == 403
    assert as_elsa("POST", "clubs/bar-sport/invitations/", role="member").status_code == 403
    assert Player.objects.count() == 1
    assert not Link.objects.exists()


def test_invitation_and_claim_link_are_told_once(as_dario, club, anna):
    path = as_dario("POST", "clubs/bar-sport/invitations/", role="scorer").json()["path"]
    services.accept_link(token=path.split("/")[2], user=anna)
    assert selectors.role_in(anna, club) == Role.SCORER

    player = services.know_player(club=club, name="Anna")
    path = as_dario("POST", f"clubs/bar-sport/players/{player.pk}/claim-link/").json()["path"]
    services.accept_link(token=path.split("/")[2], user=anna)
    assert selectors.player_of(anna, club) == player


def test_members_are_read_and_their_roles_given(as_olga, club, dario, olga):
    found = as_olga("GET", "clubs/bar-sport/members/").json()["results"]
    assert found == [
        {"id": olga.pk, "name": "Olga", "role": "owner"},
        {"id": dario.pk, "name": "Dario", "role": "organiser"},
    ]

    given = as_olga("PATCH", f"clubs/bar-sport/members/{dario.pk}/", role="scorer")
    assert given.json()["role"] == "scorer"
    last = as_olga("DELETE", f"clubs/bar-sport/members/{olga.pk}/")
    assert (last.status_code, last.json()["key"]) == (409, "last_owner")
    as_olga("DELETE", f"clubs/bar-sport/members/{dario.pk}/")
    assert list(Membership.objects.values_list("user", flat=True)) == [olga.pk]


def test_message_is_in_the_readers_language(as_elsa, settings):
    as_elsa.headers["Accept-Language"] = "it"
    answer = as_elsa("POST", "clubs/", name="Bar", timezone="Europe/Atlantis")

    assert answer.headers["Content-Language"] == "it"
    assert answer.json()["key"] == "unknown_zone"


def test_schema_is_whole(client, db):
    out = StringIO()
    call_command("spectacular", fail_on_warn=True, validate=True, stdout=out)

    for path in ("/api/v1/clubs/{club_slug}/players/", "/api/v1/tournaments/", "/api/v1/matches/"):
        assert path in out.getvalue()
