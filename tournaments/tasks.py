"""What the worker does for tournaments: results that nobody followed up are found and followed."""

import logging

from celery import shared_task

from tournaments.selectors import stages_due
from tournaments.services import advance

log = logging.getLogger(__name__)


@shared_task  # type: ignore[untyped-decorator]  # celery has no types
def sweep_stages() -> None:
    """Move on every stage with news; safe to run twice or at once."""
    for stage_id in stages_due():
        try:
            advance(stage_id=stage_id)
        except Exception:  # one stage in trouble keeps no other from moving on
            log.exception("stage %s could not be moved on", stage_id)
