"""The administrator's view of people and clubs; players are written by the services here too."""

from typing import Any

from allauth.account.models import EmailAddress
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import selectors, services
from accounts.models import ApiToken, Club, Letter, Membership, Player, User, name_key
from accounts.phrases import refusal

admin.site.site_header = admin.site.site_title = "Sessantuno"
admin.site.unregister(Group)  # roles belong to clubs
admin.site.unregister(EmailAddress)  # a user's e-mail is the user's


@admin.register(User)
class UserAdmin(DjangoUserAdmin):  # type: ignore[type-arg]
    """Users, by e-mail."""

    add_form = AdminUserCreationForm
    list_display = ("name", "email", "is_guest", "is_superuser", "date_joined")
    list_filter = ("is_superuser", "is_guest", "is_active")
    search_fields = ("name", "email")
    ordering = ("name",)
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("name", "email", "password", "language")}),
        (_("May they"), {"fields": ("is_active", "is_staff", "is_superuser", "is_guest")}),
        (_("When"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (
            None,
            {
                "classes": ("wide",),
                "fields": ("name", "email", "usable_password", "password1", "password2"),
            },
        ),
    )


class MembershipInline(admin.TabularInline):  # type: ignore[type-arg]
    """The roles in a club."""

    model = Membership
    extra = 0
    autocomplete_fields = ("user",)


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Clubs and who is in them."""

    list_display = ("name", "place", "slug", "created_at")
    search_fields = ("name", "place", "slug")
    prepopulated_fields = {"slug": ("name",)}
    inlines = (MembershipInline,)


class PlayerForm(forms.ModelForm):  # type: ignore[type-arg]
    """A player, refused where the club knows the name and note."""

    class Meta:
        model = Player
        fields = ("club", "name", "note")

    def clean(self) -> dict[str, Any]:
        """Refuse a namesake whom no note tells apart."""
        data = super().clean() or {}
        club = data.get("club") or self.instance.club
        known = selectors.known_players(club, data.get("name", ""))
        note = name_key(data.get("note", ""))
        if any(row.pk != self.instance.pk and row.note_key == note for row in known):
            self.add_error("note", refusal("note_taken" if note else "known_already"))
        return data


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The people clubs know."""

    form = PlayerForm
    list_display = ("name", "note", "club", "user")
    list_filter = ("club",)
    search_fields = ("name", "note", "key")
    autocomplete_fields = ("club",)
    readonly_fields = ("user",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        """Fetch what the list shows in one query."""
        return super().get_queryset(request).select_related("club", "user")

    def get_readonly_fields(
        self,
        request: HttpRequest,  # noqa: ARG002  the base's signature
        obj: Player | None = None,
    ) -> tuple[str, ...]:
        """Let a player stay in its club."""
        return ("club", "user") if obj else ("user",)

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: Any) -> None:  # noqa: ARG002  the base's signature
        """Write a player as the club's own page does."""
        if change:
            services.edit_player(player=obj, name=obj.name, note=obj.note)
        else:
            made = services.know_player(club=obj.club, name=obj.name, note=obj.note)
            obj.pk = made.pk


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Keys to the API: to look at, not to make."""

    list_display = ("name", "user", "prefix", "created_at", "last_used_at", "revoked_at")
    list_select_related = ("user",)
    readonly_fields = ("user", "name", "prefix", "created_at", "last_used_at")
    exclude = ("token_hash",)

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002  the base's signature
        """Leave making a key to its user, who alone sees it."""
        return False


@admin.register(Letter)
class LetterAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Mail that has not left; the text stays hidden, since it may hold a secret."""

    list_display = ("to", "subject", "attempts", "due_at", "created_at")
    readonly_fields = ("to", "subject", "attempts", "created_at")
    exclude = ("text",)

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002  the base's signature
        """Leave writing letters to the site."""
        return False
