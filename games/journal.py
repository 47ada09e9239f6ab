"""Rows to rules and back: the only code that knows how a fact is written down.

`load` gives a match as the rules see it, kept in the process at the last version it saw;
`append` adds facts and every derived column in one statement, or says the version was stale.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from threading import Lock
from typing import Any

from django.db import connection, transaction
from django.utils import timezone
from psycopg.types.json import Jsonb

from games import models
from games.rules import match as rules
from games.rules.cards import Card
from games.rules.house import Terms

KINDS: dict[str, type[Any]] = {kind.__name__.lower(): kind for kind in rules.FACTS}
KEPT = 2000
MOVE = """
WITH moved AS (
    UPDATE games_match SET version = %(after)s, state = %(state)s, turn = %(turn)s,
        wins = %(wins)s, winner = %(winner)s, deals = %(deals)s, ready = %(ready)s,
        started_at = CASE WHEN %(begun)s THEN COALESCE(started_at, statement_timestamp()) END,
        ended_at = CASE WHEN %(over)s THEN COALESCE(ended_at, statement_timestamp()) END,
        turn_since = statement_timestamp(),
        deadline = statement_timestamp() + make_interval(secs => %(clock)s),
        bot_due = statement_timestamp() + make_interval(secs => %(bot)s),
        deal_due = statement_timestamp() + make_interval(secs => %(deal)s)
    WHERE id = %(id)s AND version = %(before)s
    RETURNING id
)
INSERT INTO games_matchfact (match_id, number, kind, data, seat, command, actor_id, at)
SELECT moved.id, fact.number, fact.kind, fact.data, fact.seat, fact.command, fact.actor,
    statement_timestamp()
FROM moved, unnest(%(numbers)s::int[], %(kinds)s::text[], %(data)s::jsonb[], %(seats)s::int[],
    %(commands)s::text[], %(actors)s::bigint[]) AS fact(number, kind, data, seat, command, actor)
RETURNING number
"""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds from now until something is due; None is never."""

    clock: float | None = None
    bot: float | None = None
    deal: float | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as the rules see it, with the id of its row and who may act in each seat."""

    id: int
    match: rules.Match
    users: tuple[int | None, ...]

    def seat_of(self, user_id: int | None) -> int | None:
        """The seat a user acts in, or None."""
        return self.users.index(user_id) if user_id is not None and user_id in self.users else None


class _Kept:
    """The matches this process saw last, the least used forgotten first."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._matches: OrderedDict[int, Stored] = OrderedDict()

    def get(self, match_id: int) -> Stored | None:
        with self._lock:
            if match_id in self._matches:
                self._matches.move_to_end(match_id)
            return self._matches.get(match_id)

    def put(self, stored: Stored) -> None:
        with self._lock:
            known = self._matches.get(stored.id)
            if known is None or known.match.version <= stored.match.version:
                self._matches[stored.id] = stored
                self._matches.move_to_end(stored.id)
            while len(self._matches) > KEPT:
                self._matches.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._matches.clear()


kept = _Kept()


class Stale(Exception):  # noqa: N818  the state, not a fault
    """The match has moved on since it was read."""


def load(match_id: int, *, lock: bool = False) -> Stored:
    """Read a match at its present version; with `lock` nobody else moves it until the commit."""
    rows = models.Match.objects.select_for_update(no_key=True) if lock else models.Match.objects
    version, terms = rows.values_list("version", "terms").get(pk=match_id)
    known = kept.get(match_id)
    if known is not None and known.match.version == version:
        return known
    if known is not None and known.match.version < version:
        match, seen = known.match, known.match.version
    else:
        match, seen = rules.new_match(Terms.from_dict(terms)), 0
    for number, kind, data in _facts(match_id, seen):
        if number >= version:
            break
        match = rules.evolve(match, read(kind, data))
    stored = Stored(match_id, match, _users(match_id, match.terms.seats))
    if not connection.in_atomic_block:
        kept.put(stored)
    return stored


def load_many(match_ids: Iterable[int]) -> dict[int, rules.Match]:
    """Read many matches in two queries, whatever their number."""
    rows = dict(models.Match.objects.filter(pk__in=list(match_ids)).values_list("pk", "terms"))
    matches = {pk: rules.new_match(Terms.from_dict(terms)) for pk, terms in rows.items()}
    facts = models.MatchFact.objects.filter(match__in=rows).order_by("match", "number")
    for pk, kind, data in facts.values_list("match_id", "kind", "data").iterator(chunk_size=5000):
        matches[pk] = rules.evolve(matches[pk], read(kind, data))
    return matches


def refresh_users(stored: Stored) -> Stored:
    """Look again who may act: an account may have claimed a player since."""
    fresh = Stored(stored.id, stored.match, _users(stored.id, stored.match.terms.seats))
    if not connection.in_atomic_block:
        kept.put(fresh)
    return fresh


def append(  # noqa: PLR0913  the parts of one write
    stored: Stored,
    facts: Sequence[rules.Fact],
    *,
    times: Callable[[rules.Match], Times],
    ready: Mapping[str, str] | None = None,
    seat: int | None = None,
    command: str | None = None,
    actor_id: int | None = None,
) -> Stored:
    """Write facts and what follows from them; raises Stale where somebody was faster.

    The command's id stands with the first fact; the same id of the same seat twice raises
    IntegrityError and writes nothing. Seats change hands in the transaction of their fact.
    """
    before = stored.match.version
    match = stored.match
    for fact in facts:
        match = rules.evolve(match, fact)
    written = [write(fact) for fact in facts]
    due = times(match)
    parameters = {
        "id": stored.id,
        "before": before,
        "after": match.version,
        **columns(match),
        "ready": Jsonb(dict(ready or {})),
        "clock": due.clock,
        "bot": due.bot,
        "deal": due.deal,
        "numbers": list(range(before, match.version)),
        "kinds": [kind for kind, _ in written],
        "data": [Jsonb(data) for _, data in written],
        "seats": [seat] + [None] * (len(facts) - 1),
        "commands": [command] + [None] * (len(facts) - 1),
        "actors": [actor_id] * len(facts),
    }
    seated = [fact for fact in facts if isinstance(fact, rules.Seated)]
    if seated:
        with transaction.atomic():
            _move(parameters)
            for fact in seated:
                _sit(stored.id, fact)
        fresh = Stored(stored.id, match, _users(stored.id, match.terms.seats))
    else:
        _move(parameters)
        fresh = Stored(stored.id, match, stored.users)
    transaction.on_commit(lambda: kept.put(fresh))
    return fresh


def columns(match: rules.Match) -> dict[str, Any]:
    """The derived columns of a match: what lists and sweeps look for, and nothing else."""
    over = match.outcome is not None
    begun = bool(match.deals) or match.deal is not None
    state = models.Match.State.WAITING
    if over:
        state = models.Match.State.OVER
    elif begun:
        state = models.Match.State.PLAYING
    return {
        "state": state.value,
        "turn": match.turn,
        "wins": Jsonb(list(match.wins)),
        "winner": match.outcome.winner if match.outcome else None,
        "deals": sum(1 for deal in match.deals if not deal.void),
        "begun": begun or over,
        "over": over,
    }


def open_row(row: models.Match, terms: Terms, facts: Sequence[rules.Seated]) -> Stored:
    """Write a new match with its first facts and seats."""
    row.terms = terms.to_dict()
    row.wins = [0] * terms.sides
    row.save()
    models.Seat.objects.bulk_create(
        models.Seat(match=row, number=number, **holder_columns(_holder_of(facts, number)))
        for number in range(terms.seats)
    )
    match = rules.new_match(terms)
    now = timezone.now()
    rows = []
    for number, fact in enumerate(facts):
        match = rules.evolve(match, fact)
        kind, data = write(fact)
        rows.append(models.MatchFact(match=row, number=number, kind=kind, data=data, at=now))
    models.MatchFact.objects.bulk_create(rows)
    models.Match.objects.filter(pk=row.pk).update(version=match.version)
    row.version = match.version
    return Stored(row.pk, match, _users(row.pk, terms.seats))


def command_known(match_id: int, seat: int | None, command: str | None) -> bool:
    """Say whether this command of this seat was already carried out."""
    return (
        command is not None
        and models.MatchFact.objects.filter(match=match_id, seat=seat, command=command).exists()
    )


def facts_of(match_id: int) -> list[rules.Fact]:
    """Every fact of a match, in order."""
    return [read(kind, data) for _, kind, data in _facts(match_id, 0)]


def write(fact: rules.Fact) -> tuple[str, dict[str, Any]]:
    """A fact as its kind and plain JSON; defaults are left out."""
    data = {}
    for field in fields(fact):
        value = getattr(fact, field.name)
        if value != field.default:
            data[field.name] = _plain(value)
    return type(fact).__name__.lower(), data


def read(kind: str, data: Mapping[str, Any]) -> rules.Fact:
    """The inverse of `write`."""
    return KINDS[kind](**{name: _value(name, value) for name, value in data.items()})  # type: ignore[no-any-return]


def _plain(value: object) -> object:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _value(name: str, value: Any) -> object:
    if name == "card" and value is not None:
        return Card.parse(value)
    if name == "seed":
        return bytes.fromhex(value)
    if name == "nonces":
        return tuple((seat, bytes.fromhex(nonce)) for seat, nonce in value)
    return tuple(value) if isinstance(value, list) else value


def _facts(match_id: int, since: int) -> Iterable[tuple[int, str, dict[str, Any]]]:
    return (
        models.MatchFact.objects.filter(match=match_id, number__gte=since)
        .order_by("number")
        .values_list("number", "kind", "data")
    )


def _move(parameters: dict[str, Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(MOVE, parameters)
        if not cursor.fetchall():
            raise Stale


def _users(match_id: int, seats: int) -> tuple[int | None, ...]:
    users: list[int | None] = [None] * seats
    rows = models.Seat.objects.filter(match=match_id)
    for number, user, claimed in rows.values_list("number", "user_id", "player__user_id"):
        users[number] = user or claimed
    return tuple(users)


def _sit(match_id: int, fact: rules.Seated) -> None:
    models.Seat.objects.filter(match=match_id, number=fact.seat).update(
        **holder_columns(fact.holder)
    )


def _holder_of(facts: Sequence[rules.Seated], number: int) -> str:
    return next((fact.holder for fact in reversed(facts) if fact.seat == number), "")


def holder_columns(holder: str) -> dict[str, Any]:
    """A holder's text (`player:12`, `user:5`, `computer:medium` or nothing) as columns."""
    kind, _, value = holder.partition(":")
    return {
        "player_id": int(value) if kind == "player" else None,
        "user_id": int(value) if kind == "user" else None,
        "computer": value if kind == "computer" else "",
    }
