"""The people a club knows: unique by person, not by name."""

import unicodedata

import pytest

from accounts import selectors, services
from accounts.models import Player
from accounts.services import AccountsError


@pytest.mark.parametrize(
    "typed",
    ["mario rossi", "  Mario   Rossi ", "MARIO ROSSI", "Mario\u00a0Rossi"],
)
def test_equal_name_offers_the_known_person(club, typed):
    known = services.know_player(club=club, name="Mario Rossi")

    with pytest.raises(AccountsError) as refused:
        services.know_player(club=club, name=typed)

    assert (refused.value.key, refused.value.players) == ("known_already", (known,))
    assert Player.objects.count() == 1


def test_composed_and_decomposed_accents_are_one_name(club):
    services.know_player(club=club, name=unicodedata.normalize("NFD", "Niccolò"))

    assert Player.objects.get().name == unicodedata.normalize("NFC", "Niccolò")
    with pytest.raises(AccountsError, match="known_already"):
        services.know_player(club=club, name=unicodedata.normalize("NFC", "niccolò"))


def test_another_of_the_same_name_has_a_note(club):
    services.know_player(club=club, name="Mario Rossi")
    other = services.know_player(club=club, name="Mario Rossi", note="of the bakery")

    assert str(other) == "Mario Rossi (of the bakery)"
    with pytest.raises(AccountsError, match="note_taken"):
        services.know_player(club=club, name="mario rossi", note="Of the Bakery")


@pytest.mark.parametrize(
    "name",
    [
        "Łukasz",
        "D'Amico",
        "李小龙",
        "محمد",
        "👩‍👩‍👧 Rossi",
        "x" * 150,
        "<b>Bold</b>",
        "=1+1",
        "Straße",
    ],
)
def test_names_are_kept_whole(club, name):
    services.know_player(club=club, name=name)

    assert Player.objects.get().name == name
    assert selectors.known_players(club, f" {name.upper()} ") == list(Player.objects.all())


@pytest.mark.parametrize(("name", "key"), [(" \n ", "name_needed"), ("x" * 151, "too_long")])
def test_no_name_and_too_long_a_name_are_refused(club, name, key):
    with pytest.raises(AccountsError, match=key):
        services.know_player(club=club, name=name)

    assert not Player.objects.exists()


def test_same_name_in_another_club_is_nobodys_business(club, anna):
    services.know_player(club=club, name="Mario Rossi")
    other = services.create_club(user=anna, name="Another")

    assert services.know_player(club=other, name="Mario Rossi").note == ""


def test_edit_player_refuses_a_name_that_is_taken(club):
    services.know_player(club=club, name="Mario Rossi")
    luigi = services.know_player(club=club, name="Luigi Rossi")

    with pytest.raises(AccountsError, match="known_already"):
        services.edit_player(player=luigi, name="Mario Rossi")

    luigi.refresh_from_db()
    assert luigi.name == "Luigi Rossi"


def test_players_are_found_by_any_part_of_name_and_note(club):
    for name, note in [("Mario Rossi", ""), ("Mario Rossi", "bakery"), ("Łukasz Nowak", "")]:
        services.know_player(club=club, name=name, note=note)

    def found(text):
        return [str(player) for player in selectors.players_of(club, text)]

    assert found("ross mario") == ["Mario Rossi", "Mario Rossi (bakery)"]
    assert found("BAKE") == ["Mario Rossi (bakery)"]
    assert found("łuk") == ["Łukasz Nowak"]
    assert found("nobody") == []
    assert found("mario\0 bakery") == ["Mario Rossi (bakery)"]
    assert found("' OR 1=1 --%_") == []


def test_a_user_is_one_player_of_a_club(club, anna, bruno):
    mario = services.know_player(club=club, name="Mario")
    luigi = services.know_player(club=club, name="Luigi")

    services.claim(player=mario, user=anna)
    services.claim(player=mario, user=anna)

    with pytest.raises(AccountsError, match="claimed_already"):
        services.claim(player=mario, user=bruno)
    with pytest.raises(AccountsError, match="claims_another"):
        services.claim(player=luigi, user=anna)
    assert selectors.player_of(anna, club) == mario


def test_introduced_user_is_not_taken_for_a_namesake(club, anna):
    known = services.know_player(club=club, name="Anna")

    me = services.introduce(user=anna, club=club)

    assert (me.name, me.note, me.user) == ("Anna", "2", anna)
    assert services.introduce(user=anna, club=club) == me
    known.refresh_from_db()
    assert known.user is None
