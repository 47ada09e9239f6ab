"""Every address of the site, app by app."""

from allauth.account.urls import urlpatterns as allauth
from django.contrib import admin
from django.urls import include, path

from config import (
    celery,  # noqa: F401  what a page hands to a worker goes to our broker
    health,
    pages,
)
from tournaments.views import home

# Nobody is asked for a code sent by mail, so its pages lead nowhere.
sign_in = [pattern for pattern in allauth if "_code" not in str(pattern.name)]

urlpatterns = [
    path("", home, name="home"),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
    path("", include("tournaments.urls")),
    path("accounts/", include(sign_in)),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("api/v1/", include(("config.api", "api"))),
    path("csp-report/", pages.csp_report, name="csp_report"),
    path("healthz", health.healthz, name="healthz"),
    path("robots.txt", pages.robots, name="robots"),
    path("favicon.ico", pages.favicon, name="favicon"),
]
