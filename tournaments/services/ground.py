"""What every act on a tournament begins and ends with: the permit, the lock, the log."""

import unicodedata

from accounts.models import Club, User
from accounts.selectors import may
from tournaments.models import LogEntry, Pairing, Stage, Tournament
from tournaments.phrases import TournamentError

LONGEST_NAME = 150
Actor = User | None  # None is the house itself: commands, sweeps, the clock


def permit(actor: Actor, club: Club, act: str) -> None:
    """Refuse whoever may not do this in the club."""
    if actor is not None and not may(actor, club, act):
        raise TournamentError("not_allowed")


def locked(tournament_id: int) -> Tournament:
    """Read a tournament that nobody else changes before the commit."""
    rows = Tournament.objects.select_for_update(no_key=True, of=("self",))
    try:
        return rows.select_related("club", "variant").get(pk=tournament_id)
    except Tournament.DoesNotExist as error:
        raise TournamentError("not_found") from error


def locked_stage(tournament: Tournament, number: int = 1) -> Stage:
    """Read a stage of a locked tournament under its own lock: tournament first, stage second."""
    stage = Stage.objects.select_for_update(no_key=True).get(tournament=tournament, number=number)
    stage.tournament = tournament
    return stage


def note(tournament: Tournament, actor: Actor, act: str, **data: object) -> None:
    """Keep an act in the tournament's log."""
    LogEntry.objects.create(tournament=tournament, actor=actor, act=act, data=data)


def spot(row: Pairing) -> list[int]:
    """A pairing's place, as the log keeps it: put into words in each reader's language."""
    return [row.of, row.round, row.order]


def clean_name(text: str, field: str = "name", *, needed: bool = True) -> str:
    """A name as people write it: composed, single blanks, no control characters."""
    plain = "".join(" " if unicodedata.category(letter) == "Cc" else letter for letter in text)
    name = unicodedata.normalize("NFC", " ".join(plain.split()))
    if needed and not name:
        raise TournamentError("name_missing", field)
    if len(name) > LONGEST_NAME:
        raise TournamentError("name_too_long", field)
    return name
