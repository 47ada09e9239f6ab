"""The rows of one match: its terms, who sits, the facts, and the columns lists are found by."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, Player
from games.phrases import SWITCHES, house_refusal, variant_name
from games.rules.house import House, HouseError


class Match(models.Model):
    """One match, on paper or at a table.

    `terms` (seats, variant, kind, rules version) is a copy that never changes once a deal has
    begun. `version` counts the facts. Everything below `version` is derived from them and
    written by `journal` alone.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        PLAYING = "playing", _("playing")
        OVER = "over", _("over")

    terms = models.JSONField()
    title = models.CharField(max_length=200, blank=True)
    public = models.BooleanField(default=True)
    computers_allowed = models.BooleanField(default=False)
    live = models.BooleanField(default=True)
    paper = models.BooleanField(default=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    version = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    turn = models.PositiveSmallIntegerField(null=True)
    wins = models.JSONField(default=list)
    winner = models.PositiveSmallIntegerField(null=True)
    deals = models.PositiveSmallIntegerField(default=0)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    turn_since = models.DateTimeField(null=True)
    deadline = models.DateTimeField(null=True)
    bot_due = models.DateTimeField(null=True)
    deal_due = models.DateTimeField(null=True)
    ready = models.JSONField(default=dict)  # seat -> nonce, of those who wait for the next deal

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(
                fields=["deadline"], condition=Q(deadline__isnull=False), name="match_deadline"
            ),
            models.Index(
                fields=["bot_due"], condition=Q(bot_due__isnull=False), name="match_bot_due"
            ),
            models.Index(
                fields=["deal_due"], condition=Q(deal_due__isnull=False), name="match_deal_due"
            ),
            models.Index(fields=["state", "-created_at"], name="match_lists"),
        ]

    def __str__(self) -> str:
        return self.title or f"{self._meta.verbose_name} {self.pk}"


class Seat(models.Model):
    """Who holds a seat now: a person the club knows, a user, a computer player, or nobody."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="seats")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="seats"
    )
    computer = models.CharField(max_length=8, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_row_a_seat"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_a_user"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_a_player"),
            models.CheckConstraint(
                condition=Q(player=None, user=None)
                | Q(computer="") & (Q(player=None) | Q(user=None)),
                name="one_holder_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class MatchFact(models.Model):
    """One thing that happened, never changed and never deleted."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="facts")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    data = models.JSONField()
    seat = models.SmallIntegerField(null=True)
    command = models.CharField(max_length=64, null=True)  # noqa: DJ001  NULL is outside the constraint
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_fact_a_number"),
            models.UniqueConstraint(fields=["match", "seat", "command"], name="one_fact_a_command"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}.{self.number} {self.kind}"


class Heartbeat(models.Model):
    """When a kind of process last said it lives: without one, nobody's time runs."""

    process = models.CharField(max_length=80, primary_key=True)
    kind = models.CharField(max_length=8)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.process


def choice(switch: str) -> models.CharField[str, str]:
    """Make the field of one switch from the rules' default and the phrases' words."""
    words = SWITCHES[switch]
    return models.CharField(
        words.label,
        help_text=words.help,
        max_length=20,
        choices=list(words.values.items()),
        default=str(getattr(House(), switch)),
    )


def number(switch: str) -> models.PositiveSmallIntegerField[int, int]:
    """Make the field of a switch that is a number."""
    words = SWITCHES[switch]
    return models.PositiveSmallIntegerField(
        words.label, help_text=words.help, default=int(getattr(House(), switch))
    )


class Variant(models.Model):
    """House rules an admin edits; `club` is empty for those that every club may use.

    One field for each switch of `games.rules.house.House`, under its name.
    """

    club = models.ForeignKey(
        Club,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="variants",
        verbose_name=_("club"),
    )
    name = models.CharField(_("name"), max_length=80)
    deck_three = choice("deck_three")
    deck_three_suit = choice("deck_three_suit")
    deck_six = choice("deck_six")
    exposed = choice("exposed")
    court = choice("court")
    second = choice("second")
    dealing = choice("dealing")
    direction = choice("direction")
    exchange = choice("exchange")
    exchange_until = choice("exchange_until")
    partner_hand = choice("partner_hand")
    signals = choice("signals")
    talk = choice("talk")
    running_points = choice("running_points")
    won_tricks = choice("won_tricks")
    ending = choice("ending")
    drawn = choice("drawn")
    drawn_limit = number("drawn_limit")
    clock = number("clock")
    cappotto = choice("cappotto")
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["name"]
        verbose_name = _("variant")
        verbose_name_plural = _("variants")

    def __str__(self) -> str:
        return variant_name(self.name)

    @property
    def house(self) -> House:
        """The switches as the rules read them; raises HouseError where they do not go together."""
        return House.from_dict({name: getattr(self, name) for name in SWITCHES})

    def clean(self) -> None:
        """Refuse what cannot be, at the field that says it."""
        try:
            self.house  # noqa: B018  asked for its refusal
        except HouseError as error:
            raise ValidationError({error.switch: house_refusal(error)}) from error
