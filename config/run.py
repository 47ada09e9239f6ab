"""`make run`: the servers, the web, the clock, the worker and beat, together until Ctrl-C."""

import contextlib
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from config import embedded
from config.child import Child, stop_all
from config.embedded import EmbeddedError
from config.welcome import is_well, say, welcome

BASE_DIR = Path(__file__).resolve().parent.parent
LOOK_SECONDS = 0.5
STOP_SECONDS = 0.9
HEALTH_SECONDS = 120.0


@contextlib.contextmanager
def telling(text: str) -> Iterator[None]:
    """Say what is being done, and how long it took."""
    say(f"{text} ...")
    started = time.monotonic()
    yield
    say(f"{text}: done in {time.monotonic() - started:.1f} s")


def commands(host: str, port: int, *, demo: bool) -> dict[str, list[str]]:
    """Return what runs side by side; docker/compose.yml starts the same ones."""
    celery = "-m celery -q -A config.celery"
    words = {
        "web": "-m uvicorn config.asgi:application --ws websockets-sansio --ws-max-size 16384"
        f" --host {host} --port {port}"
        " --no-access-log --log-level warning --timeout-graceful-shutdown 1",
        "clock": "manage.py run_clock",
        "worker": f"{celery} worker --pool threads --concurrency 4"
        " --without-gossip --without-mingle --loglevel warning",
        "beat": f"{celery} beat --scheduler celery.beat:Scheduler --pidfile= --loglevel warning",
    }
    if demo:
        words["demo"] = "manage.py run_demo"
    return {name: [sys.executable, *text.split()] for name, text in words.items()}


class Stopped(Exception):  # noqa: N818  not an error: somebody pressed Ctrl-C
    """We were told to stop in the middle of something long."""


@dataclass
class Running:
    """All that runs, and the pipes it speaks through."""

    children: list[Child] = field(default_factory=list)
    pipes: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)
    told_to_stop: bool = False
    may_be_cut_short: bool = False
    waker: socket.socket | None = None  # held here, or its number would become another file's

    def stop_if_told(self) -> None:
        """Leave what may be cut short if that was wished before it began."""
        if self.told_to_stop:
            raise Stopped

    @contextlib.contextmanager
    def cut_short(self) -> Iterator[None]:
        """Let Ctrl-C end at once what may take long here."""
        self.may_be_cut_short = True
        try:
            yield
        except Stopped:
            pass
        finally:
            self.may_be_cut_short = False

    def start_due(self) -> None:
        """Start what is dead and has waited long enough."""
        for child in self.children:
            if child.is_due():
                process = child.start()
                assert process.stdout is not None
                os.set_blocking(process.stdout.fileno(), False)
                self.pipes.register(process.stdout, selectors.EVENT_READ, child.name)

    def note_deaths(self) -> None:
        """Say which process died; one that ended its work well is not started again."""
        for child in list(self.children):
            if (status := child.died()) is None:
                continue
            if status == 0 and child.name == "demo":
                say("has played everything", child.name)
                self.children.remove(child)
            else:
                wait = child.due - time.monotonic()
                say(f"ended with {status}; it starts again in {wait:.1f} s", child.name)

    def pass_on(self, seconds: float) -> None:
        """Print what the processes say, for so long."""
        for key, _ in self.pipes.select(seconds):
            if key.data is None:
                with contextlib.suppress(BlockingIOError):
                    os.read(key.fd, 4096)
                continue
            with contextlib.suppress(BlockingIOError):
                said = os.read(key.fd, 65536)
                for line in said.decode(errors="replace").splitlines():
                    say(line, key.data)
                if not said:
                    self.pipes.unregister(key.fileobj)
                    key.fileobj.close()  # type: ignore[union-attr]

    def once(self) -> None:
        """Do what is due now, then listen for a while."""
        self.note_deaths()
        self.start_due()
        self.pass_on(LOOK_SECONDS)


def listen_for_signals(running: Running) -> None:
    """Make Ctrl-C, a closed terminal and `kill` end the loop, and a child's death wake it."""
    heard, woken = socket.socketpair()
    for end in (heard, woken):
        end.setblocking(False)
    running.waker = woken
    signal.set_wakeup_fd(woken.fileno(), warn_on_full_buffer=False)
    running.pipes.register(heard, selectors.EVENT_READ, None)

    def stop(_number: int, _frame: object) -> None:
        running.told_to_stop = True
        if running.may_be_cut_short:
            raise Stopped

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)


def prepare() -> str:
    """Compile and migrate in a process of its own; return the first administrator's link."""
    command = [sys.executable, "-m", "config.prepare", "--alone"]
    done = subprocess.run(command, cwd=BASE_DIR, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise EmbeddedError("The database could not be brought up to date; the reason is above.")
    return done.stdout.strip()


def start(running: Running, host: str, port: int, *, demo: bool) -> str:
    """Bring up the servers and the database; return the first administrator's link."""
    if not embedded.is_free(port, host):
        raise EmbeddedError(
            f"Port {port} on {host} is taken by another program. Stop that one, or choose another"
            f" port: make run PORT={port + 1}"
        )
    if embedded.wanted():
        with telling(f"starting PostgreSQL and Valkey (data in {embedded.data_dir()})"):
            embedded.ensure()
    else:
        say("using the servers named by DATABASE_URL and VALKEY_URL")
    with telling("preparing the database"):
        link = prepare()
    # Root is welcome here; Celery's lines about it would hide the ones that matter.
    env = {**os.environ, "HEALTH_REQUIRES": "clock,worker", "PYTHONUNBUFFERED": "1"}
    env["PYTHONWARNINGS"] = "ignore:You're running the worker"
    running.children = [
        Child(name, command, env=env, cwd=BASE_DIR, output=subprocess.PIPE)
        for name, command in commands(host, port, demo=demo).items()
    ]
    say(f"starting {', '.join(child.name for child in running.children)} ...")
    return link


def run(host: str, port: int, *, demo: bool) -> int:
    """Run until told to stop; return the exit status."""
    running = Running()
    listen_for_signals(running)
    link = ""
    try:
        with running.cut_short():
            link = start(running, host, port, demo=demo)
        stay(running, host, port, link)
    except EmbeddedError as error:
        say(str(error))
        return 1
    finally:
        _stop(running)
    return 0


def stay(running: Running, host: str, port: int, link: str) -> None:
    """Keep everything running, and say once that it does."""
    started = time.monotonic()
    known = None if running.told_to_stop or not embedded.wanted() else embedded.ensure()
    welcomed = False
    looked = 0.0
    while not running.told_to_stop:
        running.once()
        if time.monotonic() - looked < LOOK_SECONDS:
            continue  # woken by a line or a death
        looked = time.monotonic()
        with running.cut_short():
            running.stop_if_told()
            known = _look_after_servers(running, known)
            if not welcomed and is_well(host, port):
                welcomed = True
                say(f"everything is up after {time.monotonic() - started:.1f} s")
                welcome(host, port, link)
        if not welcomed and time.monotonic() - started > HEALTH_SECONDS:
            say(f"not healthy after {HEALTH_SECONDS:.0f} s: see /healthz and the lines above")
            started = time.monotonic()


def _look_after_servers(
    running: Running, known: embedded.Servers | None
) -> embedded.Servers | None:
    """Start a killed keeper again; where its servers had to move, restart what used them."""
    if known is None or embedded.is_kept():
        return known
    say("the servers' keeper was killed; starting it again")
    try:
        found = embedded.ensure()
    except EmbeddedError as error:
        say(str(error))
        return known
    if found != known:
        stop_all(running.children, STOP_SECONDS)
    return found


def _stop(running: Running) -> None:
    if not running.told_to_stop and not running.children:
        return  # it never began
    say("stopping ...")
    started = time.monotonic()
    stop_all(running.children, STOP_SECONDS)
    embedded.let_go()
    say(f"stopped in {time.monotonic() - started:.1f} s")


def main() -> int:
    """Read HOST and PORT from the environment and run."""
    parser = ArgumentParser(description="Run Sessantuno until Ctrl-C.")
    parser.add_argument("--demo", action="store_true", help="play a tournament to watch as well")
    options = parser.parse_args()
    port = os.environ.get("PORT") or "8000"
    if not port.isdigit() or not 0 < int(port) < 65536:  # noqa: PLR2004  a port
        say(f"PORT must be a number from 1 to 65535, not {port!r}.")
        return 1
    return run(os.environ.get("HOST") or "127.0.0.1", int(port), demo=options.demo)


if __name__ == "__main__":
    sys.exit(main())
