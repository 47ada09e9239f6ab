"""What runs on a data folder, and processes that use it."""

import contextlib
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOLD = """
import sys, time
from config import embedded
found = embedded.ensure()
print(found.database_url, found.valkey_url, flush=True)
sys.stdin.read()
"""


def processes_of(data_dir):
    """Every living process that works on a data folder, by number."""
    needle = str(data_dir).encode()
    found = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        with contextlib.suppress(OSError):
            if (entry / "stat").read_text().rpartition(")")[2].split()[0] == "Z":
                continue
            command = (entry / "cmdline").read_bytes()
            environ = b"DATA_DIR=" + needle + b"\0" in (entry / "environ").read_bytes()
            inside = (entry / "cwd").readlink().is_relative_to(data_dir)
            if environ or inside or needle in command:
                found[int(entry.name)] = command.replace(b"\0", b" ").decode()
    return found


def wait_for(condition, seconds=20.0, step=0.05):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if found := condition():
            return found
        time.sleep(step)
    raise AssertionError(f"not within {seconds} s: {condition}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(data_dir, **more):
    dropped = {"DATABASE_URL", "VALKEY_URL", "SECRET_KEY", "EMBEDDED_FSYNC", "LAYER_PREFIX"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    kept |= {"DATA_DIR": str(data_dir), "DJANGO_SETTINGS_MODULE": "config.settings"}
    return kept | {"PYTHONPATH": str(ROOT)} | more


class Client:
    """A process that uses the servers until it is let go or killed."""

    def __init__(self, data_dir, python=(sys.executable,), **env):
        self.process = subprocess.Popen(
            [*python, "-c", HOLD],
            cwd=ROOT,
            env=environment(data_dir, **env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._urls = None

    @property
    def urls(self):
        if self._urls is None:
            self._urls = tuple(self.process.stdout.readline().split())
            assert self._urls, self.process.stderr.read()
        return self._urls

    def let_go(self):
        assert self.urls
        self.process.communicate(timeout=20)
        return self.process.returncode

    def kill(self):
        self.process.kill()
        self.process.communicate()
