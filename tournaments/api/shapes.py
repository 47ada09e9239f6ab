"""The shapes of what programs send and read about tournaments."""

from typing import Any

from rest_framework import serializers

from games.models import Variant
from tournaments.models import Stage, Tournament


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament as it was announced and how far it has come."""

    club = serializers.SlugField(source="club.slug")
    variant = serializers.PrimaryKeyRelatedField(queryset=Variant.objects.all())
    kind = serializers.CharField(max_length=40, default="first_to:2")
    timezone = serializers.CharField(max_length=64, required=False)

    class Meta:
        model = Tournament
        fields = [
            "id",
            "club",
            "slug",
            "name",
            "place",
            "starts_at",
            "timezone",
            "seats",
            "variant",
            "kind",
            "medium",
            "computers_allowed",
            "online_entry",
            "seeding",
            "state",
        ]
        read_only_fields = ["id", "slug", "state"]


class PersonSerializer(serializers.Serializer[Any]):
    """Somebody by the id of a known player, or by name, with a note for a namesake."""

    player = serializers.IntegerField(required=False, allow_null=True, default=None)
    name = serializers.CharField(max_length=150, required=False, allow_blank=True, default="")
    note = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")


class EntrySerializer(serializers.Serializer[Any]):
    """An entry: its number, the name it is called by, its people, its seed."""

    id = serializers.IntegerField(read_only=True)
    number = serializers.IntegerField(read_only=True)
    title = serializers.CharField(read_only=True)
    name = serializers.CharField(max_length=150, required=False, allow_blank=True, default="")
    seed = serializers.IntegerField(min_value=1, required=False, allow_null=True, default=None)
    state = serializers.CharField(read_only=True)
    players = PersonSerializer(many=True)


class DrawSerializer(serializers.Serializer[Any]):
    """The word said in the room, and how many draws the caller has seen."""

    word = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    draws = serializers.IntegerField(required=False, allow_null=True, default=None)


class SeedsSerializer(serializers.Serializer[Any]):
    """Seeds by entry number; null is unseeded."""

    seeds = serializers.DictField(child=serializers.IntegerField(min_value=1, allow_null=True))


class StageSerializer(serializers.ModelSerializer[Stage]):
    """The draw: its seal from the start, secret, word and salt once it is held."""

    secret = serializers.SerializerMethodField()

    class Meta:
        model = Stage
        fields = ["state", "commitment", "word", "secret", "draws", "drawn_at", "terms", "plan"]

    def get_secret(self, stage: Stage) -> str | None:
        """The secret is shown once the draw is held, and not before."""
        return None if stage.state == Stage.State.OPEN else stage.secret


class ScoreSerializer(serializers.Serializer[Any]):
    """A deal on paper: one figure a side, or only the side that won (0 or 1)."""

    points = serializers.ListField(
        child=serializers.IntegerField(), min_length=2, max_length=2, required=False, default=None
    )
    winner = serializers.IntegerField(required=False, allow_null=True, default=None)
    version = serializers.IntegerField(required=False, allow_null=True, default=None)
    command = serializers.CharField(max_length=64, required=False, default=None)


class WalkoverSerializer(serializers.Serializer[Any]):
    """Who goes on without play: 0, 1, or null for neither."""

    winner = serializers.IntegerField(min_value=0, max_value=1, allow_null=True)
    reason = serializers.ChoiceField(choices=["walkover", "disqualified"], default="walkover")


class DealSerializer(serializers.Serializer[Any]):
    """A deal of a match."""

    number = serializers.IntegerField()
    points = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    winner = serializers.IntegerField(allow_null=True)
    drawn = serializers.BooleanField()
    void = serializers.BooleanField()
    source = serializers.CharField()  # type: ignore[assignment]  # a field of that name


class PairingSerializer(serializers.Serializer[Any]):
    """Who meets whom, with the match's deals; sides are ids of entries."""

    id = serializers.IntegerField()
    key = serializers.CharField()
    round = serializers.IntegerField()
    order = serializers.IntegerField()
    bye = serializers.BooleanField()
    sides = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    match = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField(allow_null=True)
    wins = serializers.ListField(child=serializers.IntegerField())
    decided = serializers.BooleanField()
    winner = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    deals = DealSerializer(many=True)


class RankSerializer(serializers.Serializer[Any]):
    """A line of the ranking."""

    rank = serializers.IntegerField()
    rank_to = serializers.IntegerField()
    entry = serializers.IntegerField(source="entry_id")
    title = serializers.CharField()
    provisional = serializers.BooleanField()
