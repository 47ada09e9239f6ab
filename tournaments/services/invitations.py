"""Entering online: a player enters and invites partners by a secret link; leaving and removing."""

import secrets
from hashlib import sha256

from django.db import transaction

from accounts.models import User
from accounts.services import introduce
from tournaments.models import Entry, Tournament
from tournaments.phrases import TournamentError
from tournaments.selectors import entry_title
from tournaments.services.entries import (
    check_open,
    entry_of,
    new_entry,
    place,
    strike,
)
from tournaments.services.ground import clean_name, locked, note, permit


def enter_online(*, user: User, tournament_id: int, name: str = "") -> tuple[Entry, str]:
    """Enter oneself; returns the entry and, where partners are missing, an invitation's token."""
    with transaction.atomic():
        tournament = locked(tournament_id)
        _check_may_enter(tournament, user)
        entry = new_entry(tournament, user, clean_name(name, needed=False))
        place(entry, [introduce(user=user, club=tournament.club)])
        token = "" if entry.state == Entry.State.ENTERED else _new_token(entry)
        note(tournament, user, "entered", entry=entry_title(entry), number=entry.number)
    return entry, token


def new_invitation(*, user: User, tournament_id: int, number: int) -> str:
    """Make a new invitation for an entry; the one before is dead from then on."""
    with transaction.atomic():
        tournament = locked(tournament_id)
        entry = entry_of(tournament, number)
        _check_captain(tournament, entry, user)
        check_open(tournament)
        if entry.state == Entry.State.WITHDRAWN:
            raise TournamentError("entry_withdrawn")
        if entry.state == Entry.State.ENTERED:
            raise TournamentError("entry_full")
        token = _new_token(entry)
        note(tournament, user, "invited", entry=entry_title(entry), number=number)
    return token


def accept_invitation(*, user: User, token: str) -> Entry:
    """Join the entry one was invited to; accepting twice is the same as once."""
    found = Entry.objects.filter(invite_hash=_hash(token)).exclude(invite_hash="").first()
    if found is None:
        raise TournamentError("invitation_over")
    with transaction.atomic():
        tournament = locked(found.tournament_id)
        entry = entry_of(tournament, found.number)
        if entry.members.filter(active=True, player__user=user).exists():
            return entry
        if entry.invite_hash != found.invite_hash or entry.state != Entry.State.INCOMPLETE:
            raise TournamentError("invitation_over")
        _check_may_enter(tournament, user)
        player = introduce(user=user, club=tournament.club)
        place(entry, [player])
        note(tournament, user, "accepted", name=str(player), entry=entry_title(entry))
    return entry


def leave(*, user: User, tournament_id: int, number: int) -> Entry:
    """Leave an entry before the draw; the last to leave withdraws it."""
    return _part(user, tournament_id, number, None)


def remove_partner(*, user: User, tournament_id: int, number: int, player_id: int) -> Entry:
    """Take somebody out of an entry; the invitation they came with dies with it."""
    return _part(user, tournament_id, number, player_id)


def entry_by_token(token: str) -> Entry | None:
    """The entry an invitation is for, while it is good."""
    rows = Entry.objects.select_related("tournament__club").filter(invite_hash=_hash(token))
    return rows.filter(state=Entry.State.INCOMPLETE, tournament__state="open").first()


def _part(user: User, tournament_id: int, number: int, player_id: int | None) -> Entry:
    with transaction.atomic():
        tournament = locked(tournament_id)
        entry = entry_of(tournament, number)
        check_open(tournament)
        members = entry.members.filter(active=True).select_related("player")
        if player_id is None:
            member = members.filter(player__user=user).first()
        else:
            _check_captain(tournament, entry, user)
            member = members.filter(player=player_id).first()
        if member is None:
            raise TournamentError("not_in_entry")
        note(tournament, user, "left", name=str(member.player), entry=entry_title(entry))
        if members.count() == 1:
            strike(entry)
            return entry
        if member.player.user_id == entry.created_by_id:
            heir = members.exclude(pk=member.pk).filter(player__user__isnull=False).first()
            entry.created_by = heir.player.user if heir else None
        member.delete()
        entry.state = Entry.State.INCOMPLETE
        entry.invite_hash = ""
        entry.save()
    return entry


def _check_may_enter(tournament: Tournament, user: User) -> None:
    if user.is_guest:
        raise TournamentError("sign_in_first")
    if not tournament.online_entry:
        raise TournamentError("online_entry_closed")
    check_open(tournament)


def _check_captain(tournament: Tournament, entry: Entry, user: User) -> None:
    if entry.created_by_id != user.pk:
        permit(user, tournament.club, "organise")


def _new_token(entry: Entry) -> str:
    token = secrets.token_urlsafe(24)
    entry.invite_hash = _hash(token)
    entry.save(update_fields=["invite_hash"])
    return token


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
