"""The cast: Anna and Bruno sit at the table, Carla watches, Dario directs, Elsa is a stranger."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from website import Site, free_port

from accounts.models import Club, Membership, Player, Role, User
from games.models import Variant

PASSWORD = "briscola61"


def person(name: str, **fields: object) -> User:
    return User.objects.create_user(f"{name.lower()}@example.org", PASSWORD, name=name, **fields)


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Circolo Asso", slug="asso", place="Trieste")


@pytest.fixture
def anna(club: Club) -> User:
    return _member(person("Anna"), club, Role.MEMBER)


@pytest.fixture
def bruno(club: Club) -> User:
    return _member(person("Bruno"), club, Role.MEMBER)


@pytest.fixture
def carla(db: None) -> User:
    return person("Carla")


@pytest.fixture
def dario(club: Club) -> User:
    return _member(person("Dario"), club, Role.ORGANISER)


@pytest.fixture
def elsa(db: None) -> User:
    return person("Elsa")


@pytest.fixture
def variant(db: None) -> Variant:
    return Variant.objects.create(name="Italian club")


def _member(user: User, club: Club, role: Role) -> User:
    Membership.objects.create(club=club, user=user, role=role)
    Player.objects.create(club=club, name=user.name, key=user.name.casefold(), user=user)
    return user


@pytest.fixture(scope="session")
def site(django_db_setup: None, django_db_blocker: Any) -> Iterator[Site]:
    """The real web and clock processes on the test database; their rows are never cleared."""
    site = Site(free_port())
    with django_db_blocker.unblock():
        try:
            site.start("web")
            site.start("clock")
            yield site
        finally:
            site.stop()
            connection.close()
