"""The pages of live tables: one table, and the list of those being played."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe

from games import journal, live, selectors
from games.models import Match


@require_safe
def table(request: HttpRequest, match_id: int) -> HttpResponse:
    """One table, as this reader may see it."""
    try:
        row = selectors.match_for(request.user, match_id)
    except Match.DoesNotExist as error:
        raise Http404 from error
    stored = journal.load(row.pk)
    frame = live.frame_for(stored, selectors.audience_of(stored, request.user))
    back = request.GET.get("back", "/")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = "/"
    page = {
        "match": row,
        "socket": f"/ws/tables/{row.pk}/",
        "frame": json.loads(frame),
        "back": back,
    }
    return render(request, "games/table.html", page)


@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Tables being played now, one's own first."""
    mine = selectors.my_tables(request.user)
    playing = selectors.live_matches(request.user)
    sitting = selectors.sittings([row.pk for row in [*mine, *playing]])
    page = {
        "mine": [(row, sitting[row.pk]) for row in mine],
        "playing": [(row, sitting[row.pk]) for row in playing],
    }
    return render(request, "games/tables.html", page)
