"""What may be read of tournaments: lists, one tournament, its entries, its ranking, its log."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from accounts.models import Club, Player, User
from accounts.selectors import known_players, players_of
from tournaments import draw, formats
from tournaments.models import Entry, LogEntry, Pairing, Stage, Tournament
from tournaments.phrases import act_words
from tournaments.selectors.board import Board, lay_out
from tournaments.selectors.words import entry_title

SUGGESTED = 6


@dataclass(frozen=True, slots=True)
class EntryView:
    """An entry as a list shows it."""

    row: Entry
    title: str
    people: tuple[Player, ...]
    missing: int


@dataclass(frozen=True, slots=True)
class RankView:
    """A line of the ranking; a place may be shared, or still a range."""

    rank: int
    rank_to: int
    entry_id: int
    title: str
    number: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class LogLine:
    """An act as the log shows it."""

    row: LogEntry
    words: str


def tournaments() -> QuerySet[Tournament]:
    """Every tournament, with its club and the number of its entries."""
    return Tournament.objects.select_related("club", "variant").annotate(
        entry_count=Count("entries", filter=~Q(entries__state=Entry.State.WITHDRAWN))
    )


def tournament_for(club_slug: str, slug: str) -> Tournament:
    """One tournament by its address; raises Tournament.DoesNotExist."""
    return tournaments().get(club__slug=club_slug, slug=slug)


def tournaments_of(club: Club) -> QuerySet[Tournament]:
    """A club's tournaments, the latest first."""
    return tournaments().filter(club=club)


def running_and_coming(limit: int = 30) -> list[Tournament]:
    """Tournaments being played first, then those that take entries, then the last finished."""
    order = {Tournament.State.PLAYING: 0, Tournament.State.OPEN: 1, Tournament.State.FINISHED: 2}
    found = list(tournaments().order_by("-starts_at")[: 4 * limit])
    return sorted(found, key=lambda row: order[Tournament.State(row.state)])[:limit]


def stage_of(tournament: Tournament, number: int = 1) -> Stage:
    """A stage of a tournament, knowing its tournament."""
    stage = Stage.objects.get(tournament=tournament, number=number)
    stage.tournament = tournament
    return stage


def first_stage(tournament_id: int) -> Stage | None:
    """The stage a tournament begins with; None where there is no such tournament."""
    rows = Stage.objects.select_related("tournament__club")
    return rows.filter(tournament=tournament_id).order_by("number").first()


def stages_due() -> list[int]:
    """Stages with results that nobody followed up yet."""
    due = Pairing.objects.filter(advance_due__isnull=False, void=False)
    return list(due.values_list("stage_id", flat=True).distinct().order_by("stage_id"))


def entries_of(tournament: Tournament) -> list[EntryView]:
    """All entries in the order they came in, withdrawn ones too."""
    rows = tournament.entries.prefetch_related("members__player").order_by("number")
    return [entry_view(row, tournament) for row in rows]


def entry_view(row: Entry, tournament: Tournament) -> EntryView:
    """One entry as a list shows it."""
    people = tuple(
        member.player for member in sorted(row.members.all(), key=lambda member: member.position)
    )
    return EntryView(row, entry_title(row), people, max(0, tournament.seats // 2 - len(people)))


def entry_of_user(tournament: Tournament, user: User) -> Entry | None:
    """The entry a user is in, if any."""
    if not user.is_authenticated:
        return None
    rows = tournament.entries.exclude(state=Entry.State.WITHDRAWN)
    return rows.filter(members__active=True, members__player__user=user.pk).first()


def people_matching(tournament: Tournament, text: str) -> list[Player]:
    """People the club knows by this beginning, those not entered yet; the exact name first."""
    if not text.strip():
        return []
    entered = tournament.entries.filter(members__active=True).values("members__player")
    return list(players_of(tournament.club, text).exclude(pk__in=entered)[:SUGGESTED])


def has_namesake(tournament: Tournament, text: str) -> bool:
    """Whether the club knows somebody of exactly this name, entered or not."""
    return bool(text.strip()) and bool(known_players(tournament.club, text))


def ranking_of(stage: Stage) -> list[RankView]:
    """The ranking as far as it is known; empty before the draw."""
    if stage.state == Stage.State.OPEN:
        return []
    entries = entries_in(stage)
    return [
        RankView(
            rank=line.rank,
            rank_to=line.rank_to,
            entry_id=int(line.entrant),
            title=entry_title(entries[int(line.entrant)]),
            number=entries[int(line.entrant)].number,
            provisional=line.provisional,
        )
        for line in draw.read(stage).standings()
    ]


def entries_in(stage: Stage) -> dict[int, Entry]:
    """The entries a stage was drawn with."""
    taken = stage.entrants.select_related("entry").prefetch_related("entry__members__player")
    return {row.entry_id: row.entry for row in taken}


def preview_of(tournament: Tournament, entries: Iterable[Entry]) -> Board:
    """The bracket as far as it stands before the draw: seeds and byes in place, lots hidden."""
    entries = list(entries)
    plan = draw.plan_for(tournament)
    seeded = tournament.seeding == Tournament.Seeding.HAND
    sheet = draw.proposed(plan, entries, seeded=seeded, salt="")
    known = {entry.pk: entry for entry in entries if seeded and entry.seed is not None}
    return lay_out(sheet, formats.schedule(plan, sheet.entrants, (), (), ""), known)


def log_of(tournament: Tournament, limit: int = 500) -> list[LogLine]:
    """What was done, the latest first, in the reader's language."""
    rows = tournament.log.select_related("actor")[:limit]
    return [LogLine(row, act_words(row.act, row.data)) for row in rows]


def draws_of(tournament: Tournament) -> list[LogLine]:
    """Every draw that was held or undone, the latest first: nobody draws twice unseen."""
    return [line for line in log_of(tournament) if line.row.act in ("drawn", "undrawn")]
