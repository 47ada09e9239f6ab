"""The cast before anybody has joined: only Dario has a role, under the owner Olga."""

from uuid import uuid4

import pytest
from django.core.cache import caches

from accounts.models import Club, Membership, Role, User

PASSWORD = "briscola61"


@pytest.fixture(autouse=True)
def own_cache(monkeypatch):
    """Nobody's attempts are counted from one test to the next."""
    monkeypatch.setattr(caches["default"], "key_prefix", uuid4().hex)


def person(name: str) -> User:
    return User.objects.create_user(f"{name.lower()}@example.org", PASSWORD, name=name)


@pytest.fixture
def anna(db) -> User:
    return person("Anna")


@pytest.fixture
def bruno(db) -> User:
    return person("Bruno")


@pytest.fixture
def dario(db) -> User:
    return person("Dario")


@pytest.fixture
def olga(db) -> User:
    return person("Olga")


@pytest.fixture
def club(dario, olga) -> Club:
    club = Club.objects.create(name="Bar Sport", slug="bar-sport", place="Trieste")
    Membership.objects.create(club=club, user=olga, role=Role.OWNER)
    Membership.objects.create(club=club, user=dario, role=Role.ORGANISER)
    return club
