"""The words for what the rules know by key: switches, cards, refusals, outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.rules.cards import Rank, Suit
from games.rules.house import HouseError

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Promise


@dataclass(frozen=True, slots=True)
class SwitchWords:
    """A switch in a reader's words: its label, one line of explanation, its values."""

    label: str | Promise
    help: str | Promise
    values: Mapping[str, str | Promise]


ALLOWED = {
    "off": _("off"),
    "after_first_trick": _("after the first trick"),
    "always": _("always"),
}

SUITS: dict[str, str | Promise] = {
    Suit.COINS: _("coins"),
    Suit.CUPS: _("cups"),
    Suit.SWORDS: _("swords"),
    Suit.CLUBS: pgettext_lazy("suit", "clubs"),
}

RANKS: dict[str, str | Promise] = {
    Rank.ACE: _("ace"),
    Rank.TWO: _("two"),
    Rank.THREE: _("three"),
    Rank.FOUR: _("four"),
    Rank.FIVE: _("five"),
    Rank.SIX: _("six"),
    Rank.SEVEN: _("seven"),
    Rank.EIGHT: _("eight"),
    Rank.NINE: _("nine"),
    Rank.JACK: _("jack"),
    Rank.KNIGHT: _("knight"),
    Rank.KING: _("king"),
}

SWITCHES: dict[str, SwitchWords] = {
    "deck_three": SwitchWords(
        _("Deck for three"),
        _("Three players need 39 cards, so a two stays out."),
        {
            "chosen": _("the two of a chosen suit out"),
            "random": _("a two drawn at random out"),
            "trumps": _("the two of trumps out, after the turn-up"),
        },
    ),
    "deck_three_suit": SwitchWords(
        _("The two left out"), _("Its suit, where the two of a chosen suit stays out."), SUITS
    ),
    "deck_six": SwitchWords(
        _("Deck for six"),
        _("Which cards six players use."),
        {
            "no_twos": _("without the twos (Italy)"),
            "no_fours": _("without the fours (Istria)"),
            "full": _("48 cards, with eights and nines (Spain)"),
        },
    ),
    "exposed": SwitchWords(
        _("Ace or three turned up"),
        _("What happens when the turn-up is a load."),
        {
            "keep": _("it stays"),
            "put_back": _("back into the stock, the next card is turned"),
            "redeal": _("the same dealer deals again"),
        },
    ),
    "court": SwitchWords(
        _("Knight and jack"),
        _("Which of the two stands higher and counts three points."),
        {
            "knight_high": _("knight above jack (3 and 2)"),
            "jack_high": _("jack above knight (3 and 2)"),
        },
    ),
    "second": SwitchWords(
        _("Second-highest card"),
        _("The card worth ten points."),
        {
            "three": _("the three"),
            "seven": _("the seven (Piedmont, Portugal)"),
            "two": _("the two (Chile)"),
        },
    ),
    "dealing": SwitchWords(
        _("Dealing"),
        _("How the first three cards are dealt."),
        {"one": _("one at a time"), "three": _("three at once")},
    ),
    "direction": SwitchWords(
        _("Direction"),
        _("The way the turn goes round the table."),
        {"counter_clockwise": _("counter-clockwise"), "clockwise": _("clockwise")},
    ),
    "exchange": SwitchWords(
        _("Exchange of the turn-up"),
        _("A low trump may be changed for the turn-up."),
        {
            "off": _("off"),
            "seven_and_two": _("7 of trumps for a high card, 2 of trumps for 7 or lower"),
            "two": _("2 of trumps only"),
        },
    ),
    "exchange_until": SwitchWords(
        _("Exchange until"),
        _("How long the exchange is possible."),
        {
            "last_refill": _("the last refill"),
            "first_trick": _("the end of the first trick"),
        },
    ),
    "partner_hand": SwitchWords(
        _("Partner's cards"),
        _("Whether partners may see each other's cards."),
        {"never": _("never seen"), "stock_empty": _("seen once the stock is empty")},
    ),
    "signals": SwitchWords(_("Signals"), _("The five signs between partners."), ALLOWED),
    "talk": SwitchWords(_("Table talk"), _("Whether players may chat during the deal."), ALLOWED),
    "running_points": SwitchWords(
        _("Running points"),
        _("Whether points are told before the count."),
        {"shown": _("shown"), "hidden": _("hidden until the count")},
    ),
    "won_tricks": SwitchWords(
        _("Won tricks"),
        _("What a player may look at again."),
        {"last": _("the last trick only"), "own": _("one's own pile"), "none": _("none")},
    ),
    "ending": SwitchWords(
        _("End of the deal"),
        _("Whether a deal is played to the last card."),
        {"play_out": _("played out"), "stop": _("stops once a side has passed 60")},
    ),
    "drawn": SwitchWords(
        _("A drawn deal (60-60)"),
        _("It is kept and shown, and counts for nobody."),
        {
            "next_dealer": _("the next dealer deals"),
            "same_dealer": _("the same dealer deals again"),
            "last_trick": _("the last trick decides it"),
        },
    ),
    "drawn_limit": SwitchWords(
        _("Drawn deals in a row"),
        _("After so many, the last trick decides the next drawn one; 0 is no limit."),
        {},
    ),
    "clock": SwitchWords(
        _("Seconds for a card"), _("5 to 120 at a live table; 0 turns the clock off."), {}
    ),
    "cappotto": SwitchWords(
        _("All the tricks (cappotto)"),
        _("How many deals it counts when one side takes every trick."),
        {"one": _("one deal"), "two": _("two deals")},
    ),
}

# The house rules every installation begins with; their rows have these names.
READY = {
    "Italian club": _("Italian club"),
    "Istrian": _("Istrian"),
    "Spanish brisca": _("Spanish brisca"),
    "Chilean brisca": _("Chilean brisca"),
    "Portuguese ranks": _("Portuguese ranks"),
    "As on the phone": _("As on the phone"),
}

REFUSALS: dict[str, str | Promise] = {
    "not_your_turn": _("It is not your turn."),
    "not_in_hand": _("You do not hold that card."),
    "not_your_seat": _("You do not sit in that seat."),
    "not_seated": _("You do not sit at this table."),
    "no_deal": _("No deal is being played."),
    "deal_running": _("A deal is on the table: finish, concede or void it first."),
    "match_over": _("The match is over."),
    "points_do_not_sum": _("The points of a deal must come to 120 together."),
    "points_out_of_range": _("Points go from 0 to 120."),
    "winner_against_points": _("The winner named does not have the points."),
    "seat_taken": _("Somebody sits there already."),
    "seats_empty": _("Not every seat is taken yet."),
    "computers_not_allowed": _("Computer players may not sit at this table."),
    "one_seat_a_person": _("Nobody can sit in two seats of one match."),
    "no_such_card": _("There is no such card."),
    "bad_nonce": _("The cut of the deck is not a number this table can use."),
    "bad_holder": _("Nobody of that name can sit here."),
    "bad_penalty": _("There is no such penalty."),
    "bad_reason": _("Give a reason, of 200 letters at most."),
    "bad_seed": _("The deal cannot be sealed with this."),
    "seed_used": _("This seal has been used before."),
    "bad_frame": _("The table did not understand that."),
    "unknown_type": _("The table knows no such command."),
    "already_conceded": _("This has been conceded already."),
    "already_sealed": _("The next deal is sealed already."),
    "already_seated": _("This person sits at the table already."),
    "cappotto_against_points": _("All the tricks and these points do not go together."),
    "clock_off": _("There is no clock at this table."),
    "deal_void": _("This deal is void already."),
    "no_exchange": _("The turn-up cannot be exchanged now."),
    "no_such_deal": _("There is no such deal."),
    "no_such_seat": _("There is no such seat."),
    "no_such_side": _("There is no such side."),
    "not_sealed": _("The deal is not sealed yet."),
    "nothing_to_restore": _("There is nothing to take back."),
    "points_needed": _("This match is decided on card points: enter the points of the deal."),
    "winner_needed": _("Enter the points of the deal, or say who won it."),
    "stale": _("The table has moved on: look again."),
    "rate_limited": _("Too fast: wait a moment."),
    "not_live": _("This match is played on paper."),
    "not_paper": _("This match is played at a live table."),
    "not_allowed": _("You may not do that."),
}


def refusal(key: str) -> str:
    """Say a broken rule in the reader's language."""
    return str(REFUSALS.get(key, REFUSALS["not_allowed"]))


def variant_name(name: str) -> str:
    """Say the name of house rules: a ready-made one translated, a club's own as it is."""
    return str(READY.get(name, name))


def house_refusal(error: HouseError) -> str:
    """Say what is wrong with a switch, by the switch's own label."""
    words = {"switch": SWITCHES[error.switch].label if error.switch in SWITCHES else error.switch}
    if error.key == "not_with":
        words["other"] = SWITCHES[error.other].label
        return str(_("“%(switch)s” does not go with “%(other)s” as it stands.") % words)
    if error.key == "unknown_switch":
        return str(_("There is no house rule “%(switch)s”.") % words)
    return str(_("“%(switch)s” cannot have this value.") % words)


def card_name(card: str) -> str:
    """Name a card given as two characters, as the Italian-Spanish deck does."""
    return str(_("%(rank)s of %(suit)s")) % {"rank": RANKS[card[0]], "suit": SUITS[card[1]]}


def computer_name(seat: int) -> str:
    """Name a computer player by its seat, so that several at one table can be told apart."""
    return str(_("Computer %(letter)s")) % {"letter": "ABCDEF"[seat]}
