"""Which account the embedded servers run as, and how it reaches files behind closed folders.

PostgreSQL refuses root, so root runs the servers as nobody. A folder on the way to the data or to
the binaries may be closed to nobody, and no folder that is not ours is opened for it; instead the
servers get the one privilege that is missing, or a user namespace in which root has nobody's
number. Each way is tried on the real files before it is used.
"""

import os
import pwd
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from config.embedded import EmbeddedError

REACHES = '"$0" "$2" >/dev/null && cd "$1" && : >.reached && rm .reached'


@dataclass(frozen=True, slots=True)
class Way:
    """A way to run a server: what goes before its command, and who must own its files."""

    name: str
    uid: int | None = None
    gid: int | None = None
    privilege: str | None = None
    namespace: bool = False

    def command(self, words: list[str], goodbye: signal.Signals = signal.SIGTERM) -> list[str]:
        """Return the whole command; it gets `goodbye` when its parent dies."""
        # The kernel forgets that signal when the account changes, so it is set after the change.
        bound = ["--pdeathsig", goodbye.name.removeprefix("SIG")]
        if self.namespace:
            account = nobody()
            who = [f"--map-user={account.pw_uid}", f"--map-group={account.pw_gid}"]
            return ["unshare", "--user", *who, "setpriv", *bound, *words]
        if self.uid is None:
            return words
        who = [f"--reuid={self.uid}", f"--regid={self.gid}", "--clear-groups"]
        only = f"-all,+{self.privilege}" if self.privilege else "-all"
        who += [f"--inh-caps={only}", f"--ambient-caps={only}", f"--bounding-set={only}"]
        if self.privilege:
            # Without it access(2), by which PostgreSQL finds itself, ignores the privilege.
            who.append("--securebits=+no_setuid_fixup")
        return ["setpriv", *who, *bound, *words]

    def own(self, path: Path) -> None:
        """Give a file or a whole folder of ours to the account that must own it."""
        if os.geteuid() != 0:
            return
        uid, gid = self.uid or 0, self.gid or 0
        inside = (Path(top) / name for top, dirs, files in os.walk(path) for name in dirs + files)
        for each in (path, *inside):
            os.chown(each, uid, gid, follow_symlinks=False)

    def reaches(self, folder: Path, binary: Path, harmless: str) -> bool:
        """Try it: whether this account can run the binary and write into the folder."""
        probe = self.command(["sh", "-c", REACHES, str(binary), str(folder), harmless])
        try:
            done = subprocess.run(probe, capture_output=True, check=False)
        except OSError:
            return False
        return done.returncode == 0


def nobody() -> pwd.struct_passwd:
    """Return the account without privileges that every system has."""
    try:
        return pwd.getpwnam("nobody")
    except KeyError as error:
        raise EmbeddedError(
            "PostgreSQL does not run as root, and there is no account `nobody` to run it as."
            " Run as an ordinary user, or set DATABASE_URL and VALKEY_URL."
        ) from error


def chosen(data_dir: Path, folder: Path, binary: Path, harmless: str = "--bindir") -> Way:
    """Return the first way that works here."""
    if os.geteuid() != 0:
        return Way("this user")
    if sys.platform != "linux" or not shutil.which("setpriv"):
        raise EmbeddedError(
            "PostgreSQL does not run as root, and this system has no `setpriv` to change the"
            " account. Run as an ordinary user, or set DATABASE_URL and VALKEY_URL."
        )
    account = nobody()
    uid, gid = account.pw_uid, account.pw_gid
    if folder.exists() and folder.stat().st_uid != 0:
        # Data that an ordinary user made stays that user's.
        uid, gid = folder.stat().st_uid, folder.stat().st_gid
    ways = (
        Way("nobody", uid, gid),
        Way("nobody, reading anywhere", uid, gid, "dac_read_search"),
        Way("nobody, passing anywhere", uid, gid, "dac_override"),
        Way("a user namespace", namespace=True),
    )
    trial = data_dir / "trial"
    for way in ways:
        trial.mkdir(mode=0o700, exist_ok=True)
        os.chown(trial, way.uid or 0, way.gid or 0)
        works = way.reaches(trial, binary, harmless)
        shutil.rmtree(trial)
        if works:
            return way
    raise EmbeddedError(
        f"PostgreSQL does not run as root, and the account `nobody` cannot reach {data_dir} and"
        f" {binary.parent}: a folder above them is closed, and this system allows neither"
        " capabilities nor user namespaces. Open the folder, choose another DATA_DIR, run as an"
        " ordinary user, or set DATABASE_URL and VALKEY_URL."
    )
