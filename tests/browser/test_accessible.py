"""For everybody: axe-core on every page, moves as a labelled list, events announced."""

import pytest
from playwright.sync_api import Page
from staging import played

from ludotheque.core.discovery import game

from .axe import violations
from .playing import act, press, short, wait_for_offer, wait_for_quiet
from .shelf import LUDO, PHONE, SHELF, Person
from .tables import begin, long, open_table, sit_down

SCENES = {
    "by day": {"color_scheme": "light"},
    "by night": {"color_scheme": "dark"},
    "by day on a phone": {"color_scheme": "light", **PHONE},
    "by night on a phone": {"color_scheme": "dark", **PHONE},
}


@pytest.fixture(params=SCENES.values(), ids=SCENES)
def page(request, person: Person) -> Page:
    return person(bypass_csp=True, **request.param)


def check(page: Page) -> None:
    assert violations(page) == []


def test_axe_finds_what_is_wrong(person: Person) -> None:
    """Else the tests below would prove nothing."""
    page = person(bypass_csp=True)
    page.goto("/dice")
    page.evaluate(
        "() => document.querySelector('h1').insertAdjacentHTML('afterend', '<img src=data:,>')"
    )
    assert any("image-alt" in line for line in violations(page))


@pytest.fixture
def forgiving(watch):
    """The page of an error is an error, and so is a picture that is not there."""
    yield
    watch.forgive("404")


def test_quiet_pages(page: Page, forgiving) -> None:
    for path in ("/", "/dice", "/offline", "/nothing"):
        page.goto(path)
        check(page)


def test_home_with_games_on_it(page: Page) -> None:
    sit_down(page, open_table(page, LUDO, seats=2, public="on"))
    page.goto("/")
    check(page)


@pytest.mark.parametrize("game", SHELF)
def test_rules_and_form(page: Page, game) -> None:
    for path in (f"/games/{game.id}", f"/games/{game.id}/new"):
        page.goto(path)
        check(page)


def reach_a_choice(page: Page) -> None:
    """Roll until there are moves to choose from."""
    while (offer := wait_for_offer(page)).get("what") == "#roll":
        act(page, offer)


@pytest.mark.parametrize("game", SHELF)
def test_a_table_from_the_first_seat_to_the_end(page: Page, served, game) -> None:
    path = open_table(page, game, seats=2, **long(game))
    sit_down(page, path)
    check(page)
    begin(page)
    reach_a_choice(page)
    page.locator("details.settings summary").click()
    page.locator("#gestures .more summary").click()
    check(page)
    served.do(served.runner.abandon(path.removeprefix("/tables/")))
    page.wait_for_selector("#status.over")
    check(page)


@pytest.mark.parametrize("game", SHELF)
def test_a_replay(page: Page, served, game) -> None:
    table = served.do(played(served.runner, game.id, short(game, 2), steps=20))
    page.goto(f"/tables/{table}/replay#9")
    page.wait_for_function("() => document.getElementById('told').textContent")
    check(page)


def test_menus_open(page: Page) -> None:
    page.goto(open_table(page, LUDO, seats=2))
    for menu in page.locator("header details.menu summary").all():
        menu.click()
        check(page)


# By ear and by keyboard


@pytest.mark.parametrize("game", SHELF)
def test_moves_are_a_list_with_names(person: Person, game) -> None:
    page = person()
    sit_down(page, open_table(page, game, seats=2, **long(game)))
    begin(page)
    reach_a_choice(page)
    moves = page.get_by_role("list", name="Coups possibles").get_by_role("button")
    names = moves.all_inner_texts()
    assert names
    assert all(len(name) > 2 for name in names)
    assert len(set(names)) == len(names)  # told apart by their names


@pytest.mark.parametrize("game", SHELF)
def test_what_happens_is_announced(person: Person, game) -> None:
    page = person()
    sit_down(page, open_table(page, game, seats=2))
    begin(page)
    wait_for_offer(page)
    say = page.locator("#say[aria-live=polite]")
    page.evaluate("() => { document.getElementById('say').textContent = '' }")
    act(page, wait_for_offer(page))
    page.wait_for_function("() => document.getElementById('say').textContent")
    assert say.count() == 1


def test_the_keyboard_finds_its_way_back(person: Person, served) -> None:
    """Whoever plays by keyboard is back at the buttons when it is her turn again."""
    page = person()
    sit_down(page, open_table(page, LUDO, seats=2))
    begin(page)
    press(page, wait_for_offer(page))
    for _ in range(8):
        offer = wait_for_offer(page)
        tabs = 0
        while not page.evaluate("() => document.activeElement.matches('#roll, [data-move]')"):
            page.keyboard.press("Tab")
            tabs += 1
            assert tabs < 4
        page.keyboard.press("Enter")
        page.wait_for_function("before => changes > before", arg=offer["changes"])


def test_what_others_do_leaves_the_keyboard_and_an_open_list_where_they_are(person: Person) -> None:
    """Where all play at once: on the board, and in the list of moves with all of them shown."""
    ann, bob = person(viewport={"width": 1000, "height": 500}), person()
    path = open_table(ann, game("rolling-village"), seats=2)
    for page in (ann, bob):
        sit_down(page, path)
    focused = "() => document.activeElement.dataset.move"
    ann.wait_for_selector(".playground [data-move]")
    ann.locator("#actions .all").click()
    for place in ("#actions .unfolded", ".playground"):
        target = ann.locator(f"{place} [data-move]").nth(3)
        target.focus()
        move = ann.evaluate(focused)
        changes = ann.evaluate("() => changes")
        act(bob, wait_for_offer(bob))
        ann.wait_for_function("before => changes > before", arg=changes)
        wait_for_quiet(ann)
        assert ann.locator(place).count() == 1
        assert ann.evaluate(focused) == move


def test_the_skip_link_leads_past_the_header(person: Person) -> None:
    page = person()
    page.goto("/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.getElementById('main').contains(document.activeElement)")


def test_both_themes_can_be_chosen_and_last(person: Person) -> None:
    page = person(color_scheme="light")
    page.goto("/")
    ground = "() => getComputedStyle(document.body).color"
    by_day = page.evaluate(ground)
    while page.get_attribute("html", "data-theme") != "dark":
        page.locator("[data-theme-switch]").click()
    assert page.evaluate(ground) != by_day
    page.goto("/dice")
    assert page.get_attribute("html", "data-theme") == "dark"
