"""Who sits where: several people on one screen, people who only watch, tables not to be watched."""

import pytest
from playwright.sync_api import Page

from ludotheque.core.game import Game

from .playing import OFFER, act, wait_for_offer
from .shelf import LUDO, SHELF, Person
from .tables import begin, fill_in, open_table, path_of, sit_down


@pytest.mark.parametrize("game", SHELF)
def test_two_people_share_one_screen(person: Person, served, game: Game) -> None:
    page = person()
    path = fill_in(page, game, seats=2, hotseat=2, names=["Ada"])
    page.wait_for_function("() => document.querySelectorAll('#seats .yours').length === 2")
    begin(page)
    acted: set[int] = set()
    for _ in range(60):
        act(page, wait_for_offer(page))
        log = served.do(served.runner.record(path.removeprefix("/tables/"))).log
        acted |= {line.event.seat for line in log if getattr(line.event, "by", "") == "person"}
        if acted == {0, 1}:
            return
    pytest.fail(f"only {acted} could act")


def test_of_two_at_one_screen_the_page_says_whose_turn_it_is(person: Person) -> None:
    """By her own name, which is kept for next time; what she does is done for her, leaving too."""
    page = person()
    page.on("dialog", lambda dialog: dialog.accept())
    fill_in(page, LUDO, seats=2, hotseat=2, names=["Ada"])
    sit_down(page, open_table(page, LUDO, seats=2))
    page.locator("#seat-1").get_by_role("button", name="une personne").click()
    assert page.get_by_role("textbox", name="Son nom").input_value() == "Ada"
    page.keyboard.press("Enter")
    page.wait_for_selector("#status.playing")
    wait_for_offer(page)
    first = acting(page)
    while acting(page) == first:
        act(page, wait_for_offer(page))
        wait_for_offer(page)
    assert page.inner_text("#seat-1 .who") == "Ada"
    assert page.inner_text(f"#{acting(page)} .who") in page.inner_text("#status .turn")
    gone = acting(page)
    page.get_by_text("Autres gestes").click()
    page.get_by_role("button", name="Quitter la partie").click()
    page.wait_for_selector(f"#{gone}.gone")


def test_ones_own_colour_comes_to_the_bottom_of_the_board(person: Person) -> None:
    """For whoever likes it, with names the right way up; one plays there as well."""
    page = person()
    sit_down(page, open_table(page, LUDO, seats=2))
    begin(page)
    wait_for_offer(page)
    above = page.evaluate(HEIGHT)
    page.locator("details.settings summary").click()
    page.get_by_label("Ma couleur en bas du plateau").check()
    below = page.evaluate(HEIGHT)
    assert above < 0.5 < below
    assert page.evaluate(UPRIGHT) > 0
    act(page, wait_for_offer(page))
    page.reload()
    wait_for_offer(page)
    assert page.evaluate(HEIGHT) == pytest.approx(below, abs=0.01)


# How far down the board one's name stands, from 0 to 1; and which way its letters go.
HEIGHT = """
() => {
  const [name, board] = ["#n-0", ".playground > svg"]
    .map(each => document.querySelector(each).getBoundingClientRect());
  return (name.y + name.height / 2 - board.y) / board.height;
}
"""
UPRIGHT = "() => document.querySelector('#n-0 text').getScreenCTM().a"


def acting(page: Page) -> str:
    return page.locator("#seats .acting").first.get_attribute("id") or ""


@pytest.mark.parametrize("game", SHELF)
def test_who_watches_sees_everything_and_can_do_nothing(person: Person, game: Game) -> None:
    ann, eve = person(), person()
    path = open_table(ann, game, seats=2)
    sit_down(ann, path)
    begin(ann)
    eve.goto(path)
    changes = eve.evaluate("() => changes")
    for _ in range(8):
        act(ann, wait_for_offer(ann))
        check_powerless(eve)
    eve.wait_for_function("before => changes > before", arg=changes)
    check_powerless(eve)


def check_powerless(page: Page) -> None:
    assert "what" not in page.evaluate(OFFER, 0)
    assert page.locator("#roll, [data-move], #controls [data-command]").count() == 0
    assert page.locator("#seats .yours").count() == 0


def test_a_table_not_to_be_watched_says_so(person: Person, watch) -> None:
    ann, bob, eve = person(), person(), person()
    path = fill_in(ann, LUDO, seats=2, spectators=False)
    sit_down(bob, path)
    ann.wait_for_selector("#status:not(.open)")
    answer = eve.goto(path)
    assert answer.status == 404
    assert eve.get_by_role("heading", name="Cette table n'accepte pas de spectateurs.").is_visible()
    assert eve.locator("#pieces").count() == 0
    watch.forgive("404")


def test_a_seat_can_be_left_and_taken_again(person: Person) -> None:
    page = person()
    sit_down(page, open_table(page, LUDO, seats=2))
    page.get_by_role("button", name="Se lever").click()
    page.wait_for_function("() => !document.querySelector('#seats .yours')")
    page.wait_for_selector("#table[data-me='']")  # by which the style knows who plays, and when
    page.locator("#seat-1").get_by_role("button", name="S'asseoir").click()
    page.wait_for_selector("#seat-1.yours")
    page.wait_for_selector("#table[data-me='1'][data-phase=open]")
    begin(page)
    page.wait_for_selector("#table[data-phase=playing]")


def test_leaving_a_game_is_asked_twice(person: Person) -> None:
    page = person()
    sit_down(page, open_table(page, LUDO, seats=2))
    begin(page)
    asked: list[str] = []

    def answer(yes: bool) -> None:
        def heard(dialog):
            asked.append(dialog.message)
            dialog.accept() if yes else dialog.dismiss()

        page.once("dialog", heard)
        page.get_by_role("button", name="Quitter la partie").click()

    page.locator("#gestures .more summary").click()
    answer(yes=False)
    assert page.locator("#status.over").count() == 0
    answer(yes=True)
    page.wait_for_selector("#status.over")
    assert len(asked) == 2


def test_a_gesture_is_seen_by_the_others_unless_muted(person: Person) -> None:
    ann, bob = person(), person()
    path = open_table(ann, LUDO, seats=2)
    sit_down(ann, path)
    sit_down(bob, path)
    ann.get_by_role("button", name="Bonjour").click()
    bob.wait_for_selector("#bubble-0.shown")


def test_a_rematch_leads_everybody_to_a_new_table(person: Person, served) -> None:
    """One click each: whoever has agreed goes there without another."""
    ann, bob = person(), person()
    path = open_table(ann, LUDO, seats=2)
    sit_down(ann, path)
    sit_down(bob, path)
    served.do(served.runner.abandon(path.removeprefix("/tables/")))
    ann.get_by_role("button", name="Revanche").click()
    agreed = bob.get_by_role("list", name="Qui veut une revanche")
    agreed.wait_for()
    assert [each.startswith("✓") for each in agreed.get_by_role("listitem").all_inner_texts()] == [
        True,
        False,
    ]
    bob.get_by_role("button", name="Accepter la revanche").click()
    for page in (ann, bob):
        page.wait_for_url(lambda url: path_of(url) != path)
        page.wait_for_selector("#status:not(.over)")
        assert page.locator("#seats .yours").count() == 1
    assert path_of(ann.url) == path_of(bob.url) != path


def test_without_scripts_nothing_is_offered_that_needs_them(person: Person) -> None:
    ann, eve = person(), person(java_script_enabled=False)
    path = open_table(ann, LUDO, seats=2)
    sit_down(ann, path)
    eve.goto(path)
    assert "Pour jouer ici, il faut JavaScript" in eve.locator("noscript p").inner_text()
    assert eve.locator("noscript p").is_visible()
    assert eve.locator("#link").is_visible()
    shown = eve.locator("#table button:visible").all_inner_texts()
    assert shown == []
