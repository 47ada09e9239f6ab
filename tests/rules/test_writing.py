"""A match and a deal as text: read back as they were written, and checked by anybody."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules_play import SEATS, Table, random_house, seed, terms

from games.rules import match as rules
from games.rules.cards import ALL_CARDS
from games.rules.fact_lines import facts_in, line_of
from games.rules.house import FirstTo, Terms, parse_kind
from games.rules.notation import (
    NotationError,
    WrittenMatch,
    commitments_of,
    parse,
    shown_part,
    written_deal,
)
from games.rules.proof import Flaw, flaws
from games.rules.view import Seat, view_for

KINDS = (
    "first_to:1",
    "first_to:3",
    "best_of:2",
    "fixed:3:deals",
    "fixed:2:points",
    "best_of:3:sets:2",
)
DOC = Path(__file__).parents[2] / "docs" / "notation.md"


def any_act(table: Table, rng: Random) -> None:
    """One act of any sort that the rules allow now, most often a card."""
    match = table.match
    side = rng.randrange(match.terms.sides)
    points = rng.choice([(64, 56), (60, 60), (120, 0), (50, 40, 30), (61, 20)])
    number = rng.randint(1, len(match.deals) + 1)
    acts = [
        lambda: rules.seat_down(match, rng.randrange(match.terms.seats), f"user:{rng.random()}"),
        lambda: rules.seat_down(match, rng.randrange(match.terms.seats), "computer:medium"),
        lambda: rules.score(match, points=points, winner=rng.choice([None, 0])),
        lambda: rules.score(match, winner=side),
        lambda: rules.correct(match, number, points=points, cappotto=rng.random() < 0.5),
        lambda: rules.correct(match, number, winner=side),
        lambda: rules.void(match, number),
        lambda: rules.restore(match, rng.randrange(match.version + 1)),
        lambda: rules.concede(match, side, rng.random() < 0.2),
        lambda: rules.award(match, rng.choice([None, side]), "walkover: nobody came; really"),
        lambda: rules.penalise(match, side, "warning", deal=number, reason="of 2 minus 3: late"),
        lambda: rules.penalise(match, side, "points", points=5),
        lambda: rules.penalise(match, side, "deal", deal=number, reason=""),
    ]
    if match.deal is None and rng.random() < 0.8:
        act = rng.choice(
            [lambda: rules.seal(match, seed(match.version, rng.random()))] * 2 + acts[2:5]
        )
        if match.seed is not None:
            nonces = ((0, b""), (1, rng.randbytes(3))) if rng.random() < 0.5 else ()
            act = lambda: rules.deal(match, nonces)  # noqa: E731  one of many
    elif match.deal is not None and rng.random() < 0.95:
        card = rng.choice(match.deal.hands[match.turn])
        lay = rules.time_out if rng.random() < 0.2 else rules.play
        act = lambda: lay(match, match.turn, card)  # noqa: E731  one of many
        if view_for(match, Seat(match.turn)).can_exchange:
            act = lambda: rules.exchange(match, match.turn)  # noqa: E731  one of many
    else:
        act = rng.choice(acts)
    try:
        fact = act()
    except rules.IllegalMove:
        return
    table.add(fact)


def any_history(number: int, acts: int = 120) -> Table:
    rng = Random(number)
    seats = SEATS[number % 4]
    while True:
        its_terms = Terms(
            seats=seats,
            kind=parse_kind(rng.choice(KINDS)),
            house=random_house(rng, seats),
            absence=rng.choice(["deal", "match"]),
            must_decide=rng.random() < 0.5,
            walkover_points=rng.choice([120, 61]),
        )
        try:
            its_terms.check()
        except ValueError:
            continue
        break
    table = Table(its_terms)
    for _ in range(acts):
        any_act(table, rng)
    return table


def write(table: Table, **names) -> WrittenMatch:
    facts = tuple(table.facts)
    return WrittenMatch(terms=table.terms, facts=facts, commitments=commitments_of(facts), **names)


@pytest.mark.parametrize("number", range(60))
def test_a_match_is_read_back_as_it_was_written(number):
    written = write(any_history(number), title="Finale; Bar Sport", players=("Anna", "", '"Nino" '))
    text = str(written)
    assert parse(text) == written
    assert str(parse(text)) == text
    assert parse(text.replace("\n", "\r\n")) == written
    assert parse("\n".join(line for line in text.split("\n") if line[:1] != ";")) == written
    assert flaws(written) == ()


@pytest.mark.parametrize("seats", SEATS)
def test_a_deal_is_read_back_as_it_was_written(seats):
    rng = Random(seats)
    redone = swapped = 0
    for number in range(25):
        house = replace(random_house(rng, seats), clock=20)
        table = Table(Terms(seats=seats, kind=FirstTo(2), house=house))
        table.deal("written", number, nonces=((1, b"cut"),))
        cut = rng.random() < 0.3
        while table.match.deal is not None and not (cut and rng.random() < 0.1):
            deal = table.match.deal
            if view_for(table.match, Seat(deal.turn)).can_exchange:
                table.add(rules.exchange(table.match, deal.turn))
                swapped += 1
            table.play(rng.choice(table.match.deal.hands[deal.turn]), auto=rng.random() < 0.05)
        deal = table.match.deal or table.match.deals[-1].cards
        written = written_deal(deal, house)
        assert parse(str(written)) == written
        assert flaws(written) == ()
        acts = tuple(fact for fact in table.facts if not isinstance(fact, rules.Seated))
        assert written.facts == acts
        redone += len(deal.layout.redone)
        named = replace(written, title="Deal of the day", date="2026-11-30", players=("A", "B"))
        assert parse(str(named)) == named
    assert redone
    assert swapped or seats == 6


NAMES = st.text(max_size=20)


@settings(max_examples=150, deadline=None)
@given(NAMES, NAMES, st.lists(NAMES, max_size=6), NAMES, NAMES.filter(bool))
def test_any_name_date_and_reason_comes_through(title, date, players, holder, reason):
    facts = (
        rules.Seated(0, holder),
        rules.Awarded(None, reason),
        rules.Awarded(1, reason),
        rules.Penalised(0, "warning", None, 0, reason),
        rules.Penalised(1, "deal", 1, 0, ""),
        rules.Penalised(1, "points", None, 7, holder),
    )
    written = WrittenMatch(
        terms=terms(2), facts=facts, title=title, date=date, players=tuple(players)
    )
    assert parse(str(written)) == written


FACTS = st.one_of(
    st.builds(rules.Sealed, st.binary(max_size=40)),
    st.builds(
        rules.Dealt,
        st.lists(st.tuples(st.integers(0, 5), st.binary(max_size=9)), max_size=6).map(tuple),
    ),
    st.builds(rules.Played, st.integers(0, 5), st.sampled_from(ALL_CARDS)),
    st.builds(rules.TimedOut, st.integers(0, 5), st.sampled_from(ALL_CARDS)),
    st.builds(rules.Exchanged, st.integers(0, 5), st.sampled_from(ALL_CARDS)),
    st.builds(rules.Scored, st.just((61, 59)), st.sampled_from([None, 0, 2]), st.booleans()),
    st.builds(rules.Scored, st.none(), st.integers(0, 2), st.booleans()),
    st.builds(rules.Corrected, st.integers(0, 999), st.just((50, 40, 30)), st.none()),
    st.builds(rules.Corrected, st.integers(0, 9), st.none(), st.integers(0, 2), st.booleans()),
    st.builds(rules.Voided, st.integers(0, 99)),
    st.builds(rules.Restored, st.integers(0, 9999)),
    st.builds(rules.Conceded, st.integers(0, 2), st.booleans()),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(FACTS, max_size=12), st.sampled_from(SEATS))
def test_facts_that_cannot_be_are_written_and_read_all_the_same(facts, seats):
    written = WrittenMatch(terms=terms(seats), facts=tuple(facts))
    assert parse(str(written)) == written
    for fact in facts:
        if not isinstance(fact, rules.Played | rules.TimedOut):
            assert facts_in(line_of(fact)) == [fact]


GOOD = "Sessantuno match, notation 1\nSeats: 2\nKind: first_to:1\n\n"


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("", "bad_first_line", 1),
        ("Sessantuno match, notation 2\n", "bad_first_line", 1),
        ("Sessantuno match, notation 1\nSeats 2\n", "bad_header", 2),
        ("Sessantuno match, notation 1\nSeats: 2\nSeats: 2\n", "bad_header", 3),
        ("Sessantuno match, notation 1\nSeats: two\nKind: first_to:1\n", "bad_terms", 2),
        ("Sessantuno match, notation 1\nSeats: 5\nKind: first_to:1\n", "bad_terms", 3),
        ("Sessantuno match, notation 1\nSeats: 2\nKind: first_to:12\n", "bad_terms", 3),
        (GOOD.replace("\n\n", "\nHouse: exposed=burn\n\n"), "bad_terms", 4),
        (GOOD.replace("\n\n", "\nHouse: exposed\n\n"), "bad_terms", 4),
        (GOOD.replace("\n\n", "\nColour: red\n\n"), "bad_header", 4),
        (GOOD.replace("\n\n", "\nPlayer 1: Anna\n\n"), "bad_header", 4),
        (GOOD.replace("\n\n", '\nTitle: "half\n\n'), "bad_header", 4),
        (GOOD.replace("\n\n", "\nKnockout: perhaps\n\n"), "bad_terms", 4),
        (GOOD + "Scored", "bad_line", 5),
        (GOOD + "Scored 61:59", "bad_line", 5),
        (GOOD + "\nVoided x", "bad_line", 6),
        (GOOD + "1. 0:3c 1:1c", "bad_line", 5),
        (GOOD + "1. 6:3c", "bad_line", 5),
        (GOOD + "Sealed xyz", "bad_line", 5),
        (GOOD + "Dealt 0:abc", "bad_line", 5),
        (GOOD + "Seated 0 [1]", None, 0),
        (GOOD + 'Seated 0 "a', "bad_line", 5),
        (GOOD + "Shuffled", "bad_line", 5),
        ("Sessantuno deal, notation 1\nSeats: 2\nDealer: 2\n\n", "bad_terms", 3),
        ("Sessantuno deal, notation 1\nSeats: 2\nDealer: 1\n\nScored 61-59", "not_of_a_deal", 3),
        ("Sessantuno deal, notation 1\nSeats: 2\n\n", "bad_terms", 2),
    ],
)
def test_what_is_no_match_is_refused_with_its_line(text, key, line):
    if key is None:
        assert parse(text).facts == (rules.Seated(0, "[1]"),)
        return
    with pytest.raises(NotationError) as refused:
        parse(text)
    assert (refused.value.key, refused.value.line) == (key, line)


def played_out() -> WrittenMatch:
    table = Table(terms(2, FirstTo(1)))
    rng = Random(4)
    while table.match.outcome is None:
        table.deal("flaws", len(table.facts), nonces=((0, b"n"),))
        table.play_out(rng)
    return write(table)


def test_an_honest_match_has_no_flaw():
    assert flaws(played_out()) == ()


def test_another_seed_breaks_the_commitment_and_the_cards():
    written = played_out()
    at = next(n for n, fact in enumerate(written.facts) if isinstance(fact, rules.Sealed))
    facts = (*written.facts[:at], rules.Sealed(bytes(32)), *written.facts[at + 1 :])
    found = flaws(replace(written, facts=facts))
    assert found[0] == Flaw(at, "commitment_broken")
    assert {flaw.key for flaw in found[1:]} <= {"not_in_hand", "not_your_turn"}
    assert len(found) == 2


def test_another_nonce_makes_other_cards():
    written = played_out()
    at = next(n for n, fact in enumerate(written.facts) if isinstance(fact, rules.Dealt))
    facts = (*written.facts[:at], rules.Dealt(((0, b"m"),)), *written.facts[at + 1 :])
    found = flaws(replace(written, facts=facts))
    assert [flaw.key for flaw in found] in (["not_in_hand"], ["not_your_turn"])


def test_commitments_are_asked_for_one_by_one():
    written = played_out()
    assert flaws(replace(written, commitments=()))[0].key == "commitment_missing"
    more = (*written.commitments, "00")
    assert flaws(replace(written, commitments=more)) == (
        Flaw(len(written.facts), "commitment_spare"),
    )


def test_a_card_out_of_turn_or_not_held_is_found():
    written = played_out()
    at = next(n for n, fact in enumerate(written.facts) if isinstance(fact, rules.Played))
    one, two = written.facts[at : at + 2]
    facts = (*written.facts[:at], two, one, *written.facts[at + 2 :])
    assert flaws(replace(written, facts=facts)) == (Flaw(at, "not_your_turn"),)
    stolen = rules.Played(one.seat, two.card)
    facts = (*written.facts[:at], stolen, *written.facts[at + 1 :])
    assert flaws(replace(written, facts=facts)) == (Flaw(at, "not_in_hand"),)
    assert flaws(replace(written, facts=(*written.facts, one))) == (
        Flaw(len(written.facts), "match_over"),
    )


@pytest.mark.parametrize("number", range(24))
def test_no_secret_seed_is_in_the_part_that_may_be_published(number):
    table = any_history(number, acts=1)
    rng = Random(number)
    for _ in range(100):
        any_act(table, rng)
        match = table.match
        part = shown_part(table.terms, tuple(table.facts))
        seeds = [fact.seed for fact in part if isinstance(fact, rules.Sealed)]
        assert part == tuple(table.facts[: len(part)])
        assert match.seed not in seeds
        if match.deal is not None:
            assert match.deal.layout.seed not in seeds
        if match.outcome is not None:
            assert part == tuple(table.facts)


def test_the_examples_of_the_document_are_read_and_true():
    blocks = re.findall(r"```text\n(Sessantuno .*?)```", DOC.read_text(), re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        written = parse(block)
        assert str(written) == block
        assert flaws(written) == ()
