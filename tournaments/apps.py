"""Django's handle on the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Many matches with a purpose."""

    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        """Hear the news of matches."""
        from tournaments import receivers  # noqa: F401, PLC0415  the registry must be ready first
