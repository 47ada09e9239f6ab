"""What may be seen of clubs, people and links, and by whom."""

import hashlib

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from accounts.models import (
    ApiToken,
    Club,
    Letter,
    Link,
    Membership,
    Player,
    Role,
    User,
    name_key,
)
from accounts.phrases import AccountsError

Viewer = User | AnonymousUser | None

ACTS: dict[str, frozenset[Role]] = {
    "administer": frozenset({Role.OWNER}),
    "organise": frozenset({Role.OWNER, Role.ORGANISER}),
    "score": frozenset({Role.OWNER, Role.ORGANISER, Role.SCORER}),
    "follow": frozenset(Role),
}
RANKS = list(Role)


def role_in(user: Viewer, club: Club) -> Role | None:
    """The role a user has in a club, if any."""
    if user is None or not user.is_authenticated:
        return None
    role = Membership.objects.filter(club=club, user=user.pk).values_list("role", flat=True).first()
    return None if role is None else Role(role)


def may(user: Viewer, club: Club, act: str) -> bool:
    """Whether a user may do this kind of thing in a club."""
    if user is not None and user.is_active and user.is_superuser:
        return True
    return role_in(user, club) in ACTS[act]


def acts_of(user: Viewer, club: Club) -> dict[str, bool]:
    """Everything a user may do in a club, with one question to the database."""
    everything = bool(user is not None and user.is_active and user.is_superuser)
    role = role_in(user, club)
    return {act: everything or role in roles for act, roles in ACTS.items()}


def grantable(user: Viewer, club: Club) -> list[Role]:
    """The roles a user may give and take: an owner all, an organiser those below."""
    acts = acts_of(user, club)
    if acts["administer"]:
        return RANKS
    return [Role.SCORER, Role.MEMBER] if acts["organise"] else []


def clubs() -> QuerySet[Club]:
    """Every club, with the number of its members and players."""
    return Club.objects.annotate(
        member_count=Count("memberships", distinct=True),
        player_count=Count("players", distinct=True),
    )


def club_for(user: Viewer, slug: str, act: str = "") -> Club:
    """Fetch a club for an act; raises Club.DoesNotExist, or PermissionDenied."""
    club = Club.objects.get(slug=slug)
    if act and not may(user, club, act):
        raise PermissionDenied
    return club


def clubs_of(user: Viewer, act: str = "follow") -> QuerySet[Club]:
    """The clubs in which a user has a role that allows an act."""
    if user is None or not user.is_authenticated:
        return Club.objects.none()
    mine = Membership.objects.filter(user=user.pk, role__in=ACTS[act])
    return Club.objects.filter(pk__in=mine.values("club"))


def memberships_of(user: User) -> QuerySet[Membership]:
    """A user's roles, by club."""
    return Membership.objects.filter(user=user).select_related("club").order_by("club__name")


def members_of(club: Club) -> list[Membership]:
    """The members of a club, owners first, then by name."""
    rows = Membership.objects.filter(club=club).select_related("user", "club")
    return sorted(rows, key=lambda row: (RANKS.index(Role(row.role)), name_key(str(row.user))))


def players_of(club: Club, text: str = "") -> QuerySet[Player]:
    """The people a club knows; with a text, those whose name or note has each of its words."""
    found = Player.objects.filter(club=club).select_related("user")
    for word in name_key(text).split():
        found = found.filter(Q(key__contains=word) | Q(note_key__contains=word))
    return found


def known_players(club: Club, text: str) -> list[Player]:
    """The people of exactly this name, as names are compared."""
    return list(Player.objects.filter(club=club, key=name_key(text)))


def player_of(user: Viewer, club: Club) -> Player | None:
    """The person a user is in a club, if they have claimed one."""
    if user is None or not user.is_authenticated:
        return None
    return Player.objects.filter(club=club, user=user.pk).first()


def players_claimed_by(user: User) -> QuerySet[Player]:
    """The people a user is, club by club."""
    return Player.objects.filter(user=user).select_related("club").order_by("club__name")


def token_hash(token: str) -> str:
    """Hash a secret as it is kept; 192 random bits need no salt and no slow hash."""
    return hashlib.sha256(token.encode()).hexdigest()


def link_for(token: str) -> Link:
    """Fetch a link that still works; raises AccountsError saying why it does not."""
    rows = Link.objects.select_related("club", "player__club", "created_by")
    link = rows.filter(token_hash=token_hash(token)).first()
    if link is None:
        raise AccountsError("link_unknown")
    refuse_dead(link)
    return link


def refuse_dead(link: Link) -> None:
    """Refuse a link that is used, too old, or whose maker could not make it any more.

    The last is what ends the invitations of somebody who was removed or lost the role.
    """
    if link.used_at is not None:
        raise AccountsError("link_used")
    if link.expires_at is not None and link.expires_at <= timezone.now():
        raise AccountsError("link_expired")
    if link.purpose == Link.Purpose.ADMINISTRATOR:
        if has_administrator():
            raise AccountsError("administrator_exists")
    elif link.purpose == Link.Purpose.ROLE:
        assert link.club is not None
        if Role(link.role) not in grantable(link.created_by, link.club):
            raise AccountsError("link_dead")
    else:
        assert link.player is not None
        if not may(link.created_by, link.player.club, "organise"):
            raise AccountsError("link_dead")


def open_invitations(club: Club) -> QuerySet[Link]:
    """Invitations nobody has used yet, the newest first."""
    rows = Link.objects.filter(club=club, purpose=Link.Purpose.ROLE, used_at=None)
    return rows.filter(expires_at__gt=timezone.now()).select_related("created_by").order_by("-pk")


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """A user's API tokens that still work, the newest first."""
    return ApiToken.objects.filter(user=user, revoked_at=None).order_by("-pk")


def token_for(secret: str) -> ApiToken | None:
    """The live token with this secret, and its user."""
    rows = ApiToken.objects.select_related("user")
    return rows.filter(token_hash=token_hash(secret), revoked_at=None, user__is_active=True).first()


def has_administrator() -> bool:
    """Whether somebody administers this installation."""
    return User.objects.filter(is_superuser=True).exists()


def letters_due(limit: int = 50) -> list[int]:
    """Messages whose time to be sent has come, oldest first."""
    due = Letter.objects.filter(due_at__lte=timezone.now()).order_by("due_at")
    return list(due.values_list("pk", flat=True)[:limit])
