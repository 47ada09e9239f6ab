"""A bracket as a graph of boxes whose slots have sources, filled from draws and results.

Every knockout form is a list of nodes in an order in which sources come first. What fills a slot is
computed anew each time from the drawn pairings and the results, so a corrected result, a late
walkover and a double walkover need no code of their own: nobody is a value like any other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments.formats.model import (
    Box,
    BoxState,
    Bye,
    Entrant,
    LoserOf,
    LuckyLoser,
    Pairing,
    Problem,
    Result,
    Schedule,
    SeedPosition,
    Side,
    Slot,
    Source,
    Stale,
    WinnerOf,
    lot,
)


@dataclass(frozen=True, slots=True)
class Node:
    """One box and what it means for the ranking.

    `lose_level` is the level of whoever goes out here, `win_level` that of a winner with nowhere
    further to go; a lower level is a better place. Both None: the box decides no place.
    """

    key: str
    part: str
    round: int
    order: int
    of: int
    sources: tuple[Source, ...]
    lose_level: int | None = None
    win_level: int | None = None


@dataclass(slots=True)
class Filled:
    """A bracket with everything that is known filled in; outcomes absent from the dicts are open.

    In `winners` and `losers` None stands for nobody.
    """

    boxes: dict[str, Box] = field(default_factory=dict)
    winners: dict[str, Side | None] = field(default_factory=dict)
    losers: dict[str, Side | None] = field(default_factory=dict)
    stale: list[Stale] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known from outside: the order of the draw, what was drawn, what came of it."""

    order: tuple[Entrant, ...]
    drawn: Mapping[str, Pairing]
    results: Mapping[str, Result]
    salt: str

    @classmethod
    def of(
        cls,
        order: tuple[Entrant, ...],
        drawn: Iterable[Pairing],
        results: Iterable[Result],
        salt: str,
    ) -> "Known":
        """Index what is known; void results count for nothing."""
        return cls(
            order,
            {pairing.key: pairing for pairing in drawn},
            {result.key: result for result in results if not result.void},
            salt,
        )


def fill(nodes: Sequence[Node], known: Known) -> Filled:
    """Fill every slot whose side is known, walking the nodes in order."""
    filled = Filled()
    lucky = _Lucky(nodes, known, filled)
    for node in nodes:
        slots = tuple(_slot(source, known, filled, lucky) for source in node.sources)
        _settle(node, slots, known, filled)
    return filled


def _slot(source: Source, known: Known, filled: Filled, lucky: "_Lucky") -> Slot:
    match source:
        case SeedPosition(position):
            return Slot(source, (known.order[position - 1].id,))
        case WinnerOf(key) if key in filled.winners:
            side = filled.winners[key]
        case LoserOf(key) if key in filled.losers:
            side = filled.losers[key] if _admitted(source, filled) else None
        case LuckyLoser(number) if lucky.ready():
            side = lucky.side(number)
        case Bye():
            side = None
        case _:
            return Slot(source)
    return Slot(source, side, nobody=side is None)


def _admitted(source: LoserOf, filled: Filled) -> bool:
    """Whether the loser has the record its slot asks for."""
    side = filled.losers[source.key]
    if source.unbeaten and any(
        side == loser for key, loser in filled.losers.items() if key != source.key
    ):
        return False
    return not source.first or all(
        side != filled.winners[key] for key, loser in filled.losers.items() if loser
    )


def _settle(node: Node, slots: tuple[Slot, ...], known: Known, filled: Filled) -> None:
    """Put the box in its state and note who goes on."""
    present = [slot.side for slot in slots if slot.side is not None]
    pairing = known.drawn.get(node.key)
    if pairing is not None:
        sides = tuple(slot.side for slot in slots)
        if not pairing.manual and (tuple(present) if pairing.bye else sides) != pairing.sides:
            filled.stale.append(Stale(node.key, sides))
        state = BoxState.BYE if pairing.bye else BoxState.DRAWN
        if not pairing.bye:
            slots = tuple(
                Slot(slot.source, side) for slot, side in zip(slots, pairing.sides, strict=True)
            )
        _decide(node.key, pairing, known.results.get(node.key), filled)
    elif any(slot.side is None and not slot.nobody for slot in slots):
        state = BoxState.OPEN
    elif len(present) == len(slots):
        state = BoxState.DUE
    else:
        state = BoxState.BYE if present else BoxState.EMPTY
        filled.winners[node.key] = present[0] if present else None
        filled.losers[node.key] = None
    filled.boxes[node.key] = Box(node.key, node.part, node.round, node.order, node.of, slots, state)


def _decide(key: str, pairing: Pairing, result: Result | None, filled: Filled) -> None:
    if pairing.bye:
        filled.winners[key], filled.losers[key] = pairing.sides[0], None
    elif result is not None and result.double:
        filled.winners[key] = filled.losers[key] = None
    elif result is not None and result.winner is not None:
        filled.winners[key] = pairing.sides[result.winner]
        filled.losers[key] = pairing.sides[1 - result.winner]
    elif result is not None:
        filled.undecided.append(key)


class _Lucky:
    """The lottery among the losers of the first round, held once all of them are known."""

    def __init__(self, nodes: Sequence[Node], known: Known, filled: Filled) -> None:
        self._slots = [
            (node, index, source.lot)
            for node in nodes
            for index, source in enumerate(node.sources)
            if isinstance(source, LuckyLoser)
        ]
        self._first = [node for node in nodes if node.round == 1] if self._slots else []
        self._known = known
        self._filled = filled
        self._held: dict[int, Side | None] | None = None

    def ready(self) -> bool:
        return all(node.key in self._filled.losers for node in self._first)

    def side(self, number: int) -> Side | None:
        if self._held is None:
            self._held = self._hold()
        return self._held[number]

    def _hold(self) -> dict[int, Side | None]:
        beaten_by = {
            loser: self._filled.winners[node.key]
            for node in self._first
            if (loser := self._filled.losers[node.key]) is not None
        }
        held: dict[int, Side | None] = {}
        for node, index, number in self._slots:
            pairing = self._known.drawn.get(node.key)
            if pairing is not None and pairing.sides[index] in beaten_by:
                held[number] = pairing.sides[index]
        urn = self._urn([side for side in beaten_by if side not in held.values()])
        for node, index, number in self._slots:
            if number not in held:
                other = self._opposite(node, index)
                fitting = [side for side in urn if beaten_by[side] != other] or urn
                held[number] = fitting[0] if fitting else None
                urn = [side for side in urn if side != held[number]]
        return held

    def _urn(self, sides: list[Side]) -> list[Side]:
        entrants = {entrant.id: entrant for entrant in self._known.order}
        absent = {
            self._filled.losers[node.key]
            for node in self._first
            if (result := self._known.results.get(node.key)) is not None and result.walkover
        }
        return sorted(
            (s for s in sides if s not in absent and not entrants[s[0]].withdrawn),
            key=lambda side: lot(self._known.salt, "lucky", entrants[side[0]].number),
        )

    def _opposite(self, node: Node, index: int) -> Side | None:
        source = node.sources[1 - index]
        return self._filled.winners.get(source.key) if isinstance(source, WinnerOf) else None


def suggest_walkovers(
    entrants: Iterable[Entrant], drawn: Iterable[Pairing], results: Mapping[str, Result]
) -> tuple[Result, ...]:
    """Return the walkovers that would close drawn pairings a withdrawn entrant will not play.

    A side has withdrawn as soon as one of its entrants has. If all sides but one have, that one is
    given the match; if all have, it is a double walkover. A suggestion is not a result: whoever
    records results decides, and a pairing in which play has begun may well be finished instead.
    """
    gone = {entrant.id for entrant in entrants if entrant.withdrawn}
    suggested = []
    for pairing in drawn:
        if pairing.key in results or pairing.bye or len(pairing.sides) != 2:
            continue
        staying = [i for i, side in enumerate(pairing.sides) if gone.isdisjoint(side)]
        if not staying:
            suggested.append(Result(pairing.key, double=True))
        elif len(staying) == 1:
            suggested.append(Result(pairing.key, winner=staying[0], walkover=True))
    return tuple(suggested)


def bracket_schedule(nodes: Sequence[Node], known: Known) -> Schedule:
    """Return all that is known of a bracket: see `Schedule`."""
    filled = fill(nodes, known)
    board = tuple(filled.boxes.values())

    def made(state: BoxState) -> tuple[Pairing, ...]:
        return tuple(
            Pairing(
                box.key,
                tuple(slot.side for slot in box.slots if slot.side is not None),
                box.round,
                box.order,
                box.part,
                bye=state is BoxState.BYE,
                of=box.of,
            )
            for box in board
            if box.state is state
        )

    return Schedule(
        drawn=tuple(known.drawn.values()),
        due=made(BoxState.DUE),
        byes=made(BoxState.BYE),
        walkovers=suggest_walkovers(known.order, known.drawn.values(), known.results),
        board=board,
        stale=tuple(filled.stale),
        problems=tuple(Problem("undecided", key) for key in filled.undecided),
        finished=all(node.key in filled.winners for node in nodes),
    )
