"""What a result is worth: points for a win, a draw, a bye and the rest; and who has what."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.formats.model import Entrant, EntrantId, FormatError, Pairing, Result, Side

PLAY_OFF = "playoff"
REQUESTED = "requested"
MOST = 10


@dataclass(frozen=True, slots=True)
class Scoring:
    """Table points for each kind of outcome.

    `late` and `absent` are given for each drawn round missed. `bye_...` and `walkover_...` figures
    are the deals and card points put down where none were played, for the one who is given the
    match; the other has 0 of each. They should fit the length of the stage's matches.
    """

    win: float = 2
    draw: float = 1
    loss: float = 0
    bye: float = 2
    requested_bye: float = 1
    walkover_win: float = 2
    walkover_loss: float = 0
    double_walkover: float = 0
    absent: float = 0
    late: float = 0
    bye_deals: int = 0
    bye_points: int = 0
    walkover_deals: int = 0
    walkover_points: int = 0

    def __post_init__(self) -> None:
        """Refuse a scale on which losing would pay."""
        for option in ("win", "draw", "loss", "bye", "requested_bye", "walkover_win", "late"):
            if not 0 <= getattr(self, option) <= MOST:
                value = getattr(self, option)
                raise FormatError("out_of_range", option=option, value=value, least=0, most=MOST)
        if not self.win >= self.draw >= self.loss:
            raise FormatError("losing_pays", option="win")
        if self.walkover_win < self.walkover_loss:
            raise FormatError("losing_pays", option="walkover_win")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one pairing (or a missed round) gave one entrant.

    `kind` is "won", "drawn", "lost", "bye", "requested_bye", "won_walkover", "lost_walkover",
    "double_walkover", "absent" or "late". `opponent` is empty where nobody sat there.
    """

    kind: str
    score: float
    round: int
    pairing: str = ""
    opponent: Side = ()
    partners: Side = ()
    deals: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)

    @property
    def played(self) -> bool:
        """Whether two sides met and played."""
        return self.kind in {"won", "drawn", "lost"}


Records = Mapping[EntrantId, tuple[Outcome, ...]]


def records(
    scoring: Scoring,
    entrants: Iterable[Entrant],
    drawn: Iterable[Pairing],
    results: Iterable[Result],
    *,
    missed: bool = False,
) -> Records:
    """Return each entrant's outcomes in order of rounds; only confirmed results are looked at.

    With `missed` a drawn round that does not list an entrant is an outcome too: "late" before its
    first round, "absent" after.
    """
    confirmed = {result.key: result for result in results if not result.void}
    found: dict[EntrantId, list[Outcome]] = {entrant.id: [] for entrant in entrants}
    listed: dict[int, set[EntrantId]] = {}
    for pairing in sorted(drawn, key=lambda p: (p.round, p.order, p.key)):
        if pairing.part == PLAY_OFF:
            continue
        present = listed.setdefault(pairing.round, set())
        for index, side in enumerate(pairing.sides):
            present.update(side)
            outcome = _outcome(scoring, pairing, index, confirmed.get(pairing.key))
            for entrant in side:
                if outcome is not None and entrant in found:
                    found[entrant].append(outcome)
    if missed:
        _add_missed(scoring, tuple(entrants), listed, found)
    return {e: tuple(sorted(o, key=lambda each: each.round)) for e, o in found.items()}


def _add_missed(
    scoring: Scoring,
    entrants: tuple[Entrant, ...],
    listed: Mapping[int, set[EntrantId]],
    found: Mapping[EntrantId, list[Outcome]],
) -> None:
    for round_, present in listed.items():
        for entrant in entrants:
            if entrant.id in present:
                continue
            late = round_ < entrant.joined_round
            kind, score = ("late", scoring.late) if late else ("absent", scoring.absent)
            found[entrant.id].append(Outcome(kind, score, round_))


def _outcome(
    scoring: Scoring, pairing: Pairing, index: int, result: Result | None
) -> Outcome | None:
    if pairing.bye:
        requested = pairing.part == REQUESTED
        return Outcome(
            "requested_bye" if requested else "bye",
            scoring.requested_bye if requested else scoring.bye,
            pairing.round,
            pairing.key,
            partners=pairing.sides[index],
            deals=(scoring.bye_deals, 0),
            points=(scoring.bye_points, 0),
        )
    if result is None:
        return None
    kind, score = _kind(scoring, index, result)
    deals = _figures(result.deals, index, result, scoring.walkover_deals)
    points = _figures(result.points, index, result, scoring.walkover_points)
    opponent = tuple(e for at, side in enumerate(pairing.sides) if at != index for e in side)
    return Outcome(
        kind, score, pairing.round, pairing.key, opponent, pairing.sides[index], deals, points
    )


def _kind(scoring: Scoring, index: int, result: Result) -> tuple[str, float]:
    if result.double:
        return "double_walkover", scoring.double_walkover
    if result.winner is None:
        return "drawn", scoring.draw
    won = result.winner == index
    if result.walkover:
        return (
            ("won_walkover", scoring.walkover_win)
            if won
            else ("lost_walkover", scoring.walkover_loss)
        )
    return ("won", scoring.win) if won else ("lost", scoring.loss)


def _figures(
    figures: tuple[int, ...], index: int, result: Result, put_down: int
) -> tuple[int, int]:
    if figures:
        return figures[index], sum(figures) - figures[index]
    if result.walkover and result.winner is not None:
        return (put_down, 0) if result.winner == index else (0, put_down)
    return (0, 0)
