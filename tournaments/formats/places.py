"""What a bracket says about places: who has which for sure, and which are still in reach."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tournaments.formats.bracket import Filled, Known, Node, fill
from tournaments.formats.model import (
    Box,
    BoxState,
    Bye,
    EntrantId,
    Figure,
    LoserOf,
    LuckyLoser,
    Result,
    Side,
    Source,
    Standing,
    Step,
    WinnerOf,
)


def _capacity(nodes: Sequence[Node]) -> tuple[dict[int, tuple[int, int]], dict[str, int]]:
    """Return the places of each level, as built, and how many sides each box has, as built.

    Only the byes of the draw are counted, so the places do not depend on results.
    """
    sides: dict[str, int] = {}
    consumed = _consumed(nodes)
    count: Counter[int] = Counter()
    for node in nodes:
        sides[node.key] = sum(_comes(source, sides) for source in node.sources)
        if node.lose_level is None:
            continue
        if sides[node.key] > 1 and ("loser", node.key) not in consumed:
            count[node.lose_level] += 1
        if sides[node.key] and node.win_level is not None:
            count[node.win_level] += 1
    first = next((node for node in nodes if node.lose_level is not None), None)
    if first is not None and first.lose_level is not None:
        count[first.lose_level] -= sum(end == "lucky" for end, _ in consumed)
    places, taken = {}, 0
    for level in sorted(count):
        if count[level]:
            places[level] = (taken + 1, taken + count[level])
            taken += count[level]
    return places, sides


def _comes(source: Source, sides: Mapping[str, int]) -> bool:
    match source:
        case WinnerOf(key):
            return sides[key] > 0
        case LoserOf(key):
            return sides[key] > 1
        case Bye():
            return False
        case _:
            return True


def _consumed(nodes: Sequence[Node]) -> dict[tuple[str, str], str]:
    """Return which box each end of each box feeds."""
    goes: dict[tuple[str, str], str] = {}
    for node in (node for node in nodes if node.lose_level is not None):
        for source in node.sources:
            match source:
                case WinnerOf(key):
                    goes["winner", key] = node.key
                case LoserOf(key):
                    goes["loser", key] = node.key
                case LuckyLoser(number):
                    goes["lucky", str(number)] = node.key
    return goes


def _reach(
    nodes: Sequence[Node], places: Mapping[int, tuple[int, int]], sides: Mapping[str, int]
) -> dict[str, tuple[int, int]]:
    """Return the best and the worst place still in reach of whoever stands in each box."""
    goes = _consumed(nodes)
    reach: dict[str, tuple[int, int]] = {}
    nowhere = (len(places) and max(high for _, high in places.values()), 0)
    for node in reversed(nodes):
        if node.lose_level is None:
            continue
        ends = []
        for end, level in (("winner", node.win_level), ("loser", node.lose_level)):
            if end == "loser" and sides[node.key] <= 1:
                continue
            if (end, node.key) in goes:
                ends.append(reach[goes[end, node.key]])
            elif level is not None and level in places:
                ends.append(places[level])
        low = min((end[0] for end in ends), default=nowhere[0])
        reach[node.key] = (low, max((end[1] for end in ends), default=low))
    return reach


def bracket_standings(
    nodes: Sequence[Node], known: Known, *, close_ranks: bool = False
) -> tuple[Standing, ...]:
    """Rank by the round of exit, and nothing else: points never outrank it.

    Those who go out in the same round share its places. With `close_ranks` the places nobody
    reached (after a double walkover) are filled from below once the event is finished.
    """
    filled = fill(nodes, known)
    ranking = _Ranking(nodes, len(known.order))
    for node in nodes:
        if node.lose_level is not None:
            ranking.take(node, filled)
    paths = _paths(nodes, known, filled)
    span = ranking.closed() if close_ranks and not ranking.alive else ranking.span
    return tuple(
        Standing(
            *span[entrant.id],
            entrant.id,
            (Figure("round_reached", -ranking.level.get(entrant.id, 0), tuple(paths[entrant.id])),),
            provisional=bool(ranking.alive),
        )
        for entrant in sorted(known.order, key=lambda e: span[e.id])
    )


class _Ranking:
    """The level and the places of each entrant, taken box by box in the order of the bracket."""

    def __init__(self, nodes: Sequence[Node], entries: int) -> None:
        self._places, sides = _capacity(nodes)
        self._reach = _reach(nodes, self._places, sides)
        self._goes = _consumed(nodes)
        self._last = (entries, entries)
        self.level: dict[EntrantId, int] = {}
        self.span: dict[EntrantId, tuple[int, int]] = {}
        self.alive: set[EntrantId] = set()

    def take(self, node: Node, filled: Filled) -> None:
        sides = [slot.side for slot in filled.boxes[node.key].slots if slot.side is not None]
        if node.key not in filled.winners:
            for side in sides:
                self._wait(side, node.key)
            return
        winner = filled.winners[node.key]
        for side in sides:
            level = node.win_level if side == winner else node.lose_level
            if level is not None:
                self._leave(side, level)
            elif ("winner", node.key) in self._goes:
                self._wait(side, self._goes["winner", node.key])

    def _wait(self, side: Side, key: str) -> None:
        for entrant in side:
            self.alive.add(entrant)
            self.span[entrant] = self._reach[key]

    def _leave(self, side: Side, level: int) -> None:
        below = [places for other, places in sorted(self._places.items()) if other >= level]
        for entrant in side:
            self.alive.discard(entrant)
            self.level[entrant] = level
            self.span[entrant] = below[0] if below else self._last

    def closed(self) -> dict[EntrantId, tuple[int, int]]:
        """Return the places with those nobody reached filled from below."""
        count = Counter(self.level.values())
        better = {level: sum(count[o] for o in count if o < level) for level in count}
        return {e: (better[at] + 1, better[at] + count[at]) for e, at in self.level.items()}


def _paths(nodes: Sequence[Node], known: Known, filled: Filled) -> dict[EntrantId, list[Step]]:
    path: dict[EntrantId, list[Step]] = {entrant.id: [] for entrant in known.order}
    for node in nodes:
        box, winner = filled.boxes[node.key], filled.winners.get(node.key)
        _walk(path, box, known.results.get(node.key), winner)
    return path


def _walk(
    path: dict[EntrantId, list[Step]], box: Box, result: Result | None, winner: Side | None
) -> None:
    """Note the box in the path of those who closed it."""
    if box.state is BoxState.BYE:
        for entrant in winner or ():
            path[entrant].append(Step("bye", 0, box.key))
    if box.state is not BoxState.DRAWN or result is None:
        return
    for slot in box.slots:
        other = next((s.side for s in box.slots if s.side != slot.side and s.side), ())
        outcome = "double" if result.double else "won" if slot.side == winner else "lost"
        if result.walkover:
            outcome = f"{outcome}_walkover"
        for entrant in slot.side or ():
            path[entrant].append(Step(outcome, int(slot.side == winner), box.key, other))
