"""What the person who started everything reads: lines, the address, a QR code, a first link."""

import contextlib
import http.client
import json
import os
import socket
import sys

import segno

HEALTHY = 200
# Who listens everywhere is asked here.
LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  names, not an address to bind


def say(text: str, name: str = "") -> None:
    """Print one line, with the name of the process it is about."""
    sys.stdout.write(f"{name or 'sessantuno':>10} | {text}\n")
    sys.stdout.flush()


def is_well(host: str, port: int) -> bool:
    """Ask the web process whether everything is up."""
    asked = http.client.HTTPConnection(LOOPBACK.get(host, host), port, timeout=2)
    try:
        asked.request("GET", "/healthz")
        answer = asked.getresponse()
        return bool(answer.status == HEALTHY and json.load(answer)["status"] == "ok")
    except (OSError, ValueError, LookupError, http.client.HTTPException):
        return False
    finally:
        asked.close()


def address(host: str, port: int) -> str:
    """Return what to type into a browser: in the hall's network, where we listen to it."""
    if host in LOOPBACK:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            host = "127.0.0.1"
            with contextlib.suppress(OSError):
                # No packet is sent: the system only says from where it would be.
                probe.connect(("192.0.2.1", 9))
                host = str(probe.getsockname()[0])
    shown = os.environ.get("PUBLIC_URL", "").rstrip("/")
    return shown or _url(host, port)


def welcome(host: str, port: int, link: str) -> None:
    """Print the address, for phones as a QR code, and the first administrator's link."""
    base = address(host, port)
    say("")
    say(f"Sessantuno is ready: {base}/")
    if link:
        say("There is no administrator yet. Whoever opens this link once becomes the first one:")
        say(f"    {base}{link}")
    if host in LOOPBACK:
        say("Phones in the same network can scan this:")
        segno.make(f"{base}/", micro=False).terminal(compact=True)
    say("Ctrl-C stops everything; the data stays.")
    say("")
    sys.stdout.flush()


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
