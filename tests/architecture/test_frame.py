"""Migrations, settings and templates: what is easily forgotten."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).parent.parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


def test_no_migration_is_missing(db):
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_every_variable_of_the_environment_is_documented():
    words = r'(?:environ(?:\.get)?[\(\[]|flag\(|words\(|getenv\()\s*"([A-Z][A-Z0-9_]+)"'
    used = {
        name
        for path in (ROOT / "config").rglob("*.py")
        for name in re.findall(words, path.read_text())
    } - {"DJANGO_SETTINGS_MODULE", "PATH"}
    told = (ROOT / "docs" / "operations.md").read_text()

    assert [name for name in sorted(used) if f"`{name}`" not in told] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_template_has_no_inline_style_or_script(path):
    text = re.sub(r"\{% comment %\}.*?\{% endcomment %\}", "", path.read_text(), flags=re.DOTALL)

    assert not re.search(r"\sstyle\s*=", text)
    assert not re.search(r"<style\b", text)
    assert not re.search(r"\son[a-z]+\s*=\s*[\"']", text)
    assert "javascript:" not in text
    assert "hx-on" not in text
    for script in re.findall(r"<script\b[^>]*>", text):
        assert "src=" in script or 'type="application/json"' in script, script


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_template_fetches_nothing_from_elsewhere(path):
    assert not re.search(r'(?:src|href|action)\s*=\s*"(?:https?:)?//', path.read_text())


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_posting_form_has_its_csrf_token(path):
    for form in re.findall(r"<form\b.*?</form>", path.read_text(), re.DOTALL):
        if re.search(r'method="post"', form.split(">")[0] + ">", re.IGNORECASE):
            assert "{% csrf_token %}" in form, form[:120]


def test_no_template_says_hand_or_game_for_a_deal():
    """RULES.md section 1: by region the words mean deal, trick or match."""
    marked = r"\{%\s*(?:trans|translate)\s+[\"'](.*?)[\"']\s*%\}"
    said = [(p.name, t) for p in TEMPLATES for t in re.findall(marked, p.read_text())]

    assert [(p, t) for p, t in said if re.search(r"\bgames?\b", t, re.IGNORECASE)] == []
