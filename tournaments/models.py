"""The rows of a tournament: what was announced, who entered, what was drawn, who met."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, Player
from games.models import Match, Variant


class Tournament(models.Model):
    """A tournament of a club, from its announcement to its champion."""

    class Medium(models.TextChoices):
        PAPER = "paper", _("on paper")
        TABLES = "tables", _("at live tables")
        BOTH = "both", _("on paper or at live tables")

    class Seeding(models.TextChoices):
        HAND = "hand", _("by hand")
        LOT = "lot", _("by lot")

    class State(models.TextChoices):
        OPEN = "open", _("taking entries")
        PLAYING = "playing", _("being played")
        FINISHED = "finished", _("finished")

    class Seats(models.IntegerChoices):
        SINGLES = 2, _("singles (2 at a table)")
        PAIRS = 4, _("pairs (4 at a table)")
        TRIOS = 6, _("trios (6 at a table)")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tournaments")
    name = models.CharField(_("name"), max_length=150)
    slug = models.SlugField(max_length=80)
    place = models.CharField(_("place"), max_length=150, blank=True)
    starts_at = models.DateTimeField(_("starts at"))
    timezone = models.CharField(_("time zone"), max_length=64, default="Europe/Rome")
    seats = models.PositiveSmallIntegerField(
        _("players at a table"), choices=Seats, default=Seats.PAIRS
    )
    variant = models.ForeignKey(
        Variant, on_delete=models.PROTECT, related_name="tournaments", verbose_name=_("house rules")
    )
    kind = models.CharField(_("a match"), max_length=40, default="first_to:2")
    medium = models.CharField(_("results"), max_length=8, choices=Medium, default=Medium.BOTH)
    computers_allowed = models.BooleanField(
        _("computer players may fill empty seats"), default=False
    )
    online_entry = models.BooleanField(_("players may enter online"), default=True)
    seeding = models.CharField(_("seeding"), max_length=8, choices=Seeding, default=Seeding.LOT)
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_at", "-pk"]
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="one_tournament_an_address")
        ]

    def __str__(self) -> str:
        return self.name


class Stage(models.Model):
    """One stretch of a tournament in one format.

    `terms` and `plan` are copied when the draw is confirmed. The salt is sealed when the stage
    is made (`commitment` is its hash), mixed with `word` at the draw, and published then.
    """

    class State(models.TextChoices):
        OPEN = "open", _("not drawn")
        PLAYING = "playing", _("being played")
        FINISHED = "finished", _("finished")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    plan = models.JSONField(default=dict)
    terms = models.JSONField(null=True)
    secret = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    word = models.CharField(_("word said in the room"), max_length=80, blank=True)
    draws = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    drawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"


class Entry(models.Model):
    """A side that takes part: a single, a pair, a trio."""

    class State(models.TextChoices):
        INCOMPLETE = "incomplete", _("partners missing")
        ENTERED = "entered", _("entered")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    name = models.CharField(_("name of the side"), max_length=150, blank=True)
    seed = models.PositiveIntegerField(_("seed"), null=True, blank=True)
    state = models.CharField(max_length=12, choices=State, default=State.INCOMPLETE)
    invite_hash = models.CharField(max_length=64, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(
                fields=["tournament", "seed"],
                condition=Q(seed__isnull=False) & ~Q(state="withdrawn"),
                name="one_entry_a_seed",
            ),
            models.UniqueConstraint(
                fields=["invite_hash"], condition=~Q(invite_hash=""), name="one_entry_an_invitation"
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"{self.tournament} {self.number}"


class EntryPlayer(models.Model):
    """A person in an entry; `active` falls when the entry is withdrawn or the person leaves it."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    position = models.PositiveSmallIntegerField()
    active = models.BooleanField(default=True)

    class Meta:
        ordering = ["entry", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], condition=Q(active=True), name="one_entry_a_person"
            ),
            models.UniqueConstraint(
                fields=["entry", "position"], condition=Q(active=True), name="one_person_a_place"
            ),
        ]

    def __str__(self) -> str:
        return str(self.player)


class StageEntry(models.Model):
    """An entry as a stage's draw took it: the number lots are drawn by, and its seed there."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="entrants")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveIntegerField()
    seed = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="one_place_in_a_stage"),
            models.UniqueConstraint(fields=["stage", "number"], name="one_entrant_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.number}"


class Pairing(models.Model):
    """Who meets whom, once drawn; a bye has one side and no match.

    `decided`, `winner` and `reason` are the match's outcome. `advance_due` is set with them and
    cleared by `advance`, so a result that nobody followed up is found. It stands here, not on
    the stage: the last card of a match never waits for another match of its stage.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="pairings")
    key = models.CharField(max_length=40)
    part = models.CharField(max_length=20, default="main")
    round = models.PositiveSmallIntegerField()
    order = models.PositiveIntegerField()
    of = models.PositiveIntegerField(default=0)
    bye = models.BooleanField(default=False)
    manual = models.BooleanField(default=False)
    void = models.BooleanField(default=False)
    match = models.OneToOneField(Match, on_delete=models.PROTECT, null=True, related_name="pairing")
    decided = models.BooleanField(default=False)
    winner = models.PositiveSmallIntegerField(null=True)
    reason = models.CharField(max_length=24, blank=True)
    advance_due = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["stage", "round", "order"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "key"], condition=Q(void=False), name="one_pairing_a_key"
            ),
            models.CheckConstraint(
                condition=Q(bye=False) | Q(match=None), name="a_bye_has_no_match"
            ),
        ]
        indexes = [
            models.Index(
                fields=["advance_due"], condition=Q(advance_due__isnull=False), name="advance_due"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id} {self.key}"


class PairingSide(models.Model):
    """An entry on one side of a pairing."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="sides")
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="pairing_sides")

    class Meta:
        ordering = ["pairing", "number"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "entry"], name="nobody_meets_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}/{self.number}"


class LogEntry(models.Model):
    """One act on a tournament: who, when, what, and what it said before and after."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    act = models.CharField(max_length=40)
    data = models.JSONField(default=dict)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.act}"
