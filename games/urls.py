"""Addresses of the live tables."""

from django.urls import path

from games import views

app_name = "games"
urlpatterns = [
    path("tables/", views.tables, name="tables"),
    path("tables/<int:match_id>/", views.table, name="table"),
]
