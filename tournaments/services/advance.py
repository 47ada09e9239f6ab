"""Moving a stage on: whatever its results make due is created, and nothing else.

Safe at any time, any number of times: a crash, a late withdrawal, a corrected result and a double
click are one case. Locks are taken tournament, stage, matches, pairings.
"""

from collections.abc import Iterable

from django.db import transaction

from games import selectors as games_selectors
from games import services as games
from games.models import Match
from tournaments import draw, formats, live
from tournaments.models import Entry, Pairing, Stage, Tournament
from tournaments.selectors import entry_titles
from tournaments.services.ground import locked, locked_stage, note, spot

STEPS = 64  # a bracket has far fewer rounds; a format that never settles is a fault


def advance(*, stage_id: int) -> None:
    """Create what is due in a stage, under its lock."""
    with transaction.atomic():
        found = Stage.objects.values_list("tournament_id", "number").filter(pk=stage_id).first()
        if found is None:
            return
        advance_locked(locked_stage(locked(found[0]), found[1]))


def advance_locked(stage: Stage) -> None:
    """Create what is due in a stage whose lock is held."""
    if stage.state == Stage.State.OPEN:
        return
    news = list(
        stage.pairings.filter(advance_due__isnull=False).values_list("pk", "key", "advance_due")
    )
    changed = {key for _, key, _ in news}
    for _ in range(STEPS):
        sheet = draw.read(stage)
        schedule = sheet.schedule()
        done = (
            _replace_stale(stage, sheet, schedule)
            or _walk_over(sheet, schedule)
            or _create(stage, sheet, schedule)
        )
        if not done:
            break
        changed |= done
    else:
        raise RuntimeError("the stage does not settle")
    _close(stage, sheet, finished=schedule.finished)
    for pk, _, due in news:  # news that came since stays due
        Pairing.objects.filter(pk=pk, advance_due=due).update(advance_due=None)
    live.show_after_commit(stage, changed)


def strike_pairing(row: Pairing) -> None:
    """Strike out a drawn pairing in which nothing was played; its match is closed for good."""
    Pairing.objects.filter(pk=row.pk).update(void=True, advance_due=None)
    row.void = True
    if row.match_id is not None:
        games.award(match_id=row.match_id, actor=None, winner=None, reason="void")


def has_begun(row: Pairing) -> bool:
    """Whether anything was played or decided in a pairing, its match locked until the commit."""
    if row.match_id is None:
        return False
    match = Match.objects.select_for_update(no_key=True).get(pk=row.match_id)
    return match.state != Match.State.WAITING


def _replace_stale(stage: Stage, sheet: draw.Sheet, schedule: formats.Schedule) -> set[str]:
    struck = set()
    for stale in schedule.stale:
        row = sheet.rows[stale.key]
        if not has_begun(row):
            strike_pairing(row)
            note(stage.tournament, None, "replaced", pairing=spot(row), key=row.key)
            struck.add(row.key)
    return struck


def _walk_over(sheet: draw.Sheet, schedule: formats.Schedule) -> set[str]:
    rows = [(sheet.rows[result.key], result) for result in schedule.walkovers]
    for row, result in sorted(rows, key=lambda item: item[0].match_id or 0):
        reason = "double_walkover" if result.double else "walkover"
        games.award(match_id=_match_id(row), actor=None, winner=result.winner, reason=reason)
    return {row.key for row, _ in rows}


def _create(stage: Stage, sheet: draw.Sheet, schedule: formats.Schedule) -> set[str]:
    byes = [pairing for pairing in schedule.byes if pairing.key not in sheet.rows]
    due = (*byes, *schedule.due)
    known = {int(side) for pairing in due for entry in pairing.sides for side in entry}
    entries = {
        entry.pk: entry
        for entry in Entry.objects.filter(pk__in=known).prefetch_related("members__player")
    }
    titles = entry_titles(entries.values())
    for pairing in due:
        row = draw.write(stage, pairing)
        if not pairing.bye:
            sides = [[entries[int(pk)] for pk in side] for side in pairing.sides]
            row.match = _open_match(stage, sides, titles)
            row.save(update_fields=["match"])
    return {pairing.key for pairing in due}


def _open_match(stage: Stage, sides: list[list[Entry]], titles: dict[int, str]) -> Match:
    tournament = stage.tournament
    medium = Tournament.Medium
    names = " / ".join(" + ".join(titles[entry.pk] for entry in side) for side in sides)
    terms = games_selectors.terms_of(stage.terms or {})
    return games.open_match(
        terms=terms,
        holders=_holders(sides, tournament.seats),
        title=f"{tournament.name}: {names}"[:200],
        live=tournament.medium != medium.PAPER,
        paper=tournament.medium != medium.TABLES,
        computers_allowed=tournament.computers_allowed,
    )


def people_at(row: Pairing, seats: int) -> list[int | None]:
    """The person of each seat as the entries say, whoever sits there now."""
    sides = [[side.entry] for side in row.sides.order_by("number").select_related("entry")]
    return [holder.player_id for holder in _holders(sides, seats)]


def _holders(sides: list[list[Entry]], seats: int) -> list[games.Holder]:
    """Seat s belongs to side s modulo the sides; the people of a side sit in their order."""
    people = [[*_people(side)] for side in sides]
    holders = []
    for seat in range(seats):
        side, place = people[seat % len(sides)], seat // len(sides)
        holders.append(games.Holder(player_id=side[place]) if place < len(side) else games.Holder())
    return holders


def _people(side: Iterable[Entry]) -> Iterable[int]:
    for entry in side:
        for member in sorted(entry.members.all(), key=lambda member: member.position):
            if member.active:
                yield member.player_id


def _close(stage: Stage, sheet: draw.Sheet, *, finished: bool) -> None:
    tournament = stage.tournament
    state = Stage.State.FINISHED if finished else Stage.State.PLAYING
    if stage.state == state:
        return
    stage.state = state
    stage.save(update_fields=["state"])
    tournament.state = Tournament.State.FINISHED if finished else Tournament.State.PLAYING
    tournament.save(update_fields=["state"])
    if finished:
        first = [standing for standing in sheet.standings() if standing.rank == 1]
        entries = Entry.objects.filter(pk__in=[int(standing.entrant) for standing in first])
        titles = entry_titles(entries.prefetch_related("members__player"))
        winner = ", ".join(titles.values()) if len(first) == 1 else ""
        note(tournament, None, "finished", winner=winner)
    else:
        note(tournament, None, "reopened")


def _match_id(row: Pairing) -> int:
    assert row.match_id is not None
    return row.match_id
