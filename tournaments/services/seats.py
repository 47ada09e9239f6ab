"""Who plays for whom at a live table: a computer for somebody absent, and back again."""

from django.db import transaction

from games import services as games
from games.selectors import sittings
from tournaments.models import Pairing
from tournaments.phrases import TournamentError
from tournaments.services.advance import people_at
from tournaments.services.ground import Actor, locked, note, permit, spot

SUBSTITUTE = "medium"


def seat_computer(*, actor: Actor, pairing_id: int, seat: int, back: bool = False) -> Pairing:
    """Let a computer play in a seat, or give the seat `back` to the person of the entry.

    Only where the tournament allows computers; a running deal goes on with the new holder.
    """
    with transaction.atomic():
        row = Pairing.objects.select_related("stage").get(pk=pairing_id)
        tournament = locked(row.stage.tournament_id)
        permit(actor, tournament.club, "score")
        if row.match_id is None or row.bye or row.void:
            raise TournamentError("not_drawn")
        people = people_at(row, tournament.seats)
        if not 0 <= seat < len(people):
            raise TournamentError("bad_choice", "seat", value=seat)
        holder = games.Holder(player_id=people[seat]) if back else games.Holder(computer=SUBSTITUTE)
        games.seat_holder(match_id=row.match_id, actor=actor, seat=seat, holder=holder)
        sitting = sittings([row.match_id])[row.match_id][seat]
        note(tournament, actor, "seated", pairing=spot(row), name=sitting.name)
    return row
