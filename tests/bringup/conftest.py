import contextlib
import os
import signal

import pytest
from processes import Client, processes_of


@pytest.fixture
def data_dir(tmp_path):
    folder = tmp_path / "data"
    yield folder
    for pid in processes_of(folder):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@pytest.fixture
def attach(data_dir):
    made = []

    def make(folder=data_dir, **more):
        made.append(Client(folder, **more))
        return made[-1]

    yield make
    for each in made:
        if each.process.poll() is None:
            each.kill()
