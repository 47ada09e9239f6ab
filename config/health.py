"""What /healthz answers: whether this installation can take a card now, and who is missing."""

from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.core.cache import cache as valkey
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

# A process is missing when it has not been heard of for so many seconds.
PATIENCE = {"clock": 10.0, "worker": 30.0}
HEARD = """
SELECT kind, EXTRACT(EPOCH FROM clock_timestamp() - MAX(at)) FROM games_heartbeat GROUP BY kind
"""


@never_cache
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001  a view
    """Answer 200 when everything this installation needs is there, else 503; name each part."""
    report = {
        "web": "ok",
        "database": _tried(_database),
        "migrations": _tried(_migrations),
        "valkey": _tried(_valkey),
    }
    needed = {*report, *settings.HEALTH_REQUIRES}
    report |= _processes() if report["migrations"] == "ok" else dict.fromkeys(PATIENCE, "unknown")
    well = all(report.get(name) == "ok" for name in needed)
    answer = JsonResponse(
        {"status": "ok" if well else "unavailable", **report}, status=200 if well else 503
    )
    # Whoever asks every second is told; the log need not be.
    answer._has_been_logged = True  # type: ignore[attr-defined]  # noqa: SLF001  Django knows it
    return answer


def _tried(part: Callable[[], str]) -> str:
    try:
        return part()
    except Exception:  # noqa: BLE001  whatever is wrong with it, the part is not there
        return "unavailable"


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "ok"


def _migrations() -> str:
    return "ok" if _are_applied() else "pending"


def _are_applied() -> bool:
    """Look until they are; applied migrations are not taken back while we run."""
    if not _seen_applied.cache_info().currsize:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return False
        _seen_applied()
    return True


@cache
def _seen_applied() -> None:
    """Remember by having been called."""


def _valkey() -> str:
    valkey.get("healthz")
    return "ok"


def _processes() -> dict[str, str]:
    with connection.cursor() as cursor:
        cursor.execute(HEARD)
        heard = {kind: float(age) for kind, age in cursor.fetchall()}
    return {
        kind: "ok" if heard.get(kind, patience) < patience else "missing"
        for kind, patience in PATIENCE.items()
    }
