"""Addresses of clubs, of one's account and of secret links.

A club's own pages stand under "-", which no tournament's address can be.
"""

from django.urls import path, re_path

from accounts.views import account, clubs, links, players

app_name = "accounts"

TOKEN = r"(?P<token>[\w-]{16,64})"  # noqa: S105  the shape of one

urlpatterns = [
    path("clubs/", clubs.club_list, name="clubs"),
    path("clubs/new/", clubs.club_new, name="club_new"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/-/edit/", clubs.club_edit, name="club_edit"),
    path("clubs/<slug:slug>/-/members/", clubs.members, name="members"),
    path("clubs/<slug:slug>/-/members/<int:user_id>/", clubs.role_set, name="role_set"),
    path(
        "clubs/<slug:slug>/-/members/<int:user_id>/remove/",
        clubs.member_remove,
        name="member_remove",
    ),
    path("clubs/<slug:slug>/-/invitations/", clubs.invite, name="invite"),
    path(
        "clubs/<slug:slug>/-/invitations/<int:link_id>/revoke/",
        clubs.invitation_revoke,
        name="invitation_revoke",
    ),
    path("clubs/<slug:slug>/-/players/", players.players, name="players"),
    path("clubs/<slug:slug>/-/players/add/", players.player_add, name="player_add"),
    path("clubs/<slug:slug>/-/players/<int:player_id>/", players.player, name="player"),
    path(
        "clubs/<slug:slug>/-/players/<int:player_id>/link/",
        players.claim_link,
        name="claim_link",
    ),
    path("account/", account.account, name="account"),
    path("account/profile/", account.profile, name="profile"),
    path("account/tokens/", account.token_make, name="token_make"),
    path("account/tokens/<int:token_id>/revoke/", account.token_revoke, name="token_revoke"),
    re_path(rf"^l/{TOKEN}/$", links.link, name="link"),
    re_path(rf"^l/{TOKEN}/qr\.svg$", links.qr, name="qr"),
]
