import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from urllib.parse import urlsplit

import psycopg
import pytest
from processes import ROOT, environment, free_port, processes_of, wait_for

NAMES = ("web", "clock", "worker", "beat")
MARKS = {
    "web": "config.asgi:application",
    "clock": "run_clock",
    "worker": "config.celery worker",
    "beat": "config.celery beat",
    "keeper": "config.keeper",
    "postgres": "postgres -D",
    "valkey": "valkey-server",
}


class Installation:
    """`python -m config.run` on a data folder, with what it says."""

    def __init__(self, data_dir, **env):
        self.data_dir = data_dir
        self.port = int(env.setdefault("PORT", str(free_port())))
        self.said = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.run"],
            cwd=ROOT,
            env=environment(data_dir, **env),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        self.said.extend(self.process.stdout)

    @property
    def text(self):
        return "".join(self.said)

    def get(self, path):
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            line.request("GET", path)
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()

    def health(self):
        try:
            status, body = self.get("/healthz")
        except OSError:
            return 0, {}
        return status, json.loads(body)

    def wait_until_well(self, seconds=60):
        def well():
            assert self.process.poll() is None, self.text
            return self.health()[0] == 200

        wait_for(well, seconds, step=0.2)

    def pid(self, name):
        found = [pid for pid, line in processes_of(self.data_dir).items() if MARKS[name] in line]
        return found[0] if found else None

    def wait_for_processes(self, *names, seconds=60):
        def all_there():
            assert self.process.poll() is None, self.text
            return all(self.pid(name) for name in names)

        wait_for(all_there, seconds, step=0.01)

    def interrupt(self):
        """Press Ctrl-C; return how long it took until nothing was left."""
        started = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)
        wait_for(lambda: not processes_of(self.data_dir), step=0.02)
        return time.monotonic() - started


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run") / "data"
    yield folder
    for pid in processes_of(folder):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@pytest.fixture
def start(data_dir):
    started = []

    def begin(folder=data_dir, **env):
        started.append(Installation(folder, **env))
        return started[-1]

    yield begin
    for one in started:
        if one.process.poll() is None:
            one.interrupt()


def clubs(data_dir):
    kept = json.loads((data_dir / "servers.json").read_text())["postgres"]
    url = f"postgresql://sessantuno:{kept['password']}@127.0.0.1:{kept['port']}/sessantuno"
    with psycopg.connect(url) as database:
        return [name for (name,) in database.execute("SELECT name FROM accounts_club")]


def test_one_command_brings_everything_up_and_the_next_finds_all_data(start, data_dir):
    """One story, since each start takes its seconds."""
    one = start(HOST="0.0.0.0")
    one.wait_until_well()
    assert one.health()[1] == dict.fromkeys(
        ("status", "web", "database", "migrations", "valkey", "clock", "worker"), "ok"
    )
    wait_for(lambda: "Ctrl-C stops everything" in one.text)
    assert re.search(r"starting PostgreSQL and Valkey.*: done in \d+\.\d s", one.text)
    assert re.search(r"applied \d+ migrations", one.text)
    url = re.search(r"ready: (\S+)", one.text)[1]
    assert urlsplit(url).hostname not in {"0.0.0.0", None}
    assert urlsplit(url).port == one.port
    assert "▄" in one.text, "a QR code for the phones in the hall"
    link = re.search(rf"    {url}(\S+)$", one.text, re.MULTILINE)
    assert one.get("/" + link[1])[0] == 200

    club = "from accounts.models import Club; Club.objects.create(name='Kept', slug='kept')"
    shell = [sys.executable, "manage.py", "shell", "-v0", "-c", club]
    subprocess.run(shell, cwd=ROOT, env=environment(data_dir), check=True)
    assert one.health()[0] == 200, "a command beside it must not stop its servers"
    assert one.interrupt() < 3
    assert "stopped in" in one.text

    again = start()
    again.wait_until_well()
    assert "the database is up to date" in again.text
    assert clubs(data_dir) == ["Kept"]
    for name in (*NAMES, "postgres", "valkey", "keeper"):
        before = again.pid(name)
        os.kill(before, signal.SIGKILL)
        wait_for(lambda name=name, before=before: again.pid(name) not in {None, before})
    again.wait_until_well()
    for name in NAMES:
        assert f"{name} | ended with -9; it starts again in" in again.text
    assert clubs(data_dir) == ["Kept"]
    for name in ("web", "postgres", "keeper", "worker"):
        with contextlib.suppress(TypeError):
            os.kill(again.pid(name), signal.SIGKILL)
    assert again.interrupt() < 3


def test_killed_supervisor_takes_everything_along(start, data_dir):
    one = start()
    one.wait_for_processes(*NAMES, "postgres")
    one.process.kill()
    one.process.wait()
    wait_for(lambda: not processes_of(data_dir), seconds=10)


def test_ctrl_c_ends_a_start_too(start, data_dir):
    for name in ("keeper", "postgres", "web"):
        one = start()
        one.wait_for_processes(name)
        assert one.interrupt() < 3
        assert one.process.returncode == 0
        assert "Traceback" not in one.text


def test_taken_port_is_named(start, data_dir):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        one = start(PORT=str(port))
        assert one.process.wait(20) == 1
        wait_for(lambda: f"Port {port} on 127.0.0.1 is taken" in one.text)
    assert not processes_of(data_dir)


def test_port_that_is_none_is_refused(start):
    one = start(PORT="0")
    assert one.process.wait(20) == 1
    wait_for(lambda: "PORT must be a number" in one.text)


def test_given_servers_are_used_and_left_alone(start, tmp_path, attach):
    given = attach(tmp_path / "given")
    urls = {"DATABASE_URL": given.urls[0], "VALKEY_URL": given.urls[1], "SECRET_KEY": "s" * 50}
    one = start(tmp_path / "unused", **urls)
    one.wait_for_processes("web")
    assert "using the servers named by DATABASE_URL and VALKEY_URL" in one.text
    assert one.interrupt() < 3
    assert not (tmp_path / "unused").exists()
    assert processes_of(tmp_path / "given")
