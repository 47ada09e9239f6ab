"""Tournaments for programs: the same acts as the pages, as JSON; reading is for everybody."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins, serializers, status, viewsets
from rest_framework.decorators import action
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Club, User
from accounts.selectors import club_for
from games.models import Variant
from games.selectors import variants_for
from tournaments import selectors, services
from tournaments.models import Entry, Pairing, Stage, Tournament
from tournaments.phrases import TournamentError

BROKEN_RULE = 409
HERE = OpenApiParameter("tournament_id", int, OpenApiParameter.PATH)
ID = OpenApiParameter("id", int, OpenApiParameter.PATH)


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


class Refusing(APIView):
    """Answers a broken rule with 409, its key and its words."""

    def handle_exception(self, exc: Exception) -> Response:
        """Say what was broken; what may not be done is 403, what is not there 404."""
        if isinstance(exc, TournamentError):
            if exc.key == "not_found":
                exc = Http404()
            elif exc.key == "not_allowed":
                known = self.request.user.is_authenticated
                exc = PermissionDenied() if known else NotAuthenticated()
            else:
                body = {"key": exc.key, "message": str(exc), "field": exc.field}
                return Response(body, status=BROKEN_RULE)
        return super().handle_exception(exc)


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
            club = club_for(_user(request), said.pop("club")["slug"], "organise")
        except Club.DoesNotExist as error:
            raise Http404 from error
        said["variant"] = _variant(club, said["variant"])
        tournament = services.announce_tournament(actor=_user(request), club=club, **said)
        body = TournamentSerializer(tournament).data
        return Response(body, status=status.HTTP_201_CREATED)

    def partial_update(self, request: Request, pk: str) -> Response:
        """Change what was announced."""
        shape = TournamentSerializer(self.get_object(), data=request.data, partial=True)
        shape.is_valid(raise_exception=True)
        changes = {k: v for k, v in shape.validated_data.items() if k != "club"}
        tournament = services.edit_tournament(
            actor=_user(request), tournament_id=int(pk), changes=changes
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
            stage = services.undo_draw(actor=_user(request), tournament_id=int(pk))
            return Response(StageSerializer(stage).data)
        shape = DrawSerializer(data=request.data)
        shape.is_valid(raise_exception=True)
        stage = services.confirm_draw(
            actor=_user(request), tournament_id=int(pk), **shape.validated_data
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
            actor=_user(request),
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


class Nested(Refusing):
    """What hangs under one tournament; whatever belongs to another is not there."""

    def tournament(self) -> Tournament:
        """The tournament in the address."""
        found = selectors.tournaments().filter(pk=int(self.kwargs["tournament_id"])).first()
        if found is None:
            raise Http404
        return found


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
            actor=_user(request),
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
            actor=_user(request),
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
            actor=_user(request), tournament_id=int(tournament_id), number=view.row.number
        )
        return Response(status=status.HTTP_204_NO_CONTENT)

    @action(detail=True, methods=["post"])
    def reinstate(self, request: Request, tournament_id: str, pk: str) -> Response:
        """Take a withdrawn entry back in before the draw."""
        view = self._view(int(pk))
        services.reinstate(
            actor=_user(request), tournament_id=int(tournament_id), number=view.row.number
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
        services.score_deal(actor=_user(request), pairing_id=int(pk), **_score(request))
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
            services.void_deal(actor=_user(request), **which)
        else:
            said = _score(request)
            said.pop("command")
            services.correct_deal(actor=_user(request), **which, **said)
        return self._answer(int(pk))

    @extend_schema(methods=["POST"], parameters=[HERE, ID], request=WalkoverSerializer)
    @extend_schema(methods=["DELETE"], parameters=[HERE, ID], responses=PairingSerializer)
    @action(detail=True, methods=["post", "delete"])
    def walkover(self, request: Request, tournament_id: str, pk: str) -> Response:  # noqa: ARG002
        """Give a match to a side without play; DELETE takes that back."""
        self._row(int(pk))
        if request.method == "DELETE":
            services.undo_walkover(actor=_user(request), pairing_id=int(pk))
        else:
            shape = WalkoverSerializer(data=request.data)
            shape.is_valid(raise_exception=True)
            services.walkover(actor=_user(request), pairing_id=int(pk), **shape.validated_data)
        return self._answer(int(pk))

    def _row(self, pk: int) -> Pairing:
        for row in selectors.pairings_of(self.tournament()):
            if row.pk == pk:
                return row
        raise Http404

    def _answer(self, pk: int, code: int = status.HTTP_200_OK) -> Response:
        return Response(pairing_bodies([self._row(pk)])[0], status=code)


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


def _user(request: Request) -> User:
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def _variant(club: Club, variant: Variant) -> Variant:
    if not variants_for(club.pk).filter(pk=variant.pk).exists():
        raise TournamentError("foreign_variant", "variant")
    return variant


TOURNAMENT = r"(?P<tournament_id>[0-9]+)"

routes = [
    ("tournaments", TournamentViewSet, "tournament"),
    (f"tournaments/{TOURNAMENT}/entries", EntryViewSet, "tournament-entry"),
    (f"tournaments/{TOURNAMENT}/pairings", PairingViewSet, "tournament-pairing"),
]
