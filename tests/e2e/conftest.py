"""People at browsers; a page that breaks the content security policy fails its test."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright
from table_rows import cookie_for

from accounts.models import User

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # Playwright's loop lives in this thread; the rows are asked for between its turns.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    found = next((path for name in NAMES if (path := shutil.which(name))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def sit_at(site: Any, browser: Browser) -> Iterator[Open]:
    """Open a browser of one's own, signed in as a user or as nobody."""
    opened = []
    complaints: list[str] = []

    def open_(
        user: User | None = None, *, width: int = 1280, height: int = 900, **more: Any
    ) -> Page:
        context = browser.new_context(
            base_url=site.url, viewport={"width": width, "height": height}, **more
        )
        if user is not None:
            name, _, value = cookie_for(user).partition("=")
            context.add_cookies([{"name": name, "value": value, "url": site.url}])
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", lambda said: complaints.append(said.text) if _bad(said) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        opened.append(context)
        return page

    yield open_
    for context in opened:
        context.close()
    assert complaints == []


def _bad(said: Any) -> bool:
    """A violated policy or a broken script; a refusal's status is what the test asked for."""
    return said.type == "error" and "the server responded with a status of 4" not in said.text
