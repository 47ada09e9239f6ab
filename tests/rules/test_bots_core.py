"""The search core: a deal in integers is the same deal, its endings are exact, its code is one."""

from itertools import product
from random import Random

import pytest
from rules_play import SEATS, Table, random_house

from games.rules.bots import compiled, masks
from games.rules.bots.memory import numbering, remember
from games.rules.bots.weights import WEIGHTS
from games.rules.house import Exposed, FirstTo, Terms
from games.rules.view import Seat, view_for

FORTY = sum(
    1 << suit * 12 + place for suit in range(4) for place in range(12) if place not in (5, 6)
)


def fresh(seats: int, seed: int, deck: int = FORTY) -> list[int]:
    deal = [0] * masks.SIZE
    masks.open_deal(deal, seats, deck, seed)
    return deal


def bits(mask: int) -> list[int]:
    return [place for place in range(48) if mask >> place & 1]


def random_table(rng: Random, seats: int, number: int) -> Table:
    table = Table(Terms(seats=seats, kind=FirstTo(2), house=random_house(rng, seats)))
    table.deal("core", seats, number)
    return table


@pytest.mark.parametrize("seats", SEATS)
def test_a_deal_in_integers_goes_as_the_rules_say(seats):
    rng = Random(seats)
    for number in range(15):
        table = random_table(rng, seats, number)
        deal, told = table.match.deal, table.match.deal
        codes, _ = numbering(deal.layout.scale.strength, deal.trump.value)
        numbers = [0] * masks.SIZE
        numbers[masks.SEATS], numbers[masks.SIDES] = seats, table.terms.sides
        numbers[masks.LEADER], numbers[masks.LEFT] = deal.leader, len(deal.stock)
        for seat, hand in enumerate(deal.hands):
            numbers[masks.HANDS + seat] = sum(1 << codes[card.index] for card in hand)
        for place, card in enumerate(reversed(deal.stock)):
            numbers[masks.STOCK + place] = codes[card.index]
        while table.match.deal is not None:
            told = table.match.deal
            for seat, hand in enumerate(told.hands):
                assert bits(numbers[masks.HANDS + seat]) == sorted(codes[c.index] for c in hand)
            assert tuple(numbers[masks.POINTS : masks.POINTS + table.terms.sides]) == told.points
            assert (numbers[masks.LEADER] + numbers[masks.LAID]) % seats == told.turn
            card = rng.choice(told.hands[told.turn])
            masks.lay(numbers, codes[card.index])
            table.play(card)


@pytest.mark.parametrize("seats", SEATS)
def test_a_seat_remembers_what_it_saw_and_imagines_what_it_may_not_have_seen(seats):
    """The real deal is always among the worlds: no known card moves, no card is lost."""
    rng = Random(70 + seats)
    bag, world = [0] * masks.SIZE, [0] * masks.SIZE
    for number in range(40):
        table = random_table(rng, seats, number)
        while table.match.deal is not None:
            deal, seat = table.match.deal, table.match.turn
            view = view_for(table.match, Seat(seat))
            memory = remember(view)
            codes, cards = numbering(deal.layout.scale.strength, deal.trump.value)
            told = memory.deal
            assert [memory.cards[code] for code in range(48)] == list(cards)
            assert told[masks.LEFT] == len(deal.stock)
            assert tuple(told[masks.POINTS : masks.POINTS + view.sides]) == deal.points
            for other, hand in enumerate(deal.hands):
                held = sum(1 << codes[card.index] for card in hand)
                assert told[masks.KNOWN + other] & ~held & ~told[masks.SEEN] == 0
                assert other == seat or told[masks.HANDS + other] == 0
            for card in view.put_back:
                if not told[masks.LATE] >> codes[card.index] & 1:
                    continue
                if card in deal.stock:
                    place = len(deal.stock) - 1 - deal.stock.index(card)
                    assert told[masks.LATE_FROM] <= place < told[masks.LATE_TO]
                else:
                    holder = next(at for at, hand in enumerate(deal.hands) if card in hand)
                    assert told[masks.LATE_SEATS] >> holder & 1
            masks.imagine(told, world, bag, masks.spread(number, table.match.version))
            everything = told[masks.SEEN]
            for other, hand in enumerate(deal.hands):
                assert masks.count(world[masks.HANDS + other]) == len(hand)
                assert everything & world[masks.HANDS + other] == 0
                everything |= world[masks.HANDS + other]
            assert world[masks.HANDS + seat] == told[masks.HANDS + seat]
            for place in range(told[masks.LEFT]):
                assert everything >> world[masks.STOCK + place] & 1 == 0
                everything |= 1 << world[masks.STOCK + place]
            assert everything == told[masks.DECK]
            if deal.stock:
                assert world[masks.STOCK] == codes[deal.stock[-1].index]
            table.play_any(rng)


def test_cards_put_back_are_imagined_where_they_can_lie():
    seen = 0
    for number in range(60):
        table = Table(
            Terms(seats=3, kind=FirstTo(2), house=random_house(Random(number), 3)),
        )
        if table.terms.house.exposed is not Exposed.PUT_BACK:
            continue
        table.deal("back", number)
        memory = remember(view_for(table.match, Seat(table.match.turn)))
        late = memory.deal[masks.LATE]
        seen += late != 0
        world, bag = [0] * masks.SIZE, [0] * masks.SIZE
        for chance in range(1, 30):
            masks.imagine(memory.deal, world, bag, masks.spread(chance, 0))
            for place in range(memory.deal[masks.LEFT]):
                if late >> world[masks.STOCK + place] & 1:
                    late_from, late_to = memory.deal[masks.LATE_FROM], memory.deal[masks.LATE_TO]
                    assert late_from <= place < late_to
            assert not any(world[masks.HANDS + seat] & late for seat in range(3))
    assert seen


def brute(mine: list[int], theirs: list[int], led: int | None = None) -> int:
    """What the hand on turn gains, by trying everything."""
    if not mine:
        return 0
    gains = []
    for card in mine:
        rest = [other for other in mine if other != card]
        if led is None:
            gains.append(-brute(theirs, rest, card))
            continue
        worth = masks.WORTH[card] + masks.WORTH[led]
        takes = card > led if card // 12 == led // 12 else card < 12
        gains.append(worth + brute(rest, theirs) if takes else -worth - brute(theirs, rest))
    return max(gains)


def check_endings(positions: int) -> None:
    rng = Random(3)
    for number in range(positions):
        deal = fresh(2, number + 1)
        while deal[masks.LEFT] or (deal[masks.LAID] == 0 and rng.random() < 0.3):
            seat = (deal[masks.LEADER] + deal[masks.LAID]) % 2
            hand = bits(deal[masks.HANDS + seat])
            if len(hand) < 2:
                break
            masks.lay(deal, rng.choice(hand))
        seat = (deal[masks.LEADER] + deal[masks.LAID]) % 2
        mine, theirs = bits(deal[masks.HANDS + seat]), bits(deal[masks.HANDS + 1 - seat])
        led = deal[masks.TRICK] if deal[masks.LAID] else None
        deal[masks.HANDS + 1 - seat] = 0
        card = masks.pick(deal, WEIGHTS[2])
        rest = [other for other in mine if other != card]
        if led is None:
            gain = -brute(theirs, rest, card)
        else:
            worth = masks.WORTH[card] + masks.WORTH[led]
            gain = worth + brute(rest, theirs)
            if not masks.beats(card, led):
                gain = -worth - brute(theirs, rest)
        assert gain == brute(mine, theirs, led)


def test_the_last_three_tricks_of_two_seats_are_played_as_well_as_can_be():
    check_endings(150)


@pytest.mark.long
def test_a_thousand_endings_are_played_as_well_as_can_be():
    check_endings(1000)


def test_whoever_plays_last_spends_no_dearer_trump_than_it_needs():
    for trick, hand, card, is_dearer in (
        ([30], [3, 8], 8, True),
        ([30], [3, 8], 3, False),
        ([5], [3, 8, 9], 8, False),
        ([5], [3, 8, 9], 9, True),
        ([5], [3, 8], 3, False),
        ([30], [31, 8], 8, False),
    ):
        deal = [0] * masks.SIZE
        deal[masks.SEATS] = 2
        deal[masks.LAID] = len(trick)
        deal[masks.TRICK] = trick[0]
        assert masks.dearer(deal, sum(1 << held for held in hand), card) is is_dearer


@pytest.mark.parametrize("seats", SEATS)
def test_the_compiled_core_equals_the_python_core(seats):
    terms = [100, 6, 12, 10, 400, 600]
    marks = [0] * terms[masks.TRIES]
    weights = WEIGHTS[seats]
    rng = Random(seats)
    for number in range(4):
        table = random_table(rng, seats, number)
        while table.match.deal is not None:
            memory = remember(view_for(table.match, Seat(table.match.turn)))
            seed = table.match.version + 1
            rows = [[0] * masks.SIZE for _ in range(masks.ROWS)]
            arguments = (len(memory.lines), weights, terms, seed)
            plain = masks.search(memory.deal, memory.lines, *arguments, rows, marks)
            fast_rows = compiled.rows(masks.ROWS, masks.SIZE)
            fast = compiled.CODE["search"](
                compiled.row(memory.deal),
                compiled.row(memory.lines or [[0] * masks.SIZE]),
                len(memory.lines),
                compiled.row(weights),
                compiled.row(terms),
                seed,
                fast_rows,
                compiled.rows(1, terms[masks.TRIES])[0],
            )
            assert fast == plain
            assert list(fast_rows[masks.SCORES]) == rows[masks.SCORES]
            table.play_any(rng)


def test_small_functions_are_the_same_compiled():
    rng = Random(1)
    for card, other in product(range(48), repeat=2):
        if card != other:
            assert compiled.CODE["beats"](card, other) == masks.beats(card, other)
    for _ in range(200):
        mask = rng.getrandbits(48)
        assert compiled.CODE["count"](mask) == masks.count(mask) == mask.bit_count()
        state = rng.randrange(1, 1 << 32)
        assert compiled.CODE["stir"](state) == masks.stir(state) < 1 << 32
