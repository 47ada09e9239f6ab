"""What rows are called where people read of them: entries, pairings, deals."""

from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from tournaments.models import Entry, Pairing, Tournament
from tournaments.phrases import match_words

DASH = "\u2013"


def entry_title(entry: Entry) -> str:
    """An entry's own name, else the names of its people."""
    if entry.name:
        return entry.name
    members = sorted(entry.members.all(), key=lambda member: member.position)
    return f" {DASH} ".join(str(member.player) for member in members) or f"#{entry.number}"


def entry_titles(entries: Iterable[Entry]) -> dict[int, str]:
    """The titles of entries that come with `members__player` fetched."""
    return {entry.pk: entry_title(entry) for entry in entries}


def pairing_words(row: Pairing) -> str:
    """A pairing by its round and place: "Semifinal 2"."""
    return match_words(row.of, row.round, row.order)


def deal_words(points: Iterable[int] | None, winner: int | None) -> str:
    """A deal's result in figures, side 0 first; 1 to 0 where only the winner is known."""
    if points is None:
        points = () if winner is None else (1 - winner, winner)
    return DASH.join(str(figure) for figure in points) or DASH


def local_start(tournament: Tournament) -> datetime:
    """When it starts, by the clock of the place."""
    return tournament.starts_at.astimezone(ZoneInfo(tournament.timezone))
