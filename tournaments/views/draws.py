"""The page of the draw: what it will look like, the seal, the word said in the room, the salt."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import draw, forms, selectors, services
from tournaments.models import Entry, Stage
from tournaments.phrases import TournamentError, said
from tournaments.views.frame import BROKEN_RULE, REFUSALS, Page, tournament_page


@require_safe
@tournament_page()
def draw_page(page: Page) -> HttpResponse:
    """Show the draw, before and after it is held."""
    return _shown(page)


@require_POST
@tournament_page()
def confirm(page: Page) -> HttpResponse:
    """Hold the draw."""
    word = str(page.request.POST.get("word", ""))
    try:
        services.confirm_draw(
            actor=page.actor,
            tournament_id=page.tournament.pk,
            word=word,
            draws=forms.read_number(page.request.POST, "draws"),
        )
    except REFUSALS as error:
        return _refused(page, error, word=word)
    messages.success(page.request, _("Drawn."))
    return page.go("bracket")


@require_POST
@tournament_page()
def undo(page: Page) -> HttpResponse:
    """Undo the draw while nothing has been played."""
    try:
        services.undo_draw(
            actor=page.actor,
            tournament_id=page.tournament.pk,
            draws=forms.read_number(page.request.POST, "draws"),
        )
    except REFUSALS as error:
        return _refused(page, error)
    messages.success(page.request, _("The draw has been undone; entries are open again."))
    return page.go("draw")


def _shown(page: Page, *, status: int = 200, word: str = "", message: str = "") -> HttpResponse:
    context: dict[str, Any] = {"word": word, "message": message, "tab": "draw"}
    if page.stage.state == Stage.State.OPEN:
        views = selectors.entries_of(page.tournament)
        rows = [view.row for view in views if view.row.state != Entry.State.WITHDRAWN]
        try:
            context["board"] = selectors.preview_of(page.tournament, rows)
        except TournamentError as error:
            context["problem"] = said(error)
        context["count"] = len(rows)
    else:
        context["salt"] = draw.salt_of(page.stage.secret, page.stage.word)
    context["draws"] = selectors.draws_of(page.tournament)
    return page.show("draw.html", status=status, **context)


def _refused(page: Page, error: Exception, word: str = "") -> HttpResponse:
    if isinstance(error, TournamentError) and error.key in ("not_allowed", "not_found"):
        raise error
    page.stage.refresh_from_db()
    return _shown(page, status=BROKEN_RULE, word=word, message=said(error))
