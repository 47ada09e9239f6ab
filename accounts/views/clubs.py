"""The pages of clubs and of the people who run them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import selectors, services
from accounts.forms import ClubForm, RoleForm
from accounts.models import Club, Membership, Role, User
from accounts.phrases import AccountsError, refusal
from accounts.views.doors import BROKEN_RULE, accepted, full_address, in_club


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """Show every club, one's own first."""
    mine = {club.pk for club in selectors.clubs_of(request.user)}
    clubs = sorted(selectors.clubs(), key=lambda club: club.pk not in mine)
    return render(request, "accounts/clubs.html", {"clubs": clubs, "mine": mine})


@login_required
def club_new(request: HttpRequest) -> HttpResponse:
    """Make a club."""
    assert isinstance(request.user, User)
    user, made = request.user, []
    form = ClubForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = accepted(form, lambda data: made.append(services.create_club(user=user, **data)))
        if made:
            return redirect("accounts:club", made[0].slug)
    return render(request, "accounts/club_form.html", {"form": form}, status=status)


@require_safe
@in_club()
def club(request: HttpRequest, club: Club) -> HttpResponse:
    """Show a club to anybody."""
    context = {
        "club": club,
        "acts": selectors.acts_of(request.user, club),
        "role": selectors.role_in(request.user, club),
        "player": selectors.player_of(request.user, club),
    }
    return render(request, "accounts/club.html", context)


@in_club("administer")
def club_edit(request: HttpRequest, club: Club) -> HttpResponse:
    """Change what a club says of itself."""
    before = {"name": club.name, "place": club.place, "timezone": club.timezone}
    form = ClubForm(request.POST or None, initial=before)
    status = 200
    if request.method == "POST":
        status = accepted(form, lambda data: services.edit_club(club=club, **data))
        if form.is_valid():
            messages.success(request, _("Saved."))
            return redirect("accounts:club", club.slug)
    return render(request, "accounts/club_form.html", {"form": form, "club": club}, status=status)


@require_safe
@in_club("follow")
def members(request: HttpRequest, club: Club) -> HttpResponse:
    """Show who is in a club, with the acts the reader has on them."""
    return _members(request, club)


@require_POST
@in_club("organise")
def role_set(request: HttpRequest, club: Club, user_id: int) -> HttpResponse:
    """Give a member another role."""
    assert isinstance(request.user, User)
    form = RoleForm(request.POST, roles=list(Role))
    if not form.is_valid():
        return _members(request, club, refused="not_allowed")
    role = Role(form.cleaned_data["role"])
    try:
        services.set_role(club=club, actor=request.user, user_id=user_id, role=role)
    except Membership.DoesNotExist as error:
        raise Http404 from error
    except AccountsError as error:
        return _members(request, club, refused=error.key)
    messages.success(request, _("Saved."))
    return redirect("accounts:members", club.slug)


@require_POST
@in_club("follow")
def member_remove(request: HttpRequest, club: Club, user_id: int) -> HttpResponse:
    """Take a member out, or leave."""
    assert isinstance(request.user, User)
    try:
        services.remove_member(club=club, actor=request.user, user_id=user_id)
    except Membership.DoesNotExist as error:
        raise Http404 from error
    except AccountsError as error:
        return _members(request, club, refused=error.key)
    if request.user.pk == user_id:
        return redirect("accounts:club", club.slug)
    return redirect("accounts:members", club.slug)


@never_cache
@require_POST
@in_club("organise")
def invite(request: HttpRequest, club: Club) -> HttpResponse:
    """Make an invitation and show its link, this once."""
    assert isinstance(request.user, User)
    form = RoleForm(request.POST, roles=selectors.grantable(request.user, club))
    if not form.is_valid():
        return _members(request, club, refused="not_allowed")
    role = Role(form.cleaned_data["role"])
    path = services.invite(club=club, actor=request.user, role=role)
    context = {"club": club, "path": path, "address": full_address(request, path), "role": role}
    return render(request, "accounts/link_made.html", context)


@require_POST
@in_club("organise")
def invitation_revoke(request: HttpRequest, club: Club, link_id: int) -> HttpResponse:
    """Make an unused invitation worthless."""
    services.revoke_invitation(club=club, link_id=link_id)
    messages.success(request, _("The invitation no longer counts."))
    return redirect("accounts:members", club.slug)


def _members(request: HttpRequest, club: Club, refused: str = "") -> HttpResponse:
    roles = selectors.grantable(request.user, club)
    rows = [
        {
            "member": member,
            "may_change": Role(member.role) in roles,
            "me": member.user_id == request.user.pk,
        }
        for member in selectors.members_of(club)
    ]
    context = {
        "club": club,
        "rows": rows,
        "roles": [(role.value, role.label) for role in roles],
        "invitations": selectors.open_invitations(club) if roles else [],
        "form": RoleForm(roles=roles),
        "refused": refusal(refused) if refused else "",
    }
    status = BROKEN_RULE if refused else 200
    return render(request, "accounts/members.html", context, status=status)
