"""Knows how a match, or one deal, is written as text that people read and programs read back.

docs/notation.md defines the form. `parse` and `str` are inverses: `parse(str(x)) == x`. What is
read is well formed, not yet true: `games.rules.proof` says whether it was played by the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256

from games.rules.course import Match, evolve, new_match
from games.rules.deal import Deal
from games.rules.fact_lines import NUMBER, facts_in, line_of, played_text, quoted, unquoted
from games.rules.facts import Dealt, Exchanged, Fact, Played, Sealed, TimedOut
from games.rules.house import FirstTo, House, HouseError, Terms
from games.rules.telling import Teller

MATCH_LINE = "Sessantuno match, notation 1"
DEAL_LINE = "Sessantuno deal, notation 1"
WHOLE = 120


class NotationError(ValueError):
    """A text that is no match or deal; `line` counts from 1, `key` is one of `KEYS`."""

    KEYS = frozenset({"bad_first_line", "bad_header", "bad_line", "bad_terms", "not_of_a_deal"})

    def __init__(self, key: str, line: int) -> None:
        assert key in self.KEYS, key
        super().__init__(key, line)
        self.key = key
        self.line = line


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenMatch:
    """A match as it is written down: its terms, its facts, and who played it when.

    `commitments` are the SHA-256, in hex, that were shown before each seal's deal, in order;
    `players` the names, by seat. Title, date and names mean nothing to the rules.
    """

    terms: Terms
    facts: tuple[Fact, ...]
    title: str = ""
    date: str = ""
    players: tuple[str, ...] = ()
    commitments: tuple[str, ...] = ()

    @property
    def start(self) -> Match:
        """The match before its first fact."""
        return new_match(self.terms)

    def __str__(self) -> str:
        terms = self.terms
        head = [MATCH_LINE, *_named(self), f"Seats: {terms.seats}", f"Kind: {terms.kind}"]
        head += [f"Rules: {terms.rules_version}"]
        head += [f"Absence: {terms.absence}"] if terms.absence != "deal" else []
        head += ["Knockout: yes"] if terms.must_decide else []
        head += [f"Walkover: {terms.walkover_points}"] if terms.walkover_points != WHOLE else []
        return _written(self, head, terms.house)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenDeal:
    """One deal of a match as it is written down; `dealer` is the seat that dealt it.

    `facts` are Sealed, Dealt, Exchanged, Played and TimedOut alone.
    """

    seats: int
    house: House
    number: int
    dealer: int
    facts: tuple[Fact, ...]
    title: str = ""
    date: str = ""
    players: tuple[str, ...] = ()
    commitments: tuple[str, ...] = ()

    @property
    def start(self) -> Match:
        """A match with full seats in which this deal is the next."""
        terms = Terms(seats=self.seats, kind=FirstTo(1), house=self.house)
        full = ("computer:",) * self.seats
        return replace(new_match(terms), holders=full, redealer=self.dealer)

    def __str__(self) -> str:
        head = [DEAL_LINE, *_named(self), f"Seats: {self.seats}"]
        head += [f"Number: {self.number}", f"Dealer: {self.dealer}"]
        return _written(self, head, self.house)


def written_deal(deal: Deal, house: House) -> WrittenDeal:
    """A deal as it is written down, without names. Its seeds are in the text."""
    layout = deal.layout
    facts: list[Fact] = []
    for redone in layout.redone:
        facts += [Sealed(redone.seed), Dealt(redone.nonces)]
    facts += [Sealed(layout.seed), Dealt(layout.nonces)]
    rows = [(trick.leader, trick.cards, trick.autos) for trick in deal.tricks]
    rows.append((deal.leader, deal.trick, deal.autos))
    for number, (leader, cards, autos) in enumerate(rows):
        facts += [Exchanged(swap.seat, swap.given) for swap in deal.swaps if swap.trick == number]
        for place, card in enumerate(cards):
            laid = TimedOut if autos[place] else Played
            facts.append(laid((leader + place) % layout.seats, card))
    return WrittenDeal(
        seats=layout.seats,
        house=house,
        number=layout.number,
        dealer=layout.dealer,
        facts=tuple(facts),
        commitments=commitments_of(facts),
    )


def commitments_of(facts: Iterable[Fact]) -> tuple[str, ...]:
    """The SHA-256, in hex, of every seed that was sealed, in order."""
    return tuple(sha256(fact.seed).hexdigest() for fact in facts if isinstance(fact, Sealed))


def shown_part(terms: Terms, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The facts that may be published: those before the first seal that is still secret."""
    match = new_match(terms)
    for fact in facts:
        match = evolve(match, fact)
    hidden = [deal for deal in match.deals if deal.number not in match.shown_deals]
    running = () if match.deal is None else match.deal.layout.redone
    redone = (*match.redone, *running, *(each for deal in hidden for each in deal.redone))
    secret = {match.seed, *(each.seed for each in redone)}
    for cards in (match.deal, *(deal.cards for deal in hidden)):
        secret |= set() if cards is None else {cards.layout.seed}
    for number, fact in enumerate(facts):
        if isinstance(fact, Sealed) and fact.seed in secret:
            return facts[:number]
    return facts


def parse(text: str) -> WrittenMatch | WrittenDeal:
    r"""Read what `str` of a written match or deal gives; raises NotationError.

    >>> parse("Sessantuno match, notation 1\nSeats: 2\nKind: first_to:1\n\nScored 64-56\n").facts
    (Scored(points=(64, 56), winner=None, cappotto=False),)
    >>> parse("Scored 64-56")
    Traceback (most recent call last):
    games.rules.notation.NotationError: ('bad_first_line', 1)
    """
    lines = [line.strip(" \t\r") for line in text.split("\n")]
    first = lines[0]
    if first not in (MATCH_LINE, DEAL_LINE):
        raise NotationError("bad_first_line", 1)
    end = next((at for at, line in enumerate(lines) if not line), len(lines))
    headers = _Headers(lines[1:end])
    facts: list[Fact] = []
    for at in range(end, len(lines)):
        if lines[at] and not lines[at].startswith(";"):
            try:
                facts += facts_in(lines[at])
            except ValueError as error:
                raise NotationError("bad_line", at + 1) from error
    written = _match(headers, tuple(facts)) if first == MATCH_LINE else _deal(headers, tuple(facts))
    headers.done()
    return written


class _Headers:
    """The header lines, taken one by one; lives only while `parse` runs."""

    def __init__(self, lines: list[str]) -> None:
        self.last = len(lines) + 1
        self._found: dict[str, tuple[str, int]] = {}
        for number, line in enumerate(lines, 2):
            name, colon, value = line.partition(":")
            if not colon or name in self._found:
                raise NotationError("bad_header", number)
            self._found[name] = value.strip(" \t"), number

    def word(self, name: str, default: str) -> str:
        return self._found.pop(name, (default, 0))[0]

    def text(self, name: str) -> str:
        value, number = self._found.pop(name, ("", 0))
        try:
            return unquoted(value)
        except ValueError as error:
            raise NotationError("bad_header", number) from error

    def texts(self, name: str, first: int) -> tuple[str, ...]:
        found: list[str] = []
        while f"{name} {first + len(found)}" in self._found:
            found.append(self.text(f"{name} {first + len(found)}"))
        return tuple(found)

    def number(self, name: str, default: str = "") -> int:
        value, number = self._found.pop(name, (default, self.last))
        if not re.fullmatch(NUMBER, value):
            raise NotationError("bad_terms", number)
        return int(value)

    def house(self) -> dict[str, object]:
        value, number = self._found.pop("House", ("", 0))
        found: dict[str, object] = {}
        for pair in value.split():
            name, equals, choice = pair.partition("=")
            if not equals or name in found:
                raise NotationError("bad_terms", number)
            found[name] = int(choice) if re.fullmatch(NUMBER, choice) else choice
        return found

    def done(self) -> None:
        """Nothing may be left over."""
        for _, number in self._found.values():
            raise NotationError("bad_header", number)


def _match(headers: _Headers, facts: tuple[Fact, ...]) -> WrittenMatch:
    knockout = headers.word("Knockout", "no")
    data: dict[str, object] = {
        "seats": headers.number("Seats"),
        "kind": headers.word("Kind", ""),
        "house": headers.house(),
        "rules_version": headers.number("Rules", "1"),
        "absence": headers.word("Absence", "deal"),
        "must_decide": knockout == "yes",
        "walkover_points": headers.number("Walkover", str(WHOLE)),
    }
    try:
        terms = Terms.from_dict(data)
    except HouseError as error:
        raise NotationError("bad_terms", headers.last) from error
    if knockout not in {"yes", "no"}:
        raise NotationError("bad_terms", headers.last)
    return WrittenMatch(
        terms=terms,
        facts=facts,
        title=headers.text("Title"),
        date=headers.text("Date"),
        players=headers.texts("Player", 0),
        commitments=headers.texts("Commitment", 1),
    )


def _deal(headers: _Headers, facts: tuple[Fact, ...]) -> WrittenDeal:
    if not all(isinstance(fact, Sealed | Dealt | Exchanged | Played | TimedOut) for fact in facts):
        raise NotationError("not_of_a_deal", headers.last)
    seats, dealer = headers.number("Seats"), headers.number("Dealer")
    try:
        house = House.from_dict(headers.house())
        Terms(seats=seats, kind=FirstTo(1), house=house).check()
    except HouseError as error:
        raise NotationError("bad_terms", headers.last) from error
    if dealer >= seats:
        raise NotationError("bad_terms", headers.last)
    return WrittenDeal(
        seats=seats,
        house=house,
        number=headers.number("Number", "1"),
        dealer=dealer,
        facts=facts,
        title=headers.text("Title"),
        date=headers.text("Date"),
        players=headers.texts("Player", 0),
        commitments=headers.texts("Commitment", 1),
    )


def _named(written: WrittenMatch | WrittenDeal) -> list[str]:
    named = (("Title", written.title), ("Date", written.date))
    return [f"{name}: {quoted(text)}" for name, text in named if text]


def _written(written: WrittenMatch | WrittenDeal, head: list[str], house: House) -> str:
    usual = House().to_dict()
    switches = [
        f"{name}={value}" for name, value in house.to_dict().items() if value != usual[name]
    ]
    if switches:
        head.append(f"House: {' '.join(switches)}")
    head += [f"Player {seat}: {quoted(name)}" for seat, name in enumerate(written.players)]
    head += [f"Commitment {at}: {quoted(told)}" for at, told in enumerate(written.commitments, 1)]
    return "\n".join([*head, "", *_body(written)]) + "\n"


def _body(written: WrittenMatch | WrittenDeal) -> Iterator[str]:
    """One line a fact, the cards of a trick on one line, and comments that tell what came of it."""
    start = written.start
    seats, laid = start.terms.seats, 0
    row: list[str] = []
    teller = Teller(start, alone=isinstance(written, WrittenDeal))
    for fact in written.facts:
        if row and not isinstance(fact, Played | TimedOut):
            yield f"{(laid - 1) // seats + 1}. {' '.join(row)}"
            row = []
        taken, said = teller.after(fact)
        if isinstance(fact, Played | TimedOut):
            row.append(played_text(fact))
            laid += 1
            if laid % seats == 0 or said:
                yield f"{(laid - 1) // seats + 1}. {' '.join(row)}{taken}"
                row = []
        else:
            yield line_of(fact)
            laid = 0 if isinstance(fact, Dealt) else laid
        yield from said
    if row:
        yield f"{(laid - 1) // seats + 1}. {' '.join(row)}"
