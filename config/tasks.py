"""The worker's sign of life: that it runs shows that the queue, beat and a worker all do."""

import socket

from celery import shared_task

from games.services import beat


@shared_task  # type: ignore[untyped-decorator]
def live() -> None:
    """Write down that work is being done."""
    beat(process=f"worker-{socket.gethostname()}", kind="worker")
