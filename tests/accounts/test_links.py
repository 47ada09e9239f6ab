"""Secret links: made once, shown once, used once."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts import selectors, services
from accounts.models import Link, Membership, Role, User
from accounts.services import AccountsError


def token(path):
    return path.split("/")[2]


def test_invitation_lets_one_person_join_once(club, dario, anna, bruno):
    path = services.invite(club=club, actor=dario, role=Role.SCORER)

    services.accept_link(token=token(path), user=anna)

    assert selectors.role_in(anna, club) == Role.SCORER
    with pytest.raises(AccountsError, match="link_used"):
        services.accept_link(token=token(path), user=bruno)
    assert selectors.role_in(bruno, club) is None


def test_only_the_hash_of_a_link_is_kept(club, dario):
    path = services.invite(club=club, actor=dario, role=Role.MEMBER)

    row = Link.objects.get()
    assert len(token(path)) >= 32
    assert token(path) not in str(list(Link.objects.values()))
    assert row.token_hash == selectors.token_hash(token(path))


@pytest.mark.parametrize("role", [Role.OWNER, Role.ORGANISER])
def test_organiser_invites_nobody_to_the_roles_above(club, dario, role):
    with pytest.raises(AccountsError, match="not_allowed"):
        services.invite(club=club, actor=dario, role=role)

    assert not Link.objects.exists()


def test_invitation_dies_with_the_role_of_its_maker(club, dario, anna, olga):
    path = services.invite(club=club, actor=dario, role=Role.SCORER)
    services.remove_member(club=club, actor=olga, user_id=dario.pk)

    with pytest.raises(AccountsError, match="link_dead"):
        services.accept_link(token=token(path), user=anna)
    assert selectors.role_in(anna, club) is None


def test_removed_member_does_not_come_back_by_the_old_link(club, dario, anna):
    path = services.invite(club=club, actor=dario, role=Role.SCORER)
    services.accept_link(token=token(path), user=anna)
    services.remove_member(club=club, actor=dario, user_id=anna.pk)

    with pytest.raises(AccountsError, match="link_used"):
        services.accept_link(token=token(path), user=anna)
    assert selectors.role_in(anna, club) is None


def test_joining_lowers_no_role(club, dario, anna):
    Membership.objects.create(club=club, user=anna, role=Role.OWNER)
    path = services.invite(club=club, actor=dario, role=Role.MEMBER)

    services.accept_link(token=token(path), user=anna)

    assert selectors.role_in(anna, club) == Role.OWNER


def test_link_is_over_after_fourteen_days(club, dario, anna):
    path = services.invite(club=club, actor=dario, role=Role.MEMBER)
    made = Link.objects.get()
    assert timedelta(days=13, hours=23) < made.expires_at - timezone.now() <= timedelta(days=14)
    Link.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    with pytest.raises(AccountsError, match="link_expired"):
        services.accept_link(token=token(path), user=anna)

    Link.objects.update(expires_at=timezone.now() - timedelta(days=31))
    assert services.forget_expired_links() == 1
    with pytest.raises(AccountsError, match="link_unknown"):
        selectors.link_for(token(path))


def test_guest_joins_nothing(club, dario):
    path = services.invite(club=club, actor=dario, role=Role.MEMBER)

    with pytest.raises(AccountsError, match="guest"):
        services.accept_link(token=token(path), user=services.guest_user("Somebody"))
    assert selectors.link_for(token(path)).used_at is None


def test_claim_link_hands_a_player_over_and_a_newer_one_ends_it(club, dario, anna, elsa):
    player = services.know_player(club=club, name="Anna")
    old = services.offer_claim(player=player, actor=dario)
    new = services.offer_claim(player=player, actor=dario)

    with pytest.raises(AccountsError, match="link_unknown"):
        services.accept_link(token=token(old), user=elsa)
    services.accept_link(token=token(new), user=anna)

    assert selectors.player_of(anna, club) == player
    player.refresh_from_db()
    with pytest.raises(AccountsError, match="claimed_already"):
        services.offer_claim(player=player, actor=dario)


def test_refused_claim_leaves_the_link_unused(club, dario, anna):
    services.introduce(user=anna, club=club)
    player = services.know_player(club=club, name="Mario")
    path = services.offer_claim(player=player, actor=dario)

    with pytest.raises(AccountsError, match="claims_another"):
        services.accept_link(token=token(path), user=anna)

    assert selectors.link_for(token(path)).used_at is None


ROOT = {"name": "Root", "email": "Root@Example.org", "password": "a strong one"}


def test_first_administrator_link_works_once(db):
    path = services.first_administrator_link()

    user = services.become_administrator(token=token(path), **ROOT)

    assert (user.email, user.is_superuser, user.is_staff) == ("root@example.org", True, True)
    assert user.check_password("a strong one")
    assert services.first_administrator_link() is None
    with pytest.raises(AccountsError, match="link_used"):
        services.become_administrator(token=token(path), **ROOT)
    assert User.objects.count() == 1


def test_each_start_ends_the_older_administrator_link(db):
    old, new = services.first_administrator_link(), services.first_administrator_link()

    with pytest.raises(AccountsError, match="link_unknown"):
        services.become_administrator(token=token(old), **ROOT)
    services.become_administrator(token=token(new), **ROOT)


def test_administrator_link_is_over_once_there_is_an_administrator(db):
    path = services.first_administrator_link()
    User.objects.create_superuser("other@example.org", "x", name="Other")

    with pytest.raises(AccountsError, match="administrator_exists"):
        services.become_administrator(token=token(path), **ROOT)
    assert User.objects.count() == 1


def test_no_other_link_makes_an_administrator_and_that_one_joins_nothing(club, dario, anna):
    other = services.invite(club=club, actor=dario, role=Role.MEMBER)
    admin = services.first_administrator_link()

    with pytest.raises(AccountsError, match="link_unknown"):
        services.become_administrator(token=token(other), **ROOT)
    with pytest.raises(AccountsError, match="not_allowed"):
        services.accept_link(token=token(admin), user=anna)
    assert not User.objects.filter(is_superuser=True).exists()


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_make_one_administrator():
    path = services.first_administrator_link()
    start, answers = threading.Barrier(3), []

    def become(number):
        try:
            start.wait()
            services.become_administrator(
                token=token(path), name="A", email=f"a{number}@example.org", password="x"
            )
            answers.append("made")
        except AccountsError as error:
            answers.append(error.key)
        finally:
            connection.close()

    threads = [threading.Thread(target=become, args=[n]) for n in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(answers) == ["link_used", "link_used", "made"]
    assert User.objects.filter(is_superuser=True).count() == 1
