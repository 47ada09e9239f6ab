"""The socket of a tournament's watchers: anyone may look, nobody can do anything here."""

from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings

from tournaments import live, selectors

LARGEST_FRAME = 1024


class TournamentConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """Joins, then sends the whole bracket, then what changes."""

    async def connect(self) -> None:
        """Join before reading, so that nothing falls between the picture and the news."""
        self.tournament_id = int(self.scope["url_route"]["kwargs"]["tournament_id"])
        self.language = _language(self.scope)
        self.group = live.group_of(self.tournament_id)
        await self.channel_layer.group_add(self.group, self.channel_name)
        snapshot = await self._snapshot()
        if snapshot is None:
            await self.channel_layer.group_discard(self.group, self.channel_name)
            await self.close(code=4404)
            return
        await self.accept()
        await self.send_json(snapshot)

    async def disconnect(self, code: int) -> None:
        """Leave the group."""
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(
        self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any
    ) -> None:
        """Answer whatever is not a short JSON object with an error frame, and stay open."""
        if text_data is None or len(text_data) > LARGEST_FRAME:
            await self.send_json({"type": "error", "key": "malformed"})
            return
        try:
            content = await self.decode_json(text_data)
        except ValueError:
            content = None
        await self.receive_json(content)

    async def receive_json(self, content: Any, **_kwargs: Any) -> None:
        """The one command: `look` with the token shown; the answer heals a missed message."""
        if not isinstance(content, dict) or content.get("type") != "look":
            await self.send_json({"type": "error", "key": "malformed"})
            return
        token = await database_sync_to_async(selectors.token_of, thread_sensitive=False)(
            self.tournament_id
        )
        if content.get("token") == token:
            await self.send_json({"type": "same"})
            return
        snapshot = await self._snapshot()
        if snapshot is not None:
            await self.send_json(snapshot)

    async def bracket_shown(self, event: dict[str, Any]) -> None:
        """Pass on what changed, in this watcher's language."""
        await self.send_json(
            {"type": "parts", "token": event["token"], "parts": event["parts"][self.language]}
        )

    async def _snapshot(self) -> dict[str, Any] | None:
        return await database_sync_to_async(_snapshot, thread_sensitive=False)(
            self.tournament_id, self.language
        )


def _snapshot(tournament_id: int, language: str) -> dict[str, Any] | None:
    stage = selectors.first_stage(tournament_id)
    if stage is None:
        return None
    token = selectors.token_of(tournament_id)
    parts = {"bracket": live.bracket_html(stage, language)}
    return {"type": "parts", "token": token, "parts": parts}


def _language(scope: dict[str, Any]) -> str:
    query = scope.get("query_string", b"").decode("ascii", "ignore")
    wished = query.removeprefix("lang=")
    known = [code for code, _name in settings.LANGUAGES]
    return wished if wished in known else known[0]
