"""What every address of the API stands on: refusals by key, and one tournament at a time."""

from django.core.exceptions import PermissionDenied
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from tournaments import selectors
from tournaments.models import Tournament
from tournaments.phrases import TournamentError

BROKEN_RULE = 409
HERE = OpenApiParameter("tournament_id", int, OpenApiParameter.PATH)
ID = OpenApiParameter("id", int, OpenApiParameter.PATH)


class Refusing(APIView):
    """Answers a broken rule with 409, its key and its words."""

    def handle_exception(self, exc: Exception) -> Response:
        """Say what was broken; what may not be done is 403, what is not there 404."""
        if isinstance(exc, TournamentError):
            if exc.key == "not_found":
                exc = Http404()
            elif exc.key == "not_allowed":
                known = self.request.user.is_authenticated
                exc = PermissionDenied() if known else NotAuthenticated()
            else:
                body = {"key": exc.key, "message": str(exc), "field": exc.field}
                return Response(body, status=BROKEN_RULE)
        return super().handle_exception(exc)


class Nested(Refusing):
    """What hangs under one tournament; whatever belongs to another is not there."""

    def tournament(self) -> Tournament:
        """The tournament in the address."""
        found = selectors.tournaments().filter(pk=int(self.kwargs["tournament_id"])).first()
        if found is None:
            raise Http404
        return found


def user_of(request: Request) -> User:
    """Who asks; writing needs somebody."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user
