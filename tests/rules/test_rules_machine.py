"""Any order of acts in any variant: books balance, replay equals state, refusals do nothing."""

import json
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from rules_play import SEATS, random_house, seed, where_cards_are

from games.rules import match as rules
from games.rules.cards import ALL_CARDS
from games.rules.house import BestOf, FirstTo, Fixed, HouseError, Terms, deals_needed
from games.rules.match import IllegalMove
from games.rules.view import PUBLIC, Seat, as_json, view_for

KINDS = (
    FirstTo(1),
    FirstTo(2),
    FirstTo(3, sets=2),
    BestOf(2),
    BestOf(3),
    Fixed(2),
    Fixed(3, by="points"),
)
CHOICE = st.integers(0, 10**6)


class AnyMatch(RuleBasedStateMachine):
    @initialize(
        seats=st.sampled_from(SEATS),
        kind=st.sampled_from(KINDS),
        house=CHOICE,
        absence=st.sampled_from(("deal", "match")),
        must_decide=st.booleans(),
    )
    def begin(self, seats, kind, house, absence, must_decide):
        self.terms = self.fitting(seats, kind, Random(house), absence, must_decide)
        self.facts = []
        self.match = rules.new_match(self.terms)
        self.seals = 0
        for seat in range(seats):
            self.add(rules.seat_down(self.match, seat, f"user:{seat}"))

    def fitting(self, seats, kind, rng, absence, must_decide):
        while True:
            terms = Terms(
                seats=seats,
                kind=kind,
                house=random_house(rng, seats),
                absence=absence,
                must_decide=must_decide,
            )
            try:
                terms.check()
            except HouseError:
                continue
            return terms

    def add(self, fact):
        before = self.match
        self.facts.append(fact)
        self.match = rules.evolve(before, fact)
        assert self.match.version == before.version + 1

    def attempt(self, act, *arguments, **named):
        """Do it, or be refused by a key that is known; a refusal leaves no trace."""
        before = self.match
        try:
            fact = act(before, *arguments, **named)
        except IllegalMove:  # its key is in KEYS, or it could not have been made
            return
        self.add(fact)

    @rule(nonces=st.booleans())
    def deal(self, nonces):
        if self.match.phase == "idle":
            self.seals += 1
            self.add(rules.seal(self.match, seed(self.seals)))
        self.attempt(rules.deal, ((1, b"cut"),) if nonces else ())

    @precondition(lambda self: self.match.deal is not None)
    @rule(choice=CHOICE, cards=st.integers(1, 12))
    def play(self, choice, cards):
        for step in range(cards):
            if self.match.deal is None:
                return
            hand = self.match.deal.hands[self.match.turn]
            self.add(rules.play(self.match, self.match.turn, hand[(choice + step) % len(hand)]))

    @rule(seat=st.integers(-1, 6), card=st.sampled_from(ALL_CARDS))
    def play_anything(self, seat, card):
        self.attempt(rules.play, seat, card)

    @precondition(lambda self: self.match.deal is not None)
    @rule(choice=CHOICE)
    def time_out(self, choice):
        hand = self.match.deal.hands[self.match.turn]
        self.attempt(rules.time_out, self.match.turn, hand[choice % len(hand)])

    @precondition(lambda self: self.match.deal is not None)
    @rule()
    def exchange(self):
        self.attempt(rules.exchange, self.match.turn)

    @rule(points=st.lists(st.integers(-1, 121), min_size=1, max_size=3))
    def score_anything(self, points):
        self.attempt(rules.score, points=tuple(points))

    @rule(first=st.integers(0, 120), winner=st.one_of(st.none(), st.integers(0, 2)))
    def score(self, first, winner):
        points = (first, 120 - first, 0)[: self.terms.sides]
        self.attempt(rules.score, points=points, winner=winner)

    @rule(winner=st.integers(-1, 3), cappotto=st.booleans())
    def score_winner(self, winner, cappotto):
        self.attempt(rules.score, winner=winner, cappotto=cappotto)

    @rule(deal=st.integers(0, 6), first=st.integers(0, 120))
    def correct(self, deal, first):
        points = (first, 120 - first, 0)[: self.terms.sides]
        self.attempt(rules.correct, deal, points=points)

    @rule(deal=st.integers(0, 6))
    def void(self, deal):
        self.attempt(rules.void, deal)

    @rule(side=st.integers(-1, 3), whole=st.booleans())
    def concede(self, side, whole):
        self.attempt(rules.concede, side, whole)

    @rule(winner=st.one_of(st.none(), st.integers(0, 3)))
    def award(self, winner):
        self.attempt(rules.award, winner, "walkover")

    @rule(
        side=st.integers(0, 2),
        kind=st.sampled_from(("warning", "deal", "points", "slap")),
        deal=st.one_of(st.none(), st.integers(0, 4)),
        points=st.sampled_from((0, 10)),
    )
    def penalise(self, side, kind, deal, points):
        self.attempt(rules.penalise, side, kind, deal=deal, points=points)

    @rule(number=st.integers(0, 60))
    def restore(self, number):
        self.attempt(rules.restore, number)

    @rule(choice=CHOICE)
    def undo_the_last_ruling(self, choice):
        if self.match.rulings:
            ruling = self.match.rulings[choice % len(self.match.rulings)]
            self.attempt(rules.restore, ruling.number)

    @rule(seat=st.integers(-1, 6), holder=st.sampled_from(("", "computer:easy", "user:9")))
    def sit(self, seat, holder):
        self.attempt(rules.seat_down, seat, holder)

    @invariant()
    def the_books_balance(self):
        deal = self.match.deal
        if deal is not None:
            lies = where_cards_are(deal)
            assert len(lies) == len(set(lies)) in (40, 48)
            worth = deal.layout.scale.points
            assert sum(worth[card.index] for card in lies) == 120

    @invariant()
    def replay_equals_state(self):
        assert rules.replay(self.terms, self.facts) == self.match
        assert self.match.version == len(self.facts)

    @invariant()
    def phase_and_parts_agree(self):
        match = self.match
        assert (match.phase == "over") == (match.outcome is not None)
        if match.outcome is not None:
            assert match.deal is None
            assert match.seed is None
            assert not match.needs_redeal
        assert (match.turn is not None) == (match.phase == "playing")
        assert match.number == len(match.deals) + 1
        assert [deal.number for deal in match.deals] == list(range(1, match.number))

    @invariant()
    def deals_make_sense(self):
        for deal in self.match.deals:
            assert deal.drawn == (not deal.void and deal.winner is None)
            if deal.void:
                assert (deal.points, deal.winner, deal.counted) == (None, None, False)
            if deal.points is not None:
                assert sum(deal.points) == 120 or (
                    self.terms.house.ending == "stop" and max(deal.points) > 60
                )
            if deal.winner is not None and deal.points is not None:
                rest = [
                    figure
                    for side, figure in enumerate(deal.points)
                    if side not in deal.conceded and side != deal.winner
                ]
                assert deal.points[deal.winner] >= max(rest)
                assert deal.winner not in deal.conceded

    @invariant()
    def nobody_is_past_the_target(self):
        if isinstance(self.terms.kind, Fixed):
            return
        needed = deals_needed(self.terms.kind)
        match = self.match
        assert all(won <= needed for won in match.set_wins)
        if match.outcome is not None and match.outcome.reason == "reached":
            target = self.terms.kind.sets if self.terms.kind.sets > 1 else needed
            assert match.wins[match.outcome.winner] == target
            assert sum(won >= target for won in match.wins) == 1

    @invariant()
    def every_view_is_plain_json(self):
        for audience in (PUBLIC, Seat(0), Seat(99)):
            data = as_json(view_for(self.match, audience))
            assert json.loads(json.dumps(data)) == data
            assert data["version"] == self.match.version


def run(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        AnyMatch,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_any_order_of_acts_keeps_the_books():
    run(60, 25)


@pytest.mark.long
def test_any_long_order_of_acts_keeps_the_books():
    run(400, 60)
