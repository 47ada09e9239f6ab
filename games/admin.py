"""The house rules as an administrator edits them: every switch, in the order of an evening."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Variant


@admin.register(Variant)
class VariantAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Variants; what does not go together is refused at the switch that says it."""

    list_display = ("name", "club", "exposed", "drawn", "clock", "updated_at")
    list_filter = ("club",)
    search_fields = ("name", "club__name")
    autocomplete_fields = ("club",)
    save_as = True
    fieldsets = (
        (
            None,
            {
                "fields": ("name", "club"),
                "description": _(
                    "Matches keep the copy of the rules they were drawn with: what you change "
                    "here counts from the next draw on."
                ),
            },
        ),
        (_("The pack"), {"fields": ("deck_three", "deck_three_suit", "deck_six")}),
        (_("What cards are worth"), {"fields": ("court", "second")}),
        (_("Dealing and the turn-up"), {"fields": ("dealing", "direction", "exposed")}),
        (_("Exchange of the turn-up"), {"fields": ("exchange", "exchange_until")}),
        (_("Between partners"), {"fields": ("partner_hand", "signals", "talk")}),
        (_("What players are told"), {"fields": ("running_points", "won_tricks")}),
        (_("The end of a deal"), {"fields": ("ending", "drawn", "drawn_limit", "cappotto")}),
        (_("The clock"), {"fields": ("clock",)}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Variant]:
        """Fetch what the list shows in one query."""
        return super().get_queryset(request).select_related("club")
