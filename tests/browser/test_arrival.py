"""Coming in: two clicks to play, an invitation to sit down at once."""

import re

import pytest
from playwright.sync_api import Page

from ludotheque.core.discovery import boxes

from .playing import act, wait_for_offer, wait_for_quiet
from .shelf import LUDO, Person
from .tables import begin, fill_in, open_table, path_of


def is_by_me(served, page: Page) -> bool:
    """Whether a person rolled or moved at the page's table."""
    table = path_of(page.url).removeprefix("/tables/")
    log = served.runner.store.entries(table)
    return any(getattr(entry.event, "by", "") == "person" for entry in log)


@pytest.mark.parametrize("box", boxes())
def test_two_clicks_lead_from_the_home_page_to_the_first_move(
    person: Person, served, box: str
) -> None:
    page = person()
    page.goto("/")
    page.click(f"form[action='/games/{box}/play'] button")  # one
    act(page, wait_for_offer(page))  # two
    wait_for_quiet(page)  # where all act at once, others' moves come in between
    assert is_by_me(served, page)
    assert "#" not in page.url  # a reload does not ask for a seat again


def test_an_invitation_sits_whoever_opens_it_down_at_once(person: Person) -> None:
    ann, bob = person(), person()
    fill_in(ann, LUDO, seats=2)
    link = ann.input_value("#link")
    assert re.search(r"/tables/[^/#]+#sit=1$", link)
    bob.goto(link)
    for page in (ann, bob):
        page.wait_for_selector("#status:not(.open)")
        assert page.locator("#seats .yours").count() == 1
        assert page.locator("#invite img").count() == 0  # nobody is awaited any more


def test_the_invitation_is_also_a_code_to_scan(person: Person) -> None:
    page = person()
    fill_in(page, LUDO, seats=2)
    code = page.locator("#invite img.qr")
    assert code.evaluate("async code => { await code.decode(); return code.naturalWidth }") > 50


def test_an_invitation_to_a_full_table_lets_one_watch(person: Person) -> None:
    ann, bob, eve = person(), person(), person()
    path = open_table(ann, LUDO, seats=2)
    for page in (ann, bob):
        page.goto(f"{path}#sit=1")
        page.wait_for_selector("#seats .yours")
    eve.goto(f"{path}#sit=1")
    eve.wait_for_selector("#toast.shown")
    assert eve.locator("#seats .yours").count() == 0
    assert eve.locator("#pieces").count() == 1


def test_a_table_open_to_all_is_found_on_the_home_page(person: Person) -> None:
    ann, bob = person(), person()
    path = fill_in(ann, LUDO, seats=2, public=True)
    bob.goto("/")
    bob.click(f"a[href='{path}']")
    bob.locator("#controls").get_by_role("button", name="S'asseoir").click()
    bob.wait_for_selector("#seats .yours")


def test_ones_own_game_is_found_again_on_the_home_page(person: Person) -> None:
    page = person()
    path = open_table(page, LUDO, seats=2)
    page.goto(f"{path}#sit=1")
    page.wait_for_selector("#seats .yours")
    begin(page)
    page.goto("/")
    page.click(f"#mine a[href='{path}']")
    page.wait_for_selector("#seats .yours")


def test_a_name_is_changed_on_any_page(person: Person) -> None:
    page = person()
    page.goto(open_table(page, LUDO, seats=2))
    page.locator("summary", has_text="Votre nom").click()
    page.fill("#name", "Zoé <b>")
    page.get_by_role("button", name="Enregistrer").click()
    page.wait_for_selector("text=Zoé <b>")
    assert "/tables/" in page.url
