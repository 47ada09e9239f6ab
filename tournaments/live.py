"""The bracket to everyone who watches: told after the commit, rendered once a process and language.

Whoever writes only says which boxes changed. A process with watchers renders them, once for each
language that is read there. A message that got lost is found out by the next ping: the token it
carries no longer fits.
"""

import asyncio
import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Collection
from typing import Any

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import translation

from tournaments import draw, selectors
from tournaments.models import Stage

log = logging.getLogger(__name__)

PENDING = 1000
KEPT = 64
Parts = dict[str, str]


def group_of(tournament_id: int) -> str:
    """The channel group of a tournament's watchers."""
    return f"tournament.{int(tournament_id)}"


def show_after_commit(stage: Stage, keys: Collection[str] | None = None) -> None:
    """Show these boxes, or the whole bracket, once the transaction is through."""
    stage_id, group = stage.pk, group_of(stage.tournament_id)
    changed = None if keys is None else sorted(keys)
    transaction.on_commit(lambda: _line.tell(group, _message(stage_id, changed)))


def snapshot(tournament_id: int, language: str) -> tuple[str, Parts] | None:
    """The whole bracket of a tournament with its token; None where there is none such."""
    stage = selectors.first_stage(tournament_id)
    if stage is None:
        return None
    token = selectors.token_of(tournament_id)  # first: a picture rather too new than too old
    return token, _rendered(stage, None, language)


async def news(message: dict[str, Any], language: str) -> tuple[str, Parts]:
    """What a message says in one language; the first watcher who asks has it rendered."""
    return await _renderings.of(message, language)


def _message(stage_id: int, keys: list[str] | None) -> dict[str, Any]:
    return {
        "type": "bracket.shown",
        "id": secrets.token_hex(8),
        "stage": stage_id,
        "keys": keys,
    }


def _render(stage_id: int, keys: list[str] | None, language: str) -> tuple[str, Parts]:
    stage = Stage.objects.select_related("tournament__club").filter(pk=stage_id).first()
    if stage is None:
        return "", {}
    token = selectors.token_of(stage.tournament_id)
    return token, _rendered(stage, keys, language)


def _rendered(stage: Stage, keys: list[str] | None, language: str) -> Parts:
    """What changed, by the id of the element it replaces; empty while nothing is drawn."""
    if stage.state == Stage.State.OPEN:
        return {"bracket": ""}
    sheet = draw.read(stage)
    schedule = sheet.schedule()
    with translation.override(language):
        board = selectors.lay_out(sheet, schedule, selectors.entries_in(stage))
        context: dict[str, Any] = {"board": board, "tournament": stage.tournament}
        if keys is None:
            return {"bracket": render_to_string("tournaments/_bracket.html", context)}
        wanted = selectors.touched(schedule, keys)
        parts: Parts = {
            f"box-{key}": render_to_string("tournaments/_box.html", {**context, "box": box})
            for key, box in board.boxes.items()
            if key in wanted
        }
        for name in ("progress", "champion"):
            parts[name] = render_to_string(f"tournaments/_{name}.html", context)
        return parts


class _Renderings:
    """The last renderings of this process: a thousand watchers cost as much as one."""

    def __init__(self) -> None:
        self._tasks: OrderedDict[tuple[str, str], asyncio.Task[tuple[str, Parts]]] = OrderedDict()

    async def of(self, message: dict[str, Any], language: str) -> tuple[str, Parts]:
        key = (message["id"], language)
        if key not in self._tasks:
            render = database_sync_to_async(_render, thread_sensitive=False)
            work = render(message["stage"], message["keys"], language)
            self._tasks[key] = asyncio.ensure_future(work)
            while len(self._tasks) > KEPT:
                self._tasks.popitem(last=False)
        return await asyncio.shield(self._tasks[key])


class _Line:
    """The line from here to the watchers' processes: a thread, a loop, one kept connection.

    A message that cannot be sent is logged, and never the fault of whoever scored a deal.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pending = 0

    def tell(self, group: str, message: dict[str, Any]) -> None:
        with self._lock:
            if self._pending >= PENDING:
                return  # watchers ask by themselves every few seconds
            self._pending += 1
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._loop.run_forever, daemon=True).start()
            loop = self._loop
        asyncio.run_coroutine_threadsafe(self._send(group, message), loop)

    async def _send(self, group: str, message: dict[str, Any]) -> None:
        layer = get_channel_layer()
        try:
            if layer is not None:
                await layer.group_send(group, message)
        except Exception as error:  # noqa: BLE001  the store may be down; the next ping heals it
            log.warning("%s: not told: %s", group, error)
        finally:
            with self._lock:
                self._pending -= 1


_renderings = _Renderings()
_line = _Line()
