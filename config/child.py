"""Processes we start: that they end with us, that they end when told, and that they come back."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

PR_SET_PDEATHSIG = 1
FIRST_WAIT, LONGEST_WAIT, STEADY_SECONDS = 0.2, 10.0, 30.0

_libc = ctypes.CDLL(None, use_errno=True)


def end_with_parent(with_signal: signal.Signals) -> Callable[[], None]:
    """Return what a new process runs first, so that it gets the signal when its parent dies."""

    def bind() -> None:
        if sys.platform == "linux":
            _libc.prctl(PR_SET_PDEATHSIG, int(with_signal))

    return bind


@dataclass
class Child:
    """One process kept alive: started again when it dies, later and later while it dies at once.

    `goodbye` is the signal that ends it in good order.
    """

    name: str
    command: Sequence[str]
    goodbye: signal.Signals = signal.SIGTERM
    env: Mapping[str, str] | None = None
    cwd: Path | None = None
    output: IO[bytes] | int | None = None
    pass_fds: Sequence[int] = ()
    process: subprocess.Popen[bytes] | None = None
    due: float = 0.0
    _wait: float = FIRST_WAIT
    _started: float = 0.0

    def start(self) -> subprocess.Popen[bytes]:
        """Start it now. Only the main thread may: a parent's death is its thread's death."""
        self._started = time.monotonic()
        self.process = subprocess.Popen(
            self.command,
            env=self.env,
            cwd=self.cwd,
            stdin=subprocess.DEVNULL,
            stdout=self.output,
            stderr=subprocess.STDOUT if self.output is not None else None,
            pass_fds=self.pass_fds,
            start_new_session=True,
            preexec_fn=end_with_parent(self.goodbye),  # noqa: PLW1509  one thread, no locks
        )
        return self.process

    def died(self) -> int | None:
        """Return how it ended, once, and set when it is due again."""
        if self.process is None or (status := self.process.poll()) is None:
            return None
        self.kill()
        self.process = None
        if time.monotonic() - self._started > STEADY_SECONDS:
            self._wait = FIRST_WAIT
        self.due = time.monotonic() + self._wait
        self._wait = min(self._wait * 2, LONGEST_WAIT)
        return status

    def is_due(self) -> bool:
        """Tell whether it is dead and has waited long enough."""
        return self.process is None and time.monotonic() >= self.due

    def ask_to_end(self) -> None:
        """Send the signal that ends it in good order."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(self.goodbye)

    def wait_until(self, moment: float) -> bool:
        """Wait for its end up to a moment of the monotonic clock."""
        if self.process is None:
            return True
        try:
            self.process.wait(max(0.0, moment - time.monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True

    def kill(self) -> None:
        """End whatever is left of it and of those it started."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def stop_all(children: Sequence[Child], seconds: float) -> None:
    """End all at once, in good order while time lasts."""
    until = time.monotonic() + seconds
    for child in children:
        child.ask_to_end()
    for child in children:
        child.wait_until(until)
    for child in children:
        child.kill()
        child.process = None
