"""The pages of clubs and players, and what each reader may do on them."""

import re

import pytest

from accounts import selectors, services
from accounts.models import Club, Link, Membership, Player, Role


def path_in(answer):
    return re.search(r"/l/[\w-]+/", answer.content.decode()).group()


@pytest.fixture
def at(client):
    """Ask as somebody."""

    def login(user):
        client.logout()
        if user is not None:
            client.force_login(user)
        return client

    return login


def test_anybody_signed_in_makes_a_club(at, anna):
    data = {"name": "Circolo Asso", "place": "Udine", "timezone": "Europe/Rome"}
    answer = at(anna).post("/clubs/new/", data)

    assert answer.headers["Location"] == "/clubs/circolo-asso/"
    assert selectors.role_in(anna, Club.objects.get()) == Role.OWNER
    assert at(None).get("/clubs/new/").headers["Location"] == "/accounts/login/?next=/clubs/new/"


def test_refused_club_keeps_what_was_typed(at, anna):
    answer = at(anna).post("/clubs/new/", {"name": "Bar", "timezone": "Europe/Atlantis"})

    assert answer.status_code == 422
    assert 'value="Bar"' in answer.content.decode()
    assert not Club.objects.exists()


def test_club_page_shows_each_reader_their_acts(at, club, dario, olga, elsa):
    def links(user):
        page = at(user).get("/clubs/bar-sport/").content.decode()
        return [act for act in ("players", "members", "edit") if f"/-/{act}/" in page]

    assert links(None) == []
    assert links(elsa) == []
    assert links(dario) == ["players", "members"]
    assert links(olga) == ["players", "members", "edit"]


@pytest.mark.parametrize("many", [1, 3])
def test_club_list_asks_the_same_questions_for_any_number(
    at, anna, many, django_assert_num_queries
):
    for number in range(many):
        services.create_club(user=anna, name=f"Club {number}")
    client = at(None)

    with django_assert_num_queries(1):
        page = client.get("/clubs/").content.decode()

    assert page.count("Club ") == many


@pytest.mark.parametrize("many", [1, 3])
def test_player_list_asks_the_same_questions_for_any_number(
    at, club, dario, many, django_assert_num_queries
):
    for number in range(many):
        services.know_player(club=club, name=f"Player {number}")
    client = at(dario)

    with django_assert_num_queries(6):
        page = client.get("/clubs/bar-sport/-/players/").content.decode()

    assert page.count("<strong>Player ") == many


@pytest.mark.parametrize("many", [1, 3])
def test_member_list_asks_the_same_questions_for_any_number(
    at, club, dario, many, django_assert_num_queries
):
    for number in range(many):
        services.invite(club=club, actor=dario, role=Role.MEMBER)
        user = services.guest_user(f"Member {number}")
        Membership.objects.create(club=club, user=user, role=Role.MEMBER)
    client = at(dario)

    with django_assert_num_queries(6):
        page = client.get("/clubs/bar-sport/-/members/").content.decode()

    assert page.count("<strong>Member ") == many


def test_invitation_is_shown_once_and_joins_whoever_signs_in(at, club, dario, elsa):
    made = at(dario).post("/clubs/bar-sport/-/invitations/", {"role": "scorer"})
    path = path_in(made)
    assert f"http://testserver{path}" in made.content.decode()
    assert made.headers["Cache-Control"].count("no-store") == 1
    assert path not in at(dario).get("/clubs/bar-sport/-/members/").content.decode()

    asked = at(None).get(path).content.decode()
    assert f"/accounts/signup/?next={path}" in asked
    assert at(None).post(path).headers["Location"] == f"/accounts/login/?next={path}"
    at(elsa).get(path)
    assert selectors.role_in(elsa, club) is None, "reading a link does nothing"
    assert at(elsa).post(path).headers["Location"] == "/clubs/bar-sport/"
    assert selectors.role_in(elsa, club) == Role.SCORER

    again = at(None).get(path)
    assert again.status_code == 410
    assert "has been used already" in again.content.decode()


def test_qr_code_is_an_image_as_long_as_its_link_works(at, club, dario, elsa):
    path = path_in(at(dario).post("/clubs/bar-sport/-/invitations/", {"role": "member"}))

    image = at(None).get(f"{path}qr.svg")
    assert image.headers["Content-Type"] == "image/svg+xml"
    assert b"<svg" in image.content
    assert b"style=" not in image.content
    at(elsa).post(path)
    assert at(None).get(f"{path}qr.svg").status_code == 404


def test_link_of_nobody_says_so(at, db):
    answer = at(None).get("/l/0123456789abcdef0123/")

    assert answer.status_code == 404
    assert "not one of ours" in answer.content.decode()


def test_organiser_invites_no_owner(at, club, dario):
    answer = at(dario).post("/clubs/bar-sport/-/invitations/", {"role": "owner"})

    assert answer.status_code == 409
    assert not Link.objects.exists()


def test_roles_are_given_and_taken_on_the_page(at, club, olga, dario, anna):
    at(olga).post(f"/clubs/bar-sport/-/members/{dario.pk}/", {"role": "scorer"})
    assert selectors.role_in(dario, club) == Role.SCORER

    refused = at(olga).post(f"/clubs/bar-sport/-/members/{olga.pk}/remove/")
    assert refused.status_code == 409
    assert "keeps an owner" in refused.content.decode()
    assert at(olga).post(f"/clubs/bar-sport/-/members/{anna.pk}/remove/").status_code == 404
    at(dario).post(f"/clubs/bar-sport/-/members/{dario.pk}/remove/")
    assert selectors.role_in(dario, club) is None


def test_players_are_added_one_after_the_other(at, club, dario):
    for name in ("Mario Rossi", "Łukasz", "<b>Bold</b>"):
        at(dario).post("/clubs/bar-sport/-/players/add/", {"name": name})

    page = at(dario).get("/clubs/bar-sport/-/players/").content.decode()
    assert "&lt;b&gt;Bold&lt;/b&gt;" in page
    assert "autofocus" in page.split('name="note"')[0]
    assert Player.objects.count() == 3


def test_known_name_asks_for_a_note_and_takes_it(at, club, dario):
    services.know_player(club=club, name="Mario Rossi")
    add = "/clubs/bar-sport/-/players/add/"

    answer = at(dario).post(add, {"name": "mario rossi", "note": ""})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "The club knows mario rossi already" in page
    assert "autofocus" in page.split('name="note"')[1].split(">")[0]

    at(dario).post(add, {"name": "Mario Rossi", "note": "bakery"})
    assert [str(p) for p in Player.objects.all()] == ["Mario Rossi", "Mario Rossi (bakery)"]


def test_search_by_htmx_gets_the_list_alone(at, club, dario):
    for name in ("Mario", "Luigi"):
        services.know_player(club=club, name=name)

    answer = at(dario).get("/clubs/bar-sport/-/players/?q=lui", headers={"HX-Request": "true"})

    page = answer.content.decode()
    assert "Luigi" in page
    assert "Mario" not in page
    assert "<html" not in page


def test_player_is_claimed_by_the_link_handed_over(at, club, dario, anna):
    player = services.know_player(club=club, name="Anna")
    path = path_in(at(dario).post(f"/clubs/bar-sport/-/players/{player.pk}/link/"))

    assert "Are you Anna?" in at(anna).get(path).content.decode()
    at(anna).post(path)

    assert selectors.player_of(anna, club) == player
    assert "Anna" in at(anna).get("/account/").content.decode().split("You play as")[1]


def test_player_of_another_club_is_not_there(at, club, dario, anna):
    other = services.create_club(user=anna, name="Another")
    player = services.know_player(club=other, name="Mario")

    for path in (f"{player.pk}/", f"{player.pk}/link/"):
        answer = at(dario).post(f"/clubs/bar-sport/-/players/{path}", {"name": "X"})
        assert answer.status_code == 404
    player.refresh_from_db()
    assert player.name == "Mario"
    assert not Link.objects.exists()
