"""The page of a secret link, whatever it is for, and its QR code."""

import io

import segno
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import selectors, services
from accounts.forms import AdministratorForm
from accounts.models import Link, User
from accounts.phrases import AccountsError, refusal
from accounts.views.doors import accepted, full_address

GONE = 410
UNKNOWN = 404


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, token: str) -> HttpResponse:
    """Say what a link does; doing it takes a press of its button."""
    try:
        row = selectors.link_for(token)
        if row.purpose == Link.Purpose.ADMINISTRATOR:
            return _administrator(request, token)
        if request.method == "POST":
            return _accept(request, token)
    except AccountsError as error:
        status = UNKNOWN if error.key == "link_unknown" else GONE
        context = {"message": refusal(error.key)}
        return render(request, "accounts/link_over.html", context, status=status)
    return render(request, "accounts/link.html", {"link": row, "path": request.path})


@never_cache
@require_safe
def qr(request: HttpRequest, token: str) -> HttpResponse:
    """Draw the QR code of a link that still works."""
    try:
        selectors.link_for(token)
    except AccountsError as error:
        raise Http404 from error
    path = request.path.removesuffix("qr.svg")
    out = io.BytesIO()
    segno.make(full_address(request, path), error="m").save(
        out, kind="svg", border=3, scale=8, dark="#000", light="#fff"
    )
    return HttpResponse(out.getvalue(), content_type="image/svg+xml")


def _accept(request: HttpRequest, token: str) -> HttpResponse:
    if not isinstance(request.user, User):
        return redirect_to_login(request.path)
    try:
        row = services.accept_link(token=token, user=request.user)
    except AccountsError as error:
        if error.key.startswith("link_"):
            raise
        messages.error(request, refusal(error.key))
        return redirect(request.path)
    assert row.club is not None
    messages.success(request, _("Welcome to %(club)s.") % {"club": row.club})
    return redirect("accounts:club", row.club.slug)


def _administrator(request: HttpRequest, token: str) -> HttpResponse:
    form = AdministratorForm(request.POST or None)
    made: list[User] = []
    status = 200
    if request.method == "POST":
        status = accepted(
            form,
            lambda data: made.append(
                services.become_administrator(
                    token=token,
                    name=data["name"],
                    email=data["email"],
                    password=data["password1"],
                )
            ),
        )
    if made:
        login(request, made[0], backend="django.contrib.auth.backends.ModelBackend")
        messages.success(request, _("You are the administrator. Now make your club."))
        return redirect("accounts:club_new")
    return render(request, "accounts/administrator.html", {"form": form}, status=status)
