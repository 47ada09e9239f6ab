"""A second referee of one deal, written from RULES.md alone: lists, strings and nothing shared.

Cards are two characters. A house is a plain dictionary of switches. It is slow and simple on
purpose; where it and the rules core differ, one of the two has misread RULES.md.
"""

import hashlib

ITALIAN = ["A", "3", "K", "N", "J", "7", "6", "5", "4", "2"]
SPANISH = ["A", "3", "K", "N", "J", "9", "8", "7", "6", "5", "4", "2"]
SUIT_NAMES = ["c", "p", "s", "b"]
VALUE_OF_PLACE = {0: 11, 1: 10, 2: 4, 3: 3, 4: 2}


def ranking(house):
    """Ranks from high to low; the place says what a rank is worth."""
    order = SPANISH[:]
    if house["court"] == "jack_high":
        order[3], order[4] = "J", "N"
    other = {"three": "3", "seven": "7", "two": "2"}[house["second"]]
    here = order.index(other)
    order[1], order[here] = other, "3"
    return order


def worth(card, house):
    return VALUE_OF_PLACE.get(ranking(house).index(card[0]), 0)


def is_load(card, house):
    return worth(card, house) >= 10


def hashed(seed, nonces, text):
    key = seed
    for seat in range(6):
        for who, nonce in nonces:
            if who == seat:
                key = key + nonce
    return hashlib.sha256(key + text.encode("ascii")).hexdigest()


def low_card(house):
    return "3" if house["second"] == "two" else "2"


class Referee:
    """Deals from a seed and watches the cards that are laid."""

    def __init__(self, seats, house, seed, nonces=(), dealer=None):  # noqa: C901, PLR0912, PLR0915  one long story on purpose
        self.seats = seats
        self.house = house
        self.sides = 3 if seats == 3 else 2
        if dealer is None:
            dealer = int(hashed(seed, nonces, "dealer"), 16) % seats
        self.dealer = dealer
        ranks = list(ITALIAN)
        self.out = []
        if seats == 6 and house["deck_six"] == "full":
            ranks = list(SPANISH)
        elif seats == 6:
            gone = "4" if house["deck_six"] == "no_fours" else low_card(house)
            self.out = [gone + suit for suit in SUIT_NAMES]
        elif seats == 3 and house["deck_three"] == "chosen":
            self.out = [low_card(house) + house["deck_three_suit"]]
        elif seats == 3 and house["deck_three"] == "random":
            self.out = [low_card(house) + SUIT_NAMES[int(hashed(seed, nonces, "out"), 16) % 4]]
        pack = [r + s for s in SUIT_NAMES for r in ranks if r + s not in self.out]
        pack.sort(key=lambda card: hashed(seed, nonces, card))
        self.hands = [[] for _ in range(seats)]
        if house["dealing"] == "one":
            for _ in range(3):
                for step in range(seats):
                    self.hands[(dealer + 1 + step) % seats].append(pack.pop(0))
        else:
            for step in range(seats):
                for _ in range(3):
                    self.hands[(dealer + 1 + step) % seats].append(pack.pop(0))
        self.redeal = False
        back = []
        trumps_two = seats == 3 and house["deck_three"] == "trumps"
        while True:
            turned = pack.pop(0)
            if trumps_two and turned[0] == low_card(house):
                back.append(turned)
                continue
            if is_load(turned, house) and house["exposed"] == "redeal":
                self.redeal = True
                self.turned = turned
                return
            if is_load(turned, house) and house["exposed"] == "put_back":
                back.append(turned)
                continue
            break
        self.turned = turned
        self.trump = turned[1]
        self.put_back = list(back)
        total = len(pack) + len(back)
        places = list(range(total // 3, total - total // 3))
        while len(places) < len(back):
            places = [max(0, places[0] - 1), *places, min(total - 1, places[-1] + 1)]
            places = sorted(set(places))
        places.sort(key=lambda place: hashed(seed, nonces, "back" + str(place)))
        slots = [None] * total
        for place, card in zip(places, back, strict=False):
            slots[place] = card
        for place in range(total):
            if slots[place] is None:
                slots[place] = pack.pop(0)
        self.stock = slots
        self.shower = None
        if trumps_two:
            two = low_card(house) + self.trump
            self.out = [two]
            if two in self.stock:
                self.stock.remove(two)
            else:
                for seat in range(seats):
                    if two in self.hands[seat]:
                        self.hands[seat].remove(two)
                        self.hands[seat].append(self.stock.pop(0))
                        self.shower = seat
        self.stock.append(turned)
        self.turn = (dealer + 1) % seats
        self.on_table = []
        self.piles = [[] for _ in range(self.sides)]
        self.trick_winners = []
        self.over = False

    def beats(self, card, best):
        if card[1] == best[1]:
            return ranking(self.house).index(card[0]) < ranking(self.house).index(best[0])
        return card[1] == self.trump

    def points(self):
        return [sum(worth(card, self.house) for card in pile) for pile in self.piles]

    def exchange(self, seat):
        """The card that may be changed for the turn-up, or None."""
        how = self.house["exchange"]
        if how == "off" or not self.stock or self.on_table or seat != self.turn or self.over:
            return None
        if self.house["exchange_until"] == "first_trick" and self.trick_winners:
            return None
        shown = self.stock[-1][0]
        if how == "two":
            wanted = "2"
        elif shown in "A3KNJ":
            wanted = "7"
        elif shown in "765432":
            wanted = "2"
        else:
            return None
        card = wanted + self.trump
        return card if card in self.hands[seat] else None

    def do_exchange(self, seat):
        card = self.exchange(seat)
        self.hands[seat].remove(card)
        self.hands[seat].append(self.stock[-1])
        self.stock[-1] = card

    def lay(self, card):
        seat = self.turn
        self.hands[seat].remove(card)
        self.on_table.append((seat, card))
        if len(self.on_table) < self.seats:
            self.turn = (seat + 1) % self.seats
            return
        best = self.on_table[0]
        for challenger in self.on_table[1:]:
            if self.beats(challenger[1], best[1]):
                best = challenger
        winner = best[0]
        self.piles[winner % self.sides] += [laid[1] for laid in self.on_table]
        self.trick_winners.append(winner)
        self.on_table = []
        if self.stock:
            for step in range(self.seats):
                self.hands[(winner + step) % self.seats].append(self.stock.pop(0))
        self.turn = winner
        if not self.hands[winner]:
            self.over = True
        if self.house["ending"] == "stop" and max(self.points()) > 60:
            self.over = True

    def result(self, drawn_before=0):
        """The winning side, or None for a drawn deal."""
        points = self.points()
        level = [side for side in range(self.sides) if points[side] == max(points)]
        if len(level) == 1:
            return level[0]
        limit = self.house["drawn_limit"]
        if self.house["drawn"] == "last_trick" or (limit and drawn_before >= limit):
            for winner in reversed(self.trick_winners):
                if winner % self.sides in level:
                    return winner % self.sides
        return None

    def cappotto(self):
        everyone = {winner % self.sides for winner in self.trick_winners}
        return self.over and not any(self.hands) and len(everyone) == 1
