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


def test_one_command_brings_everything_up_and_says_how(start, data_dir):
    one = start()
    one.wait_until_well()
    assert one.health()[1] == dict.fromkeys(
        ("status", "web", "database", "migrations", "valkey", "clock", "worker"), "ok"
    )
    wait_for(lambda: "Ctrl-C stops everything" in one.text)
    assert f"ready: http://127.0.0.1:{one.port}/" in one.text
    assert re.search(r"starting PostgreSQL and Valkey.*: done in \d+\.\d s", one.text)
    assert re.search(r"applied \d+ migrations", one.text)
    link = re.search(
        r"http://127\.0\.0\.1:\d+(/\S+/)\s*$", one.text.split("first one:")[1], re.MULTILINE
    )
    assert one.get(link[1])[0] == 200
    assert one.interrupt() < 3
    assert "stopped in" in one.text


def test_next_start_finds_all_data(start, data_dir):
    first = start()
    first.wait_until_well()
    code = "from accounts.models import Club; print(Club.objects.count())"
    club = "from accounts.models import Club; Club.objects.create(name='Kept', slug='kept')"
    shell = [sys.executable, "manage.py", "shell", "-v0", "-c"]
    subprocess.run([*shell, club], cwd=ROOT, env=environment(data_dir), check=True)
    assert first.interrupt() < 3
    second = start()
    second.wait_until_well()
    assert "the database is up to date" in second.text
    done = subprocess.check_output([*shell, code], cwd=ROOT, env=environment(data_dir), text=True)
    assert done.strip() == "1"
    assert second.health()[0] == 200, "a command beside it must not stop its servers"


def test_whatever_is_killed_comes_back_and_ctrl_c_leaves_nothing(start):
    one = start()
    one.wait_until_well()
    for name in (*NAMES, "postgres", "valkey", "keeper"):
        before = one.pid(name)
        os.kill(before, signal.SIGKILL)
        wait_for(lambda name=name, before=before: one.pid(name) not in {None, before})
    one.wait_until_well()
    for name in NAMES:
        assert f"{name} | ended with -9; it starts again in" in one.text
    for name in ("web", "postgres", "keeper", "worker"):
        with contextlib.suppress(TypeError):
            os.kill(one.pid(name), signal.SIGKILL)
    assert one.interrupt() < 3


def test_killed_supervisor_takes_everything_along(start, data_dir):
    one = start()
    one.wait_until_well()
    one.process.kill()
    one.process.wait()
    wait_for(lambda: not processes_of(data_dir), seconds=10)


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


def test_hall_gets_an_address_and_a_qr_code(start):
    one = start(HOST="0.0.0.0")
    one.wait_until_well()
    wait_for(lambda: "Ctrl-C stops everything" in one.text)
    url = re.search(r"ready: (\S+)", one.text)[1]
    assert urlsplit(url).hostname not in {"0.0.0.0", None}
    assert urlsplit(url).port == one.port
    assert "▄" in one.text


def test_given_servers_are_used_and_left_alone(start, data_dir, tmp_path, attach):
    given = attach(tmp_path / "given")
    urls = {"DATABASE_URL": given.urls[0], "VALKEY_URL": given.urls[1], "SECRET_KEY": "s" * 50}
    one = start(tmp_path / "unused", **urls)
    one.wait_until_well()
    assert one.pid("keeper") is None
    assert one.pid("postgres") is None
    assert one.interrupt() < 3
    assert processes_of(tmp_path / "given")
