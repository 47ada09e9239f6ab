import subprocess
import sys

import pytest
import yaml
from processes import ROOT, environment, free_port, wait_for

from config import run

COMPOSE = yaml.safe_load((ROOT / "docker" / "compose.yml").read_text())
OURS = ("web", "clock", "worker", "beat")


def command_of(service, port=None):
    """The command as a plain process of this environment; the web's on a free port."""
    words = [str(word) for word in COMPOSE["services"][service]["command"]]
    assert words[0] == "python"
    words[0] = sys.executable
    if port:
        words[words.index("--port") + 1] = str(port)
    return words


def test_every_service_is_there_and_waits_for_what_it_needs():
    services = COMPOSE["services"]
    assert set(services) == {"prepare", "proxy", "postgres", "valkey", *OURS}
    for name in OURS:
        assert services[name]["depends_on"]["prepare"]["condition"].endswith("successfully")
    for name in (*OURS, "postgres", "valkey"):
        assert services[name]["healthcheck"]["test"]
    assert "ports" not in services["web"], "several web processes cannot share one port"
    assert services["proxy"]["ports"]


def test_make_run_starts_the_same_commands():
    here = run.commands("0.0.0.0", 8000, demo=False)
    assert set(here) == set(OURS)
    # Only what a proxy in front makes different.
    different = {"--proxy-headers", "--forwarded-allow-ips", "*", "--timeout-graceful-shutdown"}
    for name in OURS:
        words = set(here[name][1:]) ^ set(command_of(name)[1:])
        assert words <= different | {"1", "5"}, name


def test_no_secret_is_written_down():
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "VALKEY_PASSWORD"):
        text = (ROOT / "docker" / "compose.yml").read_text()
        assert f"${{{name}:?" in text
        assert f"\n{name}=\n" in (ROOT / "docker" / ".env.example").read_text()


def test_image_has_no_tools_no_root_and_only_hashed_packages():
    text = (ROOT / "docker" / "Dockerfile").read_text()
    assert "--require-hashes -r /requirements.lock" in text
    assert "requirements-dev" not in text
    assert text.rindex("\nUSER sessantuno") > text.rindex("\nRUN")
    for copied in ("config", "accounts", "games", "tournaments", "templates", "static", "locale"):
        assert f"\nCOPY {copied} {copied}\n" in text


@pytest.fixture
def processes():
    started = []
    yield started
    for process in started:
        process.terminate()
    for process in started:
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def test_every_command_runs_as_a_plain_process_to_a_healthy_answer(attach, tmp_path, processes):
    database, valkey = attach().urls
    port = free_port()
    env = environment(
        tmp_path / "unused",
        DATABASE_URL=database,
        VALKEY_URL=valkey,
        SECRET_KEY="a key of this test alone" * 3,
        PUBLIC_URL="https://briscola.example.org",
        ALLOWED_HOSTS="briscola.example.org,localhost",
        BEHIND_PROXY="1",
    )
    prepared = subprocess.run(
        command_of("prepare"), cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert prepared.returncode == 0, prepared.stderr
    assert "is the first administrator: https://briscola.example.org/" in prepared.stderr
    for service in OURS:
        command = command_of(service, port if service == "web" else None)
        processes.append(subprocess.Popen(command, cwd=ROOT, env=env))

    def healthy(part):
        asked = [sys.executable, "docker/healthy.py", "127.0.0.1", str(port), part]
        return subprocess.run(asked, cwd=ROOT, capture_output=True, check=False).returncode == 0

    for part in ("status", "clock", "worker"):
        wait_for(lambda part=part: healthy(part), seconds=60, step=0.3)
    assert all(process.poll() is None for process in processes)
    assert not (tmp_path / "unused").exists()
