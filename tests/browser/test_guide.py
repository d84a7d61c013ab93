"""Help at the table: the drawer with the rules, and the coach of a first game."""

import pytest
from playwright.sync_api import Page, expect

from ludotheque.core.discovery import game

from .axe import violations
from .playing import wait_for_offer, wait_for_quiet
from .shelf import LUDO, PHONE, SHELF, Person
from .tables import begin, open_table, sit_down


def at_a_table(page: Page, which=LUDO) -> None:
    sit_down(page, open_table(page, which, seats=2))
    begin(page)


@pytest.mark.parametrize(
    "scene", [{}, PHONE, {"color_scheme": "dark"}], ids=["wide", "phone", "night"]
)
def test_the_drawer_opens_and_closes_by_mouse_and_keyboard(person: Person, scene) -> None:
    page = person(bypass_csp=True, **scene)
    at_a_table(page)
    drawer = page.locator("#guide")
    page.locator(".ask").click()
    expect(drawer.locator(".panels img").first).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(page.locator(".ask")).to_be_focused()
    page.keyboard.press("?")
    expect(drawer).to_be_visible()
    drawer.locator(".close").click()
    expect(drawer).to_be_hidden()


@pytest.mark.parametrize("which", SHELF)
def test_rules_are_searched_whatever_the_accents(person: Person, which) -> None:
    page = person()
    at_a_table(page, which)
    page.locator(".ask").click()
    box = page.locator("#guide [data-search]")
    box.fill("egalite")
    shown = page.locator("#guide .whole li:visible")
    assert 0 < shown.count() < page.locator("#guide .whole li").count()
    assert all("égalité" in text.lower() for text in shown.all_inner_texts())
    assert page.evaluate("[...CSS.highlights.get('found')].length") >= shown.count()
    box.fill("xyzzy")
    expect(page.locator("#guide .found")).not_to_be_empty()
    box.fill("")
    expect(page.locator("#guide .panels")).to_be_visible()


def test_without_scripts_the_question_mark_leads_to_the_rules(person: Person) -> None:
    page = person()
    at_a_table(page)
    assert page.locator(".ask").get_attribute("href") == "/games/ludo"


def test_the_coach_speaks_once_beside_what_it_speaks_of(person: Person) -> None:
    page = person(wants_tips=True, bypass_csp=True)
    at_a_table(page)
    wait_for_offer(page)
    bubble = page.locator("#coach")
    expect(bubble).to_be_visible()
    said = bubble.locator("p").inner_text()
    assert "6" in said
    assert violations(page) == []
    roll, here = page.locator("#roll").bounding_box(), bubble.bounding_box()
    assert roll
    assert here
    assert here["y"] >= roll["y"] + roll["height"] or here["y"] + here["height"] <= roll["y"]
    page.get_by_role("button", name="Compris").click()
    expect(bubble).to_be_hidden()
    page.reload()
    wait_for_offer(page)
    page.wait_for_timeout(300)
    assert not bubble.is_visible() or bubble.locator("p").inner_text() != said


def test_a_key_sends_the_coach_away_for_now(person: Person) -> None:
    page = person(wants_tips=True)
    at_a_table(page)
    wait_for_offer(page)
    expect(page.locator("#coach")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#coach")).to_be_hidden()


def test_the_coach_goes_when_one_acts_and_can_be_sent_away(person: Person) -> None:
    page = person(wants_tips=True)
    at_a_table(page)
    wait_for_offer(page)
    bubble = page.locator("#coach")
    expect(bubble).to_be_visible()
    before = bubble.inner_text()
    page.locator("#roll").click()
    page.wait_for_function(OTHER_TIP, arg=before)  # none, or what the roll gives occasion for
    at_a_table(page, LUDO)
    page.locator(".settings summary").click()
    page.locator("[data-coach=on]").uncheck()
    page.reload()
    wait_for_offer(page)
    page.wait_for_timeout(300)
    expect(bubble).to_be_hidden()


OTHER_TIP = """
before => {
  const bubble = document.getElementById("coach");
  return !bubble.checkVisibility() || bubble.innerText !== before;
}
"""
# One move after the other is pointed at, as a button or as a piece: what lights up for it.
POINTED = """
selector => [...document.querySelectorAll(selector)].map(each => {
  const point = kind => each.dispatchEvent(new PointerEvent(kind, {bubbles: true}));
  const other = each.closest("svg") ? "#actions .pointed" : "svg .pointed";
  point("pointerover");
  const lit = [...document.querySelectorAll(other)].map(it => it.dataset.move ?? it.dataset.for);
  point("pointerout");
  return [each.dataset.move, lit, document.querySelectorAll(".pointed").length];
})
"""


def test_buttons_and_pieces_light_each_other_up(person: Person) -> None:
    page = person()
    at_a_table(page, game("rolling-village"))  # where everybody has moves as soon as dice fall
    page.wait_for_selector("#actions [data-move]")
    wait_for_quiet(page)  # what others do meanwhile folds the list again
    if page.locator("#actions .all").is_visible():
        page.locator("#actions .all").click()  # a long list has not all moves at first
    by_button = page.evaluate(POINTED, "#actions [data-move]")
    assert by_button
    assert all(lit and not left for _, lit, left in by_button)
    by_piece = page.evaluate(POINTED, "svg [data-move]")
    assert by_piece
    assert all(lit == [move] and not left for move, lit, left in by_piece)
