"""Entries typed in by an organiser: who is meant by a name, and one person in one entry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Max

from accounts.models import Player, name_key
from accounts.selectors import known_players
from accounts.services import know_player
from tournaments.models import Entry, EntryPlayer, Stage, Tournament
from tournaments.phrases import TournamentError
from tournaments.selectors import entry_title
from tournaments.services.advance import advance_locked
from tournaments.services.ground import Actor, clean_name, locked, locked_stage, note, permit

LONGEST_NOTE = 80


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody as written down: a person chosen by id, or a name with perhaps a note.

    A bare name that one known person has means that person; `note` makes another of that name.
    """

    name: str = ""
    note: str = ""
    player_id: int | None = None


def enter(
    *,
    actor: Actor,
    tournament_id: int,
    people: Sequence[Person],
    name: str = "",
    seed: int | None = None,
) -> Entry:
    """Enter a side; with people missing it waits for them."""
    with transaction.atomic():
        tournament = locked(tournament_id)
        permit(actor, tournament.club, "organise")
        check_open(tournament)
        entry = new_entry(tournament, actor, clean_name(name, needed=False))
        if seed is not None:
            _check_seed_free(tournament, entry, seed)
            entry.seed = seed
        place(entry, players_of(tournament, people))
        note(tournament, actor, "entered", entry=entry_title(entry), number=entry.number)
    return entry


def change_entry(
    *, actor: Actor, tournament_id: int, number: int, people: Sequence[Person], name: str = ""
) -> Entry:
    """Put an entry's people right before the draw."""
    with transaction.atomic():
        tournament = locked(tournament_id)
        permit(actor, tournament.club, "organise")
        check_open(tournament)
        entry = entry_of(tournament, number)
        before = entry_title(entry)
        entry.members.all().delete()
        entry.name = clean_name(name, needed=False)
        place(entry, players_of(tournament, people))
        note(
            tournament,
            actor,
            "changed_entry",
            before=before,
            entry=entry_title(entry),
            number=number,
        )
    return entry


def withdraw(*, actor: Actor, tournament_id: int, number: int) -> Entry:
    """Take an entry out; after the draw its opponents go on without play."""
    with transaction.atomic():
        tournament = locked(tournament_id)
        entry = entry_of(tournament, number)
        own = actor is not None and entry.created_by_id == actor.pk
        if not own or tournament.state != Tournament.State.OPEN:
            permit(actor, tournament.club, "organise")
        if entry.state == Entry.State.WITHDRAWN:
            return entry
        strike(entry)
        note(tournament, actor, "withdrawn", entry=entry_title(entry), number=number)
        stage = locked_stage(tournament)
        if stage.state == Stage.State.PLAYING:
            advance_locked(stage)
    return entry


def reinstate(*, actor: Actor, tournament_id: int, number: int) -> Entry:
    """Take a withdrawn entry back in before the draw."""
    with transaction.atomic():
        tournament = locked(tournament_id)
        permit(actor, tournament.club, "organise")
        check_open(tournament)
        entry = entry_of(tournament, number)
        if entry.state != Entry.State.WITHDRAWN:
            return entry
        players = [member.player for member in entry.members.select_related("player")]
        entry.members.all().delete()
        entry.seed = None
        place(entry, players)
        note(tournament, actor, "reinstated", entry=entry_title(entry), number=number)
    return entry


def set_seeds(*, actor: Actor, tournament_id: int, seeds: Mapping[int, int | None]) -> None:
    """Seed entries by hand: entry number to seed, None for unseeded; others stay as they are."""
    with transaction.atomic():
        tournament = locked(tournament_id)
        permit(actor, tournament.club, "organise")
        check_open(tournament)
        if tournament.seeding != Tournament.Seeding.HAND:
            raise TournamentError("seeds_by_lot")
        entries = {entry.number: entry for entry in tournament.entries.exclude(state="withdrawn")}
        if set(seeds) - set(entries):
            raise TournamentError("not_found")
        wished = {number: seeds.get(number, entry.seed) for number, entry in entries.items()}
        given = [seed for seed in wished.values() if seed is not None]
        for number, seed in wished.items():
            if seed is not None and (seed < 1 or seed > len(entries)):
                raise TournamentError("bad_seed", f"seed_{number}")
            if seed is not None and given.count(seed) > 1:
                raise TournamentError("seed_taken", f"seed_{number}", seed=seed)
        tournament.entries.update(seed=None)
        for number, seed in wished.items():
            entries[number].seed = seed
        Entry.objects.bulk_update(entries.values(), ["seed"])
        written = sorted((seed, number) for number, seed in wished.items() if seed is not None)
        note(
            tournament,
            actor,
            "seeded",
            seeds=", ".join(f"{seed} = {entry_title(entries[number])}" for seed, number in written),
        )


def check_open(tournament: Tournament) -> None:
    """Refuse a change of entries once the draw is made."""
    if tournament.state != Tournament.State.OPEN:
        raise TournamentError("entries_closed")


def entry_of(tournament: Tournament, number: int) -> Entry:
    """An entry of this tournament, by its number."""
    entry = tournament.entries.filter(number=number).first()
    if entry is None:
        raise TournamentError("not_found")
    entry.tournament = tournament
    return entry


def new_entry(tournament: Tournament, actor: Actor, name: str) -> Entry:
    """An empty entry with the next number; the tournament is locked."""
    last = tournament.entries.aggregate(last=Max("number"))["last"] or 0
    return Entry.objects.create(tournament=tournament, number=last + 1, name=name, created_by=actor)


def place(entry: Entry, players: Sequence[Player]) -> None:
    """Put people into the free places of an entry, each in no other entry."""
    tournament = entry.tournament
    size = tournament.seats // 2
    taken = set(entry.members.filter(active=True).values_list("position", flat=True))
    if len(taken) + len(players) > size:
        raise TournamentError("too_many_people", size=size)
    free = [position for position in range(size) if position not in taken]
    for index, (position, player) in enumerate(zip(free, players, strict=False)):
        known = EntryPlayer.objects.filter(tournament=tournament, player=player, active=True)
        other = known.select_related("entry").first()
        if other is not None:
            raise _entered_already(player, other.entry, entry, index)
        try:
            with transaction.atomic():
                EntryPlayer.objects.create(
                    entry=entry, tournament=tournament, player=player, position=position
                )
        except IntegrityError as error:
            raise TournamentError(
                "already_entered", f"name_{index}", name=str(player), number="?"
            ) from error
    full = len(taken) + len(players) == size
    entry.state = Entry.State.ENTERED if full else Entry.State.INCOMPLETE
    entry.save()


def strike(entry: Entry) -> None:
    """Mark an entry withdrawn: its people are free, its invitation is dead."""
    entry.members.update(active=False)
    entry.state = Entry.State.WITHDRAWN
    entry.invite_hash = ""
    entry.save()


def players_of(tournament: Tournament, people: Sequence[Person]) -> list[Player]:
    """Who is meant by what was written; a new name becomes a person the club knows."""
    if not people:
        raise TournamentError("nobody_entered", "name_0")
    if len(people) > tournament.seats // 2:
        raise TournamentError("too_many_people", size=tournament.seats // 2)
    return [_player(tournament, person, f"name_{place}") for place, person in enumerate(people)]


def _player(tournament: Tournament, person: Person, field: str) -> Player:
    club = tournament.club
    if person.player_id is not None:
        found = Player.objects.filter(club=club, pk=person.player_id).first()
        if found is None:
            raise TournamentError("not_found", field)
        return found
    name = clean_name(person.name, field)
    remark = clean_name(person.note, field, needed=False)[:LONGEST_NOTE]
    known = known_players(club, name)
    if remark:
        of_that_note = [player for player in known if player.note_key == name_key(remark)]
        if of_that_note:
            return of_that_note[0]
    elif len(known) == 1:
        return known[0]
    elif known:
        raise TournamentError("which_one", field, choices=tuple(known), name=name)
    return know_player(club=club, name=name, note=remark)


def _entered_already(player: Player, other: Entry, entry: Entry, index: int) -> TournamentError:
    if other.pk == entry.pk:
        return TournamentError("twice_in_entry", f"name_{index}", name=str(player))
    return TournamentError(
        "already_entered",
        f"name_{index}",
        name=str(player),
        number=other.number,
    )


def _check_seed_free(tournament: Tournament, entry: Entry, seed: int) -> None:
    if seed < 1:
        raise TournamentError("bad_seed", "seed")
    others = tournament.entries.exclude(state="withdrawn").exclude(pk=entry.pk)
    if others.filter(seed=seed).exists():
        raise TournamentError("seed_taken", "seed", seed=seed)
