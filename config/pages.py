"""The small answers every site owes: robots, the icon, a place for browsers' CSP reports."""

import json
import logging

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

log = logging.getLogger(__name__)

REPORT_BYTES = 8192
REPORTS_A_MINUTE = 60
ROBOTS = (
    "User-agent: *\nDisallow: /l/\nDisallow: /account/\nDisallow: /accounts/\nDisallow: /api/\n"
)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  a view
    """Keep crawlers from secret links and from what is not a page."""
    return HttpResponse(ROBOTS, content_type="text/plain")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  a view
    """Send browsers that guess to the icon."""
    return redirect(static("logo.svg"))


@csrf_exempt
@require_POST
def csp_report(request: HttpRequest) -> HttpResponse:
    """Log what a browser refused to load; the first kilobytes, and so many a minute."""
    key = "csp-reports"
    cache.add(key, 0, timeout=60)
    if cache.incr(key) <= REPORTS_A_MINUTE:
        log.warning("CSP report: %s", _one_line(request.read(REPORT_BYTES)))
    return HttpResponse(status=204)


def _one_line(raw: bytes) -> str:
    try:
        return json.dumps(json.loads(raw))
    except (ValueError, RecursionError):
        return repr(raw[:500])
