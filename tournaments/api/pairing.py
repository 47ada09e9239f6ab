"""The pairings of a tournament with deals and scores, for programs."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import status, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors, services
from tournaments.api.frame import HERE, ID, Nested, user_of
from tournaments.api.shapes import (
    PairingSerializer,
    ScoreSerializer,
    WalkoverSerializer,
)
from tournaments.models import Pairing


@extend_schema_view(
    list=extend_schema(parameters=[HERE], responses=PairingSerializer(many=True)),
    retrieve=extend_schema(parameters=[HERE, ID]),
)
class PairingViewSet(Nested, viewsets.GenericViewSet[Pairing]):
    """The pairings of a tournament, with deals and scores."""

    serializer_class = PairingSerializer
    queryset = Pairing.objects.none()
    lookup_value_regex = "[0-9]+"

    def list(self, request: Request, tournament_id: str) -> Response:  # noqa: ARG002
        """List pairings in drawing order."""
        rows = selectors.pairings_of(self.tournament())
        page = self.paginate_queryset(rows) or ()
        return self.get_paginated_response(pairing_bodies(list(page)))

    def retrieve(self, request: Request, tournament_id: str, pk: str) -> Response:  # noqa: ARG002
        """Show one pairing."""
        return self._answer(int(pk))

    @extend_schema(parameters=[HERE, ID], request=ScoreSerializer)
    @action(detail=True, methods=["post"])
    def deals(self, request: Request, tournament_id: str, pk: str) -> Response:  # noqa: ARG002
        """Enter a deal played on paper."""
        self._row(int(pk))
        services.score_deal(actor=user_of(request), pairing_id=int(pk), **_score(request))
        return self._answer(int(pk), status.HTTP_201_CREATED)

    @extend_schema(
        methods=["PUT"],
        parameters=[HERE, ID, OpenApiParameter("number", int, OpenApiParameter.PATH)],
        request=ScoreSerializer,
    )
    @extend_schema(
        methods=["DELETE"],
        parameters=[HERE, ID, OpenApiParameter("number", int, OpenApiParameter.PATH)],
        responses=PairingSerializer,
    )
    @action(detail=True, methods=["put", "delete"], url_path=r"deals/(?P<number>\d{1,4})")
    def deal(self, request: Request, tournament_id: str, pk: str, number: str) -> Response:  # noqa: ARG002
        """Correct a deal, or strike it."""
        self._row(int(pk))
        which: dict[str, Any] = {"pairing_id": int(pk), "deal": int(number)}
        if request.method == "DELETE":
            services.void_deal(actor=user_of(request), **which)
        else:
            said = _score(request)
            said.pop("command")
            services.correct_deal(actor=user_of(request), **which, **said)
        return self._answer(int(pk))

    @extend_schema(methods=["POST"], parameters=[HERE, ID], request=WalkoverSerializer)
    @extend_schema(methods=["DELETE"], parameters=[HERE, ID], responses=PairingSerializer)
    @action(detail=True, methods=["post", "delete"])
    def walkover(self, request: Request, tournament_id: str, pk: str) -> Response:  # noqa: ARG002
        """Give a match to a side without play; DELETE takes that back."""
        self._row(int(pk))
        if request.method == "DELETE":
            services.undo_walkover(actor=user_of(request), pairing_id=int(pk))
        else:
            shape = WalkoverSerializer(data=request.data)
            shape.is_valid(raise_exception=True)
            services.walkover(actor=user_of(request), pairing_id=int(pk), **shape.validated_data)
        return self._answer(int(pk))

    def _row(self, pk: int) -> Pairing:
        for row in selectors.pairings_of(self.tournament()):
            if row.pk == pk:
                return row
        raise Http404

    def _answer(self, pk: int, code: int = status.HTTP_200_OK) -> Response:
        return Response(pairing_bodies([self._row(pk)])[0], status=code)


def pairing_bodies(rows: list[Pairing]) -> list[dict[str, Any]]:
    """Pairings in JSON, their deals fetched together."""
    deals = selectors.deal_bodies([row.match_id for row in rows if row.match_id is not None])
    return [
        {
            "id": row.pk,
            "key": row.key,
            "round": row.round,
            "order": row.order,
            "bye": row.bye,
            "sides": [
                [side.entry_id for side in row.sides.all() if side.number == number]
                for number in sorted({side.number for side in row.sides.all()})
            ],
            "match": row.match_id,
            "version": row.match.version if row.match else None,
            "wins": row.match.wins if row.match else [],
            "decided": row.decided,
            "winner": row.winner,
            "reason": row.reason,
            "deals": deals.get(row.match_id or 0, []),
        }
        for row in rows
    ]


def _score(request: Request) -> dict[str, Any]:
    shape = ScoreSerializer(data=request.data)
    shape.is_valid(raise_exception=True)
    said = dict(shape.validated_data)
    if said["points"] is not None:
        said["points"] = tuple(said["points"])
    return said
