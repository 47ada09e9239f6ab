"""The cast: Anna and Bruno sit at the table, Carla watches, Dario directs, Elsa is a stranger."""

import os
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import setup_databases, teardown_databases
from django.utils import translation
from website import Site, free_port

from accounts.models import Club, Membership, Player, Role, User
from games.models import Variant

PASSWORD = "briscola61"

# The same examples every time, so that a red run is a change's doing; `make test-long` looks wider.
hypothesis.settings.register_profile("steady", derandomize=True)
hypothesis.settings.register_profile("wide", max_examples=500)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Each test begins in English, whatever language a request before it has left behind."""
    translation.activate("en")
    yield
    translation.deactivate()


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
def test_database(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The test database for tests that share it with other processes.

    pytest-django makes one only where a collected test asks for rows by its own mark, and that
    mark would wrap or clear the rows that the processes see.
    """
    with django_db_blocker.unblock():
        made = None
        if connection.settings_dict["NAME"] != settings.DATABASES["default"]["TEST"]["NAME"]:
            made = setup_databases(verbosity=0, interactive=False, aliases=["default"])
        yield
        with connection.cursor() as cursor:  # sessions that a browser's thread left behind
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        connection.close()
        if made is not None:
            connection.close_pool()
            teardown_databases(made, verbosity=0)


@pytest.fixture(scope="session")
def site(test_database: None) -> Iterator[Site]:
    """The real web and clock processes on the test database; their rows are never cleared."""
    site = Site(free_port())
    try:
        site.start("web")
        site.start("clock")
        yield site
    finally:
        site.stop()
