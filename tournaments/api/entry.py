"""The entries of a tournament, for programs."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors, services
from tournaments.api.frame import HERE, ID, Nested, user_of
from tournaments.api.shapes import (
    EntrySerializer,
)
from tournaments.models import Entry


@extend_schema_view(
    list=extend_schema(parameters=[HERE], responses=EntrySerializer(many=True)),
    retrieve=extend_schema(parameters=[HERE, ID]),
    create=extend_schema(parameters=[HERE]),
    update=extend_schema(parameters=[HERE, ID]),
    destroy=extend_schema(parameters=[HERE, ID]),
    reinstate=extend_schema(parameters=[HERE, ID], request=None),
)
class EntryViewSet(Nested, viewsets.GenericViewSet[Entry]):
    """The entries of a tournament."""

    serializer_class = EntrySerializer
    queryset = Entry.objects.none()
    lookup_value_regex = "[0-9]+"

    def list(self, request: Request, tournament_id: str) -> Response:  # noqa: ARG002
        """List entries in the order they came in."""
        page = self.paginate_queryset(selectors.entries_of(self.tournament()))
        return self.get_paginated_response([entry_body(view) for view in page or ()])

    def retrieve(self, request: Request, tournament_id: str, pk: str) -> Response:  # noqa: ARG002
        """Show one entry."""
        return Response(entry_body(self._view(int(pk))))

    def create(self, request: Request, tournament_id: str) -> Response:  # noqa: ARG002
        """Enter a side."""
        tournament = self.tournament()
        people, said = self._read(request)
        entry = services.enter(
            actor=user_of(request),
            tournament_id=tournament.pk,
            people=people,
            name=said["name"],
            seed=said["seed"],
        )
        body = entry_body(self._view(entry.pk))
        return Response(body, status=status.HTTP_201_CREATED)

    def update(self, request: Request, tournament_id: str, pk: str) -> Response:
        """Put an entry's people right before the draw."""
        view = self._view(int(pk))
        people, said = self._read(request)
        services.change_entry(
            actor=user_of(request),
            tournament_id=int(tournament_id),
            number=view.row.number,
            people=people,
            name=said["name"],
        )
        return Response(entry_body(self._view(int(pk))))

    def destroy(self, request: Request, tournament_id: str, pk: str) -> Response:
        """Withdraw an entry; it stays on record."""
        view = self._view(int(pk))
        services.withdraw(
            actor=user_of(request), tournament_id=int(tournament_id), number=view.row.number
        )
        return Response(status=status.HTTP_204_NO_CONTENT)

    @action(detail=True, methods=["post"])
    def reinstate(self, request: Request, tournament_id: str, pk: str) -> Response:
        """Take a withdrawn entry back in before the draw."""
        view = self._view(int(pk))
        services.reinstate(
            actor=user_of(request), tournament_id=int(tournament_id), number=view.row.number
        )
        return Response(entry_body(self._view(int(pk))))

    def _read(self, request: Request) -> tuple[Sequence[services.Person], dict[str, Any]]:
        shape = EntrySerializer(data=request.data)
        shape.is_valid(raise_exception=True)
        people = [
            services.Person(name=said["name"], note=said["note"], player_id=said["player"])
            for said in shape.validated_data["players"]
        ]
        return people, shape.validated_data

    def _view(self, pk: int) -> selectors.EntryView:
        for view in selectors.entries_of(self.tournament()):
            if view.row.pk == pk:
                return view
        raise Http404


def entry_body(view: selectors.EntryView) -> dict[str, Any]:
    """An entry in JSON."""
    return {
        "id": view.row.pk,
        "number": view.row.number,
        "title": view.title,
        "name": view.row.name,
        "seed": view.row.seed,
        "state": view.row.state,
        "players": [
            {"player": person.pk, "name": person.name, "note": person.note}
            for person in view.people
        ],
    }
