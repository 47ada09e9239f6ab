"""The table clock: finds what is due in rows and does it; any number may run at once."""

import os
import signal
import socket
import time
from argparse import ArgumentParser
from functools import partial
from importlib import import_module
from threading import Thread
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import OperationalError, close_old_connections

from games import selectors, services
from games.rules.bots import Level, choose
from games.rules.cards import Card
from games.rules.view import View

TICK = 0.25


class Thinker:
    """Chooses for computer players, and comes to speed once an expert has sat down.

    Machine code takes seconds to load, or a minute to make, and far more memory than a clock
    without an expert has use for; until it stands the expert thinks in plain Python.
    """

    def __init__(self) -> None:
        self.choose = choose
        self.called = False

    def __call__(self, view: View, level: Level, seed: int) -> Card:
        if level is Level.EXPERT and not self.called:
            self.called = True
            Thread(target=self.come_to_speed, daemon=True).start()
        return self.choose(view, level, seed)

    def come_to_speed(self) -> None:
        expert = import_module("games.rules.bots.expert")
        expert.warm_up()
        self.choose = expert.think


class Command(BaseCommand):
    help = "Move the computers, play for the absent, deal when it is time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seconds", type=float, help="stop by itself after so long")

    def handle(self, *_args: Any, seconds: float | None = None, **_options: Any) -> None:
        self.running = True
        self.move = partial(services.move_computer, think=Thinker())
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.stop)
        name = f"clock-{socket.gethostname()}-{os.getpid()}"
        until = None if seconds is None else time.monotonic() + seconds
        while self.running and (until is None or time.monotonic() < until):
            started = time.monotonic()
            try:
                services.beat(process=name, kind="clock")
                self.tick()
            except OperationalError as error:
                self.stderr.write(f"the database does not answer: {error}")
                close_old_connections()
                time.sleep(1)
            time.sleep(max(0.0, TICK - (time.monotonic() - started)))

    def stop(self, _number: int, _frame: FrameType | None) -> None:
        self.running = False

    def tick(self) -> None:
        if services.account_time():
            self.do_what_is_due("deadline", services.time_out, settings.GRACE_SECONDS)
        self.do_what_is_due("bot_due", self.move)
        self.do_what_is_due("deal_due", services.deal_now)

    def do_what_is_due(self, column: str, act: Any, grace: float = 0.0) -> None:
        for match_id in selectors.overdue(column, grace=grace):
            self.attempt(column, act, match_id, grace)

    def attempt(self, column: str, act: Any, match_id: int, grace: float) -> None:
        """Do one thing if it is still due; a match that cannot go on does not stop the others."""
        try:
            if selectors.is_due(match_id, column, grace=grace):
                act(match_id=match_id)
        except OperationalError:
            raise
        except Exception as error:  # noqa: BLE001  said, and tried again at the next tick
            self.stderr.write(f"match {match_id}: {type(error).__name__} {error}")
