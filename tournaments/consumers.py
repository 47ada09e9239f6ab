"""The socket of a tournament's watchers: anyone may look, nobody can do anything here."""

import json
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings
from django.utils import translation

from tournaments import live, selectors

LARGEST_FRAME = 1024
ABSENT = 4404


class TournamentConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """Joins, then sends the whole bracket, then what changes."""

    async def connect(self) -> None:
        """Join before reading, so that nothing falls between the picture and the news."""
        self.tournament_id = int(self.scope["url_route"]["kwargs"]["tournament_id"])
        self.language = _language(self.scope)
        self.group = live.group_of(self.tournament_id)
        await self.channel_layer.group_add(self.group, self.channel_name)
        picture = await self._picture()
        if picture is None:
            await self.close(code=ABSENT)
            return
        await self.accept()
        await self._send(*picture)

    async def disconnect(self, code: int) -> None:  # noqa: ARG002  the framework's
        """Leave the group."""
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(
        self,
        text_data: str | None = None,
        bytes_data: bytes | None = None,  # noqa: ARG002  a binary frame is no command
        **_kwargs: Any,
    ) -> None:
        """Answer `look`, with the token shown; whatever else comes gets an error frame."""
        content = _command(text_data)
        if content is None:
            await self.send_json({"type": "error", "key": "malformed"})
            return
        token = await database_sync_to_async(selectors.token_of, thread_sensitive=False)(
            self.tournament_id
        )
        if content.get("token") == token:
            await self.send_json({"type": "same"})
            return
        picture = await self._picture()
        if picture is not None:
            await self._send(*picture)

    async def bracket_shown(self, event: dict[str, Any]) -> None:
        """Pass on what changed, in this watcher's language."""
        await self._send(*await live.news(event, self.language))

    async def _picture(self) -> tuple[str, live.Parts] | None:
        look = database_sync_to_async(live.snapshot, thread_sensitive=False)
        found: tuple[str, live.Parts] | None = await look(self.tournament_id, self.language)
        return found

    async def _send(self, token: str, parts: live.Parts) -> None:
        await self.send_json({"type": "parts", "token": token, "parts": parts})


def _command(text: str | None) -> dict[str, Any] | None:
    if text is None or len(text) > LARGEST_FRAME:
        return None
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return None
    known = isinstance(content, dict) and content.get("type") == "look"
    return content if known else None


def _language(scope: dict[str, Any]) -> str:
    """The language of the page that opened the socket, else what the browser prefers."""
    wished = scope.get("query_string", b"").decode("ascii", "ignore").removeprefix("lang=")
    known = [code for code, _name in settings.LANGUAGES]
    return wished if wished in known else translation.get_language() or known[0]
