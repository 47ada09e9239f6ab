"""Two people in two browsers play a match card by card while a third watches the bracket."""

import time
from datetime import timedelta
from typing import Any

from django.utils import timezone
from playwright.sync_api import Page, expect
from table_rows import numbers, someone

from accounts.models import Club, Membership, Player, Role, User, name_key
from games.models import Match, Variant
from tournaments import services
from tournaments.models import Pairing, Tournament
from tournaments.services import Person


def final_of_two(*users: User) -> tuple[Tournament, Match]:
    """A tournament of singles that is one first-to-1 match between two users."""
    number = next(numbers)
    club = Club.objects.create(name="Circolo", slug=f"live-{number}")
    dario = someone("Dario")
    Membership.objects.create(club=club, user=dario, role=Role.ORGANISER)
    variant = Variant.objects.create(name="live", club=club)
    tournament = services.announce_tournament(
        actor=dario,
        club=club,
        name=f"Finale {number}",
        starts_at=timezone.now() + timedelta(hours=1),
        variant=variant,
        seats=2,
        kind="first_to:1",
    )
    for user in users:
        player = Player.objects.create(
            club=club, name=user.name, key=name_key(user.name), user=user
        )
        services.enter(
            actor=dario, tournament_id=tournament.pk, people=[Person(player_id=player.pk)]
        )
    services.confirm_draw(actor=dario, tournament_id=tournament.pk)
    pairing = Pairing.objects.get(stage__tournament=tournament, match__isnull=False)
    assert pairing.match is not None
    return tournament, pairing.match


def play_if_on_turn(page: Page, *, keyboard: bool) -> bool:
    """Play the first card one may play; says whether there was one."""
    card = page.locator("button.card:not([disabled]):not([aria-disabled=true])").first
    if not card.is_visible():
        return False
    if keyboard:
        page.keyboard.press("1")
    else:
        card.click(timeout=3000)
    return True


def test_two_browsers_play_and_a_third_sees_the_bracket_change(site: Any, sit_at: Any) -> None:
    anna, bruno = someone("Anna"), someone("Bruno")
    tournament, match = final_of_two(anna, bruno)
    first, second, carla = sit_at(anna), sit_at(bruno, width=390), sit_at()
    carla.goto(f"/clubs/{tournament.club.slug}/{tournament.slug}/bracket/")
    expect(carla.locator("main")).to_contain_text("0 of 1 matches decided")
    carla.evaluate("window.stayed = true")
    for page in (first, second):
        page.add_init_script("localStorage.setItem('speed', 'none')")
        page.goto(f"/tables/{match.pk}/")
    for page in (first, second):
        page.get_by_role("button", name="Start the first deal").click()
    end = time.monotonic() + 150
    while time.monotonic() < end:
        match.refresh_from_db()
        if match.state == "over":
            break
        for page in (first, second):
            again = page.get_by_role("button", name="Next deal")
            if again.is_visible():  # a drawn deal: one more
                again.click()
            play_if_on_turn(page, keyboard=page is first)
        first.wait_for_timeout(60)
    assert match.state == "over"
    winner, loser = (first, second) if match.winner == 0 else (second, first)
    expect(winner.locator("main")).to_contain_text("You win!")
    expect(loser.locator("main")).to_contain_text("Match over")
    expect(carla.locator("main")).to_contain_text("1 of 1 matches decided")
    assert carla.evaluate("window.stayed") is True
    Pairing.objects.get(match=match, decided=True, winner=match.winner)
