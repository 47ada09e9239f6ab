"""People and clubs for programs: the same acts as the pages, as JSON.

Clubs are public; who is in one, and whom it knows, is for its members; writing goes by role.
"""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins, serializers, status, viewsets
from rest_framework.decorators import action
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import selectors, services
from accounts.models import Club, Membership, Player, Role, User

CLUB = OpenApiParameter("club_slug", str, OpenApiParameter.PATH, description="The club's address.")
ID = OpenApiParameter("id", int, OpenApiParameter.PATH)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema speaks of tokens."""

    target_class = "accounts.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:  # noqa: ARG002
        """Describe the header."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token s61_...`, a key made on the account page.",
        }


class ClubSerializer(serializers.ModelSerializer[Club]):
    """A club as everybody may see it."""

    slug = serializers.CharField(read_only=True)
    timezone = serializers.CharField(max_length=64, default="Europe/Rome")

    class Meta:
        model = Club
        fields = ["id", "slug", "name", "place", "timezone"]


class MemberSerializer(serializers.ModelSerializer[Membership]):
    """A member by the id of the user."""

    id = serializers.IntegerField(source="user_id", read_only=True)
    name = serializers.CharField(source="user", read_only=True)
    role = serializers.ChoiceField(choices=Role.choices)

    class Meta:
        model = Membership
        fields = ["id", "name", "role"]


class PlayerSerializer(serializers.ModelSerializer[Player]):
    """A person a club knows; `claimed` once it is somebody's account."""

    claimed = serializers.SerializerMethodField()

    class Meta:
        model = Player
        fields = ["id", "name", "note", "claimed"]

    def get_claimed(self, player: Player) -> bool:
        """Whether an account stands behind the name."""
        return player.user_id is not None


class InvitationSerializer(serializers.Serializer[Any]):
    """An invitation: the role asked for, and the path of its link, told this once."""

    role = serializers.ChoiceField(choices=Role.choices)
    path = serializers.CharField(read_only=True)


class LinkSerializer(serializers.Serializer[Any]):
    """The path of a secret link, told this once."""

    path = serializers.CharField(read_only=True)


class MeSerializer(serializers.ModelSerializer[User]):
    """Who a token or session belongs to."""

    language = serializers.CharField(max_length=8, allow_blank=True, required=False)

    class Meta:
        model = User
        fields = ["id", "name", "language"]


class ClubViewSet(
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    mixins.CreateModelMixin,
    viewsets.GenericViewSet[Club],
):
    """Clubs."""

    serializer_class = ClubSerializer
    queryset = Club.objects.none()
    lookup_field = "slug"
    lookup_value_regex = "[-a-zA-Z0-9_]+"

    def get_queryset(self) -> QuerySet[Club]:
        """Every club is public."""
        return selectors.clubs()

    def perform_create(self, serializer: Any) -> None:
        """Make a club whose owner is who asks."""
        assert isinstance(self.request.user, User)
        serializer.instance = services.create_club(
            user=self.request.user, **serializer.validated_data
        )

    def partial_update(self, request: Request, slug: str) -> Response:
        """Change what a club says of itself."""
        club = _club(request, slug, "administer")
        shape = ClubSerializer(club, data=request.data, partial=True)
        shape.is_valid(raise_exception=True)
        said = {"name": club.name, "place": club.place, "timezone": club.timezone}
        services.edit_club(club=club, **{**said, **shape.validated_data})
        return Response(ClubSerializer(club).data)

    @extend_schema(request=InvitationSerializer, responses={201: InvitationSerializer})
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def invitations(self, request: Request, slug: str) -> Response:
        """Make a link that lets one person join in a role."""
        club = _club(request, slug, "organise")
        shape = InvitationSerializer(data=request.data)
        shape.is_valid(raise_exception=True)
        role = Role(shape.validated_data["role"])
        path = services.invite(club=club, actor=_user(request), role=role)
        return Response({"role": role, "path": path}, status=status.HTTP_201_CREATED)


@extend_schema_view(
    list=extend_schema(parameters=[CLUB]),
    partial_update=extend_schema(parameters=[CLUB, ID]),
    destroy=extend_schema(parameters=[CLUB, ID]),
)
class MemberViewSet(viewsets.GenericViewSet[Membership]):
    """The members of a club, for its members."""

    serializer_class = MemberSerializer
    queryset = Membership.objects.none()
    permission_classes = (IsAuthenticated,)
    lookup_value_regex = "[0-9]+"

    def list(self, request: Request, club_slug: str) -> Response:
        """List members, owners first."""
        club = _club(request, club_slug, "follow")
        page = self.paginate_queryset(selectors.members_of(club))
        return self.get_paginated_response(MemberSerializer(page, many=True).data)

    def partial_update(self, request: Request, club_slug: str, pk: str) -> Response:
        """Give a member another role."""
        club = _club(request, club_slug, "organise")
        shape = MemberSerializer(data=request.data)
        shape.is_valid(raise_exception=True)
        try:
            member = services.set_role(
                club=club,
                actor=_user(request),
                user_id=int(pk),
                role=Role(shape.validated_data["role"]),
            )
        except Membership.DoesNotExist as error:
            raise Http404 from error
        return Response(MemberSerializer(member).data)

    def destroy(self, request: Request, club_slug: str, pk: str) -> Response:
        """Take a member out, or leave."""
        club = _club(request, club_slug, "follow")
        try:
            services.remove_member(club=club, actor=_user(request), user_id=int(pk))
        except Membership.DoesNotExist as error:
            raise Http404 from error
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema_view(
    list=extend_schema(
        parameters=[CLUB, OpenApiParameter("q", str, description="Words of the name or note.")]
    ),
    retrieve=extend_schema(parameters=[CLUB, ID]),
    create=extend_schema(parameters=[CLUB]),
    partial_update=extend_schema(parameters=[CLUB, ID]),
)
class PlayerViewSet(viewsets.GenericViewSet[Player]):
    """The people a club knows, for its members."""

    serializer_class = PlayerSerializer
    queryset = Player.objects.none()
    permission_classes = (IsAuthenticated,)
    lookup_value_regex = "[0-9]+"

    def list(self, request: Request, club_slug: str) -> Response:
        """List players, by name."""
        club = _club(request, club_slug, "follow")
        found = selectors.players_of(club, request.query_params.get("q", ""))
        page = self.paginate_queryset(found)
        return self.get_paginated_response(PlayerSerializer(page, many=True).data)

    def retrieve(self, request: Request, club_slug: str, pk: str) -> Response:
        """Show one player."""
        player = _player(_club(request, club_slug, "follow"), pk)
        return Response(PlayerSerializer(player).data)

    def create(self, request: Request, club_slug: str) -> Response:
        """Add a person; a known name is refused unless a note tells the new one apart."""
        club = _club(request, club_slug, "organise")
        shape = PlayerSerializer(data=request.data)
        shape.is_valid(raise_exception=True)
        player = services.know_player(club=club, **shape.validated_data)
        return Response(PlayerSerializer(player).data, status=status.HTTP_201_CREATED)

    def partial_update(self, request: Request, club_slug: str, pk: str) -> Response:
        """Correct a person's name or note."""
        player = _player(_club(request, club_slug, "organise"), pk)
        shape = PlayerSerializer(player, data=request.data, partial=True)
        shape.is_valid(raise_exception=True)
        said = {"name": player.name, "note": player.note}
        player = services.edit_player(player=player, **{**said, **shape.validated_data})
        return Response(PlayerSerializer(player).data)

    @extend_schema(request=None, responses={201: LinkSerializer}, parameters=[CLUB, ID])
    @action(detail=True, methods=["post"], url_path="claim-link")
    def claim_link(self, request: Request, club_slug: str, pk: str) -> Response:
        """Make the link by which a person gets hold of their name."""
        player = _player(_club(request, club_slug, "organise"), pk)
        path = services.offer_claim(player=player, actor=_user(request))
        return Response({"path": path}, status=status.HTTP_201_CREATED)


class MeViewSet(viewsets.GenericViewSet[User]):
    """Oneself."""

    serializer_class = MeSerializer
    queryset = User.objects.none()
    pagination_class = None
    permission_classes = (IsAuthenticated,)

    @extend_schema(responses=MeSerializer(many=False), filters=False)
    def list(self, request: Request) -> Response:
        """Show who the token or session belongs to."""
        return Response(MeSerializer(_user(request)).data)


def _user(request: Request) -> User:
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def _club(request: Request, slug: str, act: str) -> Club:
    try:
        return selectors.club_for(request.user, slug, act)
    except Club.DoesNotExist as error:
        raise Http404 from error
    except PermissionDenied:
        if not request.user.is_authenticated:
            raise NotAuthenticated from None
        raise


def _player(club: Club, pk: str) -> Player:
    player = selectors.players_of(club).filter(pk=pk).first()
    if player is None:
        raise Http404
    return player


CLUB_SLUG = "(?P<club_slug>[-a-zA-Z0-9_]+)"

routes = [
    ("me", MeViewSet, "me"),
    ("clubs", ClubViewSet, "club"),
    (f"clubs/{CLUB_SLUG}/members", MemberViewSet, "club-member"),
    (f"clubs/{CLUB_SLUG}/players", PlayerViewSet, "club-player"),
]
