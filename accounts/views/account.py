"""The page of one's own account."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import selectors, services
from accounts.forms import ProfileForm, TokenForm
from accounts.models import User
from accounts.phrases import AccountsError
from accounts.views.doors import accepted


@never_cache
@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Show one's name, clubs, players and keys."""
    return _account(request)


@require_POST
@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """Change one's name and language."""
    assert isinstance(request.user, User)
    user = request.user
    form = ProfileForm(request.POST)
    status = accepted(form, lambda data: services.edit_profile(user=user, **data))
    if not form.is_valid():
        return _account(request, form=form, status=status)
    messages.success(request, _("Saved."))
    response = redirect("accounts:account")
    if user.language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            user.language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite="Lax",
        )
    else:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
    return response


@never_cache
@require_POST
@login_required
def token_make(request: HttpRequest) -> HttpResponse:
    """Make a key to the API and show it, this once."""
    assert isinstance(request.user, User)
    user = request.user
    form = TokenForm(request.POST)
    secrets: list[str] = []
    status = accepted(form, lambda data: secrets.append(services.make_token(user=user, **data)[1]))
    if not secrets:
        return _account(request, token_form=form, status=status)
    return _account(request, secret=secrets[0])


@require_POST
@login_required
def token_revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """End a key."""
    assert isinstance(request.user, User)
    try:
        services.revoke_token(user=request.user, token_id=token_id)
    except AccountsError as error:
        raise Http404 from error
    messages.success(request, _("The key no longer opens anything."))
    return redirect("accounts:account")


def _account(
    request: HttpRequest,
    *,
    form: ProfileForm | None = None,
    token_form: TokenForm | None = None,
    secret: str = "",
    status: int = 200,
) -> HttpResponse:
    assert isinstance(request.user, User)
    user = request.user
    context = {
        "form": form or ProfileForm(initial={"name": user.name, "language": user.language}),
        "token_form": token_form or TokenForm(),
        "secret": secret,
        "memberships": selectors.memberships_of(user),
        "players": selectors.players_claimed_by(user),
        "tokens": selectors.tokens_of(user),
    }
    return render(request, "accounts/account.html", context, status=status)
