"""What may be seen of matches, and by whom: fetching and checking are one step."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games import journal
from games.journal import Stored
from games.models import Match, Seat, Variant
from games.phrases import computer_name
from games.rules.house import Terms, parse_kind
from games.rules.match import DealRecord
from games.rules.notation import WrittenMatch, commitments_of, shown_part
from games.rules.view import PUBLIC, Audience, View, as_json, view_for
from games.rules.view import Seat as SeatAudience

Viewer = User | AnonymousUser | None


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits in a seat, as everyone may know it."""

    seat: int
    name: str
    kind: str  # person, computer, empty
    user_id: int | None = None
    level: str = ""  # of a computer

    def as_json(self) -> dict[str, Any]:
        """What the table's page needs of it; it names computers itself, in its own language."""
        found: dict[str, Any] = {"seat": self.seat, "name": self.name, "kind": self.kind}
        return {**found, "level": self.level} if self.level else found


def visible(user: Viewer) -> QuerySet[Match]:
    """Matches this user may see: the public ones and those they sit in."""
    if user is None or not user.is_authenticated:
        return Match.objects.filter(public=True)
    if user.is_superuser:
        return Match.objects.all()
    mine = Seat.objects.filter(Q(user=user.pk) | Q(player__user=user.pk)).values("match")
    return Match.objects.filter(Q(public=True) | Q(pk__in=mine))


def match_for(user: Viewer, match_id: int) -> Match:
    """Fetch a match this user may see; what they may not see is not there."""
    return visible(user).get(pk=match_id)


def audience_of(stored: Stored, user: Viewer) -> Audience:
    """The audience a user belongs to: their own seat, else everybody."""
    seat = stored.seat_of(user.pk) if user is not None and user.is_authenticated else None
    return PUBLIC if seat is None else SeatAudience(seat)


def view_of(row: Match, user: Viewer) -> dict[str, Any]:
    """What this user may see of the match, as plain JSON."""
    stored = journal.load(row.pk)
    return as_json(view_for(stored.match, audience_of(stored, user)))


def player_view(stored: Stored, seat: int) -> View:
    """What a seat sees, for the computer that plays in it."""
    return view_for(stored.match, SeatAudience(seat))


def sittings(match_ids: Iterable[int]) -> dict[int, list[Sitting]]:
    """Who sits where, for many matches in one query."""
    found: dict[int, list[Sitting]] = {}
    rows = Seat.objects.filter(match__in=list(match_ids)).select_related("player", "user")
    for row in rows.order_by("match", "number"):
        if row.computer:
            level = row.computer
            sitting = Sitting(row.number, computer_name(row.number), "computer", level=level)
        elif row.player is not None:
            sitting = Sitting(row.number, str(row.player), "person", row.player.user_id)
        elif row.user is not None:
            sitting = Sitting(row.number, str(row.user), "person", row.user_id)
        else:
            sitting = Sitting(row.number, "", "empty")
        found.setdefault(row.match_id, []).append(sitting)
    return found


def deals_of(match_ids: Iterable[int]) -> dict[int, tuple[DealRecord, ...]]:
    """The deals of many matches, void ones too, in two queries."""
    return {pk: match.deals for pk, match in journal.load_many(match_ids).items()}


def written_match(match_id: int) -> WrittenMatch:
    """A match as it may be written down for anybody: up to the first seed that is still secret."""
    row = Match.objects.get(pk=match_id)
    terms = Terms.from_dict(row.terms)
    facts = shown_part(terms, tuple(journal.facts_of(match_id)))
    return WrittenMatch(
        terms=terms,
        facts=facts,
        title=row.title,
        date=timezone.localtime(row.started_at or row.created_at).date().isoformat(),
        players=tuple(sitting.name for sitting in sittings([match_id]).get(match_id, [])),
        commitments=commitments_of(facts),
    )


def live_matches(user: Viewer, limit: int = 20) -> list[Match]:
    """Tables where a deal is being played, the newest first."""
    playing = visible(user).filter(state=Match.State.PLAYING, live=True, turn__isnull=False)
    return list(playing.order_by("-started_at")[:limit])


def my_tables(user: Viewer) -> list[Match]:
    """Live matches this user sits in that are not over."""
    if user is None or not user.is_authenticated:
        return []
    mine = Seat.objects.filter(Q(user=user.pk) | Q(player__user=user.pk)).values("match")
    return list(Match.objects.filter(pk__in=mine, live=True).exclude(state=Match.State.OVER))


def clock_of(match_id: int) -> tuple[int | None, float | None]:
    """The turn and the seconds left on its clock, by the database's time."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT turn, EXTRACT(EPOCH FROM deadline - clock_timestamp())"
            " FROM games_match WHERE id = %s",
            [match_id],
        )
        turn, left = cursor.fetchone() or (None, None)
    return turn, None if left is None else float(left)


def ready_of(match_id: int) -> list[int]:
    """Seats that wait for the next deal."""
    ready = Match.objects.values_list("ready", flat=True).get(pk=match_id)
    return sorted(int(seat) for seat in ready)


def version_of(match_id: int) -> int:
    """The version the row stands at."""
    return Match.objects.values_list("version", flat=True).get(pk=match_id)


def terms_for(variant: Variant, seats: int, kind: str) -> Terms:
    """Make the terms of a match from a variant; raises HouseError where they cannot be."""
    return Terms(seats=seats, house=variant.house, kind=parse_kind(kind))


def terms_of(written: dict[str, Any]) -> Terms:
    """Read terms that were written down, as a stage keeps them."""
    return Terms.from_dict(written)


def variants_for(club_id: int) -> QuerySet[Variant]:
    """House rules a club may use: its own and everybody's."""
    return Variant.objects.filter(Q(club=None) | Q(club=club_id))


DUE = {
    "deadline": "deadline + make_interval(secs => %(grace)s)",
    "bot_due": "bot_due",
    "deal_due": "deal_due",
}


def is_due(match_id: int, column: str, *, grace: float = 0.0) -> bool:
    """Whether this match still waits for what was found due: another clock may have been there."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {DUE[column]} <= clock_timestamp() FROM games_match"  # noqa: S608  a fixed name
            " WHERE id = %(id)s",
            {"grace": grace, "id": match_id},
        )
        (due,) = cursor.fetchone() or (False,)
        return bool(due)


def overdue(column: str, *, grace: float = 0.0, limit: int = 50) -> list[int]:
    """Matches whose time in one of the due columns has come, longest first."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT id FROM games_match WHERE {column} IS NOT NULL"  # noqa: S608  a fixed name
            f" AND {DUE[column]} <= clock_timestamp() ORDER BY {column} LIMIT %(limit)s",
            {"grace": grace, "limit": limit},
        )
        return [pk for (pk,) in cursor.fetchall()]
