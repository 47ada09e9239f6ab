"""Take the pictures under docs/img from a demonstration of our own, started and stopped here.

`make screenshots` runs it. Nothing else on the machine is touched: the data lives in a temporary
folder and the port is a free one.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "img"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
START_SECONDS = 180
WIDE, PHONE = (1280, 860), (390, 844)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def get(url: str) -> str:
    """The text of a page, or nothing while nobody answers."""
    try:
        with urllib.request.urlopen(url, timeout=5) as page:  # noqa: S310  our own site
            return str(page.read().decode())
    except OSError:
        return ""


def wait_for(url: str, pattern: str) -> str:
    """Wait until a page holds a pattern; its first group."""
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        found = re.search(pattern, get(url))
        if found:
            return found[1]
        time.sleep(1)
    raise SystemExit(f"{url} never showed {pattern}")


def shoot(browser: Browser, url: str, name: str, ready: str) -> None:
    """Take a page wide and on a phone, light and dark."""
    for size, width in ((WIDE, "wide"), (PHONE, "phone")):
        for scheme in ("light", "dark"):
            view = {"width": size[0], "height": size[1]}
            context = browser.new_context(viewport=view, color_scheme=scheme)
            page: Page = context.new_page()
            page.goto(url)
            page.locator(ready).first.wait_for()
            page.wait_for_timeout(1500)
            page.screenshot(path=IMAGES / f"{name}-{width}-{scheme}.png")
            context.close()
            print(f"{name}-{width}-{scheme}.png", flush=True)


def main() -> None:
    """Start a demonstration, take its pictures, stop it."""
    IMAGES.mkdir(exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    port = free_port()
    home = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as data:
        environment = {**os.environ, "DATA_DIR": data, "PORT": str(port)}
        demo = subprocess.Popen(
            [sys.executable, "-m", "config.run", "--demo"], cwd=ROOT, env=environment
        )
        try:
            wait_for(f"{home}/healthz", r"(.+)")
            table = wait_for(f"{home}/tables/", r'href="(/tables/\d+/)')
            bracket = wait_for(f"{home}/", r'href="(/clubs/[\w-]+/[\w-]+/)"') + "bracket/"
            time.sleep(20)  # a few tricks, so that there is something to see
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                shoot(browser, home + bracket, "bracket", ".bracket")
                shoot(browser, home + table, "table", ".felt, #table .card")
                shoot(browser, home + "/", "home", "main")
                browser.close()
        finally:
            demo.send_signal(signal.SIGINT)
            demo.wait(20)


if __name__ == "__main__":
    main()
