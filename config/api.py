"""The API's addresses, collected from the apps, and the status of each kind of refusal.

An app's `routes` are what a DRF router registers: (prefix, viewset, basename).
"""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.core.exceptions import ValidationError as DjangoValidationError
from django.http import Http404
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter
from rest_framework.views import exception_handler

import accounts.api
import accounts.phrases
import games.api
import games.phrases
import tournaments.api
from accounts.phrases import AccountsError
from games.rules.house import HouseError
from games.services import Refused
from tournaments.phrases import TournamentError

BROKEN_RULE = 409
SAID: dict[type[Exception], Callable[[Any], str]] = {
    AccountsError: lambda error: accounts.phrases.refusal(error.key),
    Refused: lambda error: games.phrases.refusal(error.key),
    HouseError: games.phrases.house_refusal,
    TournamentError: str,
}

router = SimpleRouter()
for prefix, viewset, basename in [
    *accounts.api.routes,
    *games.api.routes,
    *tournaments.api.routes,
]:
    router.register(prefix, viewset, basename=basename)

urlpatterns = [
    path("", include(router.urls)),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path(
        "docs/",
        SpectacularSwaggerSplitView.as_view(url_name="api:schema", template_name="api.html"),
        name="docs",
    ),
]


def on_exception(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Answer a broken rule with 409 and its key, bad shape with 400, foreign things with 404."""
    for kind, said in SAID.items():
        if isinstance(exc, kind):
            key = getattr(exc, "key", "")
            return Response({"key": key, "message": said(exc)}, status=BROKEN_RULE)
    if isinstance(exc, ObjectDoesNotExist):
        exc = Http404()
    elif isinstance(exc, DjangoValidationError):
        exc = ValidationError(exc.messages)
    elif isinstance(exc, RecursionError):  # a body of ten thousand brackets
        exc = ParseError()
    return exception_handler(exc, context)
