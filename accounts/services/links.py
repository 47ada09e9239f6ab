"""Secret links: made once, shown once, used once."""

import secrets
from datetime import timedelta

from django.db import connection, transaction
from django.urls import reverse
from django.utils import timezone

from accounts import selectors
from accounts.models import Club, Link, Membership, Player, Role, User
from accounts.phrases import AccountsError
from accounts.services.names import kept_name
from accounts.services.players import claim

LIFE = timedelta(days=14)
REMEMBERED = timedelta(days=30)  # how long an old link can still say that it is old
ADMINISTRATOR_LOCK = 0x61ADA  # one process at a time makes or uses the first administrator's link


def invite(*, club: Club, actor: User, role: Role) -> str:
    """Make a link that lets one person join in a role; returns its path, which is not kept."""
    if role not in selectors.grantable(actor, club):
        raise AccountsError("not_allowed")
    return _made(Link(purpose=Link.Purpose.ROLE, club=club, role=role, created_by=actor))


def revoke_invitation(*, club: Club, link_id: int) -> None:
    """Make an invitation nobody has used worthless."""
    selectors.open_invitations(club).filter(pk=link_id).delete()


def offer_claim(*, player: Player, actor: User) -> str:
    """Make a link by which a person gets hold of their name; an older one dies."""
    if not selectors.may(actor, player.club, "organise"):
        raise AccountsError("not_allowed")
    if player.user_id is not None:
        raise AccountsError("claimed_already")
    with transaction.atomic():
        Link.objects.filter(purpose=Link.Purpose.CLAIM, player=player, used_at=None).delete()
        link = Link(purpose=Link.Purpose.CLAIM, club=player.club, player=player, created_by=actor)
        return _made(link)


def accept_link(*, token: str, user: User) -> Link:
    """Do for a user what a link is for: join the club, or claim the player."""
    if user.is_guest:
        raise AccountsError("guest")
    with transaction.atomic():
        link = _locked(token)
        if link.purpose == Link.Purpose.ROLE:
            _join(link, user)
        elif link.purpose == Link.Purpose.CLAIM:
            assert link.player is not None
            claim(player=link.player, user=user)
        else:
            raise AccountsError("not_allowed")
        _used(link, user)
    return link


def first_administrator_link() -> str | None:
    """Make the link of the first administrator, or None where there is one already.

    Called at each start: an older link nobody used dies.
    """
    with transaction.atomic():
        _one_at_a_time()
        if selectors.has_administrator():
            return None
        Link.objects.filter(purpose=Link.Purpose.ADMINISTRATOR, used_at=None).delete()
        return _made(Link(purpose=Link.Purpose.ADMINISTRATOR))


def become_administrator(*, token: str, name: str, email: str, password: str) -> User:
    """Make the first administrator with the link the installation printed."""
    with transaction.atomic():
        _one_at_a_time()
        link = _locked(token)
        if link.purpose != Link.Purpose.ADMINISTRATOR:
            raise AccountsError("link_unknown")
        email = email.strip().lower()
        if User.objects.filter(email__iexact=email).exists():
            raise AccountsError("email_taken")
        user = User.objects.create_superuser(email, password, name=kept_name(name))
        _used(link, user)
    return user


def forget_expired_links() -> int:
    """Delete links that were over long ago."""
    old = Link.objects.filter(expires_at__lt=timezone.now() - REMEMBERED)
    return old.delete()[0]


def _made(link: Link) -> str:
    token = secrets.token_urlsafe(24)
    link.token_hash = selectors.token_hash(token)
    link.expires_at = timezone.now() + LIFE
    link.save()
    return reverse("accounts:link", args=[token])


def _locked(token: str) -> Link:
    # Two clicks at once meet at the row: the second finds the link used.
    hashed = selectors.token_hash(token)
    link = Link.objects.select_for_update().filter(token_hash=hashed).first()
    if link is None:
        raise AccountsError("link_unknown")
    selectors.refuse_dead(link)
    return link


def _join(link: Link, user: User) -> None:
    assert link.club is not None
    member, _ = Membership.objects.get_or_create(
        club=link.club, user=user, defaults={"role": link.role}
    )
    if selectors.RANKS.index(Role(link.role)) < selectors.RANKS.index(Role(member.role)):
        member.role = link.role
        member.save(update_fields=["role"])


def _used(link: Link, user: User) -> None:
    link.used_by, link.used_at = user, timezone.now()
    link.save(update_fields=["used_by", "used_at"])


def _one_at_a_time() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ADMINISTRATOR_LOCK])
