"""Results: deals on paper, their corrections, walkovers, and what a match's end sets off."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from games import selectors as games_selectors
from games import services as games
from games.models import Match
from tournaments import draw, live
from tournaments.models import Pairing, Stage, Tournament
from tournaments.phrases import TournamentError
from tournaments.selectors import DASH, deal_words, entry_titles, pairing_words
from tournaments.services.advance import advance, has_begun, strike_pairing
from tournaments.services.ground import Actor, locked, locked_stage, note, permit, spot

FULL = 120
AWARDS = frozenset({"walkover", "double_walkover", "disqualified"})


def score_deal(  # noqa: PLR0913  a slip and how it came
    *,
    actor: Actor,
    pairing_id: int,
    points: tuple[int, ...] | None = None,
    winner: int | None = None,
    version: int | None = None,
    command: str | None = None,
) -> Pairing:
    """Enter a deal played on paper; `version` is the match as the scorer saw it."""
    with transaction.atomic():
        row = _pairing(pairing_id)
        tournament = row.stage.tournament
        permit(actor, tournament.club, "score")
        _check_open(row)
        match = Match.objects.select_for_update(no_key=True).get(pk=_match_id(row))
        known = command is not None and match.facts.filter(seat__lt=0, command=command).exists()
        if known:
            return row
        if version is not None and version != match.version:
            raise TournamentError("somebody_was_faster")
        _check_points(points, winner, sides=2)
        match = games.report_score(
            match_id=match.pk, actor=actor, points=points, winner=winner, command=command
        )
        note(
            tournament,
            actor,
            "scored",
            pairing=spot(row),
            deal=match.deals,
            score=deal_words(points, winner),
        )
    row.refresh_from_db()
    return row


def correct_deal(  # noqa: PLR0913  a slip and how it came
    *,
    actor: Actor,
    pairing_id: int,
    deal: int,
    points: tuple[int, ...] | None = None,
    winner: int | None = None,
    version: int | None = None,
) -> Pairing:
    """Put a deal right; refused where it would change who plays a match that has begun."""
    with transaction.atomic():
        row, stage = _with_stage(pairing_id, actor, version)
        _check_points(points, winner, sides=2)
        before = _deal(row, deal)
        games.correct_score(
            match_id=_match_id(row), actor=actor, deal=deal, points=points, winner=winner
        )
        note(
            stage.tournament,
            actor,
            "corrected",
            pairing=spot(row),
            deal=deal,
            before=before,
            score=deal_words(points, winner),
        )
    row.refresh_from_db()
    return row


def void_deal(*, actor: Actor, pairing_id: int, deal: int, version: int | None = None) -> Pairing:
    """Strike a deal; it is kept and marked, and counts for nobody."""
    with transaction.atomic():
        row, stage = _with_stage(pairing_id, actor, version)
        before = _deal(row, deal)
        games.void_deal(match_id=_match_id(row), actor=actor, deal=deal)
        note(stage.tournament, actor, "voided", pairing=spot(row), deal=deal, before=before)
    row.refresh_from_db()
    return row


def restore_deal(*, actor: Actor, pairing_id: int, deal: int) -> Pairing:
    """Take back the strike of a deal."""
    with transaction.atomic():
        row, stage = _with_stage(pairing_id, actor, None)
        _deal(row, deal)
        facts = row.match.facts.filter(kind="voided", data__deal=deal) if row.match else None
        last = facts.order_by("-number").first() if facts is not None else None
        if last is None:
            raise TournamentError("nothing_to_undo")
        games.restore(match_id=_match_id(row), actor=actor, number=last.number)
        note(stage.tournament, actor, "restored", pairing=spot(row), deal=deal)
    row.refresh_from_db()
    return row


def walkover(
    *, actor: Actor, pairing_id: int, winner: int | None, reason: str = "walkover"
) -> Pairing:
    """Give a match to a side without play, or to neither (a double walkover)."""
    with transaction.atomic():
        row, stage = _with_stage(pairing_id, actor, None)
        _check_open(row)
        if row.decided:
            raise TournamentError("decided_already")
        if winner not in (0, 1, None):
            raise TournamentError("no_such_side", "winner")
        if reason not in AWARDS:
            raise TournamentError("bad_choice", "reason", value=reason)
        reason = "double_walkover" if winner is None else reason
        games.award(match_id=_match_id(row), actor=actor, winner=winner, reason=reason)
        titles = entry_titles(side.entry for side in row.sides.all())
        names = {side.number: titles[side.entry_id] for side in row.sides.all()}
        note(
            stage.tournament,
            actor,
            "awarded",
            pairing=spot(row),
            winner=DASH if winner is None else names[winner],
            reason=reason,
        )
    row.refresh_from_db()
    return row


def undo_walkover(*, actor: Actor, pairing_id: int) -> Pairing:
    """Take back a walkover; refused once the match it led to has begun."""
    with transaction.atomic():
        row, stage = _with_stage(pairing_id, actor, None)
        facts = row.match.facts.filter(kind="awarded") if row.match else None
        last = facts.order_by("-number").first() if facts is not None else None
        if last is None or row.reason not in AWARDS:
            raise TournamentError("decided_by_play" if row.decided else "nothing_to_undo")
        games.restore(match_id=_match_id(row), actor=actor, number=last.number)
        note(stage.tournament, actor, "unawarded", pairing=spot(row))
    row.refresh_from_db()
    return row


def record_result(*, match: Match, outcome: Any) -> None:
    """Take a match's news into its pairing, in the transaction that made it.

    Only the pairing is locked. Refused where the outcome changes and a match that follows has
    begun; what follows and has not begun is struck out, and drawn anew after the commit.
    """
    row = _locked_pairing(match)
    if row is None or row.void:
        return
    decided = outcome is not None
    winner = outcome.winner if outcome else None
    reason = str(outcome.reason) if outcome else ""
    stage_id = row.stage_id
    if (row.decided, row.winner, row.reason) == (decided, winner, reason):
        live.show_after_commit(row.stage, [row.key])
        return
    if row.decided and (row.winner, row.decided) != (winner, decided):
        _free_what_follows(row, decided=decided, winner=winner, reason=reason)
    row.decided, row.winner, row.reason = decided, winner, reason
    row.advance_due = timezone.now()
    row.save(update_fields=["decided", "winner", "reason", "advance_due"])
    transaction.on_commit(lambda: advance(stage_id=stage_id), robust=True)


def _free_what_follows(row: Pairing, *, decided: bool, winner: int | None, reason: str) -> None:
    changed = Pairing(key=row.key, decided=decided, winner=winner, reason=reason)
    changed.match = row.match
    sheet = draw.read(row.stage).with_result(row.key, draw.result_of(changed))
    while stale := sheet.schedule().stale:
        followers = [sheet.rows[pairing.key] for pairing in stale]
        for follower in sorted(followers, key=lambda pairing: pairing.match_id or 0):
            if has_begun(follower):
                raise TournamentError("following_begun", pairing=pairing_words(follower))
            strike_pairing(follower)
            note(
                row.stage.tournament,
                None,
                "replaced",
                pairing=spot(follower),
                key=follower.key,
            )
        sheet = sheet.without([pairing.key for pairing in stale])


def _locked_pairing(match: Match) -> Pairing | None:
    rows = Pairing.objects.select_for_update(no_key=True, of=("self",)).filter(match=match)
    return rows.select_related("stage__tournament", "match").first()


def _pairing(pairing_id: int) -> Pairing:
    rows = Pairing.objects.select_related("stage__tournament__club", "match")
    row = rows.filter(pk=pairing_id).first()
    if row is None:
        raise TournamentError("not_found")
    if row.void:
        raise TournamentError("pairing_void")
    if row.bye or row.match is None:
        raise TournamentError("a_bye")
    return row


def _with_stage(pairing_id: int, actor: Actor, version: int | None) -> tuple[Pairing, Stage]:
    """A pairing under its stage's lock, for acts that may change who meets whom."""
    found = _pairing(pairing_id)
    tournament: Tournament = locked(found.stage.tournament_id)
    permit(actor, tournament.club, "score")
    stage = locked_stage(tournament, found.stage.number)
    row = _pairing(pairing_id)
    row.stage = stage
    if version is not None and row.match is not None and row.match.version != version:
        raise TournamentError("somebody_was_faster")
    return row, stage


def _check_open(row: Pairing) -> None:
    if row.stage.state == Stage.State.OPEN:
        raise TournamentError("not_drawn")


def _check_points(points: tuple[int, ...] | None, winner: int | None, *, sides: int) -> None:
    """Say at the field what the rules would say; whether the sum holds is theirs to judge."""
    if points is None and winner is None:
        raise TournamentError("score_missing", "points_0")
    if winner is not None and not 0 <= winner < sides:
        raise TournamentError("no_such_side", "winner")
    for side, figure in enumerate(points or ()):
        if not 0 <= figure <= FULL:
            raise TournamentError("points_out_of_range", f"points_{side}")


def _deal(row: Pairing, number: int) -> str:
    for record in games_selectors.deals_of([_match_id(row)])[_match_id(row)]:
        if record.number == number:
            return deal_words(record.points, record.winner)
    raise TournamentError("no_such_deal", deal=number)


def _match_id(row: Pairing) -> int:
    assert row.match_id is not None
    return row.match_id
