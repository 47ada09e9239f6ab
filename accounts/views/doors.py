"""How a request gets into a club, and how a refusal gets back to who asked."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse

from accounts import selectors
from accounts.models import Club
from accounts.phrases import AccountsError, refusal

View = Callable[..., HttpResponse]

BROKEN_RULE = 409
BAD_SHAPE = 422


def in_club(act: str = "") -> Callable[[View], View]:
    """Hand a view the club of its address, for those who may act in it."""

    def door(view: View) -> View:
        @wraps(view)
        def enter(request: HttpRequest, slug: str, **rest: Any) -> HttpResponse:
            try:
                club = selectors.club_for(request.user, slug, act)
            except Club.DoesNotExist as error:
                raise Http404 from error
            except PermissionDenied:
                if request.user.is_authenticated:
                    raise
                return redirect_to_login(request.get_full_path())
            return view(request, club, **rest)

        return enter

    return door


def accepted(form: forms.Form, act: Callable[[dict[str, Any]], object]) -> int:
    """Do an act with what a form says; the status to answer with, the refusal in the form."""
    if not form.is_valid():
        return BAD_SHAPE
    try:
        act(form.cleaned_data)
    except AccountsError as error:
        form.add_error(None, refusal(error.key))
        return BROKEN_RULE
    return 200


def full_address(request: HttpRequest, path: str) -> str:
    """The address of a path as somebody else's phone needs it."""
    return settings.PUBLIC_URL + path if settings.PUBLIC_URL else request.build_absolute_uri(path)
