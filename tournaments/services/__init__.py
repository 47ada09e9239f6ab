"""Everything that can happen to a tournament, one function an act, whoever asks for it."""

from tournaments.phrases import TournamentError
from tournaments.services.advance import advance
from tournaments.services.announce import KINDS, announce_tournament, edit_tournament
from tournaments.services.drawing import confirm_draw, undo_draw
from tournaments.services.entries import (
    Person,
    change_entry,
    enter,
    reinstate,
    set_seeds,
    withdraw,
)
from tournaments.services.invitations import (
    accept_invitation,
    enter_online,
    entry_by_token,
    leave,
    new_invitation,
    remove_partner,
)
from tournaments.services.results import (
    correct_deal,
    record_result,
    restore_deal,
    score_deal,
    undo_walkover,
    void_deal,
    walkover,
)
from tournaments.services.seats import seat_computer

__all__ = [
    "KINDS",
    "Person",
    "TournamentError",
    "accept_invitation",
    "advance",
    "announce_tournament",
    "change_entry",
    "confirm_draw",
    "correct_deal",
    "edit_tournament",
    "enter",
    "enter_online",
    "entry_by_token",
    "leave",
    "new_invitation",
    "record_result",
    "reinstate",
    "remove_partner",
    "restore_deal",
    "score_deal",
    "seat_computer",
    "set_seeds",
    "undo_draw",
    "undo_walkover",
    "void_deal",
    "walkover",
    "withdraw",
]
