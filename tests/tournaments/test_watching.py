"""The bracket's socket: the whole picture at once, then what changes, and healing by the ping."""

import asyncio
import json

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from django.urls import path

from tests.tournaments.tournament_play import drawn, pairing
from tournaments import live, selectors, services
from tournaments.consumers import TournamentConsumer

pytestmark = pytest.mark.django_db(transaction=True)

ROUTES = URLRouter([path("ws/tournaments/<int:tournament_id>/", TournamentConsumer.as_asgi())])


class Socket:
    """A browser's end of a watcher's socket."""

    def __init__(self, tournament_id, language="en"):
        self.line = ApplicationCommunicator(
            ROUTES,
            {
                "type": "websocket",
                "path": f"/ws/tournaments/{tournament_id}/",
                "query_string": f"lang={language}".encode(),
                "headers": [],
                "subprotocols": [],
            },
        )

    async def connect(self):
        await self.line.send_input({"type": "websocket.connect"})
        return (await self.line.receive_output(10))["type"] == "websocket.accept"

    async def hear(self):
        return json.loads((await self.line.receive_output(10))["text"])

    async def say(self, frame):
        await self.line.send_input({"type": "websocket.receive", "text": json.dumps(frame)})

    async def close(self):
        await self.line.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.line.wait(10)


async def watch(tournament_id, language="en"):
    socket = Socket(tournament_id, language)
    return socket, await socket.connect()


def test_a_deal_reaches_every_watcher_in_their_language(club, variant):
    stage = drawn(club, variant, 4)
    first = pairing(stage, "r1.1").pk

    async def story():
        sockets = [(await watch(stage.tournament_id, code))[0] for code in ("en", "it")]
        pictures = [await socket.hear() for socket in sockets]
        await asyncio.to_thread(services.score_deal, actor=None, pairing_id=first, points=(71, 49))
        news = []
        for socket in sockets:
            parts = {}
            while "71\u201349" not in parts.get("box-r1.1", "") or "box-r2.1" not in parts:
                frame = await socket.hear()
                parts |= frame["parts"]
            news.append(parts)
            await socket.say({"type": "look", "token": frame["token"]})
            while (answer := await socket.hear())["type"] != "same":
                await socket.say({"type": "look", "token": answer["token"]})
            await socket.close()
        return pictures, news

    pictures, news = asyncio.run(story())
    for picture in pictures:
        assert "P001a" in picture["parts"]["bracket"]
    winner = pairing(stage, "r1.1").sides.get(number=0).entry
    title = selectors.entry_title(winner)
    assert title in news[0]["box-r2.1"]
    assert "is-winner" in news[0]["box-r1.1"]
    assert "box-r1.2" not in news[0]


def test_a_lost_message_is_healed_by_the_next_ping(club, variant):
    stage = drawn(club, variant, 2)

    async def story():
        socket, _ = await watch(stage.tournament_id)
        await socket.hear()
        await socket.say({"type": "look", "token": "what I showed an hour ago"})
        healed = await socket.hear()
        await socket.say({"type": "look", "token": healed["token"]})
        same = await socket.hear()
        await socket.close()
        return healed, same

    healed, same = asyncio.run(story())
    assert "bracket" in healed["parts"]
    assert same == {"type": "same"}


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "7", '{"type": "score"}', '"look"'])
def test_whatever_else_comes_gets_an_error_and_the_socket_stays(club, variant, text):
    stage = drawn(club, variant, 2)

    async def story():
        socket, _ = await watch(stage.tournament_id)
        await socket.hear()
        await socket.line.send_input({"type": "websocket.receive", "text": text})
        await socket.line.send_input({"type": "websocket.receive", "bytes": b"0"})
        answers = [await socket.hear() for _ in range(2)]
        await socket.say({"type": "look", "token": ""})
        answers.append(await socket.hear())
        await socket.close()
        return answers

    first, second, third = asyncio.run(story())
    assert first == second == {"type": "error", "key": "malformed"}
    assert third["type"] == "parts"


def test_no_tournament_no_socket(db):
    async def story():
        return await watch(4711)

    _, connected = asyncio.run(story())
    assert not connected


def test_one_rendering_serves_all_watchers(club, variant, monkeypatch):
    stage = drawn(club, variant, 2)
    calls = []
    render = live._render

    def counted(*args):
        calls.append(args)
        return render(*args)

    monkeypatch.setattr(live, "_render", counted)

    async def story():
        sockets = [(await watch(stage.tournament_id))[0] for _ in range(5)]
        for socket in sockets:
            await socket.hear()
        message = live._message(stage.pk, ["r1.1"])
        await get_channel_layer().group_send(live.group_of(stage.tournament_id), message)
        frames = [await socket.hear() for socket in sockets]
        for socket in sockets:
            await socket.close()
        return frames

    frames = asyncio.run(story())
    assert len({json.dumps(frame) for frame in frames}) == 1
    assert len(calls) == 1
