"""What Celery does for this app; each task may be lost or run twice."""

from celery import shared_task

from accounts import selectors, services


@shared_task  # type: ignore[untyped-decorator]
def send_letter(letter_id: int) -> None:
    """Send a message that was just written."""
    services.deliver(letter_id=letter_id)


@shared_task  # type: ignore[untyped-decorator]
def send_due_letters() -> None:
    """Send what is still waiting."""
    for letter_id in selectors.letters_due():
        services.deliver(letter_id=letter_id)


@shared_task  # type: ignore[untyped-decorator]
def forget_expired_links() -> None:
    """Delete links that were over long ago."""
    services.forget_expired_links()
