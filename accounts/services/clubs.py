"""Clubs and the roles in them; a club never loses its last owner."""

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from accounts import selectors
from accounts.models import Club, Membership, Role, User
from accounts.phrases import AccountsError
from accounts.services.names import kept, kept_name, known_zone

RESERVED = frozenset({"new"})  # pages that stand where a club's address would
SLUG_LENGTH = 60


def create_club(*, user: User, name: str, place: str = "", timezone: str = "Europe/Rome") -> Club:
    """Make a club whose owner is its maker."""
    if user.is_guest:
        raise AccountsError("guest")
    fields = {
        "name": kept_name(name),
        "place": kept(place, at_most=150),
        "timezone": known_zone(timezone),
    }
    with transaction.atomic():
        club = _with_free_address(fields)
        Membership.objects.create(club=club, user=user, role=Role.OWNER)
    return club


def edit_club(*, club: Club, name: str, place: str, timezone: str) -> Club:
    """Change what a club says of itself; its address stays, since people have it on paper."""
    club.name = kept_name(name)
    club.place = kept(place, at_most=150)
    club.timezone = known_zone(timezone)
    club.save(update_fields=["name", "place", "timezone"])
    return club


def set_role(*, club: Club, actor: User, user_id: int, role: Role) -> Membership:
    """Give a member another role; raises Membership.DoesNotExist for somebody else."""
    with transaction.atomic():
        member = _locked_member(club, actor, user_id)
        if role not in selectors.grantable(actor, club):
            raise AccountsError("not_allowed")
        if role != Role.OWNER:
            _keep_an_owner(member)
        member.role = role
        member.save(update_fields=["role"])
    return member


def remove_member(*, club: Club, actor: User, user_id: int) -> None:
    """Take a member out of the club; anybody may take out themselves."""
    with transaction.atomic():
        member = _locked_member(club, actor, user_id)
        _keep_an_owner(member)
        member.delete()


def _locked_member(club: Club, actor: User, user_id: int) -> Membership:
    # The club's row is what two owners who demote each other at once meet at.
    Club.objects.select_for_update().get(pk=club.pk)
    member = Membership.objects.select_related("user").get(club=club, user=user_id)
    if actor.pk != user_id and Role(member.role) not in selectors.grantable(actor, club):
        raise AccountsError("not_allowed")
    return member


def _keep_an_owner(member: Membership) -> None:
    owners = Membership.objects.filter(club=member.club_id, role=Role.OWNER)
    if member.role == Role.OWNER and not owners.exclude(pk=member.pk).exists():
        raise AccountsError("last_owner")


def _with_free_address(fields: dict[str, str]) -> Club:
    stem = slugify(fields["name"])[:SLUG_LENGTH].strip("-_") or "club"
    taken = set(Club.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    number = 1
    while True:
        slug = stem if number == 1 else f"{stem}-{number}"
        number += 1
        if slug in taken or slug in RESERVED:
            continue
        try:
            with transaction.atomic():
                return Club.objects.create(slug=slug, **fields)
        except IntegrityError:  # somebody took it in this very moment
            taken.add(slug)
