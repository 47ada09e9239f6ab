import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READ = re.compile(r'(?:os\.environ(?:\.get)?[\[(]\s*|\bflag\(\s*|\bwords\(\s*)"([A-Z][A-Z_]+)"')
# What Django itself reads.
NOT_OURS = {"DJANGO_SETTINGS_MODULE"}


def names_read():
    files = [
        path
        for app in ("config", "accounts", "games", "tournaments")
        for path in (ROOT / app).rglob("*.py")
    ]
    return {name for path in files for name in READ.findall(path.read_text())} - NOT_OURS


def names_documented():
    text = (ROOT / "docs" / "operations.md").read_text()
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}


def test_every_setting_is_documented_and_nothing_else_is():
    assert len(names_read()) > 20
    assert names_read() == names_documented()


def test_every_setting_of_the_compose_file_exists():
    text = (ROOT / "docker" / "compose.yml").read_text()
    ours = text.partition("environment: &environment")[2].partition("depends_on")[0]
    assert set(re.findall(r"^    ([A-Z_]+):", ours, re.MULTILINE)) <= names_read()
    example = (ROOT / "docker" / ".env.example").read_text()
    asked = set(re.findall(r"\$\{([A-Z_]+):\?", text))
    assert asked <= set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
