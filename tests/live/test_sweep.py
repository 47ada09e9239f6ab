"""A web process that dies between a match's end and what follows leaves work that beat finds."""

import subprocess
import sys
import time
import urllib.request
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.utils import timezone
from table_rows import cookie_for, numbers, someone
from website import ROOT, environment, free_port

from accounts.models import Club, Membership, Role
from games.models import Variant
from tournaments import services
from tournaments.models import Pairing
from tournaments.services import Person

# The real web process, but it is killed where it would move the stage on.
DYING = """
import os, signal, sys
import uvicorn
from config.asgi import application
from tournaments.services import results
results.advance = lambda **_: os.kill(os.getpid(), signal.SIGKILL)
uvicorn.run(application, port=int(sys.argv[1]), log_level="warning")
"""


def four_singles() -> tuple[Any, Any]:
    number = next(numbers)
    dario = someone("Dario")
    club = Club.objects.create(name="Circolo", slug=f"sweep-{number}")
    Membership.objects.create(club=club, user=dario, role=Role.ORGANISER)
    tournament = services.announce_tournament(
        actor=dario,
        club=club,
        name="Torneo",
        starts_at=timezone.now() + timedelta(hours=1),
        variant=Variant.objects.create(name="sweep", club=club),
        seats=2,
        kind="first_to:1",
    )
    for name in ("Ada", "Bea", "Ciro", "Dino"):
        services.enter(actor=dario, tournament_id=tournament.pk, people=[Person(name=name)])
    services.confirm_draw(actor=dario, tournament_id=tournament.pk)
    return dario, tournament


def post(port: int, path: str, cookie: str, **fields: str) -> None:
    address = f"http://127.0.0.1:{port}{path}"
    token = "t" * 32
    request = urllib.request.Request(
        address,
        data=urlencode({**fields, "csrfmiddlewaretoken": token}).encode(),
        headers={"Cookie": f"{cookie}; csrftoken={token}", "Referer": address},
    )
    urllib.request.urlopen(request, timeout=20).read()


def test_sweep_completes_a_bracket_whose_web_process_was_killed(site: Any) -> None:
    dario, tournament = four_singles()
    first, second = Pairing.objects.filter(stage__tournament=tournament).order_by("key")
    services.score_deal(actor=dario, pairing_id=first.pk, points=(70, 50))
    port = free_port()
    web = subprocess.Popen([sys.executable, "-c", DYING, str(port)], cwd=ROOT, env=environment())
    try:
        site.wait(port)
        here = f"/clubs/{tournament.club.slug}/{tournament.slug}/matches/{second.key}/score/"
        with pytest.raises(OSError, match=r".*"):
            post(port, here, cookie_for(dario), points_0="70", points_1="50")
        assert web.wait(10) == -9
    finally:
        web.kill()
    second.refresh_from_db()
    assert second.decided
    assert Pairing.objects.filter(stage__tournament=tournament, void=False).count() == 2

    celery = [sys.executable, "-m", "celery", "-A", "config.celery"]
    workers = [
        subprocess.Popen([*celery, *words], cwd=ROOT, env=environment(), stderr=subprocess.DEVNULL)
        for words in (
            ["worker", "--pool", "threads", "--concurrency", "2", "--loglevel", "error"],
            ["beat", "--scheduler", "celery.beat:Scheduler", "--pidfile=", "--loglevel", "error"],
        )
    ]
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if Pairing.objects.filter(stage__tournament=tournament, void=False).count() == 3:
                break
            time.sleep(0.2)
        final = Pairing.objects.get(stage__tournament=tournament, void=False, round=2)
        assert final.match is not None
    finally:
        for process in workers:
            process.terminate()
        for process in workers:
            process.wait(20)
