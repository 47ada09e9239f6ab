"""The bracket to everyone who watches: rendered once a language, sent after the commit.

A watcher that missed a message hears of it with the next ping: the token no longer fits.
"""

import logging
from collections.abc import Collection
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import translation

from tournaments import draw, selectors
from tournaments.models import Stage

log = logging.getLogger(__name__)


def group_of(tournament_id: int) -> str:
    """The channel group of a tournament's watchers."""
    return f"tournament.{tournament_id}"


def show_after_commit(stage_id: int, keys: Collection[str] | None = None) -> None:
    """Show these boxes, or the whole bracket, once the transaction is through."""
    transaction.on_commit(lambda: show(stage_id, keys), robust=True)


def show(stage_id: int, keys: Collection[str] | None = None) -> None:
    """Send boxes, or the whole bracket, to all watchers; a failure is logged, no player's error."""
    stage = Stage.objects.select_related("tournament__club").filter(pk=stage_id).first()
    layer = get_channel_layer()
    if stage is None or layer is None:
        return
    message = {
        "type": "bracket.shown",
        "token": selectors.token_of(stage.tournament_id),
        "parts": parts_of(stage, keys),
    }
    try:
        async_to_sync(layer.group_send)(group_of(stage.tournament_id), message)
    except Exception:  # the message store may be away: watchers find out by their ping
        log.exception("bracket of stage %s was not sent", stage_id)


def parts_of(stage: Stage, keys: Collection[str] | None) -> dict[str, dict[str, str]]:
    """What changed, by language and by the id of the element it replaces."""
    if stage.state == Stage.State.OPEN:
        return {code: {"bracket": ""} for code, _name in settings.LANGUAGES}
    sheet = draw.read(stage)
    schedule = sheet.schedule()
    entries = selectors.entries_in(stage)
    wanted = None if keys is None else selectors.touched(schedule, keys)
    parts = {}
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            board = selectors.lay_out(sheet, schedule, entries)
            parts[code] = _rendered(stage, board, wanted)
    return parts


def bracket_html(stage: Stage, language: str) -> str:
    """The whole bracket in one language."""
    if stage.state == Stage.State.OPEN:
        return ""
    with translation.override(language):
        board = selectors.board_of(stage)
        return _rendered(stage, board, None)["bracket"]


def _rendered(stage: Stage, board: selectors.Board, keys: set[str] | None) -> dict[str, str]:
    context: dict[str, Any] = {"board": board, "tournament": stage.tournament}
    if keys is None:
        return {"bracket": render_to_string("tournaments/_bracket.html", context)}
    parts = {
        f"box-{key}": render_to_string("tournaments/_box.html", {**context, "box": box})
        for key, box in board.boxes.items()
        if key in keys
    }
    parts["progress"] = render_to_string("tournaments/_progress.html", context)
    parts["champion"] = render_to_string("tournaments/_champion.html", context)
    return parts
