"""What django-allauth does our way: mail goes through rows, languages follow their reader."""

import contextlib
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from kombu.exceptions import OperationalError

from accounts import services
from accounts.models import User
from accounts.tasks import send_letter


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Answers allauth's questions."""

    def format_email_subject(self, subject: str) -> str:
        """Begin no subject with the name of a host."""
        return subject

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write the message down and call a worker."""
        message = self.render_mail(
            template_prefix, email, {"request": self.request, "email": email, **context}
        )
        letter = services.post(to=email, subject=message.subject, text=str(message.body))
        transaction.on_commit(lambda: call_worker(letter.pk))

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an e-mail, unless somebody has begun to sign in with it meanwhile."""
        others = User.objects.exclude(pk=email_address.user_id)
        if others.filter(email__iexact=email_address.email).exists():
            self.add_message(
                request,
                messages.ERROR,
                "account/messages/email_confirmation_failed.txt",
                {"email": email_address.email},
            )
            return False
        return bool(super().confirm_email(request, email_address))

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Go on in the language the user has chosen."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        if user.language:
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                user.language,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                secure=settings.LANGUAGE_COOKIE_SECURE,
                samesite="Lax",
            )
        return response


def call_worker(letter_id: int) -> None:
    """Have a message sent now; without a broker the sweep sends it later."""
    with contextlib.suppress(OperationalError):
        send_letter.apply_async([letter_id], retry=False)
