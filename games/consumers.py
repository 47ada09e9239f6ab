"""The table's socket: who may connect, which commands there are, and how each is answered.

A connection is authenticated, authorised, joined to its table, read, accepted, shown the whole
view, in this order, so nothing falls between. Whatever a client sends, the socket stays open and
says what was wrong; only a flood closes it.
"""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

from channels.db import DatabaseSyncToAsync
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation

from games import live, selectors, services
from games.journal import load
from games.models import Match
from games.phrases import refusal

BURST = 20
A_SECOND = 8
FLOOD = 200
COMMAND_LETTERS = 64
ABSENT = 4404
POLICY = 1008
Reply = dict[str, Any]


class _Database(DatabaseSyncToAsync):  # type: ignore[misc]  # channels has no types
    """Database work in its own threads: one shared thread would serve all sockets in turn."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, thread_sensitive=False)


class BadFrame(ValueError):  # noqa: N818  what the client hears
    """A frame that is no command; `key` says why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
    """One browser at one table."""

    audience = live.EVERYBODY

    async def connect(self) -> None:
        """Let in who may see the table, and show it."""
        self.user = self.scope["user"]
        self.match_id = int(self.scope["url_route"]["kwargs"]["match_id"])
        self.language = translation.get_language() or "en"
        self.shown = -1
        self.joined = False
        self.allowance, self.refilled, self.refused = float(BURST), time.monotonic(), 0
        self.outgoing: asyncio.Queue[str] = asyncio.Queue()
        self.sender: asyncio.Task[None] | None = None
        try:
            await _Database(self._authorise)()
        except Match.DoesNotExist:
            await self.close(ABSENT)
            return
        self.joined = True
        await live.rooms.join(self.match_id, self)
        version, text = await _Database(self._snapshot)()
        await self.accept()
        self.sender = asyncio.create_task(self._send_all())
        self.show(version, text)
        await _Database(self._arrived)()

    async def disconnect(self, code: int) -> None:  # noqa: ARG002  Channels' signature
        """Leave the table's room."""
        if self.sender is not None:
            self.sender.cancel()
        if self.joined:
            await live.rooms.leave(self.match_id, self)
            await _Database(self._left)()

    def show(self, version: int | None, text: str) -> None:
        """Send what is newer than what was shown."""
        if version is not None:
            if version <= self.shown:
                return
            self.shown = version
        self.outgoing.put_nowait(text)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer one frame."""
        command: str | None = None
        try:
            self._count()
            frame = parse(text_data, bytes_data)
            command = frame["id"]
            reply = await self._carry_out(frame)
        except BadFrame as error:
            reply = self._error(error.key, command)
        except services.Refused as error:
            reply = self._error(error.key, command)
            if error.key == "stale":
                await self._show_again()
        if reply is not None:
            self.outgoing.put_nowait(json.dumps(reply))
        if self.refused > FLOOD:
            await self.close(POLICY)

    async def _carry_out(self, frame: dict[str, Any]) -> Reply | None:
        if frame["type"] == "ping":
            return await self._pong(frame)
        if not self.user.is_authenticated:
            raise services.Refused("not_seated")
        await _Database(COMMANDS[frame["type"]])(self.match_id, self.user, frame)
        return {"type": "ok", "id": frame["id"]}

    async def _pong(self, frame: dict[str, Any]) -> Reply:
        version = await _Database(self._alive)()
        if frame["version"] is None or frame["version"] < version:
            await self._show_again()
        return {"type": "pong", "version": version, "id": frame["id"]}

    async def _show_again(self) -> None:
        version, text = await _Database(self._snapshot)()
        self.shown = max(self.shown, version)
        self.outgoing.put_nowait(text)

    async def _send_all(self) -> None:
        while True:
            await self.send(text_data=await self.outgoing.get())

    def _authorise(self) -> None:
        selectors.match_for(self.user, self.match_id)
        stored = load(self.match_id)
        self.seats = stored.match.terms.seats
        self.audience = live.audience_key(selectors.audience_of(stored, self.user))

    def _snapshot(self) -> tuple[int, str]:
        stored = load(self.match_id)
        audience = selectors.audience_of(stored, self.user)
        self.audience = live.audience_key(audience)
        return stored.match.version, live.frame_for(stored, audience)

    def _arrived(self) -> None:
        if self.audience != live.EVERYBODY:
            live.mark_online(self.match_id, int(self.audience))
            services.arrive(match_id=self.match_id, user=self.user)
        live.notice(self.match_id, self.seats)

    def _left(self) -> None:
        if self.audience != live.EVERYBODY:
            live.mark_offline(self.match_id, int(self.audience))
            live.notice(self.match_id, self.seats)

    def _alive(self) -> int:
        if self.audience != live.EVERYBODY:
            live.mark_online(self.match_id, int(self.audience))
        return selectors.version_of(self.match_id)

    def _count(self) -> None:
        now = time.monotonic()
        self.allowance = min(float(BURST), self.allowance + (now - self.refilled) * A_SECOND)
        self.refilled = now
        if self.allowance < 1:
            self.refused += 1
            raise BadFrame("rate_limited")
        self.allowance -= 1

    def _error(self, key: str, command: str | None) -> Reply:
        with translation.override(self.language):
            return {"type": "error", "key": key, "id": command, "message": refusal(key)}


def parse(text: str | None, binary: bytes | None) -> dict[str, Any]:
    """Read a frame: a JSON object of a known type with known fields of the right shape."""
    if binary is not None or text is None:
        raise BadFrame("bad_frame")
    try:
        frame = json.loads(text)
    except ValueError as error:
        raise BadFrame("bad_frame") from error
    if not isinstance(frame, dict):
        raise BadFrame("bad_frame")
    kind = frame.get("type")
    if kind != "ping" and (not isinstance(kind, str) or kind not in COMMANDS):
        raise BadFrame("unknown_type")
    command, version = frame.get("id"), frame.get("version")
    if command is not None and not (
        isinstance(command, str) and 0 < len(command) <= COMMAND_LETTERS
    ):
        raise BadFrame("bad_frame")
    if version is not None and (not isinstance(version, int) or isinstance(version, bool)):
        raise BadFrame("bad_frame")
    card, nonce = frame.get("card"), frame.get("nonce")
    if kind == "play" and not isinstance(card, str):
        raise BadFrame("bad_frame")
    if nonce is not None and not isinstance(nonce, str):
        raise BadFrame("bad_frame")
    return {
        "type": kind,
        "id": command,
        "version": version,
        "card": card,
        "nonce": nonce or "",
        "whole_match": frame.get("whole_match") is True,
    }


def _play(match_id: int, user: Any, frame: dict[str, Any]) -> None:
    services.play_card(
        match_id=match_id,
        user=user,
        card=frame["card"],
        version=frame["version"],
        command=frame["id"],
    )


def _deal(match_id: int, user: Any, frame: dict[str, Any]) -> None:
    services.start_deal(match_id=match_id, user=user, nonce=frame["nonce"])


def _exchange(match_id: int, user: Any, frame: dict[str, Any]) -> None:
    services.exchange_turn_up(
        match_id=match_id, user=user, version=frame["version"], command=frame["id"]
    )


def _concede(match_id: int, user: Any, frame: dict[str, Any]) -> None:
    services.concede(
        match_id=match_id, user=user, whole_match=frame["whole_match"], command=frame["id"]
    )


# The closed list of what a client may ask; its `type` reaches nothing else.
COMMANDS: dict[str, Callable[[int, Any, dict[str, Any]], None]] = {
    "play": _play,
    "deal": _deal,
    "exchange": _exchange,
    "concede": _concede,
}
