"""The pages of the people a club knows."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import selectors, services
from accounts.forms import PlayerForm
from accounts.models import Club, Player, User
from accounts.phrases import AccountsError, refusal
from accounts.views.doors import BAD_SHAPE, BROKEN_RULE, accepted, full_address, in_club

A_PAGE = 100


@require_safe
@in_club("follow")
def players(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the people a club knows; a search by htmx gets the list alone."""
    context = _listed(request, club)
    if getattr(request, "htmx", False):
        return render(request, "accounts/_players.html", context)
    return render(request, "accounts/players.html", {**context, "form": PlayerForm()})


@require_POST
@in_club("organise")
def player_add(request: HttpRequest, club: Club) -> HttpResponse:
    """Add a person; a known name shows who that is and asks what tells the new one apart."""
    form = PlayerForm(request.POST)
    known: tuple[Player, ...] = ()
    if not form.is_valid():
        status = BAD_SHAPE
    else:
        try:
            player = services.know_player(club=club, **form.cleaned_data)
        except AccountsError as error:
            status, known = BROKEN_RULE, error.players
            if not known:
                form.add_error(None, refusal(error.key))
            elif form.cleaned_data["note"]:
                form.add_error("note", refusal(error.key))
        else:
            messages.success(request, _("%(player)s is in.") % {"player": player})
            return redirect("accounts:players", club.slug)
    context = {**_listed(request, club), "form": form, "known": known}
    return render(request, "accounts/players.html", context, status=status)


@in_club("organise")
def player(request: HttpRequest, club: Club, player_id: int) -> HttpResponse:
    """Correct a person's name or note."""
    row = _player(club, player_id)
    form = PlayerForm(request.POST or None, initial={"name": row.name, "note": row.note})
    status = 200
    if request.method == "POST":
        status = accepted(form, lambda data: services.edit_player(player=row, **data))
        if form.is_valid():
            messages.success(request, _("Saved."))
            return redirect("accounts:players", club.slug)
        row = _player(club, player_id)
    context = {"club": club, "player": row, "form": form}
    return render(request, "accounts/player.html", context, status=status)


@never_cache
@require_POST
@in_club("organise")
def claim_link(request: HttpRequest, club: Club, player_id: int) -> HttpResponse:
    """Make the link by which a person gets hold of their name, and show it this once."""
    assert isinstance(request.user, User)
    row = _player(club, player_id)
    try:
        path = services.offer_claim(player=row, actor=request.user)
    except AccountsError as error:
        messages.error(request, refusal(error.key))
        return redirect("accounts:player", club.slug, row.pk)
    context = {"club": club, "player": row, "path": path, "address": full_address(request, path)}
    return render(request, "accounts/link_made.html", context)


def _player(club: Club, player_id: int) -> Player:
    row = selectors.players_of(club).filter(pk=player_id).first()
    if row is None:
        raise Http404
    return row


def _listed(request: HttpRequest, club: Club) -> dict[str, object]:
    text = request.GET.get("q", "")
    page = Paginator(selectors.players_of(club, text), A_PAGE).get_page(request.GET.get("page"))
    acts = selectors.acts_of(request.user, club)
    return {"club": club, "page": page, "text": text, "acts": acts}
