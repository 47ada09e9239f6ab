"""The real web and clock processes on the test database, and people who come to a table."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from django.conf import settings
from django.db import connection

ROOT = Path(__file__).parent.parent


def database_url() -> str:
    at = connection.settings_dict
    secret = quote(at["PASSWORD"], safe="")
    return f"postgresql://{at['USER']}:{secret}@{at['HOST']}:{at['PORT']}/{at['NAME']}"


def environment(**more: str) -> dict[str, str]:
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": database_url(),
        "VALKEY_URL": settings.VALKEY_URL,
        "SECRET_KEY": settings.SECRET_KEY,
        "LAYER_PREFIX": os.environ["LAYER_PREFIX"],
        "ALLOWED_HOSTS": "127.0.0.1,localhost",
        "BOT_DELAY_SECONDS": "0.05",
        "TRICK_PAUSE_SECONDS": "0.05",
        **more,
    }


@dataclass
class Site:
    """Processes of ours, each of which can be killed and started again."""

    port: int
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, name: str, port: int | None = None) -> None:
        words = {
            "web": [
                "-m", "uvicorn", "config.asgi:application", "--ws", "websockets-sansio",
                "--ws-max-size", "16384", "--port", str(port or self.port),
                "--log-level", "warning",
            ],
            "clock": ["manage.py", "run_clock"],
        }[name.partition("-")[0]]  # fmt: skip
        self.running[name] = subprocess.Popen([sys.executable, *words], cwd=ROOT, env=environment())
        if name.startswith("web"):
            self.wait(port or self.port)

    def wait(self, port: int) -> None:
        until = time.monotonic() + 40
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/robots.txt", timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the web process does not answer")

    def kill(self, name: str) -> None:
        process = self.running.pop(name)
        process.send_signal(signal.SIGKILL)
        process.wait()

    def stop(self) -> None:
        for process in self.running.values():
            process.terminate()
        for process in self.running.values():
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.running.clear()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
