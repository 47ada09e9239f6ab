"""A match in rows goes out as text, and the commands tell and check it."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from match_play import begin, play_out, seated, terms

from games import journal, selectors, services
from games.rules import match as rules
from games.rules.notation import parse
from games.rules.proof import flaws

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(anna, bruno, variant):
    return services.open_match(
        terms=terms(variant, 2, "first_to:2"), holders=seated(anna, bruno), title="Final; Bar Sport"
    )


def run(command: str, *arguments: str, **named) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out, stderr=out, **named)
    return out.getvalue()


@pytest.fixture
def played(row, anna, bruno):
    """One deal at the table to its end, one more begun."""
    begin(row, anna, bruno)
    play_out(row, {0: anna, 1: bruno})
    begin(row, anna, bruno)
    return row


def test_a_match_goes_out_as_text_and_is_read_back(played):
    written = selectors.written_match(played.pk)
    assert parse(str(written)) == written
    assert flaws(written) == ()
    assert (written.title, written.players) == ("Final; Bar Sport", ("Anna", "Bruno"))
    assert len(written.commitments) == 1


def test_the_running_deal_is_in_no_text_and_no_command_tells_it(played):
    match = journal.load(played.pk).match
    assert match.deal is not None
    secret = match.deal.layout.seed.hex()
    assert secret not in str(selectors.written_match(played.pk))
    for command in ("replay_match", "verify_deal"):
        assert secret not in run(command, str(played.pk))
    with pytest.raises(CommandError, match="no such deal is over for good"):
        run("verify_deal", str(played.pk), deal=2)


def test_replay_match_tells_every_trick(played):
    told = run("replay_match", str(played.pk))
    deal = journal.load(played.pk).match.deals[0]
    assert told.splitlines()[0].startswith("Final; Bar Sport, ")
    assert len([line for line in told.splitlines() if " takes " in line]) == 20
    for trick in deal.cards.tricks:
        names = ("Anna", "Bruno")
        cards = [
            f"{names[(trick.leader + place) % 2]} {card}" for place, card in enumerate(trick.cards)
        ]
        assert f"{', '.join(cards)}: {names[trick.winner]} takes {trick.points} " in told
    assert f"Deal 1: {deal.points[0]}-{deal.points[1]}" in told
    assert run("replay_match", str(played.pk), deal=7).splitlines() == [told.splitlines()[0]]


def test_a_file_is_told_like_the_match_itself(played, tmp_path):
    path = tmp_path / "final.txt"
    path.write_text(str(selectors.written_match(played.pk)), encoding="utf-8")
    for command in ("replay_match", "verify_deal"):
        assert run(command, str(path)) == run(command, str(played.pk))


def test_verify_deal_recomputes_seed_commitment_and_deck(played):
    layout = journal.load(played.pk).match.deals[0].cards.layout
    written = selectors.written_match(played.pk)
    told = run("verify_deal", str(played.pk), commitment=written.commitments[0])
    assert f"seed {layout.seed.hex()}" in told
    assert written.commitments[0] in told
    assert "deck of 40" in told
    assert "40 cards played by the rules" in told
    with pytest.raises(CommandError, match="no seed has this commitment"):
        run("verify_deal", str(played.pk), commitment="00" * 32)


def test_verify_deal_finds_a_changed_seed_and_a_changed_card(played, tmp_path):
    written = selectors.written_match(played.pk)
    text = str(written)
    seed = next(fact.seed for fact in written.facts if isinstance(fact, rules.Sealed)).hex()
    trick = next(line for line in text.splitlines() if line.startswith("1. "))
    swapped = " ".join([trick.split()[0], trick.split()[2], trick.split()[1]])
    for wrong in (
        text.replace(f"Sealed {seed}", "Sealed " + "00" * 32),
        text.replace(trick, swapped),
    ):
        path = tmp_path / "wrong.txt"
        path.write_text(wrong, encoding="utf-8")
        with pytest.raises(CommandError, match="it was not played so"):
            run("verify_deal", str(path))
        with pytest.raises(CommandError, match=r"fact \d+: not_"):
            run("replay_match", str(path))


def test_what_is_no_match_is_said_with_its_line(tmp_path, row):
    path = tmp_path / "bad.txt"
    path.write_text("Sessantuno match, notation 1\nSeats: 2\nKind: first_to:1\n\nShuffled\n")
    with pytest.raises(CommandError, match="line 5: bad_line"):
        run("replay_match", str(path))
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(CommandError, match="cannot be read"):
        run("verify_deal", str(path))
    with pytest.raises(CommandError, match="there is no match 999999"):
        run("replay_match", "999999")
    with pytest.raises(CommandError, match="cannot be read"):
        run("replay_match", str(tmp_path / "missing.txt"))
    with pytest.raises(CommandError, match="no deal is over"):
        run("verify_deal", str(row.pk))
