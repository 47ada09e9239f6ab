"""One pairing as its page shows it, and which match is to be scored next."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.models import Match
from games.selectors import deals_of
from tournaments import draw
from tournaments.models import Pairing, Stage, Tournament
from tournaments.selectors.board import BoxView, lay_out
from tournaments.selectors.lists import entries_in
from tournaments.selectors.words import deal_words, entry_title


@dataclass(frozen=True, slots=True)
class DealView:
    """A deal as its line shows it."""

    number: int
    points: tuple[int, ...] | None
    winner: int | None
    drawn: bool
    void: bool
    conceded: bool
    source: str
    words: str


@dataclass(frozen=True, slots=True)
class PairingView:
    """A pairing with its match, deals, and the struck ones that stood in its place."""

    row: Pairing
    box: BoxView
    match: Match | None
    deals: tuple[DealView, ...]
    struck: tuple[Pairing, ...]

    @property
    def scoreable(self) -> bool:
        """Whether a deal can be written down for it now."""
        return is_to_score(self.row)


def pairing_page(stage: Stage, key: str) -> PairingView:
    """One pairing by its key; raises Pairing.DoesNotExist where it is not drawn."""
    sheet = draw.read(stage)
    if key not in sheet.rows:
        raise Pairing.DoesNotExist
    row = sheet.rows[key]
    row.stage = stage
    box = lay_out(sheet, sheet.schedule(), entries_in(stage)).boxes[key]
    return PairingView(
        row=row,
        box=box,
        match=row.match,
        deals=deal_views(row.match_id),
        struck=tuple(stage.pairings.filter(key=key, void=True).order_by("pk")),
    )


def standing_pairing(stage: Stage, key: str) -> Pairing | None:
    """The pairing that stands under a key in this stage, if it is drawn."""
    return stage.pairings.filter(key=key, void=False).first()


def deal_views(match_id: int | None) -> tuple[DealView, ...]:
    """The deals of a match, in order, struck ones too."""
    if match_id is None:
        return ()
    return tuple(
        DealView(
            number=deal.number,
            points=deal.points,
            winner=deal.winner,
            drawn=deal.drawn,
            void=deal.void,
            conceded=bool(deal.conceded),
            source=deal.source,
            words=deal_words(deal.points, deal.winner),
        )
        for deal in deals_of([match_id])[match_id]
    )


def is_to_score(row: Pairing) -> bool:
    """Whether this pairing waits for a deal on paper."""
    match = row.match
    return match is not None and match.paper and not row.decided and not row.void


def next_to_score(stage: Stage, after: str = "") -> Pairing | None:
    """The next match that waits for paper scores: after this one, else from the beginning."""
    rows = draw.pairing_rows(stage)
    waiting = [row for row in rows if is_to_score(row)]
    place = next(((row.round, row.order) for row in rows if row.key == after), (0, 0))
    later = [row for row in waiting if (row.round, row.order) > place]
    return next(iter(later or waiting), None)


def pairings_of(tournament: Tournament) -> list[Pairing]:
    """Every pairing that stands, stage by stage in drawing order."""
    return [row for stage in tournament.stages.all() for row in draw.pairing_rows(stage)]


def deal_bodies(match_ids: Iterable[int]) -> dict[int, list[dict[str, Any]]]:
    """The deals of matches in plain JSON."""
    return {pk: [deal_json(deal) for deal in deals] for pk, deals in deals_of(match_ids).items()}


def results_json(stage: Stage) -> dict[str, Any]:
    """A stage in plain JSON without ids and times: entries, pairings with deals, ranking."""
    sheet = draw.read(stage)
    entries = entries_in(stage)
    ids = [row.match_id for row in sheet.rows.values() if row.match_id is not None]
    deals = deals_of(ids)
    return {
        "entries": [
            {
                "number": entrant.number,
                "seed": entrant.seed,
                "name": entry_title(entries[int(entrant.id)]),
                "players": [
                    str(member.player) for member in entries[int(entrant.id)].members.all()
                ],
                "withdrawn": entrant.withdrawn,
            }
            for entrant in sheet.entrants
        ],
        "pairings": [
            {
                "key": row.key,
                "part": row.part,
                "round": row.round,
                "order": row.order,
                "bye": row.bye,
                "sides": [
                    [entries[side.entry_id].number for side in row.sides.all() if side.number == n]
                    for n in sorted({side.number for side in row.sides.all()})
                ],
                "decided": row.decided,
                "winner": row.winner,
                "reason": row.reason,
                "wins": row.match.wins if row.match else [],
                "deals": [deal_json(deal) for deal in deals.get(row.match_id or 0, ())],
            }
            for row in sheet.rows.values()
        ],
        "ranking": [
            {
                "rank": line.rank,
                "rank_to": line.rank_to,
                "entry": entries[int(line.entrant)].number,
                "name": entry_title(entries[int(line.entrant)]),
                "provisional": line.provisional,
            }
            for line in sheet.standings()
        ],
    }


def deal_json(deal: Any) -> dict[str, Any]:
    """A deal's result in plain JSON."""
    return {
        "number": deal.number,
        "points": None if deal.points is None else list(deal.points),
        "winner": deal.winner,
        "drawn": deal.drawn,
        "void": deal.void,
        "source": deal.source,
    }
