"""A digest of seeded deals for each number of seats: a change of behaviour is a decision.

When a digest changes on purpose, say so in the changelog and write the new one here.
"""

import hashlib

import pytest
from rules_play import Table, terms

from games.rules.chance import Chance

EXPOSED = ("keep", "put_back", "redeal")
GOLDEN = {
    2: "5cfac6caa45690a1",
    3: "adce343aafa54b20",
    4: "b9ca0382b8bdc66d",
    6: "6590d2202b9d9ca3",
}


def names(cards) -> str:
    return " ".join(map(str, cards))


def digest(seats: int, deals: range) -> str:
    """SHA-256 over every dealt hand, stock and trick, with the points and the winner."""
    text = hashlib.sha256()
    for number in deals:
        table = Table(terms(seats, exposed=EXPOSED[number % 3]))
        deal = table.deal("golden", number)
        chance = Chance(number)
        parts = (*deal.hands, deal.stock, deal.layout.out)
        text.update(f"{deal.dealer} {[names(part) for part in parts]}".encode())
        while table.match.deal is not None:
            hand = table.match.deal.hands[table.match.turn]
            place, chance = chance.below(len(hand))
            table.play(hand[place])
        record = table.match.deals[-1]
        for trick in record.cards.tricks:
            text.update(
                f"{trick.leader} {names(trick.cards)} {trick.winner} {trick.points}".encode()
            )
        text.update(f"{record.points} {record.winner} {table.match.dealer}".encode())
    return text.hexdigest()[:16]


@pytest.mark.parametrize("seats", sorted(GOLDEN))
def test_a_thousand_seeded_deals_come_out_as_ever(seats):
    assert digest(seats, range(1000)) == GOLDEN[seats]
