"""Who watches a table from this process, and how a new picture reaches every watcher.

Each audience's picture is made and serialised once. It goes to the sockets of this process first,
then as one message to the other processes. A socket shows only what is newer than what it showed,
so a message doubled, late or out of order does no harm; a lost one is healed by the next ping.
"""

import asyncio
import json
import logging
import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any, Protocol

from channels.layers import get_channel_layer
from django.core.cache import cache

from games import selectors
from games.journal import Stored
from games.rules.view import PUBLIC, Audience, as_json, view_for
from games.rules.view import Seat as SeatAudience

logger = logging.getLogger(__name__)

PRESENT_SECONDS = 25
PENDING = 1000
EVERYBODY = "p"
Frames = dict[str, str]


class Watcher(Protocol):
    """A socket at a table; `audience` is its seat's number as text, or EVERYBODY."""

    audience: str

    def show(self, version: int | None, text: str) -> None:
        """Send a frame; a view (one with a version) only if it is newer than the last one."""


class Rooms:
    """The tables watched from this process, and its one line to the other processes."""

    def __init__(self) -> None:
        self._rooms: dict[int, set[Watcher]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._channel = ""
        self._listener: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()

    async def join(self, match_id: int, watcher: Watcher) -> None:
        """Let a socket hear of a table from now on."""
        await self._listen()
        room = self._rooms.setdefault(match_id, set())
        room.add(watcher)
        if len(room) == 1:
            await get_channel_layer().group_add(group(match_id), self._channel)

    async def leave(self, match_id: int, watcher: Watcher) -> None:
        """Forget a socket; the last one closes the room."""
        room = self._rooms.get(match_id, set())
        room.discard(watcher)
        if not room and self._rooms.pop(match_id, None) is not None:
            await get_channel_layer().group_discard(group(match_id), self._channel)

    def watchers(self, match_id: int) -> int:
        """How many watch a table from this process without sitting there."""
        return sum(1 for w in self._rooms.get(match_id, ()) if w.audience == EVERYBODY)

    def tell(self, match_id: int, version: int | None, frames: Frames) -> None:
        """Show frames to this process's sockets and pass them on; callable from any thread."""
        message = {"type": "frames", "match": match_id, "version": version, "frames": frames}
        if self._loop is not None and self._loop.is_running():
            self._loop.call_soon_threadsafe(self._show, message)
            _publisher.publish(self._loop, group(match_id), message)
        else:
            _publisher.publish(None, group(match_id), message)

    def _show(self, message: dict[str, Any]) -> None:
        frames = message["frames"]
        for watcher in tuple(self._rooms.get(message["match"], ())):
            text = frames.get(watcher.audience) or frames.get(EVERYBODY)
            if text:
                watcher.show(message["version"], text)

    async def _listen(self) -> None:
        async with self._starting:
            loop = asyncio.get_running_loop()
            if self._loop is loop and self._listener is not None and not self._listener.done():
                return
            self._loop = loop
            self._channel = await get_channel_layer().new_channel("live")
            for match_id in self._rooms:
                await get_channel_layer().group_add(group(match_id), self._channel)
            self._listener = loop.create_task(self._receive())

    async def _receive(self) -> None:
        layer = get_channel_layer()
        while True:
            try:
                self._show(await layer.receive(self._channel))
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("a message between processes was lost")
                await asyncio.sleep(1)


class _Publisher:
    """Passes messages to the other processes; one that fails is logged, never anybody's error.

    A process without an event loop gets one in a thread, with one kept connection.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._own: asyncio.AbstractEventLoop | None = None
        self._pending = 0

    def publish(
        self, loop: asyncio.AbstractEventLoop | None, to: str, message: dict[str, Any]
    ) -> None:
        if self._pending >= PENDING:
            logger.warning("%s: a message was dropped, too many wait", to)
            return
        with self._lock:
            self._pending += 1
        loop = loop or self._thread()
        asyncio.run_coroutine_threadsafe(self._send(to, message), loop)

    async def _send(self, to: str, message: dict[str, Any]) -> None:
        try:
            await get_channel_layer().group_send(to, message)
        except Exception as error:  # noqa: BLE001  the store may be down; the next ping heals it
            logger.warning("%s: not passed on: %s", to, error)
        finally:
            with self._lock:
                self._pending -= 1

    def _thread(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._own is None:
                self._own = asyncio.new_event_loop()
                threading.Thread(target=self._own.run_forever, daemon=True).start()
            return self._own


rooms = Rooms()
_publisher = _Publisher()


class _Names:
    """Who sits at the tables shown lately; a change of holders is another key."""

    def __init__(self, kept: int = 1000) -> None:
        self._kept = kept
        self._known: OrderedDict[tuple[int, tuple[str, ...]], list[dict[str, Any]]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, stored: Stored) -> list[dict[str, Any]]:
        key = (stored.id, stored.match.holders)
        with self._lock:
            if key in self._known:
                return self._known[key]
        found = [s.as_json() for s in selectors.sittings([stored.id]).get(stored.id, [])]
        with self._lock:
            self._known[key] = found
            while len(self._known) > self._kept:
                self._known.popitem(last=False)
        return found


_names = _Names()


def group(match_id: int) -> str:
    """The name of a table's line between processes: made of a number alone."""
    return f"table.{int(match_id)}"


def audience_key(audience: Audience) -> str:
    """An audience as a socket keeps it."""
    return str(audience.number) if isinstance(audience, SeatAudience) else EVERYBODY


def frame_for(stored: Stored, audience: Audience) -> str:
    """The whole picture for one audience, as the frame of a socket."""
    return _frame(stored, audience, _clock(stored), selectors.ready_of(stored.id))


def show(stored: Stored, *, ready: Iterable[int] = ()) -> None:
    """Tell every watcher what a match looks like now."""
    clock = _clock(stored)
    audiences: list[Audience] = [
        PUBLIC,
        *(SeatAudience(n) for n in range(stored.match.terms.seats)),
    ]
    frames = {audience_key(a): _frame(stored, a, clock, list(ready)) for a in audiences}
    rooms.tell(stored.id, stored.match.version, frames)


def notice(match_id: int, seats: int) -> None:
    """Tell who is ready and who is there: news that is no version of the match."""
    text = json.dumps(
        {
            "type": "notice",
            "ready": selectors.ready_of(match_id),
            "online": online(match_id, seats),
        }
    )
    rooms.tell(match_id, None, {EVERYBODY: text})


def mark_online(match_id: int, seat: int) -> None:
    """Note that somebody sits at a screen in this seat, for the next half minute."""
    cache.set(_presence(match_id, seat), 1, PRESENT_SECONDS)


def mark_offline(match_id: int, seat: int) -> None:
    """Note that the seat's last screen has gone."""
    cache.delete(_presence(match_id, seat))


def online(match_id: int, seats: int) -> list[int]:
    """Seats with somebody at a screen."""
    keys = {_presence(match_id, seat): seat for seat in range(seats)}
    return sorted(keys[key] for key in cache.get_many(keys))


def _presence(match_id: int, seat: int) -> str:
    return f"at-table:{match_id}:{seat}"


def _frame(
    stored: Stored, audience: Audience, clock: dict[str, Any] | None, ready: list[int]
) -> str:
    view = as_json(view_for(stored.match, audience))
    return json.dumps(
        {
            "type": "view",
            "version": stored.match.version,
            "view": view,
            "players": _names.of(stored),
            "clock": clock,
            "ready": ready,
            "you": audience.number if isinstance(audience, SeatAudience) else None,
        },
        separators=(",", ":"),
    )


def _clock(stored: Stored) -> dict[str, Any] | None:
    if not stored.match.terms.house.clock or stored.match.turn is None:
        return None
    turn, left = selectors.clock_of(stored.id)
    if left is None:
        return None
    return {
        "running": True,
        "seat": turn,
        "remaining_ms": max(0, round(left * 1000)),
        "seconds": stored.match.terms.house.clock,
    }
