"""Every page and endpoint of tournaments, tried by the whole cast."""

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.tournaments.tournament_play import announce, drawn, dump, enter, pairing, score
from tournaments import services
from tournaments.models import Entry, Pairing, Tournament

pytestmark = pytest.mark.django_db

HERE = "/clubs/asso/natale/"
PUBLIC = ["", "entries/", "draw/", "bracket/", "matches/", "ranking/", "log/"]
ORGANISERS = ["edit/", "entries/people/?q=P0", "entries/1/"]


@pytest.fixture
def cast(anna, bruno, carla, dario, elsa):
    return {"anna": anna, "bruno": bruno, "carla": carla, "dario": dario, "elsa": elsa, "": None}


def as_(client, user):
    client.logout()
    if user is not None:
        client.force_login(user)
    return client


@pytest.mark.parametrize("page", PUBLIC)
@pytest.mark.parametrize("state", ["open", "drawn"])
def test_everybody_may_read(client, club, variant, cast, page, state):
    if state == "open":
        enter(announce(club, variant), 3)
    else:
        score(drawn(club, variant, 3), "r1.2")
    for user in cast.values():
        answer = as_(client, user).get(HERE + page)
        assert answer.status_code == 200
        named = "P001a" in answer.content.decode()
        assert named or state == "open" or page in {"", "log/", "draw/"}


@pytest.mark.parametrize("page", ORGANISERS)
def test_only_who_organises_may_prepare(client, club, variant, cast, page):
    enter(announce(club, variant), 3)
    for name, user in cast.items():
        answer = as_(client, user).get(HERE + page)
        assert answer.status_code == (200 if name == "dario" else 403), name


@pytest.mark.parametrize(
    ("page", "data"),
    [
        ("entries/", {"name_0": "New"}),
        ("entries/seeds/", {"seed_1": "1"}),
        ("entries/1/", {"name_0": "Other"}),
        ("entries/1/withdraw/", {}),
        ("entries/1/reinstate/", {}),
        ("draw/confirm/", {"draws": "0"}),
        ("edit/", {"name": "Mine"}),
    ],
)
def test_nobody_else_prepares_by_post(client, club, variant, cast, page, data):
    enter(announce(club, variant, seeding="hand"), 3)
    before = dump()
    for name, user in cast.items():
        if name != "dario":
            assert as_(client, user).post(HERE + page, data).status_code in {403, 404}, name
    assert dump() == before
    assert as_(client, cast["dario"]).post(HERE + page, data).status_code in {200, 302}


@pytest.mark.parametrize(
    ("page", "data"),
    [
        ("matches/r1.1/score/", {"points_0": "71"}),
        ("matches/r1.2/deals/1/correct/", {"points_0": "65"}),
        ("matches/r1.2/deals/1/void/", {}),
        ("matches/r1.1/walkover/", {"winner": "0"}),
        ("draw/undo/", {"draws": "1"}),
    ],
)
def test_nobody_else_scores_by_post(client, club, variant, cast, page, data):
    score(drawn(club, variant, 4), "r1.2")
    before = dump()
    for name, user in cast.items():
        if name != "dario":
            assert as_(client, user).post(HERE + page, data).status_code == 403, name
    assert dump() == before
    answer = as_(client, cast["dario"]).post(HERE + page, data)
    assert answer.status_code == (409 if "undo" in page else 302)


@pytest.mark.parametrize(
    ("data", "said", "field"),
    [
        ({"points_0": "61", "points_1": "60"}, "120 together", "points_1"),
        ({"points_0": "-1"}, "from 0 to 120", "points_0"),
        ({"points_1": "121"}, "from 0 to 120", "points_1"),
        ({"points_0": "sixty"}, "whole number", "points_0"),
        ({}, "who won", "points_0"),
        ({"winner": "2"}, "no such side", "winner"),
        ({"points_0": "71", "winner": "1"}, "does not have the points", ""),
    ],
)
def test_a_wrong_score_is_said_at_its_field(client, club, variant, dario, data, said, field):
    drawn(club, variant, 2)
    client.force_login(dario)
    before = dump()
    answer = client.post(HERE + "matches/r1.1/score/", data, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    text = answer.content.decode()
    assert said in text
    if field.startswith("points"):
        assert said in text.partition(f'id="{field}_error"')[2].partition("</p>")[0]
    assert all(f'value="{typed}"' in text for typed in data.values())
    assert dump() == before


def test_points_of_one_side_are_enough(client, club, variant, dario):
    drawn(club, variant, 2)
    client.force_login(dario)
    client.post(HERE + "matches/r1.1/score/", {"points_1": "80"})
    row = Pairing.objects.get()
    assert (row.decided, row.winner) == (True, 1)


def test_scoring_leads_to_the_next_match(client, club, variant, dario):
    drawn(club, variant, 4)
    client.force_login(dario)
    assert client.get(HERE + "next/").url.endswith("/matches/r1.1/")
    data = {"winner": "0"}
    answer = client.post(HERE + "matches/r1.1/score/", data, headers={"HX-Request": "true"})
    assert "/matches/r1.2/" in answer.content.decode()
    assert "data-next" in answer.content.decode()
    assert client.get(HERE + "next/?after=r1.1").url.endswith("/matches/r1.2/")


def test_an_entry_is_typed_and_the_focus_stays(client, club, variant, dario):
    announce(club, variant, seats=4)
    client.force_login(dario)
    answer = client.post(
        HERE + "entries/",
        {"name_0": "Łukasz D'Amico", "name_1": "李小龙"},
        headers={"HX-Request": "true"},
    )
    text = answer.content.decode()
    assert "Łukasz D&#x27;Amico \u2013 李小龙" in text
    assert 'id="name_0" name="name_0" value=""' in text
    assert text.count("autofocus") == 1


def test_an_unfinished_announcement_is_shown_again(client, club, variant, dario):
    client.force_login(dario)
    page = "/clubs/asso/-/tournaments/new/"
    assert client.get(page).status_code == 200
    good = {
        "name": "Torneo <b>di</b> Pasqua",
        "starts_at": "2027-03-28T21:00",
        "timezone": "Europe/Rome",
        "seats": "4",
        "variant": variant.pk,
        "kind": "best_of:2",
        "medium": "both",
        "seeding": "lot",
    }
    answer = client.post(page, good)
    assert answer.status_code == 409
    assert "can end level" in answer.content.decode()
    assert not Tournament.objects.exists()
    answer = client.post(page, {**good, "kind": "best_of:3"})
    tournament = Tournament.objects.get()
    assert answer.url == f"/clubs/asso/{tournament.slug}/entries/"
    assert tournament.starts_at.isoformat() == "2027-03-28T19:00:00+00:00"
    assert "<b>" not in client.get(f"/clubs/asso/{tournament.slug}/").content.decode()


def test_only_organisers_announce(client, club, variant, cast):
    for name, user in cast.items():
        answer = as_(client, user).get("/clubs/asso/-/tournaments/new/")
        assert answer.status_code == {"dario": 200, "": 302}.get(name, 403), name


def test_another_tournaments_things_are_not_there(client, club, variant, dario):
    drawn(club, variant, 2)
    other = announce(club, variant, name="Pasqua")
    client.force_login(dario)
    assert (
        client.post(f"/clubs/asso/{other.slug}/matches/r1.1/score/", {"winner": 0}).status_code
        == 404
    )
    assert client.get("/clubs/other/natale/").status_code == 404
    assert client.get(HERE + "entries/99/").status_code == 404


def test_online_entry_and_the_link_for_partners(client, club, variant, anna, bruno, elsa):
    tournament = announce(club, variant, seats=4)
    assert client.post(HERE + "enter/").status_code == 302  # to sign in
    client.force_login(anna)
    client.post(HERE + "enter/")
    page = client.get(HERE + "entries/").content.decode()
    link = page.partition("/invitations/")[2].partition("/")[0]
    entry = Entry.objects.get()
    assert (entry.state, tournament.entries.count()) == ("incomplete", 1)
    client.force_login(bruno)
    assert link not in client.get(HERE + "entries/").content.decode()
    assert client.get(f"/invitations/{link}/").status_code == 200
    for _ in range(2):
        assert client.post(f"/invitations/{link}/").status_code == 302
    entry.refresh_from_db()
    assert entry.state == "entered"
    client.force_login(elsa)
    assert client.post(f"/invitations/{link}/").status_code == 409


def test_nobody_is_the_house(club, variant):
    tournament = announce(club, variant)
    with pytest.raises(services.TournamentError, match="may not"):
        services.enter(
            actor=AnonymousUser(),
            tournament_id=tournament.pk,
            people=[services.Person(name="X")],
        )


@pytest.mark.parametrize("count", [2, 6])
def test_the_bracket_page_asks_as_much_for_few_as_for_many(
    client, club, variant, count, django_assert_num_queries
):
    drawn(club, variant, count)
    client.get(HERE + "bracket/")
    with django_assert_num_queries(9):
        client.get(HERE + "bracket/")


def test_home_shows_what_is_running(client, club, variant):
    drawn(club, variant, 2)
    answer = client.get("/")
    assert answer.status_code == 200
    assert "Natale" in answer.content.decode()
    assert pairing(Tournament.objects.get().stages.get(), "r1.1")
