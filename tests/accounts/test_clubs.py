"""Clubs, roles, and who may change them."""

import threading

import pytest
from django.db import connection

from accounts import selectors, services
from accounts.models import Club, Membership, Role
from accounts.services import AccountsError


def join(club, user, role):
    return Membership.objects.create(club=club, user=user, role=role)


def test_create_club_makes_its_maker_owner(anna):
    club = services.create_club(user=anna, name="  Circolo   dei Carichi ", place="Udine")

    assert (club.name, club.slug, club.timezone) == (
        "Circolo dei Carichi",
        "circolo-dei-carichi",
        "Europe/Rome",
    )
    assert selectors.role_in(anna, club) == Role.OWNER


def test_clubs_of_one_name_get_addresses_of_their_own(anna):
    made = [services.create_club(user=anna, name="Bar Sport").slug for _ in range(3)]

    assert made == ["bar-sport", "bar-sport-2", "bar-sport-3"]


@pytest.mark.parametrize(
    ("name", "slug"), [("new", "new-2"), ("李小龙", "club"), ("Caffè <b>", "caffe-b")]
)
def test_club_of_any_name_has_an_address_that_is_no_page(anna, name, slug):
    club = services.create_club(user=anna, name=name)

    assert (club.name, club.slug) == (name, slug)


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"name": "  "}, "name_needed"),
        ({"name": "x" * 151}, "too_long"),
        ({"name": "Bar", "timezone": "Europe/Atlantis"}, "unknown_zone"),
    ],
)
def test_create_club_refuses_by_name_and_writes_nothing(anna, fields, key):
    with pytest.raises(AccountsError) as refused:
        services.create_club(user=anna, **fields)

    assert refused.value.key == key
    assert list(Club.objects.values_list("name", flat=True)) == []


def test_guest_makes_no_club(db):
    with pytest.raises(AccountsError, match="guest"):
        services.create_club(user=services.guest_user("Somebody"), name="Bar")


def test_acts_go_by_role(club, anna, dario, elsa):
    join(club, anna, Role.SCORER)

    assert selectors.acts_of(dario, club) == {
        "administer": False,
        "organise": True,
        "score": True,
        "follow": True,
    }
    assert [act for act, may in selectors.acts_of(anna, club).items() if may] == ["score", "follow"]
    assert not any(selectors.acts_of(elsa, club).values())
    assert not any(selectors.acts_of(None, club).values())
    elsa.is_superuser = True
    assert all(selectors.acts_of(elsa, club).values())


def test_organiser_gives_and_takes_only_the_roles_below(club, dario, anna, olga):
    join(club, anna, Role.MEMBER)

    services.set_role(club=club, actor=dario, user_id=anna.pk, role=Role.SCORER)

    assert selectors.role_in(anna, club) == Role.SCORER
    for user_id, role in [(anna.pk, Role.ORGANISER), (dario.pk, Role.OWNER), (olga.pk, "member")]:
        with pytest.raises(AccountsError, match="not_allowed"):
            services.set_role(club=club, actor=dario, user_id=user_id, role=Role(role))
    with pytest.raises(AccountsError, match="not_allowed"):
        services.remove_member(club=club, actor=dario, user_id=olga.pk)


def test_last_owner_stays(club, olga):

    with pytest.raises(AccountsError, match="last_owner"):
        services.remove_member(club=club, actor=olga, user_id=olga.pk)
    with pytest.raises(AccountsError, match="last_owner"):
        services.set_role(club=club, actor=olga, user_id=olga.pk, role=Role.MEMBER)

    assert selectors.role_in(olga, club) == Role.OWNER


def test_member_of_another_club_is_not_there(club, anna, olga):
    services.create_club(user=anna, name="Another")

    with pytest.raises(Membership.DoesNotExist):
        services.set_role(club=club, actor=olga, user_id=anna.pk, role=Role.MEMBER)


@pytest.mark.django_db(transaction=True)
def test_two_owners_who_leave_at_once_leave_one_behind(club, anna, olga):
    join(club, anna, Role.OWNER)
    start, answers = threading.Barrier(2), []

    def leave(user):
        try:
            start.wait()
            services.remove_member(club=club, actor=user, user_id=user.pk)
            answers.append("left")
        except AccountsError as error:
            answers.append(error.key)
        finally:
            connection.close()

    threads = [threading.Thread(target=leave, args=[user]) for user in (olga, anna)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(answers) == ["last_owner", "left"]
    assert club.memberships.filter(role=Role.OWNER).count() == 1
