"""Words of tournaments in templates: when it starts, how long a match is, a club's tournaments."""

from typing import Any

from django import template
from django.utils.formats import date_format

from accounts.models import Club
from tournaments import selectors
from tournaments.models import Pairing, Tournament
from tournaments.phrases import kind_words as words_of_kind

register = template.Library()


@register.filter
def kind_words(kind: str) -> str:
    """How long a match is, both ways bars say it."""
    return words_of_kind(kind)


@register.filter
def pairing_words(row: Pairing) -> str:
    """A pairing by its round and place."""
    return selectors.pairing_words(row)


@register.simple_tag
def local_time(tournament: Tournament) -> str:
    """When it starts, by the clock of the place, with the zone's name and offset."""
    starts = selectors.local_start(tournament)
    return f"{date_format(starts, 'DATETIME_FORMAT')} ({tournament.timezone}, UTC{starts:%z})"


@register.inclusion_tag("tournaments/_club.html")
def club_tournaments(club: Club) -> dict[str, Any]:
    """A club's tournaments, the latest first."""
    return {"club": club, "tournaments": selectors.tournaments_of(club)}
