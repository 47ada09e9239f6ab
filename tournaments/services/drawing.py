"""The draw: held under lock, with a salt sealed beforehand, undone only while nothing is played."""

from django.db import transaction
from django.utils import timezone

from games.selectors import terms_for
from tournaments import draw, formats, live
from tournaments.formats.plans import LARGEST_BRACKET
from tournaments.models import Entry, Stage, Tournament
from tournaments.phrases import TournamentError
from tournaments.selectors import entry_title, pairing_words
from tournaments.services.advance import advance_locked, has_begun, strike_pairing
from tournaments.services.ground import Actor, clean_name, locked, locked_stage, note, permit

LONGEST_WORD = 80


def confirm_draw(
    *, actor: Actor, tournament_id: int, word: str = "", draws: int | None = None
) -> Stage:
    """Draw the stage: copy plan and terms to it, publish the salt, create the first pairings.

    `draws` is how many draws the caller has seen; if there is one more by now, nothing is drawn.
    """
    with transaction.atomic():
        tournament = locked(tournament_id)
        permit(actor, tournament.club, "organise")
        stage = locked_stage(tournament)
        if stage.state != Stage.State.OPEN:
            raise TournamentError("drawn_already")
        if draws is not None and draws != stage.draws:
            raise TournamentError("draw_has_moved")
        entries = entries_for_the_draw(tournament)
        stage.word = clean_name(word, "word", needed=False)
        if len(stage.word) > LONGEST_WORD:
            raise TournamentError("word_too_long", "word")
        plan = draw.plan_for(tournament)
        salt = draw.salt_of(stage.secret, stage.word)
        seeded = tournament.seeding == Tournament.Seeding.HAND
        draw.take(stage, draw.proposed(plan, entries, seeded=seeded, salt=salt))
        stage.plan = formats.plan_to_dict(plan)
        stage.terms = terms_for(tournament.variant, tournament.seats, tournament.kind).to_dict()
        stage.state = Stage.State.PLAYING
        stage.draws += 1
        stage.drawn_at = timezone.now()
        stage.save()
        tournament.state = Tournament.State.PLAYING
        tournament.save(update_fields=["state"])
        tournament.entries.exclude(state="withdrawn").update(invite_hash="")
        note(
            tournament,
            actor,
            "drawn",
            draws=stage.draws,
            word=stage.word,
            salt=salt,
            secret=stage.secret,
            commitment=stage.commitment,
        )
        advance_locked(stage)
        live.show_after_commit(stage)
    return stage


def undo_draw(*, actor: Actor, tournament_id: int, draws: int | None = None) -> Stage:
    """Strike out the draw while nothing is played; the next one gets a secret of its own."""
    with transaction.atomic():
        tournament = locked(tournament_id)
        permit(actor, tournament.club, "organise")
        stage = locked_stage(tournament)
        if stage.state == Stage.State.OPEN:
            raise TournamentError("not_drawn")
        if draws is not None and draws != stage.draws:
            raise TournamentError("draw_has_moved")
        rows = sorted(draw.pairing_rows(stage), key=lambda row: row.match_id or 0)
        for row in rows:
            if has_begun(row):
                raise TournamentError("deal_begun", pairing=pairing_words(row))
        note(
            tournament,
            actor,
            "undrawn",
            draws=stage.draws,
            secret=stage.secret,
            word=stage.word,
            commitment=stage.commitment,
        )
        for row in rows:
            strike_pairing(row)
        stage.entrants.all().delete()
        stage.secret, stage.commitment = draw.seal()
        stage.word, stage.terms, stage.drawn_at = "", None, None
        stage.state = Stage.State.OPEN
        stage.save()
        tournament.state = Tournament.State.OPEN
        tournament.save(update_fields=["state"])
        live.show_after_commit(stage)
    return stage


def entries_for_the_draw(tournament: Tournament) -> list[Entry]:
    """The entries a draw would take; refused by name where it cannot be held."""
    entries = list(tournament.entries.exclude(state=Entry.State.WITHDRAWN).order_by("number"))
    incomplete = [entry for entry in entries if entry.state == Entry.State.INCOMPLETE]
    if incomplete:
        raise TournamentError(
            "incomplete_entries",
            entries=", ".join(f"{entry.number} ({entry_title(entry)})" for entry in incomplete),
        )
    if len(entries) < 2:  # noqa: PLR2004  the least a draw can pair
        raise TournamentError("too_few_entries")
    if len(entries) > LARGEST_BRACKET:
        raise TournamentError("too_many_entries", count=len(entries))
    return entries
