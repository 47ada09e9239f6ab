"""Django's handle on the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Matches, at a table or on paper."""

    name = "games"
    verbose_name = _("Matches and house rules")
