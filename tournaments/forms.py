"""What people type about tournaments, read and checked for shape; rules are for the services."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from games.models import Variant
from games.selectors import variants_for
from tournaments.models import Tournament
from tournaments.phrases import TournamentError, kind_words
from tournaments.services import KINDS, Person

FULL = 120
LONGEST_FIGURE = 9


def zones() -> list[tuple[str, str]]:
    """Every time zone that has a place in its name."""
    return [(zone, zone) for zone in sorted(available_timezones()) if "/" in zone or zone == "UTC"]


class TournamentForm(forms.Form):
    """An announcement; the time is the clock on the wall of the place."""

    name = forms.CharField(
        label=_("Name"), max_length=150, widget=forms.TextInput(attrs={"autofocus": True})
    )
    place = forms.CharField(label=_("Place"), max_length=150, required=False)
    starts_at = forms.DateTimeField(
        label=_("Starts"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M"],
    )
    timezone = forms.ChoiceField(label=_("Time zone"), choices=zones)
    seats = forms.TypedChoiceField(
        label=_("Players at a table"), choices=Tournament.Seats.choices, coerce=int
    )
    variant = forms.ModelChoiceField(
        label=_("House rules"), queryset=Variant.objects.none(), empty_label=None
    )
    kind = forms.CharField(label=_("A match is"), max_length=40, widget=forms.Select)
    medium = forms.ChoiceField(label=_("Results come"), choices=Tournament.Medium.choices)
    seeding = forms.ChoiceField(label=_("Seeding"), choices=Tournament.Seeding.choices)
    online_entry = forms.BooleanField(label=_("Players may enter online"), required=False)
    computers_allowed = forms.BooleanField(
        label=_("Computer players may fill empty seats"), required=False
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        variant = self.fields["variant"]
        assert isinstance(variant, forms.ModelChoiceField)
        variant.queryset = variants_for(club.pk)
        widget = self.fields["kind"].widget
        assert isinstance(widget, forms.Select)
        widget.choices = [(kind, kind_words(kind)) for kind in KINDS]

    def clean(self) -> dict[str, Any]:
        """Read the time by the clock of the zone beside it."""
        data = super().clean() or {}
        when, zone = data.get("starts_at"), data.get("timezone")
        if isinstance(when, datetime) and zone:
            data["starts_at"] = when.replace(tzinfo=ZoneInfo(zone))
        return data

    def refuse(self, error: TournamentError) -> None:
        """Show a broken rule at its field."""
        self.add_error(error.field if error.field in self.fields else None, str(error))


def read_people(data: Mapping[str, Any], size: int) -> list[Person]:
    """The people of an entry as typed: name_0, note_0, player_0 and so on; blanks are left out."""
    people = []
    for place in range(size):
        name = str(data.get(f"name_{place}", "")).strip()
        player = str(data.get(f"player_{place}", "")).strip()
        if not name and not player:
            continue
        people.append(
            Person(
                name=name,
                note=str(data.get(f"note_{place}", "")).strip(),
                player_id=int(player) if player.isdecimal() and len(player) < 18 else None,  # noqa: PLR2004  a big integer's digits
            )
        )
    return people


def read_seeds(data: Mapping[str, Any]) -> dict[int, int | None]:
    """Seeds as typed: seed_3=1 is entry 3 seeded first; an empty one is unseeded."""
    seeds: dict[int, int | None] = {}
    for field, value in data.items():
        match = re.fullmatch(r"seed_(\d{1,6})", field)
        if match is None:
            continue
        text = str(value).strip()
        if text and not re.fullmatch(r"[0-9]{1,6}", text):
            raise TournamentError("bad_seed", field)
        seeds[int(match[1])] = int(text) if text else None
    return seeds


def read_score(data: Mapping[str, Any]) -> tuple[tuple[int, int] | None, int | None]:
    """A deal as typed: points of one side or both, or who won, or both of these."""
    figures = [_figure(data, f"points_{side}") for side in (0, 1)]
    winner = _side(data.get("winner"))
    first, second = figures
    if first is None and second is None:
        return None, winner
    if first is None:
        first = FULL - (second or 0)
    if second is None:
        second = FULL - first
    return (first, second), winner


def read_award(data: Mapping[str, Any]) -> int | None:
    """Who gets a match without play: 0, 1, or the word "none" for neither side."""
    text = str(data.get("winner", "")).strip()
    if text == "":
        raise TournamentError("no_such_side", "winner")
    return None if text == "none" else _side(text)


def read_number(data: Mapping[str, Any], field: str) -> int | None:
    """A whole number a page carries along, or None."""
    text = str(data.get(field, "")).strip()
    return int(text) if text.isdecimal() and len(text) <= LONGEST_FIGURE else None


def _figure(data: Mapping[str, Any], field: str) -> int | None:
    text = str(data.get(field, "")).strip()
    if not text:
        return None
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise TournamentError("points_not_a_number", field)
    figure = int(text)
    if not 0 <= figure <= FULL:
        raise TournamentError("points_out_of_range", field)
    return figure


def _side(value: object) -> int | None:
    text = str(value if value is not None else "").strip()
    if text == "":
        return None
    if text not in ("0", "1"):
        raise TournamentError("no_such_side", "winner")
    return int(text)
