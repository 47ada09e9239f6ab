"""A player's or watcher's program at a table."""

import json
import time
from contextlib import suppress
from itertools import count
from types import TracebackType
from typing import Any, Self

from table_rows import cookie_for
from websockets.sync.client import ClientConnection, connect

from accounts.models import User


class Client:
    """One socket; every frame that came is kept."""

    def __init__(self, site: Any, match_id: int, user: User | None = None, **more: Any) -> None:
        port = more.get("port", site.port)
        headers = {"Cookie": cookie_for(user)} if user else {}
        origin = more.get("origin", f"http://127.0.0.1:{port}")
        self.line: ClientConnection = connect(
            f"ws://127.0.0.1:{port}/ws/tables/{match_id}/",
            origin=origin,
            additional_headers=headers,
            compression=None,
        ).__enter__()
        self.frames: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.view: dict[str, Any] = {}
        self.ids = count(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.line.close()

    def send(self, **frame: Any) -> str:
        frame.setdefault("id", f"c{next(self.ids)}")
        self.line.send(json.dumps(frame))
        return str(frame["id"])

    def receive(self, seconds: float = 5) -> dict[str, Any]:
        text = self.line.recv(timeout=seconds)
        assert isinstance(text, str)
        self.raw.append(text)
        frame: dict[str, Any] = json.loads(text)
        self.frames.append(frame)
        if frame["type"] == "view":
            self.view = frame["view"]
        return frame

    def until(self, wanted: Any, seconds: float = 10) -> dict[str, Any]:
        """Receive until a frame is as wanted: a type, or a test of the frame."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(TimeoutError):
                frame = self.receive(max(0.05, end - time.monotonic()))
                if frame["type"] == wanted if isinstance(wanted, str) else wanted(frame):
                    return frame
        raise AssertionError(f"it never came; the last was {self.frames[-1:]}")

    def answer(self, **frame: Any) -> dict[str, Any]:
        """Send a frame and wait for its own answer."""
        sent = self.send(**frame)
        return self.until(lambda f: f.get("id") == sent)

    def sealed(self) -> None:
        """Wait until the next deal is sealed."""
        while self.view.get("phase") != "sealed":
            self.receive()

    def drain(self, seconds: float = 0.3) -> None:
        with suppress(TimeoutError):
            while True:
                self.receive(seconds)


def play_out(*players: Client, watchers: tuple[Client, ...] = (), seconds: float = 60) -> None:
    """Everyone is ready and plays the first card they hold, to the end of the match."""
    end = time.monotonic() + seconds
    for player in players:
        player.sealed()
    asked: dict[int, Any] = {}
    while time.monotonic() < end:
        for place, player in enumerate(players):
            player.drain(0.02)
            view = player.view
            if view["outcome"] is not None:
                continue
            if view["phase"] == "sealed" and asked.get(place) != view["version"]:
                asked[place] = view["version"]
                player.send(type="deal", nonce="ab" * 16)
            elif view["legal"] and asked.get(place) != view["version"]:
                asked[place] = view["version"]
                player.send(type="play", card=view["legal"][0], version=view["version"])
        if all(player.view["outcome"] is not None for player in players):
            for watcher in watchers:
                watcher.drain(0.5)
            return
    raise AssertionError("the match does not end")
