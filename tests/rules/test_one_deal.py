"""One deal: the deck, the order of the cards, the last refill, redeals and exchanges."""

import hashlib
from random import Random

import pytest
from rules_play import SEATS, Table, cards, open_deal, seed, terms

from games.rules import deal as one_deal
from games.rules import match as rules
from games.rules.cards import ALL_CARDS, Card, Rank, Suit
from games.rules.deal import exchange_card, lay, swap
from games.rules.house import Exchange, ExchangeUntil, House


def lay_out(its_terms, *parts, dealer=0):
    return one_deal.lay_out(its_terms, number=1, dealer=dealer, seed=seed(*parts), nonces=())


FORTY = [str(card) for card in ALL_CARDS if str(card)[0] not in "89"]


@pytest.mark.parametrize(
    ("seats", "house", "deck", "stock", "tricks", "drawing"),
    [
        (2, {}, 40, 34, 20, 17),
        (3, {}, 39, 30, 13, 10),
        (3, {"deck_three": "random"}, 39, 30, 13, 10),
        (3, {"deck_three": "trumps"}, 39, 30, 13, 10),
        (4, {}, 40, 28, 10, 7),
        (6, {}, 36, 18, 6, 3),
        (6, {"deck_six": "no_fours"}, 36, 18, 6, 3),
        (6, {"deck_six": "full"}, 48, 30, 8, 5),
    ],
)
def test_the_table_of_decks_holds(seats, house, deck, stock, tricks, drawing):
    for number in range(20):
        table = Table(terms(seats, **house))
        deal = table.deal("decks", number)
        held = [card for hand in deal.hands for card in hand]
        assert (len(held) + len(deal.stock), len(deal.stock)) == (deck, stock)
        assert [len(hand) for hand in deal.hands] == [3] * seats
        drawn = 0
        while table.match.deal is not None:
            drawn += bool(table.match.deal.stock) and not table.match.deal.trick
            table.play_any(Random(number))
        last = table.match.deals[-1]
        assert (len(last.cards.tricks), drawn) == (tricks, drawing)
        assert sum(last.points) == 120


@pytest.mark.parametrize("seats", SEATS)
def test_the_seat_before_the_winner_gets_the_turn_up_in_the_last_refill(seats):
    for number in range(10):
        table = Table(terms(seats))
        table.deal("refill", number)
        rng = Random(number)
        while table.match.deal.stock:
            stock = table.match.deal.stock
            table.play_any(rng)
        deal = table.match.deal
        last = (deal.tricks[-1].winner - 1) % seats
        assert len(stock) == seats
        assert deal.hands[last][-1] == stock[-1] == deal.layout.turned_up
        assert deal.turn_up_holder == last
        for place in range(seats):
            assert deal.hands[(deal.tricks[-1].winner + place) % seats][-1] == stock[place]
        while deal.layout.turned_up in table.match.deal.hands[last]:
            assert table.match.deal.turn_up_holder == last
            table.play_any(rng)
            if table.match.deal is None:
                break
        else:
            assert table.match.deal.turn_up_holder is None


@pytest.mark.parametrize("nonces", [(), ((1, b"cut"), (0, b"\x00\xff"))])
@pytest.mark.parametrize("seats", SEATS)
def test_anybody_can_recompute_the_order_by_sha256(seats, nonces):
    for number in range(10):
        table = Table(terms(seats))
        sealed = table.seal("order", number).seed
        assert table.match.commitment == hashlib.sha256(sealed).hexdigest()
        table.add(rules.deal(table.match, nonces))
        deal = table.match.deal
        key = sealed + b"".join(nonce for _, nonce in sorted(nonces))
        out = {2: (), 3: ("2c",), 4: (), 6: ("2c", "2p", "2s", "2b")}[seats]
        deck = sorted(
            (name for name in FORTY if name not in out),
            key=lambda name: hashlib.sha256(key + name.encode()).digest(),
        )
        dealer = int.from_bytes(hashlib.sha256(key + b"dealer").digest(), "big") % seats
        assert deal.dealer == dealer
        assert deal.turn == (dealer + 1) % seats
        for place in range(seats):
            hand = deal.hands[(dealer + 1 + place) % seats]
            assert [str(card) for card in hand] == deck[place : 3 * seats : seats]
        assert str(deal.layout.turned_up) == deck[3 * seats]
        assert [str(card) for card in deal.stock] == [*deck[3 * seats + 1 :], deck[3 * seats]]
        assert table.match.commitment == hashlib.sha256(sealed).hexdigest()


def test_the_first_dealer_is_any_seat():
    for seats in SEATS:
        found = {Table(terms(seats)).deal("first", number).dealer for number in range(60)}
        assert found == set(range(seats))


def test_three_at_once_gives_each_seat_a_packet():
    its_terms = terms(4, dealing="three")
    plain = lay_out(terms(4), "packets", dealer=2)
    deal = lay_out(its_terms, "packets", dealer=2)
    order = [plain.hands[(3 + at) % 4][turn] for turn in range(3) for at in range(4)]
    for place in range(4):
        assert list(deal.hands[(3 + place) % 4]) == order[3 * place : 3 * place + 3]
    assert deal.stock == plain.stock


def test_the_first_card_turned_is_kept_where_the_house_keeps_loads():
    found = {lay_out(terms(2), "keep", n).layout.turned_up.rank for n in range(80)}
    assert {Rank.ACE, Rank.THREE} <= found


def test_an_exposed_load_is_put_back_in_the_middle_third():
    places = set()
    for number in range(400):
        deal = lay_out(terms(2, exposed="put_back"), "back", number)
        plain = lay_out(terms(2), "back", number)
        assert deal.layout.turned_up.rank not in (Rank.ACE, Rank.THREE)
        assert deal.hands == plain.hands
        back = deal.layout.put_back
        if not back:
            assert deal.stock == plain.stock
            continue
        assert back[0] == plain.layout.turned_up
        assert sorted(map(str, deal.stock)) == sorted(map(str, plain.stock))
        under = deal.stock[:-1]
        for card in back:
            place = under.index(card)
            places.add(place)
            assert len(under) // 3 <= place < len(under) - len(under) // 3
        rest = [card for card in under if card not in back]
        order = [card for card in plain.stock[:-1] if card not in back and card != under]
        assert rest == [card for card in order if card != deal.layout.turned_up]
    assert places == set(range(11, 22))


def test_a_load_that_moved_place_is_put_back_too():
    for number in range(100):
        deal = lay_out(terms(2, exposed="put_back", second="seven"), "7", number)
        assert deal.layout.turned_up.rank not in (Rank.ACE, Rank.SEVEN)


def test_a_full_redeal_is_a_new_seed_by_the_same_dealer_and_stays_in_the_record():
    redeals = 0
    for number in range(60):
        table = Table(terms(2, exposed="redeal"))
        table.seal("redeal", number)
        table.add(rules.deal(table.match))
        if table.match.deal is not None:
            continue
        redeals += 1
        assert table.match.needs_redeal
        assert table.match.phase == "idle"
        turned = table.match.redone[0].turn_up
        assert turned.rank in (Rank.ACE, Rank.THREE)
        dealer = table.match.dealer
        with pytest.raises(rules.IllegalMove, match="seed_used"):
            rules.seal(table.match, table.match.redone[0].seed)
        with pytest.raises(rules.IllegalMove, match="deal_running"):
            rules.score(table.match, points=(70, 50))
        deal = table.deal("redeal", number)
        assert (deal.dealer, deal.number) == (dealer, 1)
        assert deal.layout.redone[0].turn_up == turned
        assert deal.layout.turned_up.rank not in (Rank.ACE, Rank.THREE)
        record = table.play_out(Random(number)).deals[-1]
        assert record.cards.layout.redone[0].turn_up == turned
        assert table.match.dealer == (dealer + 1) % 2
    assert redeals > 5


def test_the_two_of_trumps_leaves_when_three_play_so():
    shown = 0
    for number in range(200):
        deal = lay_out(terms(3, deck_three="trumps"), "two", number)
        layout = deal.layout
        assert layout.out == (Card(Rank.TWO, layout.trump),)
        assert layout.turned_up.rank is not Rank.TWO
        everywhere = [*deal.stock, *(card for hand in deal.hands for card in hand)]
        assert layout.out[0] not in everywhere
        assert len(everywhere) == 39
        assert [len(hand) for hand in deal.hands] == [3, 3, 3]
        if layout.shower is not None:
            shown += 1
        for card in layout.put_back:
            assert card.rank is Rank.TWO
    assert shown > 20


def test_each_two_may_be_drawn_out_when_three_play_so():
    outs = {lay_out(terms(3, deck_three="random"), "out", n).layout.out for n in range(60)}
    assert {str(card) for (card,) in outs} == {"2c", "2p", "2s", "2b"}
    chosen = lay_out(terms(3, deck_three_suit="b"), "out")
    assert chosen.layout.out == cards("2b")


def test_where_the_two_is_worth_ten_threes_leave_in_its_place():
    deal = lay_out(terms(6, second="two"), "threes")
    assert {card.rank for card in deal.layout.out} == {Rank.THREE}
    deal = lay_out(terms(3, second="two"), "threes")
    assert deal.layout.out == cards("3c")


@pytest.mark.parametrize(
    ("exchange", "turn_up", "hand", "gives"),
    [
        (Exchange.SEVEN_AND_TWO, "Ac", "7c 2c Kb", "7c"),
        (Exchange.SEVEN_AND_TWO, "Jc", "7c 2c Kb", "7c"),
        (Exchange.SEVEN_AND_TWO, "Ac", "2c Kb 6c", None),
        (Exchange.SEVEN_AND_TWO, "6c", "7c 2c Kb", "2c"),
        (Exchange.SEVEN_AND_TWO, "7c", "2c Kb 6c", "2c"),
        (Exchange.SEVEN_AND_TWO, "9c", "7c 2c Kb", None),
        (Exchange.SEVEN_AND_TWO, "2c", "7c Kb 6c", None),
        (Exchange.SEVEN_AND_TWO, "Ac", "7b 2b Kb", None),
        (Exchange.TWO, "Ac", "7c 2c Kb", "2c"),
        (Exchange.TWO, "9c", "7c 2c Kb", "2c"),
        (Exchange.TWO, "Ac", "7c Kb 6c", None),
        (Exchange.OFF, "Ac", "7c 2c Kb", None),
    ],
)
def test_the_right_low_trump_takes_the_turn_up(exchange, turn_up, hand, gives):
    house = House(exchange=exchange)
    deal = open_deal([hand, "4b 5b 6b"], trump=Suit.COINS, stock=f"2p 4p 5p {turn_up}")
    given = exchange_card(deal, house)
    assert (None if given is None else str(given)) == gives
    if given is None:
        return
    after = swap(deal, given)
    assert (after.turn_up, after.turn) == (given, 0)
    assert Card.parse(turn_up) in after.hands[0]
    assert given not in after.hands[0]
    assert after.known == ((0, Card.parse(turn_up)),)


def test_an_exchange_is_for_the_leader_before_it_leads_while_the_turn_up_lies():
    house = House(exchange=Exchange.TWO)
    deal = open_deal(["Kb 5s 6s", "2c 4b 4s"], trump=Suit.COINS, stock="2p 4c")
    assert exchange_card(deal, house) is None
    following = lay(deal, Card.parse("5s"))
    assert exchange_card(following, house) is None
    first = House(exchange=Exchange.TWO, exchange_until=ExchangeUntil.FIRST_TRICK)
    deal = open_deal(["2c 5s 6s", "Kb 4b 4s"], trump=Suit.COINS, stock="2p 5p 6p 4c")
    assert exchange_card(deal, first) == Card.parse("2c")
    later = lay(lay(deal, Card.parse("6s")), Card.parse("4s"))
    assert exchange_card(later, first) is None
    assert exchange_card(later, house) == Card.parse("2c")
    empty = lay(lay(later, Card.parse("5s")), Card.parse("Kb"))
    assert not empty.stock
    assert exchange_card(empty, house) is None


def test_after_an_exchange_the_low_trump_is_the_last_card_drawn():
    for number in range(300):
        table = Table(terms(2, exchange="seven_and_two"))
        table.deal("swap", number)
        rng = Random(number)
        given = None
        while table.match.deal is not None:
            deal = table.match.deal
            seat = deal.turn
            if given is None and exchange_card(deal, table.terms.house) is not None:
                fact = rules.exchange(table.match, seat)
                given = fact.card
                table.add(fact)
                assert rules.play(table.match, seat, deal.stock[-1])
                continue
            if given is not None and len(deal.stock) == 2:
                assert deal.turn_up == given
            table.play_any(rng)
        assert sum(table.match.deals[-1].points) == 120
        if given is not None:
            return
    raise AssertionError("nobody could exchange")


def test_with_stop_a_deal_ends_as_soon_as_a_side_has_passed_sixty():
    for seats in SEATS:
        table = Table(terms(seats, ending="stop"))
        table.deal("stop", seats)
        record = table.play_out(Random(seats)).deals[-1]
        before = record.cards.tricks[-1]
        assert max(record.points) - before.points <= 60
        assert max(record.points) > 60 or sum(record.points) == 120
        assert record.winner == record.points.index(max(record.points))
