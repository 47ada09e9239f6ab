"""The door: pages and API by Django, sockets by Channels, a heartbeat while the process lives."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

pages = get_asgi_application()

from channels.auth import AuthMiddlewareStack
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from django.conf import settings
from django.http.request import validate_host
from django.urls import path
from django.utils import translation

from config.celery import app as queue
from games.consumers import TableConsumer
from games.services import beat
from tournaments.consumers import TournamentConsumer

# Whatever a page hands to the worker goes to this queue; none is known before.
queue.set_default()
Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
BEAT_SECONDS = 1.0


class SameOrigin:
    """Lets a socket in only from a page of the very host it connects to."""

    def __init__(self, inner: Callable[..., Awaitable[None]]) -> None:
        self.inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a socket from elsewhere, and speak the visitor's language to the others."""
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1").lower()
        origin = urlsplit(headers.get(b"origin", b"").decode("latin-1").lower()).netloc
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        if not host or origin != host or not validate_host(name, settings.ALLOWED_HOSTS):
            await send({"type": "websocket.close", "code": 4403})
            return
        language = _language(headers)
        with translation.override(language):
            await self.inner(scope, receive, send)


def _language(headers: dict[bytes, bytes]) -> str:
    cookies = headers.get(b"cookie", b"").decode("latin-1")
    for part in cookies.split(";"):
        name, _, value = part.strip().partition("=")
        if name == settings.LANGUAGE_COOKIE_NAME and translation.check_for_language(value):
            return value
    wished = headers.get(b"accept-language", b"").decode("latin-1")
    for part in wished.split(","):
        with contextlib.suppress(LookupError):
            return translation.get_supported_language_variant(part.partition(";")[0].strip() or "-")
    return settings.LANGUAGE_CODE


sockets = SameOrigin(
    AuthMiddlewareStack(
        URLRouter(
            [
                path("ws/tables/<int:match_id>/", TableConsumer.as_asgi()),
                path("ws/tournaments/<int:tournament_id>/", TournamentConsumer.as_asgi()),
            ]
        )
    )
)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Send each connection to whoever speaks its protocol."""
    if scope["type"] == "http":
        await pages(scope, receive, send)
    elif scope["type"] == "websocket":
        try:
            await sockets(scope, receive, send)
        except ValueError:
            await send({"type": "websocket.close", "code": 4404})  # no such address
    elif scope["type"] == "lifespan":
        await _live(receive, send)


async def _live(receive: Receive, send: Send) -> None:
    beating: asyncio.Task[None] | None = None
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            beating = asyncio.create_task(_beat())
            await send({"type": "lifespan.startup.complete"})
        else:
            if beating is not None:
                beating.cancel()
            await send({"type": "lifespan.shutdown.complete"})
            return


async def _beat() -> None:
    """Say every second that players can reach us: while nobody says so, no clock runs."""
    name = f"web-{socket.gethostname()}-{os.getpid()}"
    while True:
        with contextlib.suppress(Exception):
            await database_sync_to_async(beat, thread_sensitive=False)(process=name, kind="web")
        await asyncio.sleep(BEAT_SECONDS)
