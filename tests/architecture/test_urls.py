"""Every address of the site, tried by the whole cast: none forgotten, none open to the wrong."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from accounts import services as accounts
from accounts.models import Club, Membership, Player, Role, User
from games.models import Variant
from tournaments import services
from tournaments.models import Pairing

CAST = ("anna", "bruno", "carla", "dario", "elsa", "nobody")
# Without the mark pytest-django makes no test database at all.
pytestmark = pytest.mark.django_db

TABLE = Path(__file__).parent / "urls.txt"


@dataclass(frozen=True)
class Address:
    """One address by its name, with what it takes and the methods its view knows."""

    name: str
    takes: tuple[str, ...]
    methods: tuple[str, ...]


def addresses():
    """Every address of the site."""

    def walk(patterns, space=""):
        for pattern in patterns:
            if isinstance(pattern, URLPattern):
                actions = getattr(pattern.callback, "actions", None)
                methods = (
                    tuple(sorted(a.upper() for a in actions if a != "head"))
                    if actions
                    else ("GET", "POST")
                )
                takes = tuple(pattern.pattern.regex.groupindex)
                yield Address(f"{space}{pattern.name}", takes, methods)
            else:
                yield from walk(
                    pattern.url_patterns,
                    f"{pattern.namespace}:" if pattern.namespace else space,
                )

    return list(walk(get_resolver().url_patterns))


def of_the_site():
    """The addresses by name, without those of the administration."""
    return {here.name: here for here in addresses() if not here.name.startswith("admin:")}


def listed():
    """The table: method, name, and a status for each of the cast."""
    rows = [line.split() for line in TABLE.read_text().splitlines() if line and line[0] != "#"]
    return {(method, name): tuple(map(int, statuses)) for method, name, *statuses in rows}


@dataclass
class World:
    """A club, a tournament being played at a live table, and one that takes entries."""

    users: dict
    values: dict
    clients: dict

    def path(self, here):
        """Where this address is for what the world has."""

        def value(name):
            if name in ("pk", "id"):
                route = here.name.removeprefix("api:")
                name = max((v for v in self.values if route.startswith(v)), key=len)
            if name == "slug" and "club_slug" not in here.takes:
                name = "club_slug"
            if name == "verb":
                return "void" if here.name == "tournaments:deal" else "leave"
            return "none" if here.name.startswith("account_") else self.values[name]

        return reverse(here.name, kwargs={name: value(name) for name in here.takes})

    def ask(self, method, here, person):
        """The status a person gets; whatever was done is undone."""
        json = here.name.startswith("api:")
        client = self.clients[person]
        cookies = client.cookies.copy()
        with transaction.atomic():
            answer = client.generic(
                method,
                self.path(here),
                "{}" if json else "",
                "application/json" if json else "application/x-www-form-urlencoded",
            )
            transaction.set_rollback(True)
        client.cookies = cookies
        return answer.status_code


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        yield built()
        transaction.set_rollback(True)


def built():
    users = {
        name: User.objects.create_user(f"{name}@example.org", "briscola61", name=name.title())
        for name in CAST[:-1]
    }
    club = Club.objects.create(name="Circolo Asso", slug="asso")
    people = {}
    for name, role in [("anna", "member"), ("bruno", "member"), ("dario", "organiser")]:
        Membership.objects.create(club=club, user=users[name], role=role)
        people[name] = accounts.introduce(user=users[name], club=club)
    said = {
        "actor": None,
        "club": club,
        "starts_at": datetime(2026, 12, 5, 20, tzinfo=UTC),
        "variant": Variant.objects.create(name="House"),
        "seats": 2,
        "kind": "first_to:1",
    }
    services.announce_tournament(name="Estate", **said)
    natale = services.announce_tournament(name="Natale", **said)
    for name in ("anna", "bruno"):
        person = services.Person(player_id=people[name].pk)
        entry = services.enter(actor=None, tournament_id=natale.pk, people=[person])
    services.confirm_draw(actor=None, tournament_id=natale.pk, word="asso")
    pairing = Pairing.objects.get(stage__tournament=natale)
    link = accounts.invite(club=club, actor=users["dario"], role=Role.MEMBER)
    clients = {name: Client() for name in CAST}
    for name, user in users.items():
        clients[name].force_login(user)
    return World(
        users,
        {
            "club_slug": club.slug,
            "slug": natale.slug,
            "user_id": users["bruno"].pk,
            "club-member": users["bruno"].pk,
            "player_id": Player.objects.get(user=users["bruno"]).pk,
            "club-player": people["bruno"].pk,
            "link_id": club.links.get().pk,
            "token_id": accounts.make_token(user=users["elsa"], name="x")[0].pk,
            "token": link.split("/")[2],
            "match_id": pairing.match_id,
            "match": pairing.match_id,
            "tournament_id": natale.pk,
            "tournament": natale.pk,
            "tournament-entry": entry.pk,
            "tournament-pairing": pairing.pk,
            "number": 1,
            "seat": 0,
            "key": pairing.key,
            "uidb36": "1",
        },
        clients,
    )


def test_every_address_is_in_the_table():
    there = {(method, here.name) for here in of_the_site().values() for method in here.methods}

    assert there == set(listed())


@pytest.mark.parametrize(("method", "name"), sorted(listed()))
def test_address_answers_each_of_the_cast(world, method, name):
    here = of_the_site()[name]

    answers = {person: world.ask(method, here, person) for person in CAST}

    assert answers == dict(zip(CAST, listed()[method, name], strict=True))


def test_administration_is_closed_to_the_whole_cast(world):
    inside = [here for here in addresses() if here.name.startswith("admin:")]
    inside = [here for here in inside if here.name != "admin:None"]  # redirects of old addresses
    own_ways = {"admin:login", "admin:logout"}

    for here in inside:
        takes = {name: "accounts" if name == "app_label" else 1 for name in here.takes}
        path = reverse(here.name, kwargs=takes)
        for person in CAST:
            with transaction.atomic():
                answer = world.clients[person].get(path)
                transaction.set_rollback(True)
            assert answer.status_code == 302 or here.name in own_ways, (here.name, person)
            if here.name not in own_ways:
                assert "/admin/login/" in answer.headers["Location"], (here.name, person)
    assert len(inside) > 20
