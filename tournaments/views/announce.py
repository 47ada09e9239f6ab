"""The first pages: what goes on everywhere, a new tournament, and changing what was announced."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Club
from accounts.selectors import club_for
from games.selectors import live_matches, variants_for
from tournaments import selectors, services
from tournaments.forms import TournamentForm
from tournaments.models import Tournament
from tournaments.phrases import TournamentError
from tournaments.views.frame import BROKEN_RULE, Page, tournament_page


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show tournaments running and coming, and the tables where cards are played now."""
    context = {
        "tournaments": selectors.running_and_coming(),
        "matches": live_matches(request.user),
    }
    return render(request, "home.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest, club_slug: str) -> HttpResponse:
    """Announce a tournament."""
    try:
        club = club_for(request.user, club_slug, "organise")
    except Club.DoesNotExist as error:
        raise Http404 from error
    form = TournamentForm(request.POST or None, club=club, initial=_defaults(club))
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            tournament = services.announce_tournament(
                actor=request.user,  # type: ignore[arg-type]
                club=club,
                **form.cleaned_data,
            )
        except TournamentError as error:
            if error.key == "not_allowed":
                raise PermissionDenied from error
            form.refuse(error)
            status = BROKEN_RULE
        else:
            messages.success(request, _("Announced. Now the entries."))
            return redirect("tournaments:entries", club.slug, tournament.slug)
    return render(request, "tournaments/new.html", {"form": form, "club": club}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_page("organise")
def edit(page: Page) -> HttpResponse:
    """Change what was announced."""
    tournament, request = page.tournament, page.request
    initial = {name: getattr(tournament, name) for name in TournamentForm.base_fields}
    initial["starts_at"] = selectors.local_start(tournament).replace(tzinfo=None)
    form = TournamentForm(request.POST or None, club=tournament.club, initial=initial)
    if tournament.state != Tournament.State.OPEN:
        for name in ("seats", "variant", "kind", "medium", "seeding"):
            form.fields[name].disabled = True
    status = 200
    if request.method == "POST" and form.is_valid():
        try:
            services.edit_tournament(
                actor=page.actor, tournament_id=tournament.pk, changes=form.cleaned_data
            )
        except TournamentError as error:
            form.refuse(error)
            status = BROKEN_RULE
        else:
            messages.success(request, _("Saved."))
            return page.go("tournament")
    return page.show("edit.html", form=form, tab="edit", status=status)


def _defaults(club: Club) -> dict[str, object]:
    """Tomorrow evening at nine, pairs, first to two."""
    evening = timezone.now().astimezone(ZoneInfo(club.timezone)) + timedelta(days=1)
    return {
        "place": club.place,
        "starts_at": evening.replace(hour=21, minute=0, second=0, microsecond=0, tzinfo=None),
        "timezone": club.timezone,
        "seats": Tournament.Seats.PAIRS.value,
        "variant": variants_for(club.pk).order_by("pk").first(),
        "kind": "first_to:2",
        "medium": Tournament.Medium.BOTH.value,
        "seeding": Tournament.Seeding.LOT.value,
        "online_entry": True,
    }
