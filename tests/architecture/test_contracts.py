"""The arrows of the design, kept by import-linter, and what it cannot see."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
APPS = ("accounts", "games", "tournaments")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]


def modules_of(app):
    """The modules and packages right inside an app."""
    found = {path.stem for path in (ROOT / app).glob("*.py")}
    return found | {path.parent.name for path in (ROOT / app).glob("*/__init__.py")} - {"__init__"}


def python_files(*folders):
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def test_contracts_are_kept():
    command = [Path(sys.executable).parent / "lint-imports", "--no-cache"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_front_door_of_games_names_every_other_module():
    door = next(c for c in CONTRACTS["contracts"] if c["id"] == "front-door")
    open_to_tournaments = {"services", "selectors", "models", "signals", "migrations", "__init__"}

    named = {name.removeprefix("games.") for name in door["forbidden_modules"]}
    assert named == modules_of("games") - open_to_tournaments


@pytest.mark.parametrize("app", APPS)
def test_every_module_says_what_it_knows(app):
    silent = [
        str(path)
        for path in python_files(app)
        if path.name != "__init__.py"
        and "migrations" not in path.parts
        and not re.match(r'(#!.*\n)?"""', path.read_text())
    ]

    assert silent == []


@pytest.mark.parametrize("app", APPS)
def test_entrances_ask_selectors_and_services_never_tables(app):
    """A serializer names its model and where a key leads, for the schema: no more."""
    entrances = [
        path
        for path in python_files(app)
        if {path.stem, path.parent.name} & {"views", "api", "consumers", "tasks", "templatetags"}
    ]
    asked = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in entrances
        for line in path.read_text().splitlines()
        if re.search(r"(?<!queryset=Variant)\.objects\.(?!none\(\))", line)
    ]

    assert asked == []


def test_there_is_no_drawer_for_everything():
    drawers = {"common", "core", "utils", "helpers", "base", "managers", "misc"}
    found = [path for path in python_files("config", *APPS) if path.stem in drawers]

    assert found == []


def test_services_import_at_the_top_so_nothing_is_circular():
    inside = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for app in APPS
        for path in python_files(app)
        for line in path.read_text().splitlines()
        if re.match(r"\s+(from \S+ import|import \S)", line)
        and {path.stem, path.parent.name} & {"services", "selectors", "views", "live", "models"}
    ]

    assert inside == []
