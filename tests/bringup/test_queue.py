import subprocess
import sys

import pytest
from processes import ROOT, environment

ASKED = "from celery import current_app as app; print(app.main, app.conf.broker_url)"


@pytest.mark.parametrize(
    "command",
    [
        ["-c", f"import config.asgi; {ASKED}"],
        ["manage.py", "shell", "-v0", "-c", ASKED],
    ],
    ids=["web", "command"],
)
def test_what_is_put_off_goes_to_our_queue(command, data_dir):
    given = {
        "DATABASE_URL": "postgresql://u:p@127.0.0.1:1/club",
        "VALKEY_URL": "redis://127.0.0.1:1/0",
        "SECRET_KEY": "s" * 50,
    }
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment(data_dir, **given),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["sessantuno", "redis://127.0.0.1:1/0"], done.stderr
