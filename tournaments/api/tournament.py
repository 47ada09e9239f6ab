"""Tournaments, their draw, seeds and ranking, for programs."""

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import mixins, serializers, status, viewsets
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Club
from accounts.selectors import club_for
from games.models import Variant
from games.selectors import variants_for
from tournaments import selectors, services
from tournaments.api.frame import Refusing, user_of
from tournaments.api.shapes import (
    DrawSerializer,
    RankSerializer,
    SeedsSerializer,
    StageSerializer,
    TournamentSerializer,
)
from tournaments.models import Tournament
from tournaments.phrases import TournamentError


class TournamentViewSet(
    Refusing,
    mixins.ListModelMixin,
    mixins.RetrieveModelMixin,
    viewsets.GenericViewSet[Tournament],
):
    """Tournaments; `?club=address` lists one club's."""

    serializer_class = TournamentSerializer
    queryset = Tournament.objects.none()
    lookup_value_regex = "[0-9]+"

    def get_queryset(self) -> QuerySet[Tournament]:
        """Every tournament is public."""
        found = selectors.tournaments()
        club = self.request.query_params.get("club")
        return found.filter(club__slug=club) if club else found

    def create(self, request: Request) -> Response:
        """Announce a tournament."""
        shape = TournamentSerializer(data=request.data)
        shape.is_valid(raise_exception=True)
        said = dict(shape.validated_data)
        try:
            club = club_for(user_of(request), said.pop("club")["slug"], "organise")
        except Club.DoesNotExist as error:
            raise Http404 from error
        said["variant"] = _variant(club, said["variant"])
        tournament = services.announce_tournament(actor=user_of(request), club=club, **said)
        body = TournamentSerializer(tournament).data
        return Response(body, status=status.HTTP_201_CREATED)

    def partial_update(self, request: Request, pk: str) -> Response:
        """Change what was announced."""
        shape = TournamentSerializer(self.get_object(), data=request.data, partial=True)
        shape.is_valid(raise_exception=True)
        changes = {k: v for k, v in shape.validated_data.items() if k != "club"}
        tournament = services.edit_tournament(
            actor=user_of(request), tournament_id=int(pk), changes=changes
        )
        return Response(TournamentSerializer(tournament).data)

    @extend_schema(methods=["GET"], responses=StageSerializer)
    @extend_schema(methods=["POST"], request=DrawSerializer, responses={201: StageSerializer})
    @extend_schema(methods=["DELETE"], responses=StageSerializer)
    @action(detail=True, methods=["get", "post", "delete"])
    def draw(self, request: Request, pk: str) -> Response:
        """Show the draw; POST holds it, DELETE undoes it while no deal has been played."""
        tournament = self.get_object()
        if request.method == "GET":
            return Response(StageSerializer(selectors.stage_of(tournament)).data)
        if request.method == "DELETE":
            stage = services.undo_draw(actor=user_of(request), tournament_id=int(pk))
            return Response(StageSerializer(stage).data)
        shape = DrawSerializer(data=request.data)
        shape.is_valid(raise_exception=True)
        stage = services.confirm_draw(
            actor=user_of(request), tournament_id=int(pk), **shape.validated_data
        )
        return Response(StageSerializer(stage).data, status=status.HTTP_201_CREATED)

    @extend_schema(request=SeedsSerializer, responses={204: None})
    @action(detail=True, methods=["put"], permission_classes=[IsAuthenticated])
    def seeds(self, request: Request, pk: str) -> Response:
        """Set seeds by hand."""
        self.get_object()
        shape = SeedsSerializer(data=request.data)
        shape.is_valid(raise_exception=True)
        seeds = shape.validated_data["seeds"]
        if not all(number.isdecimal() for number in seeds):
            raise serializers.ValidationError({"seeds": "keys are entry numbers"})
        services.set_seeds(
            actor=user_of(request),
            tournament_id=int(pk),
            seeds={int(number): seed for number, seed in seeds.items()},
        )
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses=RankSerializer(many=True))
    @action(detail=True)
    def ranking(self, request: Request, pk: str) -> Response:  # noqa: ARG002  the router's
        """Show the ranking as far as it is known."""
        lines = selectors.ranking_of(selectors.stage_of(self.get_object()))
        return Response(RankSerializer(lines, many=True).data)


def _variant(club: Club, variant: Variant) -> Variant:
    if not variants_for(club.pk).filter(pk=variant.pk).exists():
        raise TournamentError("foreign_variant", "variant")
    return variant
