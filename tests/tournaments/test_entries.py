"""Who is meant by a name, one person in one entry, and invitations that die when they should."""

import threading

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import Player, User
from tests.tournaments.tournament_play import announce, drawn, dump, enter, pairing, score
from tournaments import selectors, services
from tournaments.models import Entry, EntryPlayer, Pairing
from tournaments.services import Person, TournamentError

pytestmark = pytest.mark.django_db


def take(tournament, *people, **said):
    people = [one if isinstance(one, Person) else Person(name=one) for one in people]
    return services.enter(actor=None, tournament_id=tournament.pk, people=people, **said)


@pytest.mark.parametrize(
    ("first", "second"),
    [("Café", "Cafe\u0301"), ("A", " A "), ("MARIO  Rossi", "mario rossi"), ("Straße", "STRASSE")],
)
def test_equal_names_are_one_person(club, variant, first, second):
    tournament = announce(club, variant)
    take(tournament, first)
    with pytest.raises(TournamentError) as refused:
        take(tournament, second)
    assert (refused.value.key, refused.value.field) == ("already_entered", "name_0")
    assert Player.objects.count() == 1
    assert tournament.entries.count() == 1


def test_another_of_the_name_has_a_note(club, variant):
    tournament = announce(club, variant)
    take(tournament, "Mario Rossi")
    take(tournament, Person(name="Mario Rossi", note="of the bakery"))
    assert [str(player) for player in Player.objects.order_by("pk")] == [
        "Mario Rossi",
        "Mario Rossi (of the bakery)",
    ]
    other = announce(club, variant, name="Pasqua")
    with pytest.raises(TournamentError) as refused:
        take(other, "mario rossi")
    assert refused.value.key == "which_one"
    assert len(refused.value.choices) == 2
    take(other, Person(player_id=refused.value.choices[1].pk))


@pytest.mark.parametrize(
    "name",
    ["Łukasz", "D'Amico", "李小龙", "محمد علي", "👩\u200d👩\u200d👧", "x" * 150, "<b>", "=1+1"],
)
def test_a_name_is_kept_whole(client, club, variant, name):
    tournament = announce(club, variant)
    take(tournament, name)
    assert Player.objects.get().name == name
    page = client.get("/clubs/asso/natale/entries/").content.decode()
    assert (name in page) == (name not in {"<b>", "D'Amico"})


@pytest.mark.parametrize("name", ["", "  ", "\x00", "x" * 151])
def test_what_is_no_name_is_refused_at_its_field(club, variant, name):
    tournament = announce(club, variant)
    before = dump()
    with pytest.raises(TournamentError) as refused:
        take(tournament, name)
    assert refused.value.field == "name_0"
    assert dump() == before


def test_one_person_in_one_entry_in_pairs_too(club, variant):
    tournament = announce(club, variant, seats=4)
    take(tournament, "Anna", "Bruno")
    before = dump()
    for pair in (("Carla", "Bruno"), ("Dora", "dora")):
        with pytest.raises(TournamentError) as refused:
            take(tournament, *pair)
        assert refused.value.field == "name_1"
    assert dump() == before


def test_the_database_itself_knows_one_entry_a_person(club, variant):
    tournament = announce(club, variant)
    first = take(tournament, "Anna")
    second = take(tournament, "Bruno")
    with pytest.raises(IntegrityError), transaction.atomic():
        EntryPlayer.objects.create(
            entry=second,
            tournament=tournament,
            player=first.members.get().player,
            position=1,
        )


def test_too_many_for_a_side(club, variant):
    with pytest.raises(TournamentError, match="at most 2"):
        take(announce(club, variant, seats=4), "A", "B", "C")


def test_entries_close_with_the_draw(club, variant):
    stage = drawn(club, variant, 2)
    before = dump()
    with pytest.raises(TournamentError) as refused:
        take(stage.tournament, "Late")
    assert refused.value.key == "entries_closed"
    with pytest.raises(TournamentError):
        services.change_entry(
            actor=None, tournament_id=stage.tournament_id, number=1, people=[Person(name="X")]
        )
    assert dump() == before


def test_seeds_are_whole_and_single(club, variant):
    tournament = announce(club, variant, seeding="hand")
    enter(tournament, 3)
    for seeds, key in (({1: 1, 2: 1}, "seed_taken"), ({1: 0}, "bad_seed"), ({9: 1}, "not_found")):
        with pytest.raises(TournamentError) as refused:
            services.set_seeds(actor=None, tournament_id=tournament.pk, seeds=seeds)
        assert refused.value.key == key
    services.set_seeds(actor=None, tournament_id=tournament.pk, seeds={1: 1, 2: 2})
    services.set_seeds(actor=None, tournament_id=tournament.pk, seeds={1: 2, 2: 1})
    seeds = tournament.entries.order_by("number").values_list("seed", flat=True)
    assert list(seeds) == [2, 1, None]


def test_withdrawn_people_are_free_and_may_come_back(club, variant):
    tournament = announce(club, variant)
    take(tournament, "Anna")
    services.withdraw(actor=None, tournament_id=tournament.pk, number=1)
    take(tournament, "Anna")
    with pytest.raises(TournamentError) as refused:
        services.reinstate(actor=None, tournament_id=tournament.pk, number=1)
    assert refused.value.key == "already_entered"
    services.withdraw(actor=None, tournament_id=tournament.pk, number=2)
    services.reinstate(actor=None, tournament_id=tournament.pk, number=1)
    assert Entry.objects.get(number=1).state == "entered"


def test_an_old_invitation_dies_with_the_one_who_leaves(club, variant, anna, bruno, elsa):
    tournament = announce(club, variant, seats=4)
    entry, token = services.enter_online(user=anna, tournament_id=tournament.pk)
    services.accept_invitation(user=bruno, token=token)
    services.remove_partner(
        user=anna,
        tournament_id=tournament.pk,
        number=entry.number,
        player_id=bruno.players.get().pk,
    )
    for user in (bruno, elsa):
        with pytest.raises(TournamentError, match="not valid"):
            services.accept_invitation(user=user, token=token)
    fresh = services.new_invitation(user=anna, tournament_id=tournament.pk, number=entry.number)
    services.accept_invitation(user=elsa, token=fresh)
    assert services.accept_invitation(user=elsa, token=fresh).pk == entry.pk
    assert entry.members.count() == 2


def test_the_last_to_leave_withdraws_the_entry(club, variant, anna, bruno):
    tournament = announce(club, variant, seats=4)
    entry, token = services.enter_online(user=anna, tournament_id=tournament.pk)
    services.accept_invitation(user=bruno, token=token)
    services.leave(user=anna, tournament_id=tournament.pk, number=entry.number)
    entry.refresh_from_db()
    assert entry.created_by == bruno
    services.leave(user=bruno, tournament_id=tournament.pk, number=entry.number)
    entry.refresh_from_db()
    assert entry.state == "withdrawn"


def test_nobody_captains_another_entry(club, variant, anna, bruno, elsa):
    tournament = announce(club, variant, seats=4)
    entry, _ = services.enter_online(user=anna, tournament_id=tournament.pk)
    for user in (bruno, elsa):
        for act in (
            lambda user=user: services.new_invitation(
                user=user, tournament_id=tournament.pk, number=entry.number
            ),
            lambda user=user: services.withdraw(
                actor=user, tournament_id=tournament.pk, number=entry.number
            ),
        ):
            with pytest.raises(TournamentError, match="may not"):
                act()


def test_a_guest_and_a_closed_door(club, variant, anna):
    tournament = announce(club, variant, online_entry=False)
    guest = User.objects.create_user(name="Guest", is_guest=True)
    open_one = announce(club, variant, name="Pasqua")
    for user, where, key in (
        (anna, tournament, "online_entry_closed"),
        (guest, open_one, "sign_in_first"),
    ):
        with pytest.raises(TournamentError) as refused:
            services.enter_online(user=user, tournament_id=where.pk)
        assert refused.value.key == key


def at_once(*acts):
    """Run acts in threads of their own, each on its own connection; what each raised."""
    errors: list[Exception | None] = [None] * len(acts)
    gate = threading.Barrier(len(acts))

    def run(number, act):
        try:
            gate.wait()
            act()
        except Exception as error:  # noqa: BLE001  told to the test
            errors[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


@pytest.mark.django_db(transaction=True)
def test_two_organisers_draw_at_once_and_one_draw_stands(club, variant):
    tournament = announce(club, variant)
    enter(tournament, 4)

    def hold():
        services.confirm_draw(actor=None, tournament_id=tournament.pk, draws=0)

    errors = at_once(hold, hold, hold)
    assert [type(error) for error in errors].count(TournamentError) == 2
    assert selectors.stage_of(tournament).draws == 1
    assert Pairing.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_fast_clicks_put_one_person_into_one_entry(club, variant, anna):
    tournament = announce(club, variant, seats=4)

    def click():
        services.enter_online(user=anna, tournament_id=tournament.pk)

    errors = at_once(click, click, click)
    assert [getattr(error, "key", None) for error in errors].count("already_entered") == 2
    assert EntryPlayer.objects.count() == 1
    assert tournament.entries.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_last_place_is_taken_once(club, variant, anna, bruno, elsa):
    tournament = announce(club, variant, seats=4)
    entry, token = services.enter_online(user=anna, tournament_id=tournament.pk)
    errors = at_once(
        lambda: services.accept_invitation(user=bruno, token=token),
        lambda: services.accept_invitation(user=elsa, token=token),
    )
    assert [getattr(error, "key", None) for error in errors].count("invitation_over") == 1
    assert entry.members.count() == 2


@pytest.mark.django_db(transaction=True)
def test_contradictory_slips_at_once_and_one_stands(club, variant):
    stage = drawn(club, variant, 2, kind="first_to:2")
    row = pairing(stage, "r1.1")

    def slip(points):
        return lambda: services.score_deal(
            actor=None, pairing_id=row.pk, points=points, version=row.match.version
        )

    errors = at_once(slip((71, 49)), slip((49, 71)))
    assert [getattr(error, "key", None) for error in errors].count("somebody_was_faster") == 1
    assert pairing(stage, "r1.1").match.deals == 1


@pytest.mark.django_db(transaction=True)
def test_both_semifinals_end_at_once_and_one_final_is_made(club, variant):
    stage = drawn(club, variant, 4)
    first, second = pairing(stage, "r1.1").pk, pairing(stage, "r1.2").pk
    errors = at_once(
        lambda: services.score_deal(actor=None, pairing_id=first, points=(71, 49)),
        lambda: services.score_deal(actor=None, pairing_id=second, points=(49, 71)),
        lambda: services.advance(stage_id=stage.pk),
    )
    assert errors == [None, None, None]
    assert Pairing.objects.filter(key="r2.1").count() == 1
    score(stage, "r2.1")
    stage.refresh_from_db()
    assert stage.state == "finished"
