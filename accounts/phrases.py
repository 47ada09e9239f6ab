"""The words for what this app refuses, by key."""

from collections.abc import Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS: dict[str, str | Promise] = {
    "not_allowed": _("You may not do that."),
    "guest": _("You are here as a guest: sign up first."),
    "name_needed": _("A name is needed."),
    "too_long": _("That is too long."),
    "known_already": _("The club knows somebody of that name already."),
    "note_taken": _("Somebody of that name has the same note already."),
    "unknown_zone": _("There is no such time zone."),
    "unknown_language": _("That language is not spoken here."),
    "last_owner": _("A club keeps an owner: give the role to somebody else first."),
    "link_unknown": _("This link is not one of ours: perhaps a part of it is missing."),
    "link_used": _("This link has been used already. Each one works once."),
    "link_expired": _("This link is too old. Ask for a new one."),
    "link_dead": _("This link no longer counts. Ask for a new one."),
    "administrator_exists": _("This installation has its administrator already."),
    "claimed_already": _("That player belongs to an account already."),
    "claims_another": _("You are another player of this club already."),
    "email_taken": _("Somebody signs in with that e-mail already."),
    "token_unknown": _("There is no such key."),
}


class AccountsError(Exception):
    """A rule of this app was broken; `key` names it, nothing was written.

    `players` are the people meant where the rule is about a name.
    """

    def __init__(self, key: str, players: Sequence[Any] = ()) -> None:
        super().__init__(key)
        self.key = key
        self.players = tuple(players)


def refusal(key: str) -> str:
    """Say a broken rule in the reader's language."""
    return str(REFUSALS.get(key, REFUSALS["not_allowed"]))
