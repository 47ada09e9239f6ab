"""The page of one match: its deals, and the form a scorer fills from the keyboard alone."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.selectors import Sitting, sittings
from tournaments import forms, selectors, services
from tournaments.models import Pairing, Stage
from tournaments.phrases import TournamentError, said
from tournaments.views.frame import BROKEN_RULE, REFUSALS, Page, Refusal, is_htmx, tournament_page


@require_safe
@tournament_page()
def match(page: Page, key: str) -> HttpResponse:
    """Show a match with its deals."""
    return _shown(page, key, saved="saved" in page.request.GET)


@require_POST
@tournament_page()
def score(page: Page, key: str) -> HttpResponse:
    """Enter a deal played on paper."""
    row = _row(page, key)
    data = page.request.POST
    try:
        points, winner = forms.read_score(data)
        services.score_deal(
            actor=page.actor,
            pairing_id=row.pk,
            points=points,
            winner=winner,
            version=forms.read_number(data, "version"),
            command=str(data.get("command", ""))[:64] or None,
        )
    except REFUSALS as error:
        return _refused(page, key, error)
    return _done(page, key)


@require_POST
@tournament_page()
def deal(page: Page, key: str, number: int, verb: str) -> HttpResponse:
    """Correct a deal, strike it, or take its strike back."""
    row = _row(page, key)
    data = page.request.POST
    version = forms.read_number(data, "version")
    try:
        if verb == "correct":
            points, winner = forms.read_score(data)
            services.correct_deal(
                actor=page.actor,
                pairing_id=row.pk,
                deal=number,
                points=points,
                winner=winner,
                version=version,
            )
        elif verb == "void":
            services.void_deal(actor=page.actor, pairing_id=row.pk, deal=number, version=version)
        else:
            services.restore_deal(actor=page.actor, pairing_id=row.pk, deal=number)
    except REFUSALS as error:
        return _refused(page, key, error, deal=number)
    return _done(page, key)


@require_POST
@tournament_page()
def walkover(page: Page, key: str) -> HttpResponse:
    """Give a match to a side without play, to neither, or take that back."""
    row = _row(page, key)
    data = page.request.POST
    try:
        if "undo" in data:
            services.undo_walkover(actor=page.actor, pairing_id=row.pk)
        else:
            services.walkover(actor=page.actor, pairing_id=row.pk, winner=forms.read_award(data))
    except REFUSALS as error:
        return _refused(page, key, error)
    return _done(page, key)


@require_POST
@tournament_page()
def seat(page: Page, key: str, seat: int) -> HttpResponse:
    """Let a computer play for somebody absent, or give the seat back."""
    row = _row(page, key)
    back = "back" in page.request.POST
    try:
        services.seat_computer(actor=page.actor, pairing_id=row.pk, seat=seat, back=back)
    except REFUSALS as error:
        return _refused(page, key, error)
    return _done(page, key)


@require_safe
@tournament_page("score")
def next_match(page: Page) -> HttpResponse:
    """Go to the next match that waits for its score."""
    row = None
    if page.stage.state != Stage.State.OPEN:
        row = selectors.next_to_score(page.stage, page.request.GET.get("after", "")[:40])
    return page.go("match", row.key) if row is not None else page.go("bracket")


def _row(page: Page, key: str) -> Pairing:
    row = selectors.standing_pairing(page.stage, key)
    if row is None:
        raise Http404
    return row


def _done(page: Page, key: str) -> HttpResponse:
    if is_htmx(page.request):
        return _shown(page, key, saved=True)
    # A form sent before the script was ready goes on too: the focus waits at the next step.
    return redirect(page.url("match", key) + "?saved")


def _refused(page: Page, key: str, error: Refusal, deal: int | None = None) -> HttpResponse:
    if isinstance(error, TournamentError) and error.key in ("not_allowed", "not_found"):
        raise error
    return _shown(page, key, error=error, deal=deal)


def _shown(
    page: Page,
    key: str,
    *,
    error: Refusal | None = None,
    deal: int | None = None,
    saved: bool = False,
) -> HttpResponse:
    try:
        view = selectors.pairing_page(page.stage, key)
    except Pairing.DoesNotExist as missing:
        raise Http404 from missing
    context: dict[str, Any] = {
        "pairing": view,
        "typed": page.request.POST if error else {},
        "error": said(error) if error else "",
        "error_field": _field_of(error) if error else "",
        "error_deal": deal,
        "saved": saved,
        "next": selectors.next_to_score(page.stage, key) if page.acts.get("score") else None,
        "table": _table(view),
        "seats": _seats(page, view),
        "tab": "bracket",
    }
    fragment = is_htmx(page.request) and page.request.method == "POST"
    template = "_match.html" if fragment else "match.html"
    return page.show(template, status=BROKEN_RULE if error else 200, **context)


def _seats(page: Page, view: selectors.PairingView) -> list[Sitting]:
    """Who sits at the table, for those who may put a computer there."""
    asked = page.acts.get("score") and page.tournament.computers_allowed
    if not asked or not _table(view) or view.match is None or view.row.decided:
        return []
    return sittings([view.match.pk]).get(view.match.pk, [])


def _table(view: selectors.PairingView) -> str:
    if view.match is None or not view.match.live:
        return ""
    return reverse("games:table", args=[view.match.pk])


def _field_of(error: Refusal) -> str:
    """Rules know no fields: what they say of points stands at the second figure."""
    field = str(getattr(error, "field", ""))
    return field or ("points_1" if error.key.startswith("points") else "")
