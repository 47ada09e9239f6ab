"""The API of matches: what may be seen of them, and a player's own acts."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import mixins, permissions, serializers, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from games import journal, selectors, services
from games.models import Match
from games.rules.view import as_json, deal_json, view_for


def signed_in(request: Request) -> User:
    """The user of a request that the permission has let through."""
    assert isinstance(request.user, User)
    return request.user


class MatchSerializer(serializers.ModelSerializer[Match]):
    """A match in a list: what it is played under and how it stands."""

    class Meta:
        model = Match
        fields = [
            "id",
            "title",
            "terms",
            "state",
            "version",
            "turn",
            "wins",
            "winner",
            "deals",
            "live",
            "paper",
            "started_at",
            "ended_at",
        ]
        read_only_fields = fields


class CommandSerializer(serializers.Serializer[Any]):
    """What every command may carry: its own id, and the version it was decided on."""

    id = serializers.CharField(max_length=64, required=False, default=None)
    version = serializers.IntegerField(required=False, default=None)


class PlaySerializer(CommandSerializer):
    """A card, as two characters: rank and suit."""

    card = serializers.CharField(max_length=2)


class ReadySerializer(serializers.Serializer[Any]):
    """Ready for the next deal; the nonce (hex) is mixed into it."""

    nonce = serializers.CharField(max_length=64, required=False, default="", allow_blank=True)


class ConcedeSerializer(CommandSerializer):
    """The running deal, or the whole match."""

    whole_match = serializers.BooleanField(default=False)


class MatchViewSet(
    mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Match]
):
    """Matches the asker may see; what they may not see is not there."""

    serializer_class = MatchSerializer
    queryset = Match.objects.none()
    lookup_value_regex = r"\d+"

    def get_queryset(self) -> Any:
        """The matches this user may see, newest first."""
        return selectors.visible(self.request.user).order_by("-pk")

    def answer(self, match_id: int) -> Response:
        """The match as the asker's audience sees it now."""
        stored = journal.load(match_id)
        audience = selectors.audience_of(stored, self.request.user)
        return Response(as_json(view_for(stored.match, audience)))

    def command(self, serializer: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """Check a command's shape."""
        data = serializer(data=self.request.data)
        data.is_valid(raise_exception=True)
        return dict(data.validated_data)

    @action(detail=True)
    def view(self, _request: Request, pk: str) -> Response:
        """The whole picture, as the socket would send it."""
        return self.answer(selectors.match_for(self.request.user, int(pk)).pk)

    @action(detail=True)
    def deals(self, _request: Request, pk: str) -> Response:
        """The deals that are over, void ones too."""
        row = selectors.match_for(self.request.user, int(pk))
        return Response([deal_json(deal) for deal in selectors.deals_of([row.pk])[row.pk]])

    @extend_schema(request=PlaySerializer)
    @action(detail=True, methods=["post"], permission_classes=[permissions.IsAuthenticated])
    def play(self, request: Request, pk: str) -> Response:
        """Play a card of one's own."""
        data = self.command(PlaySerializer)
        row = selectors.match_for(request.user, int(pk))
        services.play_card(
            match_id=row.pk,
            user=signed_in(request),
            card=data["card"],
            version=data["version"],
            command=data["id"],
        )
        return self.answer(row.pk)

    @extend_schema(request=ReadySerializer)
    @action(detail=True, methods=["post"], permission_classes=[permissions.IsAuthenticated])
    def deal(self, request: Request, pk: str) -> Response:
        """Say that one is ready for the next deal."""
        data = self.command(ReadySerializer)
        row = selectors.match_for(request.user, int(pk))
        services.start_deal(match_id=row.pk, user=signed_in(request), nonce=data["nonce"])
        return self.answer(row.pk)

    @extend_schema(request=CommandSerializer)
    @action(detail=True, methods=["post"], permission_classes=[permissions.IsAuthenticated])
    def exchange(self, request: Request, pk: str) -> Response:
        """Take the turn-up for one's low trump."""
        data = self.command(CommandSerializer)
        row = selectors.match_for(request.user, int(pk))
        services.exchange_turn_up(
            match_id=row.pk, user=signed_in(request), version=data["version"], command=data["id"]
        )
        return self.answer(row.pk)

    @extend_schema(request=ConcedeSerializer)
    @action(detail=True, methods=["post"], permission_classes=[permissions.IsAuthenticated])
    def concede(self, request: Request, pk: str) -> Response:
        """Give up the deal or the match."""
        data = self.command(ConcedeSerializer)
        row = selectors.match_for(request.user, int(pk))
        services.concede(
            match_id=row.pk,
            user=signed_in(request),
            whole_match=data["whole_match"],
            command=data["id"],
        )
        return self.answer(row.pk)


routes = [("matches", MatchViewSet, "match")]
