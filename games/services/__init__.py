"""Everything that can happen to a match, one function an act, whoever asks for it.

A broken rule is `Refused` and nothing is written. Who may direct a match is checked by those who
call; a player's own acts are checked here.
"""

from games.services.act import Entropy, Holder, Refused, from_the_system
from games.services.clock import (
    account_time,
    beat,
    computer_choice,
    deal_now,
    move_computer,
    time_out,
)
from games.services.desk import (
    award,
    correct_score,
    open_match,
    report_score,
    restore,
    seat_holder,
    void_deal,
)
from games.services.table import arrive, concede, exchange_turn_up, play_card, start_deal

__all__ = [
    "Entropy",
    "Holder",
    "Refused",
    "account_time",
    "arrive",
    "award",
    "beat",
    "computer_choice",
    "concede",
    "correct_score",
    "deal_now",
    "exchange_turn_up",
    "from_the_system",
    "move_computer",
    "open_match",
    "play_card",
    "report_score",
    "restore",
    "seat_holder",
    "start_deal",
    "time_out",
    "void_deal",
]
