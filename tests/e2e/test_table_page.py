"""The table's page against a socket of our own: what it sends, shows, and never does."""

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Browser, Page

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; form-action 'self'; base-uri 'none'"
)
# A socket that the test holds the other end of.
SOCKET = """
window.sent = []; window.lines = []; window.down = false;
window.WebSocket = class {
  static OPEN = 1; static CONNECTING = 0;
  constructor() {
    this.readyState = 0; window.lines.push(this);
    setTimeout(() => {
      if (window.down) return this.onclose?.();
      this.readyState = 1; this.onopen?.();
    }, 10);
  }
  send(text) { window.sent.push(JSON.parse(text)); }
  close() { this.readyState = 3; }
};
window.push = (frame) => window.lines.at(-1).onmessage?.({ data: JSON.stringify(frame) });
window.cut = () => { window.down = true; window.lines.at(-1).onclose?.(); };
window.mend = () => { window.down = false; dispatchEvent(new Event("online")); };
"""
STAYS = """frame => new Promise((done) => {
  const begun = performance.now();
  window.push(frame);
  dispatchEvent(new KeyboardEvent("keydown", { key: "2", bubbles: true }));
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "2", bubbles: true }));
  const laid = () => document.querySelectorAll(".trick-place .card").length;
  let seen = 0;
  const look = () => {
    seen = Math.max(seen, laid());
    if (seen === 2 && laid() === 0) done(performance.now() - begun);
    else requestAnimationFrame(look);
  };
  look();
})"""


def view(**changes: Any) -> dict[str, Any]:
    """What seat 0 of two sees on its turn, with a card of seat 1 in the middle."""
    return {
        "version": 31, "phase": "playing", "seats": 2, "sides": 2, "you": 0, "dealer": 0,
        "house": {"direction": "counter_clockwise", "second": "three", "court": "knight_high"},
        "turn": 0, "trump": "c", "turn_up": "4c", "turn_up_holder": None, "stock": 22,
        "hand": ["3c", "Ab", "Kp"], "hand_counts": [3, 2], "legal": ["3c", "Ab", "Kp"],
        "trick": [{"seat": 1, "card": "7c", "auto": False}], "taken": None, "last_trick": None,
        "tricks_taken": [3, 2], "points": [34, 21], "deals": [], "wins": [0, 0], "needed": 2,
        "outcome": None, "partner_hands": {}, "can_exchange": False, **changes,
    }  # fmt: skip


def frame(seen: dict[str, Any] | None = None, **changes: Any) -> dict[str, Any]:
    seen = seen or view()
    return {
        "type": "view",
        "version": seen["version"],
        "view": seen,
        "players": [
            {"seat": 0, "name": "Anna", "kind": "person"},
            {"seat": 1, "name": "Bruno", "kind": "person"},
        ],
        "clock": {"running": True, "remaining_ms": 14000, "seconds": 20, "seat": seen["turn"]},
        "ready": [],
        "you": seen["you"],
        **changes,
    }


def after_the_trick() -> dict[str, Any]:
    """Anna's three took the seven, both have drawn, Anna leads."""
    taken = {
        "cards": [
            {"seat": 1, "card": "7c", "auto": False},
            {"seat": 0, "card": "3c", "auto": False},
        ],
        "winner": 0,
        "points": 10,
    }
    hand = ["Ab", "Kp", "2s"]
    return frame(
        view(version=32, trick=[], taken=taken, last_trick=taken, hand=hand, legal=hand, stock=20)
    )


class Handler(SimpleHTTPRequestHandler):
    page = b""

    def do_GET(self) -> None:
        if self.path != "/table":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(self.page)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    context = {"match": "Anna / Bruno", "socket": "/ws/", "frame": frame(), "back": "/"}
    Handler.page = render_to_string("games/table.html", context, RequestFactory().get("/")).encode()
    root = Path(settings.BASE_DIR)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/table"
    server.shutdown()
    server.server_close()


@pytest.fixture
def table(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context()
    context.add_init_script(SOCKET)
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "console",
        lambda said: troubles.append(said.text) if "Content Security" in said.text else None,
    )
    page.goto(address)
    open_line(page)
    push(page, frame())
    yield page
    context.close()
    assert not troubles


def push(page: Page, what: dict[str, Any]) -> None:
    page.evaluate("frame => window.push(frame)", what)


def open_line(page: Page) -> None:
    """Wait for the socket; by a promise, since Playwright's own waiting needs eval."""
    page.evaluate(
        "new Promise(done => { const look = () =>"
        " window.lines.at(-1)?.readyState === 1 ? done() : setTimeout(look, 20); look(); })"
    )


def plays(page: Page) -> list[dict[str, Any]]:
    return [said for said in page.evaluate("window.sent") if said["type"] == "play"]


def hand(page: Page) -> list[str]:
    faces: list[str] = page.locator(".slot").evaluate_all(
        "all => all.map(one => one.querySelector('use')?.href.baseVal.slice(-2) ?? '')"
    )
    return faces


def test_a_double_click_sends_one_card(table: Page) -> None:
    table.locator(".slot").first.dblclick()
    assert [(said["card"], said["version"]) for said in plays(table)] == [("3c", 31)]


def test_a_refused_card_is_back_in_the_hand(table: Page) -> None:
    table.keyboard.press("1")
    assert table.locator(".slot.is-sending").count() == 1
    push(table, {"type": "error", "id": "another", "key": "stale", "message": "no"})
    assert table.locator(".slot.is-sending").count() == 1
    push(table, {"type": "error", "id": plays(table)[0]["id"], "key": "stale", "message": "Look."})
    assert table.locator(".slot.is-sending").count() == 0
    assert table.locator(".prompt").inner_text() == "Look."
    assert hand(table) == ["3c", "Ab", "Kp"]


def test_a_full_trick_stays_and_nothing_is_played_meanwhile(table: Page) -> None:
    table.keyboard.press("1")
    # Timed in the page itself, with a key pressed at once: a busy machine makes it longer only.
    stayed = table.evaluate(STAYS, after_the_trick())
    assert stayed >= 1200
    assert len(plays(table)) == 1
    assert hand(table) == ["2s", "Ab", "Kp"]  # the drawn card takes the free place


def test_an_older_view_is_not_shown(table: Page) -> None:
    push(table, frame(view(version=40, hand=["2s"], legal=["2s"], trick=[])))
    push(table, frame())
    assert hand(table)[0] == "2s"


def test_a_card_chosen_offline_goes_once_when_the_line_is_back(table: Page) -> None:
    table.evaluate("window.cut()")
    assert table.locator(".line-banner").is_visible()
    table.keyboard.press("2")
    assert plays(table) == []
    table.evaluate("window.mend()")
    open_line(table)
    push(table, frame())
    assert [said["card"] for said in plays(table)] == ["Ab"]
    assert table.locator(".line-banner").count() == 0


def test_a_card_chosen_offline_comes_back_when_the_table_moved_on(table: Page) -> None:
    table.evaluate("window.cut()")
    table.keyboard.press("2")
    table.evaluate("window.mend()")
    open_line(table)
    push(table, frame(view(version=35, turn=1)))
    assert plays(table) == []
    assert table.locator(".slot.is-sending").count() == 0
    assert "moved on" in table.locator(".prompt").inner_text()


def test_the_clock_stops_at_nought(table: Page) -> None:
    clock = {"running": True, "remaining_ms": 200, "seconds": 20, "seat": 0}
    push(table, frame(view(version=33), clock=clock))
    table.wait_for_timeout(900)
    assert table.locator(".clock b").inner_text() == "…"


def test_covered_cards_are_all_alike(table: Page) -> None:
    backs = table.locator(".backs .card").evaluate_all("cards => cards.map(one => one.outerHTML)")
    assert len(backs) == 2
    assert len(set(backs)) == 1


def test_a_watcher_has_no_hand_and_no_way_to_play(table: Page) -> None:
    push(table, frame(view(version=34, you=None, hand=[], legal=[])))
    assert table.locator(".hand").count() == 0
    table.keyboard.press("1")
    assert plays(table) == []


def test_focus_stays_on_its_place_when_the_view_changes(table: Page) -> None:
    table.locator(".slot").nth(1).focus()
    for version in range(33, 37):
        push(table, frame(view(version=version)))
    assert table.evaluate("document.activeElement === document.querySelectorAll('.slot')[1]")


def test_names_are_text_wherever_they_come_from(table: Page) -> None:
    players = json.loads(json.dumps(frame()["players"]))
    players[1]["name"] = "<img src=x onerror=alert(1)>"
    push(table, frame(view(version=33), players=players))
    assert table.locator("#table img").count() == 0
