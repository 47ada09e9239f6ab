"""The public pages of a tournament: overview, bracket, list of matches, ranking, log."""

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournaments import selectors
from tournaments.models import Stage
from tournaments.views.frame import Page, tournament_page


@require_safe
@tournament_page()
def overview(page: Page) -> HttpResponse:
    """Show what was announced and how far it has come."""
    drawn = page.stage.state != Stage.State.OPEN
    return page.show(
        "tournament.html",
        board=selectors.board_of(page.stage) if drawn else None,
        starts=selectors.local_start(page.tournament),
        own=selectors.entry_of_user(page.tournament, page.actor),
        tab="overview",
    )


@require_safe
@tournament_page()
def bracket(page: Page) -> HttpResponse:
    """Show the bracket, which changes by itself."""
    return page.show("bracket.html", tab="bracket", **_board(page))


@require_safe
@tournament_page()
def matches(page: Page) -> HttpResponse:
    """List the matches round by round, for those who would rather read than look."""
    return page.show("matches.html", tab="matches", **_board(page))


@require_safe
@tournament_page()
def ranking(page: Page) -> HttpResponse:
    """Show the ranking as far as it is known."""
    return page.show("ranking.html", tab="ranking", lines=selectors.ranking_of(page.stage))


@require_safe
@tournament_page()
def log(page: Page) -> HttpResponse:
    """Show who did what, and when."""
    return page.show("log.html", tab="log", lines=selectors.log_of(page.tournament))


def _board(page: Page) -> dict[str, Any]:
    if page.stage.state == Stage.State.OPEN:
        return {"board": None, "token": ""}
    token = selectors.token_of(page.tournament.pk)  # before the board: rather too old than too new
    return {"board": selectors.board_of(page.stage), "token": token}
