"""Knows what may be done to a match now: an act checks and returns its fact, or refuses by key."""

from __future__ import annotations

from games.rules import ledger
from games.rules.cards import Card
from games.rules.course import SLOW_AFTER, Match
from games.rules.deal import Deal, Nonces, exchange_card
from games.rules.facts import (
    Awarded,
    Conceded,
    Corrected,
    Dealt,
    Exchanged,
    Penalised,
    Played,
    Restored,
    Scored,
    Sealed,
    Seated,
    TimedOut,
    Voided,
)
from games.rules.house import Ending, Fixed, Terms
from games.rules.ledger import DealRecord

SHORTEST_CLOCK = 5
SEED_BYTES = 32
NONCE_BYTES = 64
TEXT = 200
ALL_POINTS = 120
HALF = 60


class IllegalMove(ValueError):  # noqa: N818 - the rule broken, not a fault
    """A rule was broken; `key` is one of `KEYS` and is put into words elsewhere."""

    KEYS = frozenset(
        {
            "already_conceded",
            "already_sealed",
            "already_seated",
            "bad_holder",
            "bad_nonce",
            "bad_penalty",
            "bad_reason",
            "bad_seed",
            "cappotto_against_points",
            "clock_off",
            "deal_running",
            "deal_void",
            "match_over",
            "no_deal",
            "no_exchange",
            "no_such_deal",
            "no_such_seat",
            "no_such_side",
            "not_in_hand",
            "not_sealed",
            "not_your_turn",
            "nothing_to_restore",
            "points_do_not_sum",
            "points_needed",
            "points_out_of_range",
            "seat_taken",
            "seats_empty",
            "seed_used",
            "winner_against_points",
            "winner_needed",
        }
    )

    def __init__(self, key: str) -> None:
        assert key in self.KEYS, key
        super().__init__(key)
        self.key = key


def seat_down(match: Match, seat: int, holder: str) -> Seated:
    """Give a seat to `holder`; "" empties it, and a computer player gives way to anyone."""
    _open(match)
    _check_seat(match, seat)
    if not isinstance(holder, str) or len(holder) > TEXT:
        raise IllegalMove("bad_holder")
    if _is_person(holder):
        if holder in match.holders:
            raise IllegalMove("already_seated")
        if _is_person(match.holders[seat]):
            raise IllegalMove("seat_taken")
    return Seated(seat, holder)


def seal(match: Match, seed: bytes) -> Sealed:
    """Seal the next deal, or the redeal of this one, with 32 random bytes never used before."""
    _open(match)
    if match.deal is not None:
        raise IllegalMove("deal_running")
    if match.seed is not None:
        raise IllegalMove("already_sealed")
    if not isinstance(seed, bytes) or len(seed) != SEED_BYTES:
        raise IllegalMove("bad_seed")
    used = {redone.seed for redone in match.redone}
    for entry in match.entries:
        used.update(redone.seed for redone in entry.redone)
        if entry.cards is not None:
            used.add(entry.cards.layout.seed)
    if seed in used:
        raise IllegalMove("seed_used")
    return Sealed(seed)


def deal(match: Match, nonces: Nonces = ()) -> Dealt:
    """Deal what is sealed; `nonces` are (seat, at most 64 bytes), one a seat at most."""
    _open(match)
    if match.deal is not None:
        raise IllegalMove("deal_running")
    if match.seed is None:
        raise IllegalMove("not_sealed")
    if "" in match.holders:
        raise IllegalMove("seats_empty")
    if len({seat for seat, _ in nonces}) != len(nonces):
        raise IllegalMove("bad_nonce")
    for seat, nonce in nonces:
        _check_seat(match, seat)
        if not isinstance(nonce, bytes) or len(nonce) > NONCE_BYTES:
            raise IllegalMove("bad_nonce")
    return Dealt(tuple(sorted(nonces)))


def play(match: Match, seat: int, card: Card) -> Played:
    """Play any card the seat holds, when it is its turn; nothing else is asked (RULES.md 3.4)."""
    _check_card(match, seat, card)
    return Played(seat, card)


def time_out(match: Match, seat: int, card: Card) -> TimedOut:
    """Play `card`, the medium computer player's choice, for a seat whose time is over."""
    _check_card(match, seat, card)
    if not match.terms.house.clock:
        raise IllegalMove("clock_off")
    return TimedOut(seat, card)


def exchange(match: Match, seat: int) -> Exchanged:
    """Lay down the low trump that takes the turn-up, before leading (RULES.md section 5)."""
    running = _running(match)
    if seat != running.turn:
        raise IllegalMove("not_your_turn")
    card = exchange_card(running, match.terms.house)
    if card is None:
        raise IllegalMove("no_exchange")
    return Exchanged(seat, card)


def score(
    match: Match,
    *,
    points: tuple[int, ...] | None = None,
    winner: int | None = None,
    cappotto: bool = False,
) -> Scored:
    """Enter a deal played on paper: one figure a side, 0 to 120, or only the side that won."""
    _open(match)
    if match.deal_begun:
        raise IllegalMove("deal_running")
    row = ledger.drawn_row(match.deals)
    _check_result(match, match.number, row, points, winner, cappotto=cappotto)
    return Scored(None if points is None else tuple(points), winner, cappotto)


def correct(
    match: Match,
    deal: int,
    *,
    points: tuple[int, ...] | None = None,
    winner: int | None = None,
    cappotto: bool = False,
) -> Corrected:
    """Put the result of an ended deal right; the match may end differently or open again."""
    record = _ended_deal(match, deal)
    row = ledger.drawn_row(match.deals[: record.number - 1])
    _check_result(match, record.number, row, points, winner, cappotto=cappotto)
    return Corrected(record.number, None if points is None else tuple(points), winner, cappotto)


def void(match: Match, deal: int) -> Voided:
    """Make a deal, running or ended, count for nothing; it keeps its number."""
    if not (match.deal_begun and deal == match.number):
        _ended_deal(match, deal)
    return Voided(deal)


def concede(match: Match, side: int, whole_match: bool = False) -> Conceded:  # noqa: FBT001, FBT002
    """Give up the running deal, or the match."""
    _open(match)
    _check_side(match, side)
    if not whole_match and not match.deal_begun:
        raise IllegalMove("no_deal")
    for ruling in match.rulings:
        if ruling.side == side and ruling.kind == ledger.CONCEDED_MATCH:
            raise IllegalMove("already_conceded")
    if not whole_match and side in match.gave_up:
        raise IllegalMove("already_conceded")
    return Conceded(side, whole_match)


def award(match: Match, winner: int | None, reason: str) -> Awarded:
    """Give the match to a side, or to nobody, whatever was played: walkover, disqualified, ..."""
    if winner is not None:
        _check_side(match, winner)
    if not isinstance(reason, str) or not 0 < len(reason) <= TEXT:
        raise IllegalMove("bad_reason")
    return Awarded(winner, reason)


def penalise(  # noqa: PLR0913 - a penalty is made of all of these
    match: Match,
    side: int,
    kind: str,
    *,
    deal: int | None = None,
    points: int = 0,
    reason: str = "",
) -> Penalised:
    """Warn a side, take an ended deal from it, or take card points off its match total."""
    _check_side(match, side)
    if kind not in ("warning", "deal", "points") or not isinstance(reason, str):
        raise IllegalMove("bad_penalty")
    if deal is not None or kind == "deal":
        _ended_deal(match, 0 if deal is None else deal)
    if not isinstance(points, int) or (kind == "points") != (points > 0) or len(reason) > TEXT:
        raise IllegalMove("bad_penalty")
    return Penalised(side, kind, deal, points, reason)


def restore(match: Match, number: int) -> Restored:
    """Take back the void, correction, concession, award or penalty whose fact has this number."""
    if all(ruling.number != number for ruling in match.rulings):
        raise IllegalMove("nothing_to_restore")
    return Restored(number)


def clock_seconds(match: Match, seat: int) -> int | None:
    """How long the seat may think about a card now, in whole seconds; None where no clock runs.

    After two cards in a row played by the clock it is half, but at least 5, to the deal's end.
    Computers, seats that are played on, and tables with fewer than two people have no clock.
    """
    seconds = match.terms.house.clock
    people = sum(1 for holder in match.holders if _is_person(holder))
    if not seconds or people < SLOW_AFTER or not _is_person(match.holders[seat]):
        return None
    if match.played_on(seat):
        return None
    return max(SHORTEST_CLOCK, seconds // 2) if match.slowed[seat] else seconds


def _is_person(holder: str) -> bool:
    return bool(holder) and not holder.startswith("computer:")


def _open(match: Match) -> None:
    if match.outcome is not None:
        raise IllegalMove("match_over")


def _running(match: Match) -> Deal:
    _open(match)
    if match.deal is None:
        raise IllegalMove("no_deal")
    return match.deal


def _check_seat(match: Match, seat: int) -> None:
    if not isinstance(seat, int) or not 0 <= seat < match.terms.seats:
        raise IllegalMove("no_such_seat")


def _check_side(match: Match, side: int) -> None:
    if not isinstance(side, int) or isinstance(side, bool) or not 0 <= side < match.terms.sides:
        raise IllegalMove("no_such_side")


def _check_card(match: Match, seat: int, card: Card) -> None:
    running = _running(match)
    if seat != running.turn:
        raise IllegalMove("not_your_turn")
    if card not in running.hands[seat]:
        raise IllegalMove("not_in_hand")


def _ended_deal(match: Match, number: int) -> DealRecord:
    if not isinstance(number, int) or not 0 < number <= len(match.deals):
        raise IllegalMove("no_such_deal")
    record = match.deals[number - 1]
    if record.void:
        raise IllegalMove("deal_void")
    return record


def _check_result(  # noqa: PLR0913 - figures and where they stand
    match: Match,
    number: int,
    row: int,
    points: tuple[int, ...] | None,
    winner: int | None,
    *,
    cappotto: bool,
) -> None:
    """Refuse figures that no deal of this number can have had."""
    gone = ledger.left_match(match.rulings, number)
    if winner is not None:
        _check_side(match, winner)
        if winner in gone:
            raise IllegalMove("already_conceded")
    if points is None:
        kind = match.terms.kind
        if isinstance(kind, Fixed) and kind.by == "points":
            raise IllegalMove("points_needed")
        if winner is None:
            raise IllegalMove("winner_needed")
        return
    _check_points(match.terms, points)
    _check_winner(match.terms, points, winner, gone, row)
    if cappotto and max(points) != ALL_POINTS:
        raise IllegalMove("cappotto_against_points")


def _check_winner(
    terms: Terms,
    points: tuple[int, ...],
    winner: int | None,
    gone: tuple[int, ...],
    row: int,
) -> None:
    """The winner named has the points; level points name one where the last trick decides."""
    left = [side for side in range(terms.sides) if side not in gone]
    top = max(points[side] for side in left)
    level = [side for side in left if points[side] == top]
    decided = len(level) > 1 and ledger.last_trick_decides(terms, row)
    if winner is None and decided:
        raise IllegalMove("winner_needed")
    if winner is not None and (winner not in level or (len(level) > 1 and not decided)):
        raise IllegalMove("winner_against_points")


def _check_points(terms: Terms, points: tuple[int, ...]) -> None:
    """Each 0 to 120, 120 in all; a deal stopped past 60 may leave the rest to nobody."""
    if not all(
        isinstance(figure, int) and not isinstance(figure, bool) and 0 <= figure <= ALL_POINTS
        for figure in points
    ):
        raise IllegalMove("points_out_of_range")
    total = sum(points)
    stopped = terms.house.ending is Ending.STOP and total < ALL_POINTS and max(points) > HALF
    if len(points) != terms.sides or (total != ALL_POINTS and not stopped):
        raise IllegalMove("points_do_not_sum")
