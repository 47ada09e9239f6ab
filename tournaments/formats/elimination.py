"""Single elimination: who stands where in the bracket, and which boxes it has.

The order of the bracket is the usual one: in every round of m places the i-th seed would meet the
seed m + 1 - i, so that 1 and 2 can meet only in the final and the first four from the semifinals on
(https://en.wikipedia.org/wiki/Single-elimination_tournament#Seeding). Byes fall to the top of the
draw order by the same rule.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache

from tournaments.formats.bracket import Known, Node, bracket_schedule
from tournaments.formats.model import (
    Bye,
    Entrant,
    FormatError,
    LoserOf,
    LuckyLoser,
    Pairing,
    Result,
    Schedule,
    SeedPosition,
    Source,
    Standing,
    WinnerOf,
    draw_order,
)
from tournaments.formats.places import bracket_standings
from tournaments.formats.plans import LARGEST_BRACKET, Opening, SingleElimination, Vacant
from tournaments.formats.seeds import bracket_size, seed_positions, spread


def schedule(
    plan: SingleElimination,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> Schedule:
    """Return the whole bracket and what is due now. Raise `FormatError` for 1 or 1,025 entries."""
    known = Known.of(seeded(plan, entrants, salt), drawn, results, salt)
    return bracket_schedule(boxes(plan, len(entrants)), known)


def standings(
    plan: SingleElimination,
    entrants: tuple[Entrant, ...],
    drawn: tuple[Pairing, ...],
    results: tuple[Result, ...],
    salt: str,
) -> tuple[Standing, ...]:
    """Rank by round of exit; the match for third place and placement matches count."""
    known = Known.of(seeded(plan, entrants, salt), drawn, results, salt)
    return bracket_standings(
        boxes(plan, len(entrants)), known, close_ranks=plan.vacant is Vacant.CLOSED
    )


def seeded(
    plan: SingleElimination, entrants: tuple[Entrant, ...], salt: str
) -> tuple[Entrant, ...]:
    """Return the entrants in the order of their seeds, clubs spread where the plan says so."""
    order = draw_order(entrants, salt)
    if not plan.clubs_apart:
        return order
    free = len(order)
    tiers = tuple(free if e.seed is None else at for at, e in enumerate(order))
    seeds = spread(tuple(entrant.club for entrant in order), tiers)
    return tuple(
        entrant for _, entrant in sorted(zip(seeds, order, strict=True), key=lambda pair: pair[0])
    )


def check_size(entries: int, least: int = 2, most: int = LARGEST_BRACKET) -> None:
    """Refuse a field that is too small or too large."""
    if entries < least:
        raise FormatError("too_few", entries=entries, least=least)
    if entries > most:
        raise FormatError("too_many", entries=entries, most=most)


@lru_cache(maxsize=32)
def boxes(plan: SingleElimination, entries: int) -> tuple[Node, ...]:
    """Return every box of the bracket, sources before those they feed."""
    check_size(entries)
    if plan.opening is Opening.LUCKY_LOSERS:
        nodes = _lucky_main(entries)
    else:
        nodes = _main(entries, byes=plan.opening is Opening.BYES)
    final = nodes[-1]
    extra: list[Node] = []
    if plan.placement:
        extra = _placement(nodes)
    elif plan.third_place and entries >= 4:
        extra = [_third(final)]
    more = _consolation(nodes, plan, entries) if plan.consolation else []
    return (*nodes[:-1], *extra, final, *more)


def rounds_over(
    sources: Sequence[Source], first_round: int, *, prefix: str = "r", part: str = "main"
) -> list[Node]:
    """Return the rounds of a knockout over the sources, a power of two of them, to its final.

    Levels are the places left in the round, 1 for the last winner: whoever goes out in a round of
    m places has a place from m/2 + 1 to m.
    """
    nodes: list[Node] = []
    round_ = first_round
    while len(sources) > 1:
        of = len(sources)
        pairs = zip(sources[::2], sources[1::2], strict=True)
        made = [
            Node(f"{prefix}{round_}.{order}", part, round_, order, of, pair, of)
            for order, pair in enumerate(pairs, 1)
        ]
        nodes += made
        sources = [WinnerOf(node.key) for node in made]
        round_ += 1
    last = nodes.pop()
    nodes.append(
        Node(last.key, last.part, last.round, 1, 2, last.sources, lose_level=2, win_level=1)
    )
    return nodes


def _main(entries: int, *, byes: bool) -> list[Node]:
    size = bracket_size(entries)
    sources: list[Source] = [
        SeedPosition(seed) if seed <= entries else Bye() for seed in seed_positions(size)
    ]
    if byes or size == entries:
        return rounds_over(sources, 1)
    opening: list[Node] = []
    folded: list[Source] = []
    for order, pair in enumerate(zip(sources[::2], sources[1::2], strict=True), 1):
        if Bye() in pair:
            folded.append(pair[0])
        else:
            opening.append(Node(f"r1.{order}", "preliminary", 1, order, size, pair, size))
            folded.append(WinnerOf(f"r1.{order}"))
    return opening + rounds_over(folded, 2)


def _lucky_main(entries: int) -> list[Node]:
    """Return a bracket in which all play once and losers drawn by lot fill the second round."""
    winners = (entries + 1) // 2
    size = bracket_size(winners)
    if size == 1:
        return rounds_over([SeedPosition(1), SeedPosition(2)], 1)
    opening = []
    for seed in range(1, winners + 1):
        other = entries + 1 - seed + entries % 2
        second: Source = SeedPosition(other) if other <= entries else Bye()
        pair = (SeedPosition(seed), second)
        opening.append(Node(f"r1.{seed}", "main", 1, seed, 2 * size, pair, 2 * size))
    sources: list[Source] = [
        WinnerOf(f"r1.{seed}") if seed <= winners else LuckyLoser(seed - winners)
        for seed in seed_positions(size)
    ]
    return opening + rounds_over(sources, 2)


def _third(final: Node) -> Node:
    losers = tuple(LoserOf(s.key) for s in final.sources if isinstance(s, WinnerOf))
    return Node("third", "third", final.round, 2, 2, losers, lose_level=4, win_level=3)


def _placement(nodes: Sequence[Node]) -> list[Node]:
    """Return the matches for all places: the losers of each round play on among themselves."""
    made: list[Node] = []
    by_round: dict[int, list[Node]] = {}
    for node in nodes:
        by_round.setdefault(node.round, []).append(node)
    for round_ in sorted(by_round):
        losers: list[Source] = [_loser_slot(node) for node in by_round[round_]]
        if by_round[round_][0].part == "preliminary":
            losers = _padded(losers)
        places = by_round[round_][0].of // 2
        made += _places(losers, places, round_ + 1)
    return pruned(made, {node.key for node in nodes if Bye() in node.sources})


def _loser_slot(node: Node) -> Source:
    return Bye() if Bye() in node.sources else LoserOf(node.key)


def _padded(sources: list[Source]) -> list[Source]:
    return sources + [Bye()] * (bracket_size(len(sources)) - len(sources))


def pruned(nodes: Sequence[Node], byes: Collection[str] = ()) -> list[Node]:
    """Leave out boxes in which no two can ever meet; their only source goes straight on.

    `byes` are the keys of boxes elsewhere that have no loser.
    """
    instead: dict[Source, Source] = {LoserOf(key): Bye() for key in byes}
    kept: dict[str, Node] = {}
    for node in nodes:
        sources = tuple(instead.get(source, source) for source in node.sources)
        coming = [source for source in sources if source != Bye()]
        if len(coming) == len(sources):
            kept[node.key] = replace(node, sources=sources)
            continue
        onward = coming[0] if coming else Bye()
        instead[WinnerOf(node.key)], instead[LoserOf(node.key)] = onward, Bye()
        if node.win_level is not None and isinstance(onward, WinnerOf) and onward.key in kept:
            kept[onward.key] = replace(kept[onward.key], win_level=node.win_level)
    return list(kept.values())


def _places(sources: list[Source], above: int, round_: int) -> list[Node]:
    """Return the matches that put the sources in order below the `above` better places."""
    if len(sources) <= 1:
        return []
    half = len(sources) // 2
    made = []
    for order in range(1, half + 1):
        pair = (sources[2 * order - 2], sources[2 * order - 1])
        key = f"p{above + 1}.{round_}.{order}"
        of = len(sources)
        win = above + 1 if half == 1 else None
        made.append(Node(key, "place", round_, order, of, pair, above + of, win))
    winners: list[Source] = [WinnerOf(node.key) for node in made]
    losers: list[Source] = [_loser_slot(node) for node in made]
    return [
        *made,
        *_places(winners, above, round_ + 1),
        *_places(losers, above + half, round_ + 1),
    ]


def _consolation(nodes: Sequence[Node], plan: SingleElimination, entries: int) -> list[Node]:
    """Return the bracket of those who lost their first match, in the order of the main one."""
    first = {node.key: node for node in nodes if node.round == 1}
    taken = {s.key for s in nodes[-1].sources if isinstance(s, WinnerOf)}
    if not (plan.third_place and entries >= 4):
        taken = set()
    sources: list[Source] = []
    for node in (n for n in nodes if n.round == 2):
        feeders = [s for s in node.sources if isinstance(s, WinnerOf) and s.key in first]
        played = [s.key for s in feeders if Bye() not in first[s.key].sources]
        slots: list[Source] = [LoserOf(key) for key in played if key not in taken]
        if len(played) < len(node.sources) and node.key not in taken:
            slots.append(LoserOf(node.key, first=bool(played)))
        sources += [*slots, Bye(), Bye()][:2]
    sources = _padded(sources)
    if sum(source != Bye() for source in sources) < 2:
        return []
    bracket = rounds_over(sources, 1, prefix="c", part="consolation")
    return [replace(node, lose_level=None, win_level=None) for node in pruned(bracket)]
