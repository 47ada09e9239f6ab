"""The administrator's pages: people, clubs, and every switch of the house rules."""

import pytest

from accounts.models import Club, Player, User
from games.models import Variant
from games.phrases import SWITCHES


@pytest.fixture
def admin(client, db):
    root = User.objects.create_superuser("root@example.org", "x", name="Root")
    client.force_login(root)
    return client


def as_posted(form):
    given = {name: form.initial.get(name, field.initial) for name, field in form.fields.items()}
    return {name: value for name, value in given.items() if value is not None}


@pytest.mark.parametrize("model", ["user", "club", "player", "apitoken", "letter"])
def test_lists_open(admin, club, model):
    assert admin.get(f"/admin/accounts/{model}/").status_code == 200


def test_player_is_written_by_the_same_rules(admin, club):
    said = {"club": club.pk, "name": " Mario  Rossi ", "note": ""}
    admin.post("/admin/accounts/player/add/", said)
    assert (Player.objects.get().name, Player.objects.get().key) == ("Mario Rossi", "mario rossi")

    refused = admin.post("/admin/accounts/player/add/", {**said, "name": "MARIO ROSSI"})
    assert "knows somebody of that name" in refused.content.decode()
    admin.post("/admin/accounts/player/add/", {**said, "note": "bakery"})
    mario = Player.objects.get(note="bakery")
    admin.post(f"/admin/accounts/player/{mario.pk}/change/", {"name": "Ugo", "note": ""})
    mario.refresh_from_db()
    assert (mario.name, mario.key, mario.note_key) == ("Ugo", "ugo", "")


def test_club_of_an_administrator_has_an_address(admin):
    said = {"name": "Bar", "slug": "bar", "timezone": "Europe/Rome"}
    inline = {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0"}
    admin.post("/admin/accounts/club/add/", {**said, **inline})

    assert Club.objects.get().slug == "bar"


def test_every_switch_can_be_edited(admin):
    page = admin.get("/admin/games/variant/add/")

    fields = page.context["adminform"].form.fields
    assert set(SWITCHES) <= set(fields)
    shown = {
        name for _, options in page.context["adminform"].fieldsets for name in options["fields"]
    }
    assert set(SWITCHES) <= shown


def test_variant_is_saved_with_its_defaults(admin):
    form = admin.get("/admin/games/variant/add/").context["adminform"].form

    answer = admin.post("/admin/games/variant/add/", {**as_posted(form), "name": "Bar", "clock": 0})

    assert answer.status_code == 302
    assert Variant.objects.get(name="Bar").clock == 0


def test_what_does_not_go_together_is_refused_at_its_switch(admin):
    form = admin.get("/admin/games/variant/add/").context["adminform"].form
    said = {**as_posted(form), "name": "Bar", "exchange": "seven_and_two", "second": "seven"}

    answer = admin.post("/admin/games/variant/add/", {**said, "clock": 20})

    errors = answer.context["adminform"].form.errors
    assert set(errors) <= set(SWITCHES)
    assert len(errors) == 1
    assert "does not go with" in str(errors)
    assert not Variant.objects.filter(name="Bar").exists()
