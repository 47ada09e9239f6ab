"""What time does: computers move, absent players are played for, nobody pays for our downtime."""

from collections.abc import Callable
from hashlib import sha256

from django.conf import settings
from django.db import connection, transaction

from games import journal, selectors
from games.journal import Stale, Stored
from games.rules import match as rules
from games.rules.bots import Level, choose
from games.rules.cards import Card
from games.rules.view import View
from games.services.act import from_the_system, is_computer, write
from games.services.table import deal_sealed

Think = Callable[[View, Level, int], Card]
GAP = 2.0  # seconds without a tick after which the clock was down
SILENCE = 3.0  # seconds without a word from any web process
ALLOWANCE = 5.0  # what everyone on turn gets on top, to find their way back
TIME = "time"

BEAT = """
INSERT INTO games_heartbeat (process, kind, at) VALUES (%s, %s, clock_timestamp())
ON CONFLICT (process) DO UPDATE SET kind = EXCLUDED.kind, at = EXCLUDED.at
"""
SINCE = """
SELECT EXTRACT(EPOCH FROM clock_timestamp() - MAX(at) FILTER (WHERE kind = 'time')),
    EXTRACT(EPOCH FROM clock_timestamp() - MAX(at) FILTER (WHERE kind = 'web')),
    bool_or(kind = 'time' AND process = 'time-down')
FROM games_heartbeat
"""
SHIFT = """
UPDATE games_match SET deadline = deadline + make_interval(secs => %s) WHERE deadline IS NOT NULL
"""


def beat(*, process: str, kind: str) -> None:
    """Say that a process lives."""
    with connection.cursor() as cursor:
        cursor.execute(BEAT, [process, kind])


def account_time() -> bool:
    """Note that time has passed; say whether it may run for players.

    It does not while no web process lives. After a gap of ours or of theirs every running deadline
    gets the gap and an allowance, once, however many clocks there are.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(6161)")
        cursor.execute(SINCE)
        gap, silence, was_down = cursor.fetchone()
        down = silence is None or silence > SILENCE
        if gap is not None:
            if down or was_down:
                first = 0.0 if was_down else ALLOWANCE + min(float(silence or 0), SILENCE)
                cursor.execute(SHIFT, [float(gap) + first])
            elif gap > GAP:
                cursor.execute(SHIFT, [float(gap) + ALLOWANCE])
        cursor.execute("DELETE FROM games_heartbeat WHERE kind = %s", [TIME])
        cursor.execute(BEAT, ["time-down" if down else "time-up", TIME])
    return not down


def deal_now(*, match_id: int) -> None:
    """Deal what is sealed with whatever cuts there are; its time has come."""
    stored = journal.load(match_id)
    if stored.match.phase == "sealed":
        deal_sealed(stored, from_the_system)


def move_computer(*, match_id: int, think: Think = choose) -> Stored | None:
    """Play for the computer on turn; None where there is none, or somebody was faster."""
    stored = journal.load(match_id)
    seat = stored.match.turn
    if seat is None or not (is_computer(stored.match, seat) or stored.match.played_on(seat)):
        return None
    held = stored.match.holders[seat]
    level = (
        Level(held.removeprefix("computer:")) if is_computer(stored.match, seat) else Level.MEDIUM
    )
    card = think(selectors.player_view(stored, seat), level, _bot_seed(stored))
    try:
        return write(stored, [rules.play(stored.match, seat, card)])
    except Stale:
        return None


def computer_choice(*, match_id: int, level: str = "medium") -> tuple[int, str] | None:
    """The seat on turn and the card a computer player would play there; for simulations."""
    stored = journal.load(match_id)
    seat = stored.match.turn
    if seat is None:
        return None
    card = choose(selectors.player_view(stored, seat), Level(level), _bot_seed(stored))
    return seat, str(card)


def time_out(*, match_id: int) -> Stored | None:
    """Play for the seat whose time is over, as the medium computer player would."""
    with transaction.atomic():
        stored = journal.load(match_id, lock=True)
        seat = stored.match.turn
        _, left = selectors.clock_of(match_id)
        if seat is None or left is None or left > -settings.GRACE_SECONDS:
            return None
        view = selectors.player_view(stored, seat)
        card = choose(view, Level.MEDIUM, _bot_seed(stored))
        return write(stored, [rules.time_out(stored.match, seat, card)])


def _bot_seed(stored: Stored) -> int:
    """The chance of a computer's choice: fixed by the deal and how far it has come."""
    deal = stored.match.deal
    seed = deal.layout.seed if deal is not None else b""
    played = len(deal.tricks) if deal is not None else 0
    return int.from_bytes(sha256(seed + bytes([played, stored.match.turn or 0])).digest()[:8])
