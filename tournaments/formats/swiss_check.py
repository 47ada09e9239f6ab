"""What is to be said of a Swiss round: why each pair came about, and what is wrong with another."""

from collections.abc import Iterable, Mapping

from tournaments.formats.field import rounds_drawn
from tournaments.formats.model import Entrant, EntrantId, Pairing, Problem, Reason, Result
from tournaments.formats.plans import Swiss
from tournaments.formats.scoring import REQUESTED
from tournaments.formats.swiss_round import BYE, Round, round_of


def explain(
    plan: Swiss,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
    number: int,
) -> tuple[Reason, ...]:
    """Return why each pairing of a drawn round came about.

    "level" has the score both had. "float" has the two scores, and of the higher one's score group
    the size and how many of it that entrant had not met. "bye" has the score and the byes before.
    "requested_bye", "by_hand", "repeat" and "same_club" say so.
    """
    this = round_of(plan, entrants, drawn, results, salt, number)
    known = {entrant.id: entrant for entrant in entrants}
    reasons: list[Reason] = []
    for pairing in drawn:
        if pairing.round != number or pairing.part not in {"main", BYE, REQUESTED}:
            continue
        both = [known[side[0]] for side in pairing.sides if side[0] in known]
        reasons += _why(this, pairing, both)
    return tuple(reasons)


def _why(this: Round, pairing: Pairing, both: list[Entrant]) -> Iterable[Reason]:
    if pairing.manual:
        yield Reason(pairing.key, "by_hand")
    if pairing.part == REQUESTED:
        yield Reason(pairing.key, "requested_bye")
        return
    scores = sorted((this.scores[e.id] for e in both), reverse=True)
    if pairing.bye:
        byes = this.before.byes[both[0].id]
        yield Reason(pairing.key, "bye", (scores[0], byes))
        return
    one, two = sorted(both, key=lambda e: -this.scores[e.id])
    if scores[0] == scores[1]:
        yield Reason(pairing.key, "level", (scores[0],))
    else:
        group = [e for e in this.order if this.scores[e.id] == scores[0] and e is not one]
        unmet = [e for e in group if e.id not in this.before.met[one.id]]
        yield Reason(pairing.key, "float", (scores[0], scores[1], len(group) + 1, len(unmet)))
    if two.id in this.before.met[one.id]:
        yield Reason(pairing.key, "repeat")
    if this.kept_apart(one, two):
        yield Reason(pairing.key, "same_club")


def check_round(
    plan: Swiss,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
    pairs: tuple[tuple[EntrantId, ...], ...],
) -> tuple[Problem, ...]:
    """Say everything that is wrong with a proposal for the next round, one problem each.

    Impossible: "unknown_entrant", "against_itself", "twice", "not_there", "left_out", "forbidden".
    Against the rules while avoidable: "repeat", "second_bye", "too_many_byes", "same_club",
    "bye_not_lowest".
    """
    number = rounds_drawn(drawn) + 1
    this = round_of(plan, entrants, drawn, results, salt, number)
    known = {entrant.id: entrant for entrant in entrants}
    problems = _listing(this, known, pairs)
    wrong = {e for problem in problems for e in problem.entrants}
    for pair in pairs:
        if len(pair) == 2 and not wrong.intersection(pair):
            one, two = known[pair[0]], known[pair[1]]
            for key, broken in (
                ("forbidden", this.forbidden(one, two)),
                ("repeat", two.id in this.before.met[one.id]),
                ("same_club", this.kept_apart(one, two)),
            ):
                if broken:
                    problems.append(Problem(key, entrants=pair, round=number))
    resting = [p[0] for p in pairs if len(p) == 1 and p[0] in known]
    return (*problems, *_resting(this, known, resting))


def _listing(
    this: Round, known: Mapping[EntrantId, Entrant], pairs: tuple[tuple[EntrantId, ...], ...]
) -> list[Problem]:
    there = {entrant.id for entrant in this.order}
    listed = [entrant for pair in pairs for entrant in pair]
    problems = [
        Problem("against_itself", entrants=(pair[0],), round=this.number)
        for pair in pairs
        if len(pair) > 1 and len(set(pair)) == 1
    ]
    alone = {problem.entrants[0] for problem in problems}
    for entrant in dict.fromkeys(listed):
        key = (
            "unknown_entrant"
            if entrant not in known
            else "not_there"
            if entrant not in there
            else "twice"
            if listed.count(entrant) > 1 and entrant not in alone
            else ""
        )
        if key:
            problems.append(Problem(key, entrants=(entrant,), round=this.number))
    missing = tuple(entrant.id for entrant in this.order if entrant.id not in set(listed))
    if missing:
        problems.append(Problem("left_out", entrants=missing, round=this.number))
    return problems


def _resting(
    this: Round, known: Mapping[EntrantId, Entrant], resting: list[EntrantId]
) -> list[Problem]:
    number = this.number
    allocated = [e for e in resting if number not in known[e].bye_rounds and e in this.before.byes]
    playing = [e for e in this.order if number not in e.bye_rounds]
    problems = []
    if len(allocated) > len(playing) % 2:
        problems.append(Problem("too_many_byes", entrants=tuple(allocated), round=number))
    for entrant in allocated:
        if this.before.byes[entrant]:
            problems.append(Problem("second_bye", entrants=(entrant,), round=number))
        elif any(
            this.scores[e.id] < this.scores.get(entrant, 0) and not this.before.byes[e.id]
            for e in playing
        ):
            problems.append(Problem("bye_not_lowest", entrants=(entrant,), round=number))
    return problems
