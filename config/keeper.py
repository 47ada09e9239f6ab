"""The process that keeps one data folder's PostgreSQL and Valkey while anybody uses them."""

import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

from config import embedded, engines
from config.child import Child, stop_all
from config.embedded import EmbeddedError, Lock
from config.engines import Postgres, Valkey

LOOK_SECONDS = 1.0
STOP_SECONDS = 1.4
OTHER_KEEPER_SECONDS = 8.0

Engine = Postgres | Valkey


def say(text: str) -> None:
    """Write one line to the keeper's log."""
    sys.stderr.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {text}\n")
    sys.stderr.flush()


class Kept:
    """One server and the lock that every process of it inherits, so that none is overlooked."""

    def __init__(self, engine: Engine, data_dir: Path) -> None:
        """Wait for, or end, whatever an earlier keeper left behind; then make the server ready."""
        self.engine = engine
        self.data_dir = data_dir
        self.lock = Lock(data_dir / f"{engine.name}.lock")
        # It was told to end when its keeper died: at first there is only to wait.
        steps = ((None, 2.0), (engine.goodbye, 4.0), (signal.SIGKILL, 4.0))
        if not embedded.end_holder(data_dir, engine.name, self.lock, steps):
            raise EmbeddedError(
                f"An earlier {engine.name} still uses {engine.folder} and does not end."
            )
        self.child = engine.prepare(self.lock.fd)

    def start(self) -> None:
        """Start the server and remember which process it is."""
        embedded.record(self.data_dir, self.engine.name, self.child.start().pid)


def bring_up(kept: list[Kept]) -> None:
    """Start all servers and wait until each answers."""
    for one in kept:
        one.start()
    until = time.monotonic() + embedded.START_SECONDS
    for one in kept:
        while not one.engine.answers():
            status = one.child.died()
            if status is not None:
                say(f"{one.engine.name}: ended at its start with {status}")
                if time.monotonic() > until - embedded.START_SECONDS + 10:
                    raise EmbeddedError(one.engine.complaint())
            if one.child.is_due():
                one.start()
            if time.monotonic() > until:
                raise EmbeddedError(one.engine.complaint())
            time.sleep(0.03)
        say(f"{one.engine.name}: answers on port {one.engine.address.port}")


def keep(
    kept: list[Kept], clients: Lock, stopped: Callable[[], bool], woken: socket.socket
) -> None:
    """Restart what dies, until told to stop or until nobody is attached any more."""
    while not stopped():
        for one in kept:
            if (status := one.child.died()) is not None:
                say(f"{one.engine.name}: died with {status}, starting it again")
            if one.child.is_due():
                one.start()
        nothing_due = all(one.child.process for one in kept)
        if clients.try_take():
            say("nobody is attached any more")
            return
        woken.settimeout(LOOK_SECONDS if nothing_due else 0.1)
        with contextlib.suppress(TimeoutError):
            woken.recv(64)


def answer(said: int, word: str) -> None:
    """Tell the one that waits for us, if it still does."""
    with contextlib.suppress(BrokenPipeError):
        os.write(said, word.encode())
    os.close(said)


def main(data_dir: Path, said: int) -> None:
    """Keep the folder's servers; tell the one that waits on the pipe how the start went."""
    told: list[int] = []
    up = False

    def stop(number: int, _frame: object) -> None:
        told.append(number)
        if not up:
            raise EmbeddedError("The servers were told to stop while they started.")

    woken, waker = socket.socketpair()
    waker.setblocking(False)
    signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)

    mine = Lock(data_dir / "keeper.lock")
    if not mine.take_within(OTHER_KEEPER_SECONDS):
        answer(said, "Another process keeps these servers and does not answer.")
        return
    embedded.write_private(data_dir / "keeper.pid", str(os.getpid()))
    kept: list[Kept] = []
    try:
        kept.extend(Kept(engine, data_dir) for engine in engines.wanted(data_dir))
        bring_up(kept)
        up = True
    except (EmbeddedError, OSError) as error:
        up = True
        say(f"could not start: {error}")
        answer(said, str(error))
        _stop(kept)
        return
    answer(said, "ready")
    clients = Lock(data_dir / "clients.lock")
    keep(kept, clients, lambda: bool(told), woken)
    _stop(kept)


def _stop(kept: list[Kept]) -> None:
    children: list[Child] = [one.child for one in kept]
    stop_all(children, STOP_SECONDS)
    for one in kept:
        (one.data_dir / f"{one.engine.name}.pid").unlink(missing_ok=True)
    say("all servers are stopped")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
