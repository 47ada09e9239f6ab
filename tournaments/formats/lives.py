"""Lives: who is still in, whom a new draw brings together, and who went out when."""

from tournaments.formats.bracket import suggest_walkovers
from tournaments.formats.elimination import check_size
from tournaments.formats.field import Before, rounds_drawn, taking_part, undecided, unlisted
from tournaments.formats.foresight import far_sighted
from tournaments.formats.matching import Cost, cheapest_pairs
from tournaments.formats.model import (
    Entrant,
    EntrantId,
    Figure,
    Pairing,
    Problem,
    Result,
    Schedule,
    Standing,
    Step,
    lot,
)
from tournaments.formats.plans import Lives
from tournaments.formats.scoring import PLAY_OFF, Records, Scoring, records

_BITS = (15, 15, 60)
_DEFEATS = frozenset({"lost", "lost_walkover", "double_walkover"})


def schedule(
    plan: Lives,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> Schedule:
    """Return the next draw once the last is decided, until one at most has a life left.

    Repeats and second byes are kept as few as can be, the rest is by lot. A double walkover costs
    both a life. A match reported without a winner is "undecided" and holds the next draw back.
    """
    check_size(len(entrants))
    number = rounds_drawn(drawn)
    found = {result.key: result for result in results if not result.void}
    waiting = undecided(drawn, results)
    drawish = tuple(
        Problem("undecided", key) for key, r in found.items() if r.winner is None and not r.double
    )
    alive = _alive(plan, entrants, drawn, results)
    problems = (*drawish, *(unlisted(alive, drawn, number) if waiting else ()))
    due: tuple[Pairing, ...] = ()
    if not waiting and not drawish and len(alive) > 1:
        there = taking_part(alive, number + 1)
        if len(there) > 1:
            before = Before.round(number + 1, Scoring(), entrants, drawn, results)
            due = _drawn_anew(there, before, number + 1, salt)
        else:
            problems = (*problems, Problem("too_few_active", round=number + 1))
    return Schedule(
        drawn=drawn,
        due=due,
        byes=tuple(p for p in (*drawn, *due) if p.bye),
        walkovers=suggest_walkovers(entrants, drawn, found),
        problems=problems,
        finished=len(alive) < 2 and not waiting and not drawish,
    )


def _drawn_anew(
    there: tuple[Entrant, ...], before: Before, number: int, salt: str
) -> tuple[Pairing, ...]:
    order = sorted(there, key=lambda e: lot(salt, number, e.number))
    count = len(order)

    def cost(one: int, two: int) -> Cost:
        if two == count:
            entrant = order[one]
            chance = int(lot(salt, number, "bye", entrant.number)[:8], 16)
            return 0, before.byes[entrant.id] + before.requested[entrant.id], chance
        a, b = order[one], order[two]
        chance = int(lot(salt, number, *sorted((a.number, b.number)))[:8], 16)
        return before.met[a.id].get(b.id, 0), 0, chance

    places = count + count % 2
    pairs = cheapest_pairs(places, cost, _BITS) or ()
    pairs = far_sighted(places, cost, pairs, min(2, places - 1 - number))
    made = sorted(pairs, key=lambda pair: pair[1] == count)
    return tuple(
        Pairing(
            f"r{number}.{at}",
            tuple((order[place].id,) for place in pair if place < count),
            number,
            at,
            "bye" if pair[1] == count else "main",
            bye=pair[1] == count,
        )
        for at, pair in enumerate(made, 1)
    )


def _defeats(found: Records, entrant: EntrantId) -> list[Step]:
    lost = [o for o in found[entrant] if o.kind in _DEFEATS]
    return [Step(o.kind, 1, o.pairing, o.opponent, at) for at, o in enumerate(lost, 1)]


def _alive(
    plan: Lives,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
) -> tuple[Entrant, ...]:
    found = records(Scoring(), entrants, drawn, results)
    return tuple(e for e in entrants if not e.withdrawn and len(_defeats(found, e.id)) < plan.lives)


def standings(
    plan: Lives,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> tuple[Standing, ...]:
    """Rank by the round in which the last life was lost, the later the better.

    Those still in come first and share their places; so do those who went out together. One who
    withdrew went out in the last round it was drawn in.
    """
    found = records(Scoring(), entrants, drawn, results)
    alive = {e.id for e in _alive(plan, entrants, drawn, results)}
    last = rounds_drawn(drawn)
    rounds = {p.key: p.round for p in drawn}
    listed: dict[EntrantId, int] = {}
    for pairing in (p for p in drawn if p.part != PLAY_OFF):
        for each in (e for side in pairing.sides for e in side):
            listed[each] = max(listed.get(each, 0), pairing.round)
    exits: dict[EntrantId, int] = {}
    for entrant in entrants:
        lost = _defeats(found, entrant.id)
        if entrant.id in alive:
            exits[entrant.id] = last + 1
        elif len(lost) >= plan.lives:
            exits[entrant.id] = rounds[lost[plan.lives - 1].pairing]
        else:
            exits[entrant.id] = listed.get(entrant.id, 0)
    running = not schedule(plan, entrants, drawn, results, salt).finished
    ranking = []
    for entrant in sorted(entrants, key=lambda e: (-exits[e.id], e.number)):
        rank = 1 + sum(other > exits[entrant.id] for other in exits.values())
        shared = sum(other == exits[entrant.id] for other in exits.values())
        figure = Figure("round_reached", exits[entrant.id], tuple(_defeats(found, entrant.id)))
        ranking.append(
            Standing(rank, rank + shared - 1, entrant.id, (figure,), provisional=running)
        )
    return tuple(ranking)
