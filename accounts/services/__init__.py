"""Everything that changes people and clubs: each act once, for pages, API, tasks and admin."""

from accounts.phrases import AccountsError
from accounts.services.clubs import create_club, edit_club, remove_member, set_role
from accounts.services.letters import deliver, post
from accounts.services.links import (
    accept_link,
    become_administrator,
    first_administrator_link,
    forget_expired_links,
    invite,
    offer_claim,
    revoke_invitation,
)
from accounts.services.people import edit_profile, guest_user, make_token, revoke_token, touch_token
from accounts.services.players import claim, edit_player, introduce, know_player

__all__ = [
    "AccountsError",
    "accept_link",
    "become_administrator",
    "claim",
    "create_club",
    "deliver",
    "edit_club",
    "edit_player",
    "edit_profile",
    "first_administrator_link",
    "forget_expired_links",
    "guest_user",
    "introduce",
    "invite",
    "know_player",
    "make_token",
    "offer_claim",
    "post",
    "remove_member",
    "revoke_invitation",
    "revoke_token",
    "set_role",
    "touch_token",
]
