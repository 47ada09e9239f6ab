"""Knows how to judge, play out and search a deal in plain integers and bit masks.

One source runs as Python, the oracle, and through numba (`compiled`), which rewrites nothing: it
compiles these functions as they stand and turns the tables into arrays. So there are no classes
here, no containers but flat sequences of integers, and no number above 63 bits.

A card is a number from 0 to 47: its place in strength, 0 to 11, plus 12 times its suit, trumps
first. So every scale of house rules looks alike: the five highest of a suit are worth 2, 3, 4, 10
and 11. A set of cards is a mask of 48 bits. A deal is a flat sequence of SIZE integers, at the
places named below; hands a seat cannot see are empty in it, and no judgement reads another hand.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from math import comb

Ints = Sequence[int]
Deal = MutableSequence[int]

SEATS = 0
SIDES = 1
LEADER = 2
LAID = 3  # how many cards lie in the trick
LEFT = 4  # how many are in the stock; the next one drawn is at STOCK + LEFT - 1
SEEN = 5  # every card played, the trick's too
DECK = 6
TURN_UP = 7  # the card that lies exposed, or last did; -1 where it is hidden
CARD = 8  # in a line of history: the card that was chosen, and
DREW = 9  # whether its player drew after it: 0 no, 1 a hidden card, 2 the turn-up
POINTS = 10  # three sides
HANDS = 13  # six seats
TRICK = 19  # six cards
KNOWN = 25  # six seats: cards everyone knows to be there
LATE = 31  # turned-up cards put back into the stock and not seen since, and
LATE_FROM = 32  # between which places of STOCK, this one in and the next one out, they may lie,
LATE_TO = 33
LATE_SEATS = 34  # and which seats, as a mask, may have drawn one
STOCK = 36
SIZE = 84

SUIT_MASK = 4095
WORTH = (0, 0, 0, 0, 0, 0, 0, 2, 3, 4, 10, 11) * 4
GRADE = (0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5) * 4
COUNT = tuple(mask.bit_count() for mask in range(4096))
SUM = tuple(sum(WORTH[bit] for bit in range(12) if mask >> bit & 1) for mask in range(4096))
SIDE = tuple(seat % max(sides, 1) for sides in range(4) for seat in range(6))
# How likely, in 256ths, so many cards out of 0 to 47 unseen hold none of 0 to 15 wanted ones.
MISSING = tuple(
    256 * comb(max(unseen - wanted, 0), held) // max(comb(unseen, held), 1)
    for held in range(4)
    for unseen in range(48)
    for wanted in range(16)
)
_BITS = {(1 << bit) % 67: bit for bit in range(48)}
BIT = tuple(_BITS.get(rest, 0) for rest in range(67))  # powers of two differ modulo 67
NONE = -(1 << 40)
FADE = tuple(int(65536 * 0.9394130628134758**step) for step in range(200))  # exp(-step / 16)

# The places of a table of weights: values in 64ths of a point, chances in 256ths.
HOLD_TRUMP = 0  # three phases of the deal, six grades of card
HOLD_PLAIN = 18
HOLD_STEP = 36  # three phases: each place of strength of a worthless trump
TEMPO = 39  # three phases: what it costs to lead the next trick
TAKES_SUIT = 42  # four sizes of pot: whether who can take it with the suit led does,
TAKES_TRUMP = 46  # or with a trump
MATE_SUIT = 50  # two sizes of pot: whether a partner takes it over
MATE_TRUMP = 52
DUMP = 54  # what an opponent still to play adds to a trick we win,
FEED = 55  # and to one they win
MATE_FEED = 56  # what a partner adds to a trick we win,
MATE_DUMP = 57  # and to one they win
LOSS = 58  # what points lost are worth, in 64ths of points won
DRAW_TURN_UP = 59  # what drawing the turn-up is worth, in 64ths of holding it
PHASE_ONE = 60  # refills left above which the deal is early
PHASE_TWO = 61  # and above which it is not late
WEIGHTS = 62


def beats(card: int, other: int) -> bool:
    """Whether a card laid after `other`, the best so far, takes the trick from it."""
    if card // 12 == other // 12:
        return card > other
    return card < 12


def count(mask: int) -> int:
    """How many cards a set has."""
    return (
        COUNT[mask & SUIT_MASK]
        + COUNT[mask >> 12 & SUIT_MASK]
        + COUNT[mask >> 24 & SUIT_MASK]
        + COUNT[mask >> 36 & SUIT_MASK]
    )


def stir(state: int) -> int:
    """The next state of a small generator; never 0 from a state from 1 to 2**32 - 1."""
    state ^= (state << 13) & 0xFFFFFFFF
    state ^= state >> 17
    return state ^ ((state << 5) & 0xFFFFFFFF)


def spread(seed: int, number: int) -> int:
    """A first state for one of many generators of a seed."""
    state = (seed ^ ((number + 1) * 0x9E3779B1)) & 0xFFFFFFFF
    if state == 0:
        state = 0x9E3779B1
    for _ in range(4):
        state = stir(state)
    return state


def lay(deal: Deal, card: int) -> None:
    """The seat on turn plays a card; a full trick is taken, and drawn after."""
    seats = deal[SEATS]
    place = deal[LAID]
    seat = deal[LEADER] + place
    if seat >= seats:
        seat -= seats
    deal[HANDS + seat] &= ~(1 << card)
    deal[SEEN] |= 1 << card
    deal[TRICK + place] = card
    if place + 1 < seats:
        deal[LAID] = place + 1
        return
    best = deal[TRICK]
    winner = 0
    worth = WORTH[best]
    for at in range(1, seats):
        laid = deal[TRICK + at]
        worth += WORTH[laid]
        if beats(laid, best):
            best = laid
            winner = at
    winner = (deal[LEADER] + winner) % seats
    deal[POINTS + winner % deal[SIDES]] += worth
    deal[LEADER] = winner
    deal[LAID] = 0
    left = deal[LEFT]
    if left > 0:
        seat = winner
        for _ in range(seats):
            left -= 1
            deal[HANDS + seat] |= 1 << deal[STOCK + left]
            seat = seat + 1 if seat + 1 < seats else 0
        deal[LEFT] = left
        if left == 0:
            deal[KNOWN + (winner + seats - 1) % seats] |= 1 << deal[STOCK]


def hold(card: int, phase: int, weights: Ints) -> int:
    """What a card still in the hand is worth, in 64ths of a point."""
    if card >= 12:
        return weights[HOLD_PLAIN + 6 * phase + GRADE[card]]
    value = weights[HOLD_TRUMP + 6 * phase + GRADE[card]]
    if card < 7:
        value += card * weights[HOLD_STEP + phase]
    return value


def phase_of(deal: Ints, weights: Ints) -> int:
    """How far the deal has come: 0 early, 1, 2 late."""
    refills = deal[LEFT] // deal[SEATS]
    if refills > weights[PHASE_ONE]:
        return 0
    return 1 if refills > weights[PHASE_TWO] else 2


def appraise(  # noqa: C901, PLR0912, PLR0915  one judgement, made a hundred thousand times a second
    deal: Ints, hand: int, card: int, weights: Ints
) -> int:
    """What playing a card does for the seat on turn, in 64ths of a point, as far as it knows.

    `hand` is its hand before the card. The trick is followed to its end by the chance that each
    seat still to play holds a card that takes it, and would.
    """
    seats = deal[SEATS]
    sides = 6 * deal[SIDES]
    place = deal[LAID]
    leader = deal[LEADER]
    turn = leader + place if leader + place < seats else leader + place - seats
    mine = SIDE[sides + turn]
    best = card
    pot = WORTH[card]
    ours = 256
    if place > 0:
        best = deal[TRICK]
        top = leader
        pot += WORTH[best]
        for at in range(1, place):
            laid = deal[TRICK + at]
            pot += WORTH[laid]
            if beats(laid, best):
                best = laid
                top = leader + at
        if beats(card, best):
            best = card
        elif SIDE[sides + (top if top < seats else top - seats)] != mine:
            ours = 0
    phase = phase_of(deal, weights)
    when_won = 0
    when_lost = 0
    if place + 1 < seats:
        unseen = deal[DECK] & ~deal[SEEN] & ~hand
        if deal[LEFT] > 0 and deal[TURN_UP] >= 0:
            unseen &= ~(1 << deal[TURN_UP])
        trumps = unseen & SUIT_MASK
        over = 0
        over_worth = 0
        if best < 12:
            trumps = trumps >> (best + 1) << (best + 1)
        else:
            base = best // 12 * 12
            higher = (unseen >> base & SUIT_MASK) >> (best - base + 1) << (best - base + 1)
            over = COUNT[higher]
            if over > 0:
                over_worth = SUM[higher] * 64 // over
        odds = (count(hand) * 48 + count(unseen)) * 16
        suit = 256 - MISSING[odds + over]
        trump = 256 - MISSING[odds + COUNT[trumps]]
        size = 0 if pot == 0 else 1 if pot < 5 else 2 if pot < 10 else 3
        seat = turn
        for _ in range(place + 1, seats):
            seat = seat + 1 if seat + 1 < seats else 0
            can = trump
            if deal[LEFT] == 0 and deal[KNOWN + seat] & trumps:
                can = 256
            if SIDE[sides + seat] == mine:
                takes = suit * weights[MATE_SUIT + size // 2] >> 8
                takes += (256 - takes) * (can * weights[MATE_TRUMP + size // 2] >> 8) >> 8
                ours += (256 - ours) * takes >> 8
                when_won += weights[MATE_FEED]
                when_lost += weights[MATE_DUMP]
            else:
                takes = suit * weights[TAKES_SUIT + size] >> 8
                when_lost += weights[FEED] + (takes * over_worth >> 8)
                takes += (256 - takes) * (can * weights[TAKES_TRUMP + size] >> 8) >> 8
                ours = ours * (256 - takes) >> 8
                when_won += weights[DUMP]
    won = ours * (pot * 64 + when_won - weights[TEMPO + phase])
    lost = (256 - ours) * ((pot * 64 + when_lost) * weights[LOSS] >> 6)
    if seats == 2 and deal[LEFT] == 2 and deal[TURN_UP] >= 0:
        lost -= (256 - ours) * (hold(deal[TURN_UP], phase, weights) * weights[DRAW_TURN_UP] >> 6)
    return (won - lost >> 8) - hold(card, phase, weights)


def dearer(deal: Ints, hand: int, card: int) -> bool:
    """Whether a card is a dearer trump than the last to play needs to take the trick."""
    if card >= 12 or deal[LAID] + 1 < deal[SEATS]:
        return False
    lowest = -1
    for at in range(deal[LAID]):
        lowest = max(lowest, deal[TRICK + at] if deal[TRICK + at] < 12 else -1)
    cheaper = (hand & SUIT_MASK) >> (lowest + 1) << (lowest + 1)
    return card > lowest and (cheaper & ((1 << card) - 1)) != 0


def pick(deal: Ints, weights: Ints) -> int:
    """The card the seat on turn plays: the best appraised, or exact where two seats know all."""
    seat = (deal[LEADER] + deal[LAID]) % deal[SEATS]
    hand = deal[HANDS + seat]
    if hand & (hand - 1) == 0:
        return BIT[hand % 67]
    if deal[SEATS] == 2 and deal[LEFT] == 0:
        return exact(deal)
    best = NONE
    chosen = -1
    rest = hand
    while rest:
        low = rest & -rest
        rest ^= low
        card = BIT[low % 67]
        value = appraise(deal, hand, card, weights)
        if value > best and not dearer(deal, hand, card):
            best = value
            chosen = card
    return chosen


def last_trick(mine: int, theirs: int) -> int:
    """What the leader gains over the other, in points, with one card each; 0 with none."""
    if mine == 0:
        return 0
    card = BIT[mine % 67]
    reply = BIT[theirs % 67]
    worth = WORTH[card] + WORTH[reply]
    return -worth if beats(reply, card) else worth


def last_two(mine: int, theirs: int) -> int:
    """What the leader gains when both play two open cards, or fewer, as well as can be."""
    if mine & (mine - 1) == 0:
        return last_trick(mine, theirs)
    best = -240
    rest = mine
    while rest:
        bit = rest & -rest
        rest ^= bit
        best = max(best, answer_two(mine ^ bit, theirs, BIT[bit % 67], best))
    return best


def answer_two(mine: int, theirs: int, card: int, low: int) -> int:
    """What is gained by leading a card of two, `mine` being the other, against the best answer.

    Once that is known to be no more than `low`, any such figure (as in alpha-beta).
    """
    least = 240
    rest = theirs
    while rest and least > low:
        bit = rest & -rest
        rest ^= bit
        reply = BIT[bit % 67]
        worth = WORTH[card] + WORTH[reply]
        if beats(reply, card):
            least = min(least, -worth - last_trick(theirs ^ bit, mine))
        else:
            least = min(least, worth + last_trick(mine, theirs ^ bit))
    return least


def last_three(mine: int, theirs: int) -> int:
    """What the leader gains when both play three open cards, or fewer, as well as can be."""
    if count(mine) < 3:
        return last_two(mine, theirs)
    best = -240
    rest = mine
    while rest:
        bit = rest & -rest
        rest ^= bit
        best = max(best, answer_three(mine ^ bit, theirs, BIT[bit % 67], best))
    return best


def answer_three(mine: int, theirs: int, card: int, low: int) -> int:
    """What is gained by leading a card of three; otherwise as `answer_two`."""
    least = 240
    rest = theirs
    while rest and least > low:
        bit = rest & -rest
        rest ^= bit
        reply = BIT[bit % 67]
        worth = WORTH[card] + WORTH[reply]
        if beats(reply, card):
            least = min(least, -worth - last_two(theirs ^ bit, mine))
        else:
            least = min(least, worth + last_two(mine, theirs ^ bit))
    return least


def exact(deal: Ints) -> int:
    """The best card of two seats without a stock: the other hand is what has not been seen.

    There are no recursive functions in all this: numba does not keep them on disk safely.
    Of cards that gain the same, the cheapest.
    """
    seat = (deal[LEADER] + deal[LAID]) % 2
    hand = deal[HANDS + seat]
    theirs = deal[DECK] & ~deal[SEEN] & ~hand
    best = NONE
    chosen = -1
    rest = hand
    while rest:
        bit = rest & -rest
        rest ^= bit
        card = BIT[bit % 67]
        value = exact_value(hand, theirs, card, deal[TRICK] if deal[LAID] == 1 else -1)
        value = value * 64 - WORTH[card] * 2 - (1 if card < 12 else 0)
        if value > best:
            best = value
            chosen = card
    return chosen


def exact_value(hand: int, theirs: int, card: int, led: int) -> int:
    """What playing `card` gains, in points, over both hands' best play; `led` is -1 on lead."""
    hand &= ~(1 << card)
    if led < 0:
        return answer_three(hand, theirs, card, -240)
    worth = WORTH[card] + WORTH[led]
    if beats(card, led):
        return worth + last_three(hand, theirs)
    return -worth - last_three(theirs, hand)


def play_out(deal: Deal, weights: Ints) -> None:
    """Play a deal whose every hand is known to its end, each seat judging by what it may see."""
    seats = deal[SEATS]
    while True:
        if deal[LAID] == 0:
            if deal[HANDS + deal[LEADER]] == 0:
                return
            if seats == 2 and deal[LEFT] == 0:
                leader = deal[LEADER]
                mine = deal[HANDS + leader]
                theirs = deal[HANDS + 1 - leader]
                margin = last_three(mine, theirs)
                whole = 120 - deal[POINTS] - deal[POINTS + 1]
                deal[POINTS + leader] += (whole + margin) // 2
                deal[POINTS + 1 - leader] += (whole - margin) // 2
                return
        lay(deal, pick(deal, weights))


def open_deal(deal: Deal, seats: int, deck: int, seed: int) -> None:
    """Deal a shuffled deck anew: three cards a seat, a trump turned up, any seat to lead."""
    for at in range(SIZE):
        deal[at] = 0
    deal[SEATS] = seats
    deal[SIDES] = 3 if seats == 3 else 2
    deal[DECK] = deck
    total = 0
    for card in range(48):
        if deck >> card & 1:
            deal[STOCK + total] = card
            total += 1
    state = stir(spread(seed, 0))
    # The turn-up is any trump, and trumps come first; the others follow in any order.
    other = state * COUNT[deck & SUIT_MASK] >> 32
    deal[TURN_UP] = deal[STOCK + other]
    deal[STOCK + other] = deal[STOCK]
    deal[STOCK] = deal[TURN_UP]
    for at in range(total - 1, 1, -1):
        state = stir(state)
        other = 1 + (state * at >> 32)
        swapped = deal[STOCK + at]
        deal[STOCK + at] = deal[STOCK + other]
        deal[STOCK + other] = swapped
    for seat in range(seats):
        for _ in range(3):
            total -= 1
            deal[HANDS + seat] |= 1 << deal[STOCK + total]
    deal[LEFT] = total
    deal[LEADER] = stir(state) * seats >> 32


# What a search is told beside the deal.
GOAL = 0  # what a deal won is worth beside its points; a level one half of it
WORLDS = 1  # how many worlds are played out,
TRIES = 2  # out of how many that are weighed
DOUBT = 3  # how many errors, in tenths, a gain must pass
FAITH = 4  # by how many 64ths of a point worse a choice is e times rarer,
PATIENCE = 5  # and how much worse is as bad as anything
TERMS = 6

# The rows a search works in.
WORLD = 0
TABLE = 1
BAG = 2
HELD = 3
SCORES = 4  # by place in the hand: 0 the card, 6 its gain over the first, 12 its square
ROWS = 5


def imagine(  # noqa: C901  places, hands and stock share one walk
    deal: Ints, world: Deal, bag: Deal, state: int
) -> int:
    """Fill `world` with hands and a stock that fit what the seat on turn knows.

    Every such world is as likely as another. Returns the next state of chance.
    """
    seats = deal[SEATS]
    for at in range(SIZE):
        world[at] = deal[at]
    me = (deal[LEADER] + deal[LAID]) % seats
    left = deal[LEFT]
    lying = 1 if left > 0 and deal[TURN_UP] >= 0 else 0
    unseen = deal[DECK] & ~deal[SEEN] & ~deal[HANDS + me]
    if lying:
        unseen &= ~(1 << deal[TURN_UP])
        world[STOCK] = deal[TURN_UP]
    for seat in range(seats):
        if seat != me:
            world[HANDS + seat] = deal[KNOWN + seat] & unseen
            unseen &= ~deal[KNOWN + seat]
    total = 0
    while unseen:
        low = unseen & -unseen
        unseen ^= low
        bag[total] = BIT[low % 67]
        total += 1
    for at in range(total - 1, 0, -1):
        state = stir(state)
        other = state * (at + 1) >> 32
        swapped = bag[at]
        bag[at] = bag[other]
        bag[other] = swapped
    if deal[LATE]:
        state = put_back(deal, bag, total, state)
    # The stock comes first, so that a place in the bag is a place in the stock.
    at = left - lying
    for place in range(at):
        world[STOCK + lying + place] = bag[place]
    held = count(deal[HANDS + me])
    for step in range(seats):
        seat = (deal[LEADER] + step) % seats
        if seat != me:
            owed = held - (1 if step < deal[LAID] else 0) - count(world[HANDS + seat])
            for _ in range(owed):
                world[HANDS + seat] |= 1 << bag[at]
                at += 1
    return state


def put_back(deal: Ints, bag: Deal, total: int, state: int) -> int:
    """Bring the cards that were put back into the stock to places where they can be."""
    lying = 1 if deal[LEFT] > 0 and deal[TURN_UP] >= 0 else 0
    stock = deal[LEFT] - lying
    for at in range(total):
        if not deal[LATE] >> bag[at] & 1 or may_lie(deal, at + lying, stock + lying):
            continue
        for _ in range(64):
            state = stir(state)
            other = state * total >> 32
            if may_lie(deal, other + lying, stock + lying) and not deal[LATE] >> bag[other] & 1:
                swapped = bag[at]
                bag[at] = bag[other]
                bag[other] = swapped
                break
    return state


def may_lie(deal: Ints, place: int, stock: int) -> bool:
    """Whether a card that was put back may lie at a place of the stock, or in a hand after it."""
    if place < stock:
        return deal[LATE_FROM] <= place < deal[LATE_TO]
    seats = deal[SEATS]
    me = (deal[LEADER] + deal[LAID]) % seats
    held = count(deal[HANDS + me])
    for step in range(seats):
        seat = (deal[LEADER] + step) % seats
        if seat != me:
            stock += held - (1 if step < deal[LAID] else 0) - count(deal[KNOWN + seat])
            if place < stock:
                return deal[LATE_SEATS] >> seat & 1 == 1
    return False


def surprise(  # noqa: PLR0913, PLR0917  machine code takes no records
    world: Ints,
    lines: Sequence[Deal],
    many: int,
    held: Deal,
    weights: Ints,
    terms: Ints,
    state: int,
) -> int:
    """How badly a world explains what the others chose, in 64ths of a point; 0 is perfectly.

    `lines` are the deal as each choice found it, the latest first. Which card of a hand came last
    is not known and drawn by chance, so going back a hand is one it may have been.
    """
    seats = world[SEATS]
    for seat in range(seats):
        held[seat] = world[HANDS + seat]
    total = 0
    for at in range(many):
        line = lines[at]
        seat = (line[LEADER] + line[LAID]) % seats
        hand = held[seat]
        if line[DREW] == 2:
            hand &= ~(1 << line[TURN_UP])
        elif line[DREW] == 1 and hand:
            state = stir(state)
            drawn = hand
            for _ in range(state * count(hand) >> 32):
                drawn &= drawn - 1
            hand ^= drawn & -drawn
        hand |= 1 << line[CARD]
        held[seat] = hand
        if hand & (hand - 1):
            best = NONE
            rest = hand
            while rest:
                low = rest & -rest
                rest ^= low
                best = max(best, appraise(line, hand, BIT[low % 67], weights))
            total += min(best - appraise(line, hand, line[CARD], weights), terms[PATIENCE])
    return total


def payoff(deal: Ints, side: int, goal: int) -> int:
    """What the end of a deal is worth to a side: a win is `goal`, and points count beside it."""
    mine = deal[POINTS + side]
    best = 0
    for other in range(deal[SIDES]):
        if other != side:
            best = max(best, deal[POINTS + other])
    won = 2 if mine > best else 1 if mine == best else 0
    return won * goal + 2 * (mine - best)


def search(  # noqa: C901, PLR0913, PLR0917  machine code takes no records
    deal: Ints,
    lines: Sequence[Deal],
    many: int,
    weights: Ints,
    terms: Ints,
    seed: int,
    rows: Sequence[Deal],
    marks: Deal,
) -> int:
    """The card that does best over the worlds that fit what the seat on turn has seen.

    Worlds are weighed by `surprise`, picked by that weight, and each card is played out in the
    same ones. The judgement's own card is kept unless another gains more than its error.
    """
    seats = deal[SEATS]
    me = (deal[LEADER] + deal[LAID]) % seats
    hand = deal[HANDS + me]
    first = pick(deal, weights)
    if hand & (hand - 1) == 0 or (seats == 2 and deal[LEFT] == 0):
        return first
    scores = rows[SCORES]
    scores[0] = first
    cards = 1
    rest = hand & ~(1 << first)
    while rest:
        low = rest & -rest
        rest ^= low
        if not dearer(deal, hand, BIT[low % 67]):
            scores[cards] = BIT[low % 67]
            cards += 1
    for at in range(1, cards):
        scores[6 + at] = 0
        scores[12 + at] = 0
    weight = weigh(deal, lines, many, weights, terms, seed, rows, marks)
    # Systematic picking: one chance for all, then even steps through the weights.
    step = max(weight // terms[WORLDS], 1)
    due = stir(spread(seed, terms[TRIES])) * step >> 32
    passed = 0
    for number in range(terms[TRIES]):
        passed += marks[number]
        times = 0
        while due < passed:
            times += 1
            due += step
        if times > 0:
            imagine(deal, rows[WORLD], rows[BAG], spread(seed, number))
            base = 0
            for at in range(cards):
                for place in range(SIZE):
                    rows[TABLE][place] = rows[WORLD][place]
                lay(rows[TABLE], scores[at])
                play_out(rows[TABLE], weights)
                gain = payoff(rows[TABLE], me % deal[SIDES], terms[GOAL])
                if at == 0:
                    base = gain
                else:
                    scores[6 + at] += times * (gain - base)
                    scores[12 + at] += times * (gain - base) * (gain - base)
    return surest(scores, cards, terms)


def weigh(  # noqa: PLR0913, PLR0917  machine code takes no records
    deal: Ints,
    lines: Sequence[Deal],
    many: int,
    weights: Ints,
    terms: Ints,
    seed: int,
    rows: Sequence[Deal],
    marks: Deal,
) -> int:
    """Leave in `marks` how much each world weighs, and return what all weigh."""
    least = 1 << 40
    for number in range(terms[TRIES]):
        state = imagine(deal, rows[WORLD], rows[BAG], spread(seed, number))
        marks[number] = surprise(rows[WORLD], lines, many, rows[HELD], weights, terms, state)
        least = min(least, marks[number])
    total = 0
    for number in range(terms[TRIES]):
        step = (marks[number] - least) * 16 // terms[FAITH]
        marks[number] = FADE[step] if step < 200 else 0
        total += marks[number]
    return total


def surest(scores: Ints, cards: int, terms: Ints) -> int:
    """The card that gains most of those whose gain passes its error, else the first."""
    best = 0
    chosen = scores[0]
    for at in range(1, cards):
        gain = scores[6 + at]
        if gain > best:
            spread_out = scores[12 + at] - gain * gain // terms[WORLDS]
            if gain * gain * 100 > terms[DOUBT] * terms[DOUBT] * spread_out:
                best = gain
                chosen = scores[at]
    return chosen


def duel(  # noqa: PLR0913, PLR0917  machine code takes no records
    deal: Deal, seats: int, deck: int, seed: int, side: int, ours: Ints, theirs: Ints
) -> int:
    """Deal, and play by two tables of weights, ours at `side`; 2 where it wins, 1 where level."""
    open_deal(deal, seats, deck, seed)
    while deal[LAID] or deal[HANDS + deal[LEADER]]:
        turn = (deal[LEADER] + deal[LAID]) % seats
        lay(deal, pick(deal, ours if turn % deal[SIDES] == side else theirs))
    return (payoff(deal, side, 1000) + 300) // 1000


def play_at_random(deal: Deal, seats: int, deck: int, seed: int, deals: int) -> int:
    """Play so many deals with any cards; the points of the first side, to check the work by."""
    points = 0
    whole = count(deck)
    for number in range(deals):
        open_deal(deal, seats, deck, seed + number)
        state = spread(seed, number)
        for played in range(whole):
            hand = deal[HANDS + (deal[LEADER] + deal[LAID]) % seats]
            state = stir(state)
            held = 3 if deal[LEFT] else (whole - played + seats - 1) // seats
            for _ in range(state * held >> 32):
                hand &= hand - 1
            lay(deal, BIT[(hand & -hand) % 67])
        points += deal[POINTS]
    return points
