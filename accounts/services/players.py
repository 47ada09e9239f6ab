"""The people a club knows: told apart by a note, never by changing their names."""

from django.db import IntegrityError, transaction

from accounts import selectors
from accounts.models import Club, Player, User, name_key
from accounts.phrases import AccountsError
from accounts.services.names import kept, kept_name


def know_player(*, club: Club, name: str, note: str = "") -> Player:
    """Add a person to those a club knows.

    Where the name is known already and no note tells the new one apart, raises
    AccountsError("known_already") with the people of that name in `players`.
    """
    name, note = kept_name(name), kept(note, at_most=80)
    namesakes = selectors.known_players(club, name)
    if namesakes and not note:
        raise AccountsError("known_already", namesakes)
    return _saved(Player(club=club, name=name, note=note))


def edit_player(*, player: Player, name: str, note: str = "") -> Player:
    """Correct a person's name or note."""
    player.name, player.note = kept_name(name), kept(note, at_most=80)
    return _saved(player)


def claim(*, player: Player, user: User) -> Player:
    """Make a user the person a club knows; each of the two once."""
    if user.is_guest:
        raise AccountsError("guest")
    with transaction.atomic():
        player = Player.objects.select_for_update().select_related("club").get(pk=player.pk)
        if player.user_id not in {None, user.pk}:
            raise AccountsError("claimed_already")
        other = selectors.player_of(user, player.club)
        if other is not None and other.pk != player.pk:
            raise AccountsError("claims_another")
        player.user = user
        try:
            with transaction.atomic():
                player.save(update_fields=["user"])
        except IntegrityError as error:
            raise AccountsError("claims_another") from error
    return player


def introduce(*, user: User, club: Club) -> Player:
    """The person a user is in a club, added where the club does not know them yet.

    A namesake without an account is not taken for the user, since anybody may call themselves
    anything: the newcomer gets a number as note, which the organiser may change.
    """
    if user.is_guest:
        raise AccountsError("guest")
    known = selectors.player_of(user, club)
    if known is not None:
        return known
    name = kept_name(user.name)
    notes = {player.note_key for player in selectors.known_players(club, name)}
    note = next(n for n in ("", *map(str, range(2, len(notes) + 3))) if n not in notes)
    return _saved(Player(club=club, name=name, note=note, user=user))


def _saved(player: Player) -> Player:
    player.key, player.note_key = name_key(player.name), name_key(player.note)
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        namesakes = selectors.known_players(player.club, player.name)
        raise AccountsError("note_taken" if player.note else "known_already", namesakes) from error
    return player
