"""Mail: written as a row with what it is about, sent from there by a worker.

So a sign-up never waits for a mail server, no message is lost with a crash or a broker, and
no task carries more than an id.
"""

from datetime import timedelta

from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone

from accounts.models import Letter

ATTEMPTS = 12  # with the waits doubling from half a minute: about a day and a half


def post(*, to: str, subject: str, text: str) -> Letter:
    """Put a message out to be sent."""
    return Letter.objects.create(to=to, subject=subject[:200], text=text, due_at=timezone.now())


def deliver(*, letter_id: int) -> bool:
    """Send one message, unless another worker is at it; whether it has left."""
    with transaction.atomic():
        rows = Letter.objects.select_for_update(skip_locked=True)
        letter = rows.filter(pk=letter_id, due_at__lte=timezone.now()).first()
        if letter is None:
            return False
        try:
            EmailMessage(letter.subject, letter.text, to=[letter.to]).send()
        except OSError:  # smtplib's errors are OSErrors too
            letter.attempts += 1
            wait = timedelta(seconds=30 * 2**letter.attempts)
            letter.due_at = timezone.now() + wait if letter.attempts < ATTEMPTS else None
            letter.save(update_fields=["attempts", "due_at"])
            return False
        letter.delete()
    return True
