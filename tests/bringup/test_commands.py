import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from processes import ROOT


def test_ci_calls_check_and_test_and_nothing_else():
    script = ROOT / ".ci" / "run"
    lines = [line for line in script.read_text().splitlines() if line and not line.startswith("#")]
    assert lines == ["set -euo pipefail", 'cd "$(dirname "$0")/.."', "make check", "make test"]
    assert os.access(script, os.X_OK)


def test_every_target_is_there():
    everyday = ["setup", "run", "demo", "test", "test-long", "check", "fmt"]
    command = ["make", "-n", *everyday, "bench", "messages", "screenshots"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_hooks_come_from_this_repository_alone():
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
    assert [repo["repo"] for repo in hooks["repos"]] == ["local"]
    assert {hook["language"] for repo in hooks["repos"] for hook in repo["hooks"]} == {"system"}
    checked = subprocess.check_output(["make", "-n", "check"], cwd=ROOT, text=True)
    for hook in hooks["repos"][0]["hooks"]:
        assert hook["entry"] in checked


def setup(venv, lock, **env):
    return subprocess.run(
        ["sh", ROOT / ".ci" / "setup", venv, lock],
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )


def test_setup_names_the_python_it_needs(tmp_path):
    lock = ROOT / "requirements-dev.lock"
    missing = setup(tmp_path / "venv", lock, PYTHON="python-that-is-not-there")
    assert missing.returncode == 1
    assert "no python-that-is-not-there here" in missing.stderr
    old = tmp_path / "old-python"
    old.write_text("#!/bin/sh\ncase $1 in -V) echo Python 3.9.2;; *) exit 1;; esac\n")
    old.chmod(0o755)
    refused = setup(tmp_path / "venv", lock, PYTHON=str(old))
    assert refused.returncode == 1
    assert "Python 3.9.2; Python 3.11 or newer is needed" in refused.stderr


def test_setup_does_nothing_while_the_lock_is_the_same(tmp_path):
    lock = tmp_path / "some.lock"
    lock.write_text("nothing==1\n")
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").symlink_to(sys.executable)
    (venv / ".installed").write_text(hashlib.sha256(lock.read_bytes()).hexdigest() + "\n")
    done = setup(venv, lock, PYTHON=sys.executable)
    assert done.returncode == 0
    assert done.stdout == ""


@pytest.mark.long
@pytest.mark.parametrize("python", ["/usr/bin/python3", sys.executable])
def test_lock_installs_under_every_python_at_hand(tmp_path, python):
    if not Path(python).exists():
        pytest.skip("not on this machine")
    done = setup(tmp_path / "venv", ROOT / "requirements-dev.lock", PYTHON=python)
    assert done.returncode == 0, done.stderr
    assert "The environment is ready." in done.stdout
