"""A card reaches every watcher and leaks nothing; bad frames, strangers and kills do no harm."""

import json
import re
import time
from typing import Any
from urllib.request import urlopen

import pytest
from table_client import Client, play_out
from table_rows import someone, table_for
from websockets.exceptions import ConnectionClosed, InvalidStatus

from games import journal, services
from games.models import Match, MatchFact
from games.rules.cards import ALL_CARDS
from games.rules.match import evolve, new_match
from games.rules.view import PUBLIC, Seat, as_json, view_for

CARDS = {str(card) for card in ALL_CARDS}


def cards_in(text: str) -> set[str]:
    """Every card that a frame holds, in whatever field, as a whole JSON string or a key."""
    return {word for word in re.findall(r'"([^"]*)"', text) if word in CARDS}


def test_match_is_played_through_sockets_and_watched(site: Any) -> None:
    anna, bruno = someone("Anna"), someone("Bruno")
    row = table_for(anna, bruno)
    with (
        Client(site, row.pk, anna) as first,
        Client(site, row.pk, bruno) as second,
        Client(site, row.pk) as carla,
    ):
        play_out(first, second, watchers=(carla,))
        assert first.view["outcome"] == second.view["outcome"] == carla.view["outcome"]
        row.refresh_from_db()
        assert row.state == "over"
        assert carla.view["deals"][0]["seed"]


@pytest.mark.parametrize("seats", [2, 4])
def test_no_frame_holds_a_card_its_audience_may_not_know(site: Any, seats: int) -> None:
    people = [someone(f"P{n}") for n in range(seats)]
    row = table_for(*people)
    clients = [Client(site, row.pk, person) for person in people]
    watcher = Client(site, row.pk)
    try:
        play_out(*clients, watchers=(watcher,))
    finally:
        for client in (*clients, watcher):
            client.line.close()
    facts = journal.facts_of(row.pk)
    stored = journal.load(row.pk)
    allowed: dict[int, dict[Any, set[str]]] = {}
    match = new_match(stored.match.terms)
    for fact in facts:
        match = evolve(match, fact)
        public = set()
        hands = {}
        if match.deal is not None:
            deal = match.deal
            public = {str(deal.layout.turned_up), *(str(c) for c in deal.trick)}
            public |= {str(c) for t in deal.tricks for c in t.cards}
            hands = {n: {str(c) for c in hand} for n, hand in enumerate(deal.hands)}
        elif match.deals and match.deals[-1].cards is not None:
            public = {str(c) for t in match.deals[-1].cards.tricks for c in t.cards}
        allowed[match.version] = {"public": public, **hands}
    checked = 0
    for seat, client in [*enumerate(clients), (None, watcher)]:
        for text in client.raw:
            frame = json.loads(text)
            if frame["type"] != "view":
                assert not cards_in(text), text
                continue
            known = allowed[frame["version"]]
            extra = cards_in(text) - known["public"] - known.get(seat, set())
            assert not extra, (seat, frame["version"], extra)
            checked += 1
    assert checked > 40 * seats / 2


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("{", "bad_frame"),
        ("[1]", "bad_frame"),
        ('"play"', "bad_frame"),
        (b"\x00\x01", "bad_frame"),
        ('{"type": "websocket.close"}', "unknown_type"),
        ('{"type": ["play"]}', "unknown_type"),
        ('{"type": "play", "card": {"rank": "A"}}', "bad_frame"),
        ('{"type": "play", "card": 7.0}', "bad_frame"),
        ('{"type": "play", "card": "99"}', "no_such_card"),
        ('{"type": "play", "card": "3c", "version": "x"}', "bad_frame"),
        ('{"type": "play", "card": "3c", "id": 5}', "bad_frame"),
    ],
)
def test_malformed_frames_get_an_answer_and_the_socket_stays(
    site: Any, text: str | bytes, key: str
) -> None:
    anna = someone("Anna")
    row = table_for(anna, someone("Bruno"))
    with Client(site, row.pk, anna) as client:
        client.line.send(text)
        error = client.until("error")
        assert error["key"] == key
        assert error["message"]
        assert client.answer(type="ping", version=0)["type"] == "pong"


def test_refusals_are_said_and_change_nothing(site: Any) -> None:
    anna, bruno, elsa = someone("Anna"), someone("Bruno"), someone("Elsa")
    row = table_for(anna, bruno)
    with (
        Client(site, row.pk, anna) as first,
        Client(site, row.pk, bruno) as second,
        Client(site, row.pk, elsa) as stranger,
        Client(site, row.pk) as nobody,
    ):
        for player in (first, second):
            player.sealed()
            assert player.answer(type="deal", nonce="cd" * 8)["type"] == "ok"
        for client in (first, second, stranger, nobody):
            client.drain()
        on_turn, waiting = (first, second) if first.view["legal"] else (second, first)
        card, version = on_turn.view["legal"][0], on_turn.view["version"]
        assert waiting.answer(type="play", card=waiting.view["hand"][0])["key"] == "not_your_turn"
        assert waiting.answer(type="play", card=card)["key"] in {"not_your_turn", "not_in_hand"}
        assert stranger.answer(type="play", card=card)["key"] == "not_seated"
        assert nobody.answer(type="play", card=card)["key"] == "not_seated"
        stale = on_turn.answer(type="play", card=card, version=version - 1)
        assert stale["key"] == "stale"
        assert journal.load(row.pk).match.version == version
        assert on_turn.answer(type="play", card=card, version=version, id="x")["type"] == "ok"
        again = on_turn.answer(type="play", card=card, version=version, id="x")
        assert again["type"] == "ok"
        assert MatchFact.objects.filter(match=row, kind="played").count() == 1


def test_private_table_is_not_there_for_a_stranger(site: Any) -> None:
    row = table_for(someone("Anna"), someone("Bruno"), public=False)
    for user in (someone("Elsa"), None):
        with pytest.raises(InvalidStatus) as refused:
            Client(site, row.pk, user)
        assert refused.value.response.status_code == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
def test_foreign_origin_is_refused(site: Any, origin: str | None) -> None:
    row = table_for(someone("Anna"), someone("Bruno"))
    with pytest.raises(InvalidStatus):
        Client(site, row.pk, origin=origin)


def test_flood_is_slowed_and_then_closed(site: Any) -> None:
    row = table_for(someone("Anna"), someone("Bruno"))
    with Client(site, row.pk) as client:
        for _ in range(40):
            client.send(type="ping", version=0)
        assert client.until("error")["key"] == "rate_limited"


def test_oversized_frame_closes_the_socket(site: Any) -> None:
    row = table_for(someone("Anna"), someone("Bruno"))
    with Client(site, row.pk) as client:
        client.until("view")
        client.line.send(json.dumps({"type": "play", "card": "x" * 20_000}))
        with pytest.raises(ConnectionClosed) as closed:
            client.until("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_card_crosses_from_one_web_process_to_another(site: Any) -> None:
    port = site.port + 1 if site.port < 65000 else site.port - 1
    site.start("web-2", port)
    try:
        anna, bruno = someone("Anna"), someone("Bruno")
        row = table_for(anna, bruno)
        with (
            Client(site, row.pk, anna) as first,
            Client(site, row.pk, bruno, port=port) as second,
        ):
            play_out(first, second)
            assert first.view["outcome"] == second.view["outcome"]
    finally:
        site.kill("web-2")


def test_computers_play_by_the_clock_process(site: Any) -> None:
    row = table_for(computers=4)
    with Client(site, row.pk) as watcher:
        watcher.until(lambda f: f["type"] == "view" and f["view"]["trick"], 20)


def test_absent_player_is_played_for_and_marked(site: Any) -> None:
    anna, bruno = someone("Anna"), someone("Bruno")
    row = table_for(anna, bruno, switches={"clock": 5})
    with Client(site, row.pk, anna) as first, Client(site, row.pk, bruno) as second:
        for player in (first, second):
            player.sealed()
            player.send(type="deal")
        first.until(
            lambda f: f["type"] == "view" and any(card["auto"] for card in f["view"]["trick"]), 15
        )


def test_killed_servers_lose_no_card_and_nobody_is_played_for(site: Any) -> None:
    anna, bruno = someone("Anna"), someone("Bruno")
    row = table_for(anna, bruno, switches={"clock": 5})
    with Client(site, row.pk, anna) as first, Client(site, row.pk, bruno) as second:
        for player in (first, second):
            player.sealed()
            player.answer(type="deal")
    before = journal.load(row.pk).match
    site.kill("web")
    site.kill("clock")
    time.sleep(8)
    site.start("clock")
    time.sleep(2)
    site.start("web")
    time.sleep(1)
    journal.kept.clear()
    after = journal.load(row.pk).match
    assert after == before
    assert not MatchFact.objects.filter(match=row, kind="timedout").exists()
    with Client(site, row.pk, anna) as first:
        frame = first.until("view")
        assert frame["view"]["hand"] == as_json(view_for(before, Seat(0)))["hand"]
        assert frame["clock"] is None or frame["clock"]["remaining_ms"] > 1000
    services.concede(match_id=row.pk, user=anna, whole_match=True)
    assert Match.objects.get(pk=row.pk).state == "over"


def test_page_source_holds_no_hidden_card(site: Any) -> None:
    anna, bruno = someone("Anna"), someone("Bruno")
    row = table_for(anna, bruno)
    services.start_deal(match_id=row.pk, user=None)
    with urlopen(f"{site.url}/tables/{row.pk}/") as page:
        html = page.read().decode()
    frame = re.search(r'<script id="frame"[^>]*>(.*?)</script>', html, re.DOTALL)
    assert frame is not None
    public = as_json(view_for(journal.load(row.pk).match, PUBLIC))
    assert cards_in(frame[1]) == {public["turn_up"]}
