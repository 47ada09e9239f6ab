"""An organiser types eight pairs in, draws, and scores to the champion, without a mouse."""

from typing import Any

from playwright.sync_api import Page, expect
from table_rows import numbers, someone

from accounts.models import Club, Membership, Role
from games.models import Variant
from tournaments.models import Tournament

PAIRS = [
    ("Anna Bianchi", "Bruno Neri"),
    ("Mario Rossi", "Łukasz Nowak"),
    ("Gino D'Amico", "李小龙"),
    ("Pia Verdi", "Ugo Café"),
    ("Elena Zorzi", "Ivo Kos"),
    ("Rita Moro", "Sergio Blasi"),
    ("Tina Furlan", "Vito Gallo"),
    ("Zoe Marin", "Carlo Poli"),
]


def press_until(page: Page, key: str, wanted: str, times: int = 60) -> None:
    """Press a key until what has the focus says `wanted`."""
    for _ in range(times):
        page.keyboard.press(key)
        if wanted in page.evaluate("document.activeElement.textContent"):
            return
    raise AssertionError(f"the focus never reaches {wanted!r}")


def test_organiser_runs_a_tournament_with_the_keyboard_only(  # noqa: PLR0915  an evening is long
    site: Any, sit_at: Any
) -> None:
    dario = someone("Dario")
    club = Club.objects.create(name="Circolo", slug=f"keys-{next(numbers)}")
    Membership.objects.create(club=club, user=dario, role=Role.ORGANISER)
    Variant.objects.get_or_create(name="Italian club", club=None)
    page = sit_at(dario)

    page.goto(f"/clubs/{club.slug}/-/tournaments/new/")
    expect(page.locator("input[name=name]")).to_be_focused()
    page.keyboard.type("Torneo di San Martino")
    page.keyboard.press("Enter")

    expect(page.locator("#name_0")).to_be_focused()
    for number, (first, second) in enumerate(PAIRS, start=1):
        page.keyboard.type(first)
        page.keyboard.press("Tab")
        page.keyboard.type(second)
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_contain_text(f"{first} – {second}")
        expect(page.locator("#name_0")).to_be_focused()
        expect(page.locator("#name_0")).to_have_value("")
        assert Tournament.objects.get(club=club).entries.count() == number

    press_until(page, "Shift+Tab", "Draw")
    page.keyboard.press("Enter")
    expect(page.locator("#word")).to_be_focused()
    page.keyboard.type("castagne")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("0 of 7 matches decided")

    press_until(page, "Tab", "Next match to score")
    page.keyboard.press("Enter")
    for place in range(7):
        points = page.locator("#points_0")
        expect(points).to_be_focused()
        if place == 0:
            for wrong in ("sixty", "121", "-1"):
                page.keyboard.press("Control+A")
                page.keyboard.type(wrong)
                with page.expect_response("**/score/"):
                    page.keyboard.press("Enter")
                expect(points).to_have_value(wrong)
                expect(points).to_have_attribute("aria-invalid", "true")
                expect(page.locator("#points_0_error")).not_to_be_empty()
                expect(points).to_be_focused()
            page.keyboard.press("Control+A")
            page.keyboard.type("60")
            expect(page.locator("#points_1")).to_have_value("60")
            page.keyboard.press("Enter")
            expect(page.locator("main")).to_contain_text("Deal 2")
            expect(page.locator("#points_0")).to_have_value("")
        for deal in ("71", "64"):
            expect(points).to_be_focused()
            page.keyboard.type(deal)
            page.keyboard.press("Enter")
            if deal == "71":
                expect(page.locator("main")).to_contain_text("1–0")
        expect(page.locator("main")).to_contain_text("2–0")
        if place < 6:
            expect(page.locator("[data-next]")).to_be_focused()
            page.keyboard.press("Enter")

    tournament = Tournament.objects.get(club=club)
    page.goto(f"/clubs/{club.slug}/{tournament.slug}/ranking/")
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    final = tournament.stages.get().pairings.order_by("-round").first()
    assert final is not None
    champion = final.sides.get(number=final.winner).entry
    names = " – ".join(member.player.name for member in champion.members.all())
    expect(page.locator("main")).to_contain_text(names)
