"""Italian and Spanish: complete, up to date with the sources, in the words of the glossary."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import polib
import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation.template import templatize

from games.phrases import card_name

ROOT = Path(__file__).parent.parent.parent
LANGUAGES = ("it", "es")
SOURCES = ("accounts", "games", "tournaments", "config", "templates")
STRING = r"""u?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")"""
MARKED = re.compile(rf"\b(_|n?p?gettext)\(\s*({STRING}(?:\s*,\s*{STRING})*)", re.DOTALL)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+\}|</?\w+[^>]*>")
# By region these mean deal, trick or match; Spanish keeps partida for the match.
FORBIDDEN = {
    "it": re.compile(r"\b(?:mano|mani|partit[ae]|set di carte)\b", re.IGNORECASE),
    "es": re.compile(r"\b(?:manos?|juegos? de cartas|rondas? de cartas)\b", re.IGNORECASE),
}
# An English word, and what must stand in each translation of a sentence that has it.
GLOSSARY = [
    (
        r"\b(?:a|the|this|of|next|first|drawn|no|two|one) deals?\b(?! again)",
        "smazzat",
        "juego|empate",
    ),
    (r"\btricks?\b", r"\bpres[ae]\b", "baza"),
    (r"\bmatch(?:es)?\b", "incontr", "partida"),
    (r"\btrumps?\b", "briscol", "triunfo"),
    (r"\bturn-up\b(?! is a load)", "briscola", "carta de triunfo"),
    (r"\bstock\b", "mazzo", "mazo"),
    (r"\ba load\b", "carico", "brisca"),
    (r"\bseats?\b", r"\bpost[oi]\b", "asiento"),
    (r"\bpairs?\b", "coppi", "pareja"),
    (r"\btrios?\b", "tern", "trío"),
    (r"\bbyes?\b", "ripos", "exenta"),
    (r"\bwalkover\b", "tavolino|presentat", "incomparecencia"),
    (r"\bhouse rules?\b", "regol[ae] della casa", "reglas? de la casa"),
    (r"\bentry\b", "iscrizion", "inscripci"),
]


class Message(NamedTuple):
    context: str | None
    text: str


@cache
def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.po"))


def forms(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def said(language: str) -> Iterator[tuple[str, str]]:
    """Each English text with each of its translations."""
    for entry in catalogue(language):
        for form in forms(entry):
            yield entry.msgid, form


def words(text: str) -> str:
    """The text without its placeholders, whose names are not read by anybody."""
    return PLACEHOLDER.sub("", text)


def marked_in_python(source: str) -> Iterator[Message]:
    names = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext",
             "pgettext_lazy", "npgettext", "npgettext_lazy"}  # fmt: skip
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            texts = [a.value for a in node.args if isinstance(a, ast.Constant)]
            if texts:
                yield message(node.func.id, [str(text) for text in texts])


def marked_in_template(source: str) -> Iterator[Message]:
    for name, strings in MARKED.findall(templatize(source)):
        yield message(name, list(ast.literal_eval(f"({strings},)")))


def message(function: str, texts: list[str]) -> Message:
    return Message(texts[0], texts[1]) if "pgettext" in function else Message(None, texts[0])


@cache
def marked() -> frozenset[Message]:
    found: set[Message] = set()
    for path in (path for folder in SOURCES for path in (ROOT / folder).rglob("*")):
        if path.suffix == ".py":
            found.update(marked_in_python(path.read_text()))
        elif path.suffix in {".html", ".txt"}:
            found.update(marked_in_template(path.read_text()))
    return frozenset(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_marked_text_is_in_the_catalogue_and_no_other(language):
    known = {Message(entry.msgctxt, entry.msgid) for entry in catalogue(language)}

    assert sorted(marked() - known, key=str) == [], "run make messages, then translate"
    assert sorted(known - marked(), key=str) == [], "run make messages"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language):
    entries = catalogue(language)

    assert [entry.msgid for entry in entries if not all(forms(entry))] == []
    assert [entry.msgid for entry in entries if entry.fuzzy or entry.obsolete] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_kept(language):
    wrong = [
        (text, form)
        for text, form in said(language)
        if sorted(PLACEHOLDER.findall(text)) != sorted(PLACEHOLDER.findall(form))
    ]

    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_has_a_word_that_means_three_things(language):
    wrong = [(text, form) for text, form in said(language) if FORBIDDEN[language].search(form)]
    if language == "es":
        wrong += [
            (text, form)
            for text, form in said(language)
            if re.search(r"\bpartidas?\b", form, re.IGNORECASE)
            and not re.search(r"\bmatch(?:es)?\b", text, re.IGNORECASE)
        ]

    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("english", "italian", "spanish"), GLOSSARY)
def test_words_are_those_of_the_glossary(language, english, italian, spanish):
    wanted = {"it": italian, "es": spanish}[language]
    wrong = [
        (text, form)
        for text, form in said(language)
        if re.search(english, words(text), re.IGNORECASE)
        and not re.search(wanted, form, re.IGNORECASE)
    ]

    assert wrong == []


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("it", ["asso di denari", "fante di coppe", "cavallo di spade", "re di bastoni"]),
        ("es", ["as de oros", "sota de copas", "caballo de espadas", "rey de bastos"]),
    ],
)
def test_cards_have_the_names_of_their_country(language, names):
    with translation.override(language):
        assert [card_name(card) for card in ("Ac", "Jp", "Ns", "Kb")] == names


@pytest.mark.parametrize(
    ("language", "said"), [("it", "Qui non c’è niente"), ("es", "Aquí no hay")]
)
def test_page_speaks_the_language_of_the_browser(language, said):
    answer = Client(headers={"accept-language": language}).get("/nowhere/")

    assert f'<html lang="{language}"' in answer.content.decode()
    assert said in answer.content.decode()
