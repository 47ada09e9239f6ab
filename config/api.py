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
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response
from rest_framework.routers import SimpleRouter
from rest_framework.views import exception_handler

import accounts.api
import accounts.phrases
import games.api
import games.phrases
from accounts.phrases import AccountsError
from games.services import Refused

BROKEN_RULE = 409
SAID_BY: dict[type[Exception], Callable[[str], str]] = {
    AccountsError: accounts.phrases.refusal,
    Refused: games.phrases.refusal,
}

router = SimpleRouter()
for prefix, viewset, basename in [*accounts.api.routes, *games.api.routes]:
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
    for kind, said in SAID_BY.items():
        if isinstance(exc, kind):
            key = str(getattr(exc, "key", exc))
            return Response({"key": key, "message": said(key)}, status=BROKEN_RULE)
    if isinstance(exc, ObjectDoesNotExist):
        exc = Http404()
    elif isinstance(exc, DjangoValidationError):
        exc = ValidationError(exc.messages)
    return exception_handler(exc, context)
