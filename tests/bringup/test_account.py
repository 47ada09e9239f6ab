import os
import subprocess

import pytest

from config import account
from config.account import Way
from config.embedded import EmbeddedError

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can change accounts")

WAYS = {
    "reading": Way("reading", 65534, 65534, "dac_read_search"),
    "passing": Way("passing", 65534, 65534, "dac_override"),
    "namespace": Way("namespace", namespace=True),
}


@pytest.fixture
def closed(tmp_path):
    """A folder of nobody's and a program, both behind a folder of root's own."""
    (tmp_path / "closed").mkdir(mode=0o700)
    folder = tmp_path / "closed" / "data"
    folder.mkdir(mode=0o700)
    os.chown(folder, 65534, 65534)
    program = tmp_path / "closed" / "program"
    program.write_text('#!/bin/sh\ntest "$(id -u)" != 0 && test -r "$0"\n')
    program.chmod(0o755)
    return folder, program


def allowed(way):
    done = subprocess.run(way.command(["true"]), capture_output=True, check=False)
    return done.returncode == 0


@pytest.mark.parametrize("name", WAYS)
def test_every_way_passes_through_a_closed_folder(closed, name):
    folder, program = closed
    way = WAYS[name]
    if not allowed(way):
        pytest.skip("this system does not allow it")
    way.own(folder)
    assert way.reaches(folder, program, "--bindir")
    assert folder.parent.stat().st_mode & 0o777 == 0o700


def test_nobody_alone_does_not_pass_and_the_next_way_is_taken(closed):
    folder, program = closed
    assert not Way("nobody", 65534, 65534).reaches(folder, program, "--bindir")
    assert account.chosen(folder.parent, folder, program).name != "nobody"


def test_where_no_way_is_left_the_message_says_what_to_do(closed, monkeypatch):
    folder, program = closed
    monkeypatch.setattr(Way, "reaches", lambda *_: False)
    with pytest.raises(EmbeddedError, match="choose another DATA_DIR, run as an ordinary user"):
        account.chosen(folder.parent, folder, program)
    assert not (folder.parent / "trial").exists()
