"""Users: guests, their name and language, their keys to the API."""

import secrets
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from accounts import selectors
from accounts.models import ApiToken, User
from accounts.phrases import AccountsError
from accounts.services.names import kept_name

PREFIX = "s61_"
SHOWN = 10  # characters of a token that are kept to tell it from others
SEEN_EVERY = timedelta(hours=1)  # a program that polls writes once an hour


def guest_user(name: str) -> User:
    """Make somebody who plays without an account."""
    return User.objects.create_user(name=kept_name(name), is_guest=True)


def edit_profile(*, user: User, name: str, language: str = "") -> User:
    """Change the name a user is called by and the language they read."""
    if language and language not in dict(settings.LANGUAGES):
        raise AccountsError("unknown_language")
    user.name, user.language = kept_name(name), language
    user.save(update_fields=["name", "language"])
    return user


def make_token(*, user: User, name: str) -> tuple[ApiToken, str]:
    """Make a key to the API; the second of the pair is the secret, which is not kept."""
    if user.is_guest:
        raise AccountsError("guest")
    secret = PREFIX + secrets.token_urlsafe(24)
    token = ApiToken.objects.create(
        user=user,
        name=kept_name(name, at_most=80),
        prefix=secret[:SHOWN],
        token_hash=selectors.token_hash(secret),
    )
    return token, secret


def revoke_token(*, user: User, token_id: int) -> None:
    """End a key; asking twice changes nothing more."""
    if not ApiToken.objects.filter(user=user, pk=token_id).exists():
        raise AccountsError("token_unknown")
    selectors.tokens_of(user).filter(pk=token_id).update(revoked_at=timezone.now())


def touch_token(token: ApiToken) -> None:
    """Note that a key was used, at most once an hour."""
    now = timezone.now()
    if token.last_used_at is None or token.last_used_at < now - SEEN_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
