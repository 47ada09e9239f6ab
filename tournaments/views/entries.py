"""The pages of entries: typed in at speed by an organiser, or entered online by players."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments import forms, selectors, services
from tournaments.models import Entry, Tournament
from tournaments.phrases import TournamentError, said
from tournaments.views.frame import BROKEN_RULE, REFUSALS, Page, Refusal, is_htmx, tournament_page

INVITATIONS = "invitations"
NAMESAKES = frozenset({"already_entered", "which_one", "twice_in_entry"})


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_page()
def entries(page: Page) -> HttpResponse:
    """List the entries; an organiser types the next one in."""
    if page.request.method != "POST":
        return page.show("entries.html", **_entries(page))
    data = page.request.POST
    try:
        services.enter(
            actor=page.actor,
            tournament_id=page.tournament.pk,
            people=forms.read_people(data, page.tournament.seats // 2),
            name=str(data.get("name", "")),
        )
    except REFUSALS as error:
        _raise_if_foreign(error)
        context = _entries(page, typed=data, error=error)
        template = "_entries.html" if is_htmx(page.request) else "entries.html"
        return page.show(template, status=BROKEN_RULE, **context)
    if is_htmx(page.request):
        return page.show("_entries.html", **_entries(page))
    return page.go("entries")


@never_cache
@require_safe
@tournament_page("organise")
def people(page: Page) -> HttpResponse:
    """Offer people the club knows while a name is typed."""
    text = page.request.GET.get("q", "")[:150]
    place = forms.read_number(page.request.GET, "place") or 0
    return page.show(
        "_people.html",
        people=selectors.people_matching(page.tournament, text),
        namesake=selectors.has_namesake(page.tournament, text),
        text=" ".join(text.split()),
        place=place,
    )


@require_POST
@tournament_page("organise")
def seeds(page: Page) -> HttpResponse:
    """Set seeds by hand."""
    try:
        services.set_seeds(
            actor=page.actor,
            tournament_id=page.tournament.pk,
            seeds=forms.read_seeds(page.request.POST),
        )
    except REFUSALS as error:
        _raise_if_foreign(error)
        context = _entries(page, seeds=page.request.POST, seed_error=error)
        return page.show("entries.html", status=BROKEN_RULE, **context)
    messages.success(page.request, _("Seeds saved."))
    return page.go("entries")


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_page("organise")
def change(page: Page, number: int) -> HttpResponse:
    """Put an entry's people right."""
    view = _entry(page, number)
    error: Refusal | None = None
    if page.request.method == "POST":
        data = page.request.POST
        try:
            services.change_entry(
                actor=page.actor,
                tournament_id=page.tournament.pk,
                number=number,
                people=forms.read_people(data, page.tournament.seats // 2),
                name=str(data.get("name", "")),
            )
        except REFUSALS as refused:
            _raise_if_foreign(refused)
            error = refused
        else:
            return page.go("entries")
    typed: dict[str, Any] = {"name": view.row.name}
    for place, person in enumerate(view.people):
        typed |= {f"name_{place}": person.name, f"note_{place}": person.note}
        typed |= {f"player_{place}": person.pk}
    rows = person_rows(page.tournament, typed if error is None else page.request.POST, error)
    return page.show(
        "entry.html",
        status=200 if error is None else BROKEN_RULE,
        entry=view,
        rows=rows,
        error=error if error and not _field(error) else None,
        message=said(error) if error else "",
        typed=typed,
        tab="entries",
    )


@require_POST
@tournament_page()
def act(page: Page, number: int, verb: str) -> HttpResponse:
    """Withdraw, take back, leave, remove, invite: one button each."""
    tournament_id, user = page.tournament.pk, page.actor
    if not user.is_authenticated:
        raise Http404
    try:
        if verb == "withdraw":
            services.withdraw(actor=user, tournament_id=tournament_id, number=number)
        elif verb == "reinstate":
            services.reinstate(actor=user, tournament_id=tournament_id, number=number)
        elif verb == "leave":
            services.leave(user=user, tournament_id=tournament_id, number=number)
        elif verb == "remove":
            player = forms.read_number(page.request.POST, "player") or 0
            services.remove_partner(
                user=user, tournament_id=tournament_id, number=number, player_id=player
            )
        elif verb == "invite":
            token = services.new_invitation(user=user, tournament_id=tournament_id, number=number)
            _remember(page.request, tournament_id, number, token)
    except REFUSALS as error:
        _raise_if_foreign(error)
        return page.refuse(error, "entries")
    return page.go("entries")


@require_POST
@login_required
@tournament_page()
def enter(page: Page) -> HttpResponse:
    """Enter oneself; partners follow by the link."""
    try:
        entry, token = services.enter_online(
            user=page.actor,
            tournament_id=page.tournament.pk,
            name=str(page.request.POST.get("name", "")),
        )
    except REFUSALS as error:
        return page.refuse(error, "tournament")
    if token:
        _remember(page.request, page.tournament.pk, entry.number, token)
        messages.success(page.request, _("Entered. Now send the link to your partners."))
    else:
        messages.success(page.request, _("Entered. See you there!"))
    return page.go("entries")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show what one is invited to, and accept it."""
    entry = services.entry_by_token(token)
    if request.method == "POST":
        try:
            joined = services.accept_invitation(user=request.user, token=token)  # type: ignore[arg-type]
        except REFUSALS as error:
            context = {"entry": None, "message": said(error)}
            return render(request, "tournaments/invitation.html", context, status=BROKEN_RULE)
        messages.success(request, _("You are in. See you there!"))
        tournament = joined.tournament
        return redirect("tournaments:entries", tournament.club.slug, tournament.slug)
    view = selectors.entry_view(entry, entry.tournament) if entry else None
    shown = {"entry": view, "tournament": entry.tournament if entry else None}
    return render(request, "tournaments/invitation.html", shown, status=200 if entry else 404)


def person_rows(tournament: Tournament, typed: Any, error: Refusal | None) -> list[dict[str, Any]]:
    """The fields of an entry's people, with what was typed and what was wrong with it."""
    rows: list[dict[str, Any]] = []
    for place in range(tournament.seats // 2):
        field = f"name_{place}"
        wrong = error if error is not None and _field(error) == field else None
        rows.append(
            {
                "place": place,
                "name": typed.get(field, ""),
                "note": typed.get(f"note_{place}", ""),
                "player": typed.get(f"player_{place}", ""),
                "error": said(wrong) if wrong else "",
                "choices": getattr(wrong, "choices", ()),
                "namesake": getattr(wrong, "key", "") in NAMESAKES,
                "focus": bool(wrong) or (place == 0 and not (error and _field(error))),
            }
        )
    return rows


def _entries(
    page: Page,
    *,
    typed: Any = None,
    error: Refusal | None = None,
    seeds: Any = None,
    seed_error: Refusal | None = None,
) -> dict[str, Any]:
    views = selectors.entries_of(page.tournament)
    own = selectors.entry_of_user(page.tournament, page.actor)
    links = page.request.session.get(INVITATIONS, {})
    return {
        "entries": [view for view in views if view.row.state != Entry.State.WITHDRAWN],
        "withdrawn": [view for view in views if view.row.state == Entry.State.WITHDRAWN],
        "rows": person_rows(page.tournament, typed or {}, error),
        "typed": typed or {},
        "error": said(error) if error and not _field(error) else "",
        "seeds": seeds or {},
        "seed_error": said(seed_error) if seed_error else "",
        "seed_field": _field(seed_error) if seed_error else "",
        "own": own,
        "link": _link(page, own, links) if own else "",
        "tab": "entries",
    }


def _link(page: Page, own: Entry, links: dict[str, str]) -> str:
    token = links.get(f"{page.tournament.pk}.{own.number}", "")
    if not token or services.entry_by_token(token) is None:
        return ""
    return page.request.build_absolute_uri(f"/invitations/{token}/")


def _remember(request: HttpRequest, tournament_id: int, number: int, token: str) -> None:
    """Keep an invitation in the session of who made it; the database has its hash only."""
    known = request.session.get(INVITATIONS, {})
    request.session[INVITATIONS] = {**known, f"{tournament_id}.{number}": token}


def _entry(page: Page, number: int) -> selectors.EntryView:
    for view in selectors.entries_of(page.tournament):
        if view.row.number == number:
            return view
    raise Http404


def _field(error: Refusal) -> str:
    return str(getattr(error, "field", ""))


def _raise_if_foreign(error: Refusal) -> None:
    if isinstance(error, TournamentError) and error.key in ("not_allowed", "not_found"):
        raise error
