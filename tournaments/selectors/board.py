"""The bracket as it is shown: rounds of boxes, with every name, seed, score and open place."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db import connection
from django.utils.translation import gettext as _

from games.models import Match
from games.selectors import deals_of
from tournaments import draw, formats
from tournaments.models import Entry, Pairing, Stage
from tournaments.phrases import REASONS, match_words, round_words
from tournaments.selectors.words import deal_words, entry_title

DEALS_FROM = 32  # rounds of more places show their deals on the match's page only


@dataclass(frozen=True, slots=True)
class SideView:
    """One side of a box; without an entry `name` says where it will come from."""

    name: str
    known: bool
    entries: tuple[int, ...] = ()
    seed: int | None = None
    score: int | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class BoxView:
    """One match of the bracket, whatever its state: waiting, open, live, done, bye, empty."""

    key: str
    label: str
    state: str
    sides: tuple[SideView, ...]
    deals: str = ""
    reason: str = ""
    match_id: int | None = None
    live: bool = False
    paper: bool = False


@dataclass(frozen=True, slots=True)
class RoundView:
    """A column of the bracket."""

    number: int
    part: str
    label: str
    boxes: tuple[BoxView, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A bracket with all its rounds, and the champion once there is one."""

    rounds: tuple[RoundView, ...]
    champion: str
    played: int
    total: int

    @property
    def boxes(self) -> dict[str, BoxView]:
        """Every box by its key."""
        return {box.key: box for column in self.rounds for box in column.boxes}


def board_of(stage: Stage) -> Board:
    """The board of a drawn stage, in a fixed number of queries."""
    sheet = draw.read(stage)
    entries = {
        row.entry_id: row.entry
        for row in stage.entrants.select_related("entry").prefetch_related("entry__members__player")
    }
    return lay_out(sheet, sheet.schedule(), entries)


def lay_out(sheet: draw.Sheet, schedule: formats.Schedule, entries: Mapping[int, Entry]) -> Board:
    """Put a schedule into rounds of boxes with people's names."""
    words = _Words(sheet, schedule, entries)
    columns: dict[tuple[str, int], list[formats.Box]] = {}
    for box in schedule.board:
        columns.setdefault((box.part, box.round), []).append(box)
    rounds = tuple(
        RoundView(
            number=number,
            part=part,
            label=round_words(boxes[0].of, number),
            boxes=tuple(words.box(box) for box in sorted(boxes, key=lambda box: box.order)),
        )
        for (part, number), boxes in columns.items()
    )
    return Board(
        rounds=rounds,
        champion=_champion(sheet, schedule, entries),
        played=sum(1 for row in sheet.rows.values() if row.decided and not row.bye),
        total=sum(
            box.state not in (formats.BoxState.BYE, formats.BoxState.EMPTY)
            for box in schedule.board
        ),
    )


def touched(schedule: formats.Schedule, keys: Collection[str]) -> set[str]:
    """The boxes that show something of these: themselves, and those they feed."""
    fed = {
        box.key
        for box in schedule.board
        for slot in box.slots
        if getattr(slot.source, "key", None) in keys
    }
    return set(keys) | fed


def token_of(tournament_id: int) -> str:
    """A short text that changes whenever the bracket would be shown differently."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COALESCE(md5(string_agg(concat_ws(':', p.id, p.decided, p.winner, m.state,"
            " m.wins, m.deals), ',' ORDER BY p.id)), '') FROM tournaments_pairing p"
            " JOIN tournaments_stage s ON s.id = p.stage_id"
            " LEFT JOIN games_match m ON m.id = p.match_id"
            " WHERE s.tournament_id = %s AND NOT p.void",
            [tournament_id],
        )
        (token,) = cursor.fetchone() or ("",)
    return str(token)


class _Words:
    """Turns boxes into what is read of them."""

    def __init__(
        self, sheet: draw.Sheet, schedule: formats.Schedule, entries: Mapping[int, Entry]
    ) -> None:
        self._rows = sheet.rows
        self._titles = {pk: entry_title(entry) for pk, entry in entries.items()}
        self._seeds = {int(entrant.id): entrant.seed for entrant in sheet.entrants}
        self._numbers = {pk: entry.number for pk, entry in entries.items()}
        self._names = {box.key: match_words(box.of, box.round, box.order) for box in schedule.board}
        with_deals = [
            row.match.pk
            for row in self._rows.values()
            if row.match is not None and row.of <= DEALS_FROM and row.match.deals
        ]
        self._deals = deals_of(with_deals) if with_deals else {}

    def box(self, box: formats.Box) -> BoxView:
        row = self._rows.get(box.key)
        match = row.match if row is not None else None
        return BoxView(
            key=box.key,
            label=self._names[box.key],
            state=_state(box, row),
            sides=tuple(self._side(slot, number, row) for number, slot in enumerate(box.slots)),
            deals=" · ".join(self._deal_words(match)),
            reason=str(REASONS.get(row.reason, "")) if row is not None else "",
            match_id=match.pk if match else None,
            live=bool(match and match.live),
            paper=bool(match and match.paper),
        )

    def _deal_words(self, match: Match | None) -> Iterable[str]:
        for deal in self._deals.get(match.pk, ()) if match else ():
            if not deal.void:
                yield deal_words(deal.points, deal.winner)

    def _side(self, slot: formats.Slot, number: int, row: Pairing | None) -> SideView:
        if slot.side is None:
            return SideView(self._source(slot), known=False)
        ids = [int(entrant) for entrant in slot.side]
        match = row.match if row is not None else None
        return SideView(
            name=" + ".join(self._titles.get(pk, "?") for pk in ids),
            known=True,
            entries=tuple(self._numbers[pk] for pk in ids if pk in self._numbers),
            seed=self._seeds.get(ids[0]),
            score=match.wins[number] if match is not None and match.deals else None,
            won=match is not None and row is not None and row.decided and row.winner == number,
        )

    def _source(self, slot: formats.Slot) -> str:
        if slot.nobody:
            return _("nobody")
        if isinstance(slot.source, formats.WinnerOf):
            return _("winner of %(match)s") % {"match": self._names.get(slot.source.key, "?")}
        if isinstance(slot.source, formats.LoserOf):
            return _("loser of %(match)s") % {"match": self._names.get(slot.source.key, "?")}
        return _("to be drawn")


def _state(box: formats.Box, row: Pairing | None) -> str:
    if box.state in (formats.BoxState.BYE, formats.BoxState.EMPTY):
        return box.state.value
    if row is None or row.match is None:
        return "waiting"
    if row.decided:
        return "done"
    return "live" if row.match.state == Match.State.PLAYING else "open"


def _champion(sheet: draw.Sheet, schedule: formats.Schedule, entries: Mapping[int, Entry]) -> str:
    if not schedule.finished:
        return ""
    first = [line for line in sheet.standings() if line.rank == 1 and line.rank_to == 1]
    return entry_title(entries[int(first[0].entrant)]) if len(first) == 1 else ""
