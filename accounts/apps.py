"""Django's handle on the app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Users, clubs and players."""

    name = "accounts"
    verbose_name = _("People and clubs")
