"""The PostgreSQL and Valkey that come with the product: where they answer, and who uses them.

`config.keeper` runs them, one keeper for each data folder. Whoever needs them holds a shared lock
on `clients.lock`, which the kernel lets go of however its holder ends; a keeper without clients
stops. So the first process that asks starts both servers, later ones find them, and the last one
to leave takes them along. Reading an address starts nothing.
"""

import atexit
import contextlib
import fcntl
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
# Below the range from which systems hand out ports to outgoing connections.
PORTS = range(20_000, 29_000)
START_SECONDS = 90
NAMES = ("postgres", "valkey")


class EmbeddedError(Exception):
    """The servers cannot be had; the text says why, for a person."""


@dataclass(frozen=True, slots=True)
class Address:
    """One server on the loopback: its port and the password only its owner can read."""

    port: int
    password: str


@dataclass(frozen=True, slots=True)
class Servers:
    """Where both servers answer."""

    database_url: str
    valkey_url: str


def data_dir() -> Path:
    """Where everything is kept that outlives a run."""
    return Path(os.environ.get("DATA_DIR") or BASE_DIR / ".data").resolve()


def wanted() -> bool:
    """Whether this process must bring its own servers: it was given none, or only one."""
    return not (os.environ.get("DATABASE_URL") and os.environ.get("VALKEY_URL"))


# What is remembered


def secret_key(folder: Path) -> str:
    """Return Django's key, made at random the first time and readable by its owner alone."""
    if not wanted():
        raise EmbeddedError("SECRET_KEY must be set where DATABASE_URL and VALKEY_URL are.")
    _make(folder)
    return _remember(folder / "secret_key", lambda: secrets.token_urlsafe(50))


def addresses(folder: Path) -> dict[str, Address]:
    """Return the two addresses, chosen the first time and then kept."""
    _make(folder)
    text = _remember(folder / "servers.json", lambda: _as_json(_chosen()))
    return {name: Address(**kept) for name, kept in json.loads(text).items()}


def move(folder: Path, name: str) -> Address:
    """Give a server whose port somebody else took another one, and remember it."""
    kept = addresses(folder)
    kept[name] = Address(free_port(), kept[name].password)
    write_private(folder / "servers.json", _as_json(kept))
    return kept[name]


def database_url(folder: Path) -> str:
    """Return the address of the embedded PostgreSQL's one database."""
    at = addresses(folder)["postgres"]
    return f"postgresql://sessantuno:{at.password}@127.0.0.1:{at.port}/sessantuno"


def valkey_url(folder: Path) -> str:
    """Return the address of the embedded Valkey."""
    at = addresses(folder)["valkey"]
    return f"redis://:{at.password}@127.0.0.1:{at.port}/0"


def is_free(port: int, host: str = "127.0.0.1") -> bool:
    """Tell whether a server could listen there now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def free_port() -> int:
    """Pick a port nobody listens on."""
    return next(
        port
        for port in iter(lambda: PORTS.start + secrets.randbelow(len(PORTS)), None)
        if is_free(port)
    )


def write_private(path: Path, text: str) -> None:
    """Write a file its owner alone may read, whole or not at all."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)
    fresh.replace(path)


def _chosen() -> dict[str, Address]:
    postgres = free_port()
    valkey = next(port for port in iter(free_port, None) if port != postgres)
    return {
        "postgres": Address(postgres, secrets.token_hex(24)),
        "valkey": Address(valkey, secrets.token_hex(24)),
    }


def _as_json(kept: dict[str, Address]) -> str:
    return json.dumps(
        {name: {"port": at.port, "password": at.password} for name, at in kept.items()}
    )


def _make(folder: Path) -> None:
    # Root's PostgreSQL runs as nobody and must pass through; all that lies inside is closed.
    folder.mkdir(mode=0o711 if os.geteuid() == 0 else 0o700, parents=True, exist_ok=True)


def _remember(path: Path, choose: Callable[[], str]) -> str:
    """Read a private file; two that write it first at once agree on the first one's text."""
    try:
        return path.read_text()
    except FileNotFoundError:
        fresh = path.with_name(f"{path.name}.{os.getpid()}")
        write_private(fresh, choose())
        with contextlib.suppress(FileExistsError):
            os.link(fresh, path)
        fresh.unlink()
        return path.read_text()
    except PermissionError as error:
        raise EmbeddedError(
            f"{path} belongs to another user: run as that user, or set DATA_DIR to another folder."
        ) from error


# Who uses them


class Lock:
    """A file that one process holds alone, or several share, for as long as they live."""

    def __init__(self, path: Path) -> None:
        """Open the file, holding nothing yet."""
        self.fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def share(self) -> None:
        """Hold it together with others, waiting for whoever holds it alone."""
        fcntl.flock(self.fd, fcntl.LOCK_SH)

    def take(self) -> None:
        """Hold it alone, waiting for everybody else."""
        fcntl.flock(self.fd, fcntl.LOCK_EX)

    def try_take(self) -> bool:
        """Hold it alone if nobody else holds it; otherwise what was held is lost."""
        try:
            fcntl.flock(self.fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def take_within(self, seconds: float) -> bool:
        """Hold it alone as soon as it is free, or give up."""
        until = time.monotonic() + seconds
        while not self.try_take():
            if time.monotonic() > until:
                return False
            time.sleep(0.02)
        return True

    def close(self) -> None:
        """Let go of it."""
        if self.fd >= 0:
            os.close(self.fd)
        self.fd = -1


_attached: dict[Path, Lock] = {}
_keepers: dict[Path, subprocess.Popen[bytes]] = {}


def ensure() -> Servers:
    """Make sure both servers run for as long as this process lives, and return where.

    Those the environment names are somebody else's to run.
    """
    given = Servers(os.environ.get("DATABASE_URL") or "", os.environ.get("VALKEY_URL") or "")
    if not wanted():
        return given
    folder = data_dir()
    addresses(folder)
    if folder not in _attached:
        client = Lock(folder / "clients.lock")
        client.share()
        _attached[folder] = client
        owner = os.getpid()
        # A forked child inherits this list, and must not stop what its parent uses.
        atexit.register(lambda: let_go() if os.getpid() == owner else None)
    with contextlib.closing(Lock(folder / "start.lock")) as start:
        start.take()
        if not is_kept(folder):
            _start_keeper(folder)
    return Servers(
        given.database_url or database_url(folder), given.valkey_url or valkey_url(folder)
    )


def let_go() -> None:
    """Stop using the servers; the last one to do so stops them and waits until they are gone."""
    folder = data_dir()
    client = _attached.pop(folder, None)
    if client is None:
        return
    # Held alone, the lock keeps newcomers waiting until the old servers are gone.
    if client.try_take():
        stop_keeper(folder)
    client.close()


@contextlib.contextmanager
def running() -> Iterator[Servers]:
    """Use the servers inside a `with` block."""
    try:
        yield ensure()
    finally:
        let_go()


def keeper_pid(folder: Path) -> int | None:
    """Return the keeper's process, if one runs."""
    return int((folder / "keeper.pid").read_text()) if is_kept(folder) else None


def stop_keeper(folder: Path, seconds: float = 10) -> None:
    """End the keeper, and wait until it and its servers are gone."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError, ValueError):
        if pid := keeper_pid(folder):
            os.kill(pid, signal.SIGTERM)
    with contextlib.closing(Lock(folder / "keeper.lock")) as lock:
        lock.take_within(seconds)
    _reap(folder)
    # A keeper that was killed told its servers to end, but nobody waited for them.
    for name in NAMES:
        with contextlib.closing(Lock(folder / f"{name}.lock")) as lock:
            end_holder(folder, name, lock, ((None, 0.8), (signal.SIGKILL, 1.0)))


def end_holder(
    folder: Path, name: str, lock: Lock, steps: Iterable[tuple[signal.Signals | None, float]]
) -> bool:
    """Take a server's lock, which all its processes hold; after each wait send the next signal."""
    for number, seconds in steps:
        if number and (pid := recorded(folder, name)):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)
        if lock.take_within(seconds):
            return True
    return False


def record(folder: Path, name: str, pid: int) -> None:
    """Remember which process a server is."""
    write_private(folder / f"{name}.pid", f"{pid} {_born(pid)}")


def recorded(folder: Path, name: str) -> int | None:
    """Return a server's process if it is still the one that was recorded."""
    try:
        pid, born = (folder / f"{name}.pid").read_text().split(maxsplit=1)
    except (FileNotFoundError, ValueError):
        return None
    return int(pid) if _born(int(pid)) == born else None


def _born(pid: int) -> str:
    """Return when a process began, by which a number used again is told from the old one."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return "unknown"


def is_kept(folder: Path | None = None) -> bool:
    """Tell whether a keeper lives."""
    folder = folder or data_dir()
    with contextlib.closing(Lock(folder / "keeper.lock")) as lock:
        return not lock.try_take()


def _start_keeper(folder: Path) -> None:
    """Start a keeper that outlives us if others attach, and hear from it how it went."""
    logs = folder / "logs"
    logs.mkdir(mode=0o700, exist_ok=True)
    heard, said = os.pipe()
    with (logs / "servers.log").open("a") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "config.keeper", str(folder), str(said)],
            cwd=BASE_DIR,
            pass_fds=[said],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    os.close(said)
    try:
        with os.fdopen(heard) as pipe:
            word = pipe.read()
    except BaseException:
        process.terminate()
        process.wait()
        raise
    if word != "ready":
        process.wait()
        raise EmbeddedError(word or f"The servers could not be started; see {logs}/servers.log.")
    _reap(folder)
    _keepers[folder] = process


def _reap(folder: Path) -> None:
    """Take notice of the end of a keeper we started, so that the system can forget it."""
    with contextlib.suppress(KeyError, subprocess.TimeoutExpired):
        _keepers.pop(folder).wait(1)
