import re
import tomllib

import pytest
from processes import ROOT

LOCKS = ("requirements.lock", "requirements-dev.lock")


def entries(lock):
    """The lock's requirements, each with all its continued lines."""
    text = (ROOT / lock).read_text().replace("\\\n", " ")
    return [
        line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")
    ]


def names(lock):
    return {
        re.match(r"[A-Za-z0-9._-]+", line)[0].lower().replace("_", "-") for line in entries(lock)
    }


def wanted(lines):
    return {re.match(r"[A-Za-z0-9._-]+", line)[0].lower().replace("_", "-") for line in lines}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_pinned_with_hashes(lock):
    for entry in entries(lock):
        assert re.match(r"[A-Za-z0-9._-]+(\[[a-z,]+\])?==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_names_no_index(lock):
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert not re.search(r"^\s*(-i|--index|--extra-index|--find-links|-f)\b", text, re.MULTILINE)


def test_locks_hold_what_the_project_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    needed = wanted(project["project"]["dependencies"])
    tools = wanted(project["dependency-groups"]["dev"])
    assert needed <= names("requirements.lock")
    assert needed | tools <= names("requirements-dev.lock")
    assert not names("requirements.lock") & {"hypothesis", "mypy", "playwright", "pytest", "ruff"}


def test_development_uses_the_very_versions_of_production():
    pinned = {line.split()[0].partition(";")[0] for line in entries("requirements.lock")}
    assert pinned <= {
        line.split()[0].partition(";")[0] for line in entries("requirements-dev.lock")
    }
