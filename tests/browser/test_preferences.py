"""What somebody prefers: a member's follows her to other browsers, a guest's stays in hers."""

from playwright.sync_api import Page, expect

from .shelf import LUDO, PHONE, Person
from .tables import begin, open_table, sit_down
from .test_accounts import become_member, sign_in, sign_out

THEME = "document.documentElement.dataset.theme ?? 'auto'"


def at_a_table(page: Page) -> None:
    sit_down(page, open_table(page, LUDO, seats=2))
    begin(page)


def settle(page: Page) -> None:
    """Another pace, and no vibrations."""
    page.locator(".settings summary").click()
    page.locator("[data-setting=pace]").select_option("fast")
    page.locator("[data-setting=buzz]").uncheck()


def expect_settled(page: Page) -> None:
    expect(page.locator("[data-setting=pace]")).to_have_value("fast")
    expect(page.locator("[data-setting=buzz]")).not_to_be_checked()


def wait_until_kept(page: Page) -> None:
    page.wait_for_function("() => sessionStorage['ludotheque.unsent'] === '{}'")


def test_a_members_settings_and_tips_follow_her(person: Person) -> None:
    here, there = person(wants_tips=True), person(wants_tips=True, **PHONE)
    open_table(here, LUDO, seats=2)  # a stranger is somebody once she has done something
    name = become_member(here)
    at_a_table(here)
    expect(here.locator("#coach")).to_be_visible()
    tip = here.locator("#coach p").inner_text()
    here.get_by_role("button", name="Compris").click()
    settle(here)
    while here.evaluate(THEME) != "dark":
        here.locator("[data-theme-switch]").click()
    wait_until_kept(here)

    sign_in(there, name)
    there.goto("/games/ludo", wait_until="commit")
    there.wait_for_function("() => document.body !== null")
    assert there.evaluate(THEME) == "dark"  # before anything of the page is seen
    at_a_table(there)
    expect_settled(there)
    expect(there.locator("#status.mine")).to_be_visible()
    assert there.locator("#coach p").inner_text() != tip

    sign_out(there)  # what the browser had before it has again
    assert there.evaluate(THEME) == "auto"
    assert "buzz" not in there.evaluate("localStorage['ludotheque.settings']")


def test_a_guest_keeps_hers_and_takes_it_along_when_she_becomes_a_member(person: Person) -> None:
    here, there = person(), person()
    at_a_table(here)
    settle(here)
    here.locator("[data-theme-switch]").click()
    theme = here.evaluate(THEME)
    assert theme != "auto"
    here.evaluate("localStorage['ludotheque.learned'] = JSON.stringify({ ludo: ['out'] })")
    here.reload()
    expect_settled(here)
    assert here.evaluate(THEME) == theme
    name = become_member(here)
    wait_until_kept(here)
    sign_in(there, name)
    assert there.evaluate(THEME) == theme
    at_a_table(there)
    expect_settled(there)
    there.goto("/games/ludo/learn/2")
    expect(there.locator(".course .learned")).to_have_attribute("data-step", "out")


def test_what_could_not_be_sent_is_sent_from_the_next_page(person: Person, watch) -> None:
    page = person()
    open_table(page, LUDO, seats=2)
    become_member(page)
    wait_until_kept(page)
    page.route("**/me/preferences", lambda route: route.abort())
    page.locator("[data-theme-switch]").click()
    theme = page.evaluate(THEME)
    page.goto("/rooms")
    assert page.evaluate(THEME) == theme
    page.unroute("**/me/preferences")
    page.goto("/rooms")
    wait_until_kept(page)
    page.reload()
    assert page.evaluate(THEME) == theme
    watch.forgive("Failed to load resource")
