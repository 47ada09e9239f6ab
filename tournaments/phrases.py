"""The words for what tournaments know by key: refusals, kinds of match, rounds, acts in the log."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import phrases as accounts
from games import phrases as games

Words = str | Promise


class TournamentError(Exception):
    """A broken rule, named by its key; `field` says where a form shows it.

    `values` fill the sentence; whatever a person must choose between comes as `choices`.
    """

    def __init__(
        self, key: str, field: str = "", *, choices: object = (), **values: object
    ) -> None:
        super().__init__(key)
        self.key = key
        self.field = field
        self.choices = choices
        self.values = values

    def __str__(self) -> str:
        return refusal(self.key, self.values)


REFUSALS: dict[str, Words] = {
    "not_allowed": _("You may not do that in this club."),
    "not_found": _("There is no such thing in this tournament."),
    "name_missing": _("Write a name."),
    "name_too_long": _("A name has at most 150 letters."),
    "unknown_zone": _("There is no time zone “%(zone)s”."),
    "time_missing": _("Say when it starts, with its time zone."),
    "bad_seats": _("A tournament is for 2, 4 or 6 players at a table."),
    "bad_choice": _("“%(value)s” is not one of the choices."),
    "bad_kind": _("A match is first to 1, 2, 3 or 5, or best of 1, 3 or 5."),
    "may_end_level": _("Best of 2 can end level, so it cannot decide a knockout match."),
    "foreign_variant": _("These house rules belong to another club."),
    "house": _("These house rules do not go together with this tournament: %(why)s"),
    "entries_there": _("There are entries already, made for this number of players."),
    "drawn_already": _("The draw has been made already: look at it again."),
    "not_drawn": _("The draw has not been made yet."),
    "draw_has_moved": _("Somebody has changed the draw meanwhile: look at it again."),
    "deal_begun": _("A deal has been played in %(pairing)s, so the draw stands."),
    "too_few_entries": _("A draw needs two entries at least."),
    "too_many_entries": _("A knockout takes at most 1024 entries; there are %(count)s."),
    "incomplete_entries": _("These entries are not complete yet: %(entries)s."),
    "format": _("This field cannot be drawn: %(why)s"),
    "word_too_long": _("The word may have 80 letters at most."),
    "entries_closed": _("Entries are closed: the draw has been made."),
    "online_entry_closed": _("Entries for this tournament are taken by the organiser."),
    "sign_in_first": _("Sign in with an account of your own first."),
    "too_many_people": _("An entry has at most %(size)s people here."),
    "nobody_entered": _("Write at least one name."),
    "already_entered": _("%(name)s is already in entry %(number)s."),
    "twice_in_entry": _("%(name)s stands in this entry twice."),
    "which_one": _("The club knows more than one %(name)s: choose, or write a note."),
    "known_note": _("The club knows a %(name)s with this note already."),
    "entry_full": _("This entry is complete."),
    "entry_withdrawn": _("This entry has been withdrawn."),
    "invitation_over": _("This invitation is not valid any more."),
    "not_in_entry": _("You are not in this entry."),
    "bad_seed": _("A seed is a whole number from 1 on."),
    "seed_taken": _("Seed %(seed)s is given twice."),
    "seeds_by_lot": _("This tournament is drawn by lot, without seeds."),
    "a_bye": _("Nobody plays in a bye."),
    "pairing_void": _("This match was struck out: open the one that replaced it."),
    "score_missing": _("Write the points of one side, or say who won."),
    "points_not_a_number": _("Write points as a whole number from 0 to 120."),
    "points_out_of_range": _("Points go from 0 to 120."),
    "points_do_not_sum": _("The points of a deal come to 120 together."),
    "somebody_was_faster": _("Somebody has entered something here meanwhile: look again."),
    "no_such_deal": _("This match has no deal %(deal)s."),
    "no_such_side": _("There is no such side."),
    "following_begun": _("%(pairing)s has begun already and depends on this result."),
    "nothing_to_undo": _("There is nothing to take back here."),
    "decided_already": _("This match has been decided already."),
    "decided_by_play": _("This match was decided by play: correct its deals instead."),
}

ROUNDS: dict[int, Words] = {
    2: _("Final"),
    4: _("Semifinals"),
    8: _("Quarterfinals"),
    16: _("Round of 16"),
    32: _("Round of 32"),
    64: _("Round of 64"),
}

REASONS: dict[str, Words] = {
    "walkover": _("walkover"),
    "double_walkover": _("double walkover"),
    "disqualified": _("disqualified"),
    "conceded": _("conceded"),
    "void": _("struck out"),
}

ACTS: dict[str, Words] = {
    "announced": _("announced the tournament"),
    "edited": _("changed %(fields)s"),
    "entered": _("entered %(entry)s"),
    "invited": _("made a new invitation for %(entry)s"),
    "accepted": _("%(name)s joined %(entry)s"),
    "left": _("%(name)s left %(entry)s"),
    "withdrawn": _("withdrew %(entry)s"),
    "reinstated": _("took %(entry)s back in"),
    "changed_entry": _("changed %(before)s into %(entry)s"),
    "seeded": _("set the seeds: %(seeds)s"),
    "drawn": _("made draw number %(draws)s; word “%(word)s”, salt %(salt)s"),
    "undrawn": _("undid draw number %(draws)s; its secret was %(secret)s"),
    "scored": _("%(pairing)s, deal %(deal)s: %(score)s"),
    "corrected": _("corrected %(pairing)s, deal %(deal)s: %(before)s became %(score)s"),
    "voided": _("struck out %(pairing)s, deal %(deal)s: %(before)s"),
    "restored": _("took back a strike in %(pairing)s, deal %(deal)s"),
    "seated": _("seated %(name)s in %(pairing)s"),
    "awarded": _("gave %(pairing)s to %(winner)s without play: %(reason)s"),
    "unawarded": _("took back the award in %(pairing)s"),
    "replaced": _("%(pairing)s was struck out, since a result before it was corrected"),
    "finished": _("%(winner)s won the tournament"),
    "reopened": _("the tournament is being played again"),
}


def refusal(key: str, values: Mapping[str, object] | None = None) -> str:
    """Say a broken rule in the reader's language."""
    return str(REFUSALS.get(key, REFUSALS["not_allowed"])) % (values or {})


def said(error: Exception) -> str:
    """Say whatever was refused, here or below, in the reader's language."""
    if isinstance(error, TournamentError):
        return str(error)
    key = str(getattr(error, "key", ""))
    return games.refusal(key) if key in games.REFUSALS else accounts.refusal(key)


def act_words(act: str, data: Mapping[str, Any]) -> str:
    """Say what was done, with the names it was done to."""
    words = str(ACTS.get(act, act))
    said = dict(data)
    if isinstance(said.get("pairing"), list):
        said["pairing"] = match_words(*said["pairing"])
    if "reason" in said:
        said["reason"] = REASONS.get(said["reason"], said["reason"])
    try:
        return words % said
    except (KeyError, TypeError):
        return words


def kind_words(kind: str) -> str:
    """Say how long a match is, both ways bars say it."""
    way, _colon, number = kind.partition(":")
    deals = int(number.split(":")[0])
    if way == "first_to":
        needed, best = deals, 2 * deals - 1
    else:
        needed, best = deals // 2 + 1, deals
    if best == 1:
        return str(_("one deal (first to 1, best of 1)"))
    return str(_("first to %(needed)s, best of %(best)s")) % {"needed": needed, "best": best}


def round_words(of: int, number: int) -> str:
    """Name a round by the places left in it."""
    if of in ROUNDS:
        return str(ROUNDS[of])
    if of:
        return str(_("Round of %(of)s")) % {"of": of}
    return str(_("Round %(number)s")) % {"number": number}


def match_words(of: int, number: int, order: int) -> str:
    """Name a match by its round and its place there."""
    words = {2: _("Final"), 4: _("Semifinal %(order)s"), 8: _("Quarterfinal %(order)s")}
    text = words.get(of, _("Match %(round)s.%(order)s"))
    return str(text) % {"round": number, "order": order}


def side_words(size: int) -> str:
    """Name what enters: a single, a pair, a trio."""
    return str({1: _("Single"), 2: _("Pair"), 3: _("Trio")}[size])


def entries_words(count: int) -> str:
    """Count entries."""
    return ngettext("%(count)s entry", "%(count)s entries", count) % {"count": count}
