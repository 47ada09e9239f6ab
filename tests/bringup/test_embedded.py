import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
import redis
from processes import ROOT, environment, processes_of, wait_for

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can change accounts")


def python(data_dir, code, **env):
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(data_dir, **env),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def recorded(data_dir, name):
    return int((data_dir / f"{name}.pid").read_text().split()[0])


def note(urls, key, value=None):
    """Keep a value in both servers, or read it back from both."""
    with psycopg.connect(urls[0], autocommit=True) as database:
        valkey = redis.from_url(urls[1], decode_responses=True)
        if value is not None:
            database.execute("CREATE TABLE IF NOT EXISTS note (key text, value text)")
            database.execute("INSERT INTO note VALUES (%s, %s)", [key, value])
            valkey.set(key, value)
        found = database.execute("SELECT value FROM note WHERE key = %s", [key]).fetchone()[0]
        return found, valkey.get(key)


def answers(urls):
    try:
        psycopg.connect(urls[0], connect_timeout=2).close()
        return redis.from_url(urls[1]).ping()
    except (psycopg.OperationalError, redis.ConnectionError):
        return False


def test_importing_settings_starts_nothing(data_dir):
    done = python(data_dir, "import config.settings as s; print(s.DATABASE_URL, s.VALKEY_URL)")
    assert done.returncode == 0, done.stderr
    assert "127.0.0.1" in done.stdout
    assert not processes_of(data_dir)
    assert (data_dir / "secret_key").stat().st_mode & 0o777 == 0o600


def test_last_one_to_leave_stops_the_servers(data_dir, attach):
    first, second = attach(), attach()
    assert first.urls == second.urls
    assert first.let_go() == 0
    assert answers(second.urls)
    assert second.let_go() == 0
    assert not processes_of(data_dir)


def test_data_outlives_the_servers(data_dir, attach):
    first = attach()
    note(first.urls, "kept", "àèì")
    first.let_go()
    again = attach()
    assert again.urls == first.urls
    assert wait_for(lambda: note(again.urls, "kept")) == ("àèì", "àèì")


def test_five_starters_at_once_make_one_keeper(data_dir, attach):
    clients = [attach() for _ in range(5)]
    assert len({one.urls for one in clients}) == 1
    keepers = [line for line in processes_of(data_dir).values() if "config.keeper" in line]
    assert len(keepers) == 1


@pytest.mark.parametrize("name", ["postgres", "valkey"])
def test_killed_server_is_started_again_with_all_it_had(data_dir, attach, name):
    one = attach()
    note(one.urls, "before", "the kill")
    time.sleep(1.1)  # Valkey writes behind by a second
    pid = recorded(data_dir, name)
    os.kill(pid, signal.SIGKILL)
    wait_for(lambda: recorded(data_dir, name) != pid and answers(one.urls))
    assert note(one.urls, "before") == ("the kill", "the kill")


def test_killed_server_with_open_sessions_is_started_again(data_dir, attach):
    one = attach()
    sessions = [psycopg.connect(one.urls[0]) for _ in range(5)]
    pid = recorded(data_dir, "postgres")
    os.kill(pid, signal.SIGKILL)
    wait_for(lambda: recorded(data_dir, "postgres") != pid and answers(one.urls))
    for session in sessions:
        session.close()


def test_killed_keeper_takes_its_servers_along_and_is_replaced(data_dir, attach):
    one = attach()
    note(one.urls, "before", "the kill")
    os.kill(int((data_dir / "keeper.pid").read_text()), signal.SIGKILL)
    another = attach()
    assert another.urls == one.urls
    assert note(another.urls, "before")[0] == "the kill"
    servers = [line for line in processes_of(data_dir).values() if "postgres -D" in line]
    assert len(servers) == 1


def test_killed_client_leaves_no_process(data_dir, attach):
    one = attach()
    assert one.urls
    one.kill()
    wait_for(lambda: not processes_of(data_dir), seconds=8)


def test_stale_pid_files_name_nobody(data_dir, attach):
    attach().let_go()
    bystander = subprocess.Popen(["sleep", "60"])
    try:
        mine = f"{bystander.pid}\n{data_dir}/postgres\n1\n5432\n\n127.0.0.1\n"
        (data_dir / "postgres" / "postmaster.pid").write_text(mine)
        (data_dir / "postgres.pid").write_text(f"{bystander.pid} 12345")
        (data_dir / "valkey.pid").write_text("nonsense")
        (data_dir / "keeper.pid").write_text(str(bystander.pid))
        one = attach()
        assert answers(one.urls)
        assert one.let_go() == 0
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()


def test_orphaned_server_is_ended_before_another_starts(data_dir, attach):
    one = attach()
    note(one.urls, "before", "the orphan")
    keeper, orphan = int((data_dir / "keeper.pid").read_text()), recorded(data_dir, "postgres")
    os.kill(orphan, signal.SIGSTOP)  # it cannot hear that its keeper died
    os.kill(keeper, signal.SIGKILL)
    another = attach()
    assert note(another.urls, "before")[0] == "the orphan"
    assert orphan not in processes_of(data_dir)


def test_port_somebody_else_took_is_replaced(data_dir, attach):
    first = attach()
    assert first.let_go() == 0
    port = int(first.urls[0].rpartition(":")[2].partition("/")[0])
    with socket.create_server(("127.0.0.1", port)):
        second = attach()
        assert second.urls[0] != first.urls[0]
        assert answers(second.urls)


def test_nothing_is_trusted_and_nothing_is_open(data_dir, attach):
    urls = attach().urls
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(urls[0].replace(urls[0].split(":")[2].split("@")[0], "wrong"))
    with pytest.raises(redis.AuthenticationError):
        redis.from_url("redis://" + urls[1].rpartition("@")[2]).ping()
    closed = [data_dir / name for name in ("postgres", "valkey", "logs", "servers.json")]
    assert {path.stat().st_mode & 0o077 for path in closed} == {0}
    open_to_all = [path for path in data_dir.rglob("*") if path.lstat().st_mode & 0o002]
    assert not open_to_all
    passwords = (urls[0].split(":")[2].split("@")[0], urls[1].split(":")[2].split("@")[0])
    for line in processes_of(data_dir).values():
        assert not any(password in line for password in passwords)


def test_servers_are_durable_unless_told_otherwise(data_dir, attach):
    first = attach()
    with psycopg.connect(first.urls[0]) as database:
        assert database.execute("SHOW fsync").fetchone() == ("on",)
        assert database.execute("SHOW max_connections").fetchone() == ("200",)
    first.let_go()
    with psycopg.connect(attach(EMBEDDED_FSYNC="off").urls[0]) as database:
        assert database.execute("SHOW fsync").fetchone() == ("off",)


def test_given_servers_are_used_and_none_started(data_dir):
    code = (
        "from config import embedded; print(embedded.wanted());"
        "import config.settings as s; print(s.DATABASES['default']['NAME'])"
    )
    given = {"DATABASE_URL": "postgresql://u:p@db.invalid/club", "VALKEY_URL": "redis://q.invalid"}
    done = python(data_dir, code, SECRET_KEY="s" * 50, **given)
    assert done.stdout.split() == ["False", "club"], done.stderr
    refused = python(data_dir, code, **given)
    assert "SECRET_KEY must be set" in refused.stderr
    assert not data_dir.exists()


def test_works_in_a_closed_folder_with_a_very_long_path(tmp_path, attach):
    closed = tmp_path / "closed"
    deep = closed.joinpath(*["a very long name with blanks and accents àè" for _ in range(5)])
    deep.mkdir(parents=True)
    closed.chmod(0o700)
    before = [parent.stat().st_mode for parent in deep.parents]
    one = attach(deep / "data")
    assert note(one.urls, "deep", "down") == ("down", "down")
    assert one.let_go() == 0
    assert [parent.stat().st_mode for parent in deep.parents] == before
    assert not processes_of(deep / "data")


@as_root
def test_servers_do_not_run_as_root(data_dir, attach):
    assert attach().urls
    for name in ("postgres", "valkey"):
        assert Path(f"/proc/{recorded(data_dir, name)}").stat().st_uid != 0


@as_root
def test_ordinary_user_can_do_it_too(tmp_path, attach):
    python = Path("/usr/bin/python3")
    if not python.exists():
        pytest.skip("no system Python outside root's home")
    old = "import sys; sys.exit(sys.version_info < (3, 11))"
    if subprocess.run([python, "-c", old], check=False).returncode:
        pytest.skip("the system Python is too old")
    home = Path(subprocess.check_output(["mktemp", "-d"], text=True).strip())
    os.chown(home, 65534, 65534)
    packages = next(path for path in sys.path if path.endswith("site-packages"))
    try:
        one = attach(
            home / "data",
            python=["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", python],
            PYTHONPATH=f"{ROOT}:{packages}",
        )
        assert note(one.urls, "ordinary", "user") == ("user", "user")
        assert (home / "data").stat().st_uid == 65534
        assert (home / "data").stat().st_mode & 0o777 == 0o700
        assert one.let_go() == 0
        assert not processes_of(home / "data")
    finally:
        subprocess.run(["rm", "-rf", home], check=True)
