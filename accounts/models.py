"""Who people are: users who sign in, clubs, roles in them, and the players a club knows."""

import unicodedata

from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


def name_key(text: str) -> str:
    """Fold a name to what makes two of them the same: NFC, single blanks, case-folded.

    NUL goes, since PostgreSQL takes none.
    """
    return unicodedata.normalize("NFC", " ".join(text.replace("\0", "").split()).casefold())


class UserManager(BaseUserManager["User"]):
    """Makes users, who are known by e-mail; a guest has neither e-mail nor password."""

    use_in_migrations = True

    def create_user(
        self, email: str | None = None, password: str | None = None, **fields: object
    ) -> "User":
        """Make a user; with no e-mail it is a guest."""
        user = self.model(email=self.normalize_email(email) or None, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> "User":
        """Make an administrator."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractUser):
    """Somebody who uses the site; a guest until an e-mail and a password are given."""

    username = None  # type: ignore[assignment]
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    name = models.CharField(_("name"), max_length=150)
    email = models.EmailField(_("e-mail"), unique=True, null=True, blank=True)  # type: ignore[assignment]
    is_guest = models.BooleanField(_("guest"), default=False)
    language = models.CharField(_("language"), max_length=8, blank=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["name"]
    objects = UserManager()  # type: ignore[assignment,misc]

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")

    def __str__(self) -> str:
        return self.name or self.email or str(self.pk)


class Role(models.TextChoices):
    """What a member may do in a club, most first."""

    OWNER = "owner", _("Owner")
    ORGANISER = "organiser", _("Organiser")
    SCORER = "scorer", _("Scorer")
    MEMBER = "member", _("Member")


class Club(models.Model):
    """A club that plays."""

    name = models.CharField(_("name"), max_length=150)
    slug = models.SlugField(_("address"), unique=True, max_length=80)
    place = models.CharField(_("place"), max_length=150, blank=True)
    timezone = models.CharField(_("time zone"), max_length=64, default="Europe/Rome")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A user's role in a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=16, choices=Role, default=Role.MEMBER)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_role_a_club")]

    def __str__(self) -> str:
        return f"{self.user}, {self.club} ({self.role})"


class Player(models.Model):
    """A person a club knows; with an account once somebody has claimed it.

    `key` is the folded name and `note` tells apart two people of one name.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=150)
    note = models.CharField(_("note that tells apart"), max_length=80, blank=True)
    key = models.CharField(max_length=300, editable=False)
    note_key = models.CharField(max_length=160, editable=False, blank=True)
    user = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["key", "note_key"]
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.UniqueConstraint(
                fields=["club", "key", "note_key"], name="one_player_a_name_and_note"
            ),
            models.UniqueConstraint(fields=["club", "user"], name="one_player_a_user"),
            models.CheckConstraint(condition=~Q(key=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.note})" if self.note else self.name


class Link(models.Model):
    """A secret address that does one thing once: join in a role, claim a player, administer.

    Only the hash of its token is kept, so a copy of the database opens nothing.
    """

    class Purpose(models.TextChoices):
        ROLE = "role", _("join the club")
        CLAIM = "claim", _("claim a player")
        ADMINISTRATOR = "administrator", _("become the first administrator")

    purpose = models.CharField(max_length=16, choices=Purpose)
    token_hash = models.CharField(max_length=64, unique=True)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, related_name="links")
    role = models.CharField(max_length=16, choices=Role, blank=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="links")
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    used_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(purpose="role", club__isnull=False, player=None) & ~Q(role="")
                | Q(purpose="claim", player__isnull=False, role="")
                | Q(purpose="administrator", club=None, player=None, role=""),
                name="link_says_what_it_does",
            ),
        ]

    def __str__(self) -> str:
        return self.get_purpose_display()


class ApiToken(models.Model):
    """A personal key to the API; shown once, kept as a hash, revocable."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("what it is for"), max_length=80)
    prefix = models.CharField(max_length=12)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class Letter(models.Model):
    """A message not yet sent; the row goes once it has left, and its secrets with it."""

    to = models.EmailField()
    subject = models.CharField(max_length=200)
    text = models.TextField()
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(_("to be sent"), null=True, blank=True, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("letter not sent")
        verbose_name_plural = _("letters not sent")

    def __str__(self) -> str:
        return self.subject
