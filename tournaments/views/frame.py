"""What every page of a tournament stands on: the tournament, the reader's role, the refusals."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.phrases import AccountsError
from accounts.selectors import acts_of
from games.services import Refused
from tournaments import selectors
from tournaments.models import Stage, Tournament
from tournaments.phrases import TournamentError, said

BROKEN_RULE = 409
P = ParamSpec("P")
Refusal = TournamentError | Refused | AccountsError
REFUSALS = (TournamentError, Refused, AccountsError)


@dataclass(frozen=True, slots=True)
class Page:
    """One request to one tournament's pages."""

    request: HttpRequest
    tournament: Tournament
    stage: Stage
    acts: dict[str, bool] = field(default_factory=dict)

    @property
    def actor(self) -> User:
        """Who asks. Somebody without an account stays that: they are never the house itself."""
        return self.request.user  # type: ignore[return-value]

    def url(self, name: str, *args: object) -> str:
        """An address under this tournament."""
        tournament = self.tournament
        return reverse(f"tournaments:{name}", args=[tournament.club.slug, tournament.slug, *args])

    def go(self, name: str, *args: object) -> HttpResponse:
        """Send the reader to another page of the tournament."""
        return redirect(self.url(name, *args))

    def show(self, template: str, *, status: int = 200, **context: Any) -> HttpResponse:
        """Render a page or a fragment."""
        here = {
            "page": self,
            "club": self.tournament.club,
            "tournament": self.tournament,
            "stage": self.stage,
            "acts": self.acts,
        }
        with timezone.override(self.tournament.timezone):  # the clock of the place
            return render(
                self.request, f"tournaments/{template}", {**here, **context}, status=status
            )

    def refuse(self, error: Refusal, name: str, *args: object) -> HttpResponse:
        """Say a broken rule on the page it belongs to."""
        messages.error(self.request, said(error))
        return self.go(name, *args)


def tournament_page(
    act: str = "",
) -> Callable[[Callable[Concatenate[Page, P], HttpResponse]], Callable[..., HttpResponse]]:
    """Make a view of a page function; `act` is what the reader must be allowed to do."""

    def decorate(
        function: Callable[Concatenate[Page, P], HttpResponse],
    ) -> Callable[..., HttpResponse]:
        @wraps(function)
        def view(
            request: HttpRequest, club_slug: str, slug: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponse:
            try:
                tournament = selectors.tournament_for(club_slug, slug)
            except Tournament.DoesNotExist as error:
                raise Http404 from error
            acts = acts_of(request.user, tournament.club)
            if act and not acts[act]:
                raise PermissionDenied
            page = Page(request, tournament, selectors.stage_of(tournament), acts)
            try:
                return function(page, *args, **kwargs)
            except TournamentError as error:
                if error.key == "not_allowed":
                    raise PermissionDenied from error
                if error.key == "not_found":
                    raise Http404 from error
                raise

        return view

    return decorate


def is_htmx(request: HttpRequest) -> bool:
    """Whether only a fragment is wanted."""
    return bool(getattr(request, "htmx", False))
