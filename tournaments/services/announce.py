"""Announcing a tournament, and changing what was announced while that is still possible."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import available_timezones

from django.db import transaction
from django.utils.text import slugify

from accounts.models import Club
from games.models import Variant
from games.selectors import terms_for
from tournaments import draw, formats
from tournaments.models import Stage, Tournament
from tournaments.phrases import TournamentError
from tournaments.services.ground import Actor, clean_name, locked, locked_stage, note, permit

KINDS = (
    "first_to:1",
    "first_to:2",
    "first_to:3",
    "first_to:5",
    "best_of:1",
    "best_of:3",
    "best_of:5",
)
FIXED_BY_THE_DRAW = frozenset({"seats", "variant", "kind", "medium", "seeding"})
FREE = frozenset({"name", "place", "starts_at", "timezone", "computers_allowed", "online_entry"})


def announce_tournament(  # noqa: PLR0913  all that an announcement says
    *,
    actor: Actor,
    club: Club,
    name: str,
    starts_at: datetime,
    variant: Variant,
    timezone: str = "",
    place: str = "",
    seats: int = 4,
    kind: str = "first_to:2",
    medium: str = Tournament.Medium.BOTH,
    computers_allowed: bool = False,
    online_entry: bool = True,
    seeding: str = Tournament.Seeding.LOT,
    chance: draw.Chance = secrets.token_bytes,
) -> Tournament:
    """Announce a tournament; the secret its draw will use, made by `chance`, is sealed at once."""
    permit(actor, club, "organise")
    tournament = Tournament(
        club=club,
        name=name,
        place=place,
        starts_at=starts_at,
        timezone=timezone or club.timezone,
        seats=seats,
        variant=variant,
        kind=kind,
        medium=medium,
        computers_allowed=computers_allowed,
        online_entry=online_entry,
        seeding=seeding,
        created_by=actor,
    )
    _check(tournament)
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)  # one address at a time
        tournament.slug = _free_slug(club, tournament.name)
        tournament.save()
        secret, commitment = draw.seal(chance)
        Stage.objects.create(
            tournament=tournament,
            secret=secret,
            commitment=commitment,
            plan=formats.plan_to_dict(draw.plan_for(tournament)),
        )
        note(tournament, actor, "announced", name=tournament.name)
    return tournament


def edit_tournament(*, actor: Actor, tournament_id: int, changes: Mapping[str, Any]) -> Tournament:
    """Change what was announced; what the draw has copied can only change before it."""
    with transaction.atomic():
        tournament = locked(tournament_id)
        permit(actor, tournament.club, "organise")
        changed = {
            field: value
            for field, value in changes.items()
            if field in FIXED_BY_THE_DRAW | FREE and getattr(tournament, field) != value
        }
        fixed = sorted(FIXED_BY_THE_DRAW & set(changed))
        if fixed and tournament.state != Tournament.State.OPEN:
            raise TournamentError("drawn_already", fixed[0])
        if "seats" in changed and tournament.entries.exclude(state="withdrawn").exists():
            raise TournamentError("entries_there", "seats")
        for field, value in changed.items():
            setattr(tournament, field, value)
        _check(tournament)
        if changed:
            tournament.save()
            stage = locked_stage(tournament)
            if stage.state == Stage.State.OPEN:
                stage.plan = formats.plan_to_dict(draw.plan_for(tournament))
                stage.save(update_fields=["plan"])
            note(tournament, actor, "edited", fields=", ".join(sorted(changed)))
    return tournament


def _check(tournament: Tournament) -> None:
    tournament.name = clean_name(tournament.name)
    tournament.place = clean_name(tournament.place, "place", needed=False)
    if not isinstance(tournament.starts_at, datetime) or tournament.starts_at.tzinfo is None:
        raise TournamentError("time_missing", "starts_at")
    if tournament.timezone not in available_timezones():
        raise TournamentError("unknown_zone", "timezone", zone=tournament.timezone)
    if tournament.seats not in Tournament.Seats.values:
        raise TournamentError("bad_seats", "seats")
    for field, choices in (("medium", Tournament.Medium), ("seeding", Tournament.Seeding)):
        value = getattr(tournament, field)
        if value not in choices.values:
            raise TournamentError("bad_choice", field, value=value)
    if tournament.kind == "best_of:2":
        raise TournamentError("may_end_level", "kind")
    if tournament.kind not in KINDS:
        raise TournamentError("bad_kind", "kind")
    if tournament.variant.club_id not in (None, tournament.club_id):
        raise TournamentError("foreign_variant", "variant")
    try:
        terms_for(tournament.variant, tournament.seats, tournament.kind)
    except ValueError as error:  # what the rules refuse, by the switch's name
        raise TournamentError("house", "variant", why=_why(error)) from error


def _why(error: ValueError) -> str:
    return ", ".join(str(part) for part in error.args if part)


def _free_slug(club: Club, name: str) -> str:
    stem = slugify(name)[:60] or "tournament"
    taken = set(
        Tournament.objects.filter(club=club, slug__startswith=stem).values_list("slug", flat=True)
    )
    number, slug = 1, stem
    while slug in taken:
        number += 1
        slug = f"{stem}-{number}"
    return slug
