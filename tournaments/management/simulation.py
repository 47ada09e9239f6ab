"""Whole tournaments played by the house, through the very services the pages use.

All chance comes from one seed, so the same seed makes the same tournament, card by card.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from itertools import product
from typing import Any

from accounts.models import Club
from games import services as games
from games.models import Variant
from tournaments import selectors, services
from tournaments.models import Pairing, Stage, Tournament

FIRST_NAMES = (
    "Anna Bruno Carla Dario Elsa Franco Gina Ivo Lidia Mario Nives Otello Pia Rino Sara Tullio "
    "Ucio Vera Zoe Łukasz José Inés Noè Renée Šime Đurđa"
)
LAST_NAMES = (
    "Rossi Bianchi Verdi Russo Ferrari D'Amico Costa Ricci Greco Conti Fontana Moretti Barbieri "
    "Lombardi Galli Serra Villa Marino Longo Gatti Fabbri Rinaldi Caruso Ferri Grassi Pellegrini "
    "Monti Cattaneo Sala Bernardi Vitale Parisi Negri Martini Testa Grasso Valentini Messina "
    "Horvat Marušić Kovačić Babić Fernández García Peña Muñoz Castillo Ibáñez Suárez Núñez Vidal "
    "Müller Grünwald Novák Dvořák Świątek Nowak Öztürk Lindström Sørensen O'Neill MacRae Zanetti "
    "Furlan Cossutta Pahor Slataper Stuparich Bazlen Tomizza Marin Giotti Saba Svevo Joyce Rilke "
    "Bettiza Morandini Zorzenon Benussi Sponza Dapas Rocco Budicin Malusà"
)
LEAST_ENTRANTS, MOST_ENTRANTS = 2, 1024
EVEN = 60


@dataclass(frozen=True, slots=True)
class Chance:
    """A source of chance made of a seed and words: the same words give the same bytes."""

    seed: str

    def bytes(self, *words: object) -> bytes:
        """32 bytes for these words."""
        text = ".".join(str(word) for word in (self.seed, *words))
        return sha256(text.encode()).digest()

    def number(self, below: int, *words: object) -> int:
        """A whole number below a bound."""
        return int.from_bytes(self.bytes(*words)[:8]) % below

    def shuffled(self, items: Iterable[str], *words: object) -> list[str]:
        """The items in an order of their own."""
        return sorted(items, key=lambda item: self.bytes(*words, item))


def announce(
    club: Club, variant: Variant, chance: Chance, *, entrants: int, **said: Any
) -> Tournament:
    """Announce a tournament and enter its sides."""
    tournament = services.announce_tournament(
        actor=None,
        club=club,
        variant=variant,
        starts_at=datetime.now(tz=UTC),
        online_entry=False,
        chance=lambda count: chance.bytes("secret")[:count],
        **said,
    )
    size = tournament.seats // 2
    names = chance.shuffled(
        (f"{a} {b}" for a, b in product(FIRST_NAMES.split(), LAST_NAMES.split())), "names"
    )
    names += [f"{name} {number}" for number in range(2, 4) for name in names]
    for number in range(entrants):
        people = [services.Person(name=name) for name in names[number * size :][:size]]
        services.enter(actor=None, tournament_id=tournament.pk, people=people)
    return tournament


def play(
    stage: Stage, chance: Chance, *, at_tables: bool, told: Callable[[int, int], None]
) -> None:
    """Play a drawn stage to its end; `told` hears how many matches of how many are decided."""
    total = stage.entrants.count() - 1
    done = 0
    told(done, total)
    while open_rows := _open(stage):
        for row in open_rows:
            if at_tables:
                _play_cards(row, chance)
            else:
                _play_paper(row, chance)
            done += 1
            told(done, total)


def _open(stage: Stage) -> list[Pairing]:
    rows = stage.pairings.filter(void=False, decided=False, match__isnull=False)
    return list(rows.select_related("match").order_by("round", "order"))


def _play_paper(row: Pairing, chance: Chance) -> None:
    deal = 0
    while not row.decided:
        deal += 1
        first = EVEN - 40 + chance.number(81, "paper", row.key, deal)
        row = services.score_deal(actor=None, pairing_id=row.pk, points=(first, 2 * EVEN - first))


def _play_cards(row: Pairing, chance: Chance) -> None:
    assert row.match_id is not None
    match_id, key = row.match_id, row.key

    def entropy(match: Any) -> bytes:
        return chance.bytes("deal", key, match.number, len(match.redone))

    while not row.decided:
        games.start_deal(match_id=match_id, user=None, entropy=entropy)
        while (choice := games.computer_choice(match_id=match_id)) is not None:
            seat, card = choice
            games.play_card(match_id=match_id, seat=seat, card=card, entropy=entropy)
        row.refresh_from_db()


def bracket_text(stage: Stage) -> Iterable[str]:
    """The bracket line by line, with every deal's score, and the champion at the end."""
    board = selectors.board_of(stage)
    deals = selectors.deal_bodies(
        box.match_id for column in board.rounds for box in column.boxes if box.match_id
    )
    for column in board.rounds:
        yield column.label
        for box in column.boxes:
            names = [side.name for side in box.sides if side.known]
            if box.state == "bye":
                yield f"  {box.label}: {names[0]}, bye"
            elif box.state != "empty":
                left, right = box.sides
                score = f"{left.score or 0}-{right.score or 0}"
                played = ", ".join(_deal_text(deal) for deal in deals.get(box.match_id or 0, ()))
                reason = f" ({box.reason})" if box.reason else ""
                yield f"  {box.label}: {left.name} / {right.name}  {score}{reason}  [{played}]"
        yield ""
    yield f"champion: {board.champion}"


def _deal_text(deal: dict[str, Any]) -> str:
    points = deal["points"]
    if points is None:
        return "1-0" if deal["winner"] == 0 else "0-1"
    return "-".join(map(str, points)) + (" drawn" if deal["drawn"] else "")
