"""Rows that live and browser tests need: people with a session, and a table for them."""

import time
from itertools import count
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.cached_db import SessionStore

from accounts.models import User
from games.models import Variant
from games.selectors import terms_for
from games.services import Holder, open_match

numbers = count(1)


def someone(name: str) -> User:
    """A person nobody has met before, since these rows are never cleared."""
    return User.objects.create_user(
        f"{name.lower()}{next(numbers)}-{time.monotonic_ns()}@example.org", "briscola61", name=name
    )


def cookie_for(user: User) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return f"sessionid={session.session_key}"


def table_for(*users: User, kind: str = "first_to:1", computers: int = 0, **more: Any) -> Any:
    switches = more.pop("switches", {})
    variant = Variant.objects.create(name="live", **switches)
    holders = [Holder(user_id=user.pk) for user in users]
    holders += [Holder(computer="medium")] * computers
    terms = terms_for(variant, len(holders), kind)
    return open_match(terms=terms, holders=holders, computers_allowed=True, **more)
