"""Fingers and keys: targets as wide as a finger, what is meant shown before it is done."""

import math
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Error, Page
from staging import played

from ludotheque.core.game import Game

from .playing import ANSWERED, OFFER, act, tap, wait_for_offer, wait_for_quiet
from .shelf import LUDO, SHELF, Person
from .tables import begin, long, open_table, sit_down

FINGER = 40  # CSS pixels
SMALL = {"has_touch": True, "is_mobile": True}
PHONES = {360: {"width": 360, "height": 640}, 390: {"width": 390, "height": 844}}

# Whatever can be touched and is smaller than a finger; a label makes its box larger.
NARROW = f"""
() => [...document.querySelectorAll(
    "button, a, summary, select, label:has(input), [data-move], [data-pick], .rollable")]
  .filter(each => each.checkVisibility({{visibilityProperty: true}}) && !each.closest(".skip"))
  .map(each => [each.id || each.className || each.tagName, each.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < {FINGER} || box.height < {FINGER}))
  .map(([name, box]) => `${{name}}: ${{box.width}} × ${{box.height}}`)
"""
# The middle of every target on the board, with its move; k of them is brought to the middle of
# the page first.
MIDDLES = """
k => {
  const found = [...document.querySelectorAll(".playground [data-move]")]
    .filter(each => !each.closest(".unpicked"));
  found[k]?.scrollIntoView({block: "center"});
  return found.map(each => [each.dataset.move, each.getBoundingClientRect()])
    .map(([move, box]) => [move, box.x + box.width / 2, box.y + box.height / 2]);
}
"""
ON_THE_BOARD = "([x, y]) => document.elementFromPoint(x, y).closest('.playground') !== null"
PROPOSED = """
() => [...document.querySelectorAll("#sheet:not([hidden]) [data-move]")].map(b => b.dataset.move)
"""
# The number of the last line: there are never more than sixty.
LAST = "() => Number(document.querySelector('#log li:last-child').dataset.line)"
IN_SIGHT = """
selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return scrollY === 0 && box.top >= 0 && box.bottom <= innerHeight;
}
"""


def none_narrow(page: Page) -> None:
    """Every target is as large as a finger, once the page has enlarged those of the board."""
    with suppress(Error):  # then it is told which are not
        page.wait_for_function(f"() => !({NARROW})().length")
    assert page.evaluate(NARROW) == []


def start(page: Page, game: Game, seats: int = 2) -> None:
    sit_down(page, open_table(page, game, seats=seats, **long(game)))
    begin(page)


def reach_a_choice(page: Page) -> dict[str, Any]:
    """Roll until there are moves to choose from and nothing stirs, or the game is over."""
    while (offer := wait_for_offer(page)).get("what") == "#roll":
        act(page, offer, tap)
    wait_for_quiet(page)
    return wait_for_offer(page)


@pytest.mark.parametrize("width", PHONES)
@pytest.mark.parametrize("game", SHELF)
def test_no_target_is_smaller_than_a_finger(person: Person, game: Game, width: int) -> None:
    page = person(**SMALL, viewport=PHONES[width])
    page.goto(open_table(page, game, seats=2))
    none_narrow(page)
    start(page, game)
    wait_for_offer(page)
    wait_for_quiet(page)
    none_narrow(page)
    for turn in range(8):
        if "what" not in reach_a_choice(page):
            break
        none_narrow(page)
        if "what" in (offer := page.evaluate(OFFER, turn * 12)):
            act(page, offer, tap)


@pytest.mark.parametrize("game", SHELF)
def test_a_finger_beside_a_target_finds_it(person: Person, game: Game) -> None:
    """Anywhere in the square of a finger about it: it is among those asked about, or one nearer.

    The browser itself moves a tap to what it takes to be meant.
    """
    page = person(**SMALL, viewport=PHONES[360])
    start(page, game)
    reach_a_choice(page)
    number = page.locator("#table").get_attribute("data-number")
    tried, count = 0, len(page.evaluate(MIDDLES))
    for k in range(min(4, count)):
        for dx, dy in ((0, 0), (-19, -19), (19, 19)):
            middles = page.evaluate(MIDDLES, k)
            move, x, y = middles[k]
            there = (x + dx, y + dy)
            nearest = min(middles, key=lambda each, at=there: math.dist(each[1:], at))[0]
            if not page.evaluate(ON_THE_BOARD, there):  # where the board ends, the dock may begin
                continue
            tried += 1
            page.touchscreen.tap(*there)
            page.wait_for_selector("#sheet:not([hidden])")
            assert {move, nearest} & {*page.evaluate(PROPOSED)}, (dx, dy)
            page.locator("#sheet [data-dismiss]").tap()
            assert not page.locator("#sheet").is_visible()
    assert tried or not count
    assert page.locator("#table").get_attribute("data-number") == number  # nothing was done


def test_a_second_tap_confirms_and_a_mouse_acts_at_once(person: Person) -> None:
    page = person(**SMALL, viewport=PHONES[360])
    start(page, LUDO)
    offer = reach_a_choice(page)
    page.touchscreen.tap(offer["x"], offer["y"])
    assert page.evaluate(PROPOSED) == [offer["what"]]
    before = page.evaluate(LAST)
    (_, x, y) = page.evaluate(MIDDLES)[0]
    page.touchscreen.tap(x, y)
    page.wait_for_function(f"before => ({LAST})() > before", arg=before)
    assert not page.locator("#sheet").is_visible()


# The seats and tools that what there is to do lies over.
COVERED = """
() => {
  const dock = document.querySelector(".dock").getBoundingClientRect();
  return [...document.querySelectorAll("#seats > li, .tools > .tool")]
    .filter(each => each.getBoundingClientRect().bottom > dock.top + 1).map(each => each.outerHTML);
}
"""


@pytest.mark.parametrize("game", SHELF)
def test_board_and_deed_are_in_sight_together(person: Person, game: Game) -> None:
    """With the seats, four of them too, and the tools."""
    page = person(**SMALL, viewport=PHONES[360])
    start(page, game, seats=4)
    wait_for_offer(page)
    for _ in range(4):
        page.evaluate("() => scrollTo(0, 0)")
        assert page.evaluate(IN_SIGHT, "#status")
        assert page.evaluate(IN_SIGHT, "#actions")
        assert page.evaluate(COVERED) == []
        act(page, wait_for_offer(page), tap)
        if "what" not in wait_for_offer(page):
            break


# How far a list of moves reaches over the tools, and whether what it shows of itself is all.
LISTED = """
() => {
  const list = document.querySelector("#actions .moves"), dock = document.querySelector(".dock");
  const tools = document.querySelector(".tools").getBoundingClientRect();
  return {over: Math.max(0, tools.bottom - dock.getBoundingClientRect().top),
    isAll: list.scrollHeight <= list.clientHeight + 8, more: list.matches(".more")};
}
"""


@pytest.mark.parametrize("width", PHONES)
def test_a_long_list_leaves_the_seats_in_sight_and_goes_with_its_choice(
    person: Person, width: int
) -> None:
    page = person(**SMALL, viewport=PHONES[width])
    start(page, next(each.values[0] for each in SHELF if each.id == "rolling-village"))
    reach_a_choice(page)
    page.evaluate("() => scrollTo(0, 0)")
    if width == 390:  # where there is room for everything
        assert page.evaluate(LISTED)["over"] == 0
    page.locator("#actions .all").tap()
    listed = page.evaluate(LISTED)
    assert listed["over"] < 1  # rounding
    assert listed["more"] is not listed["isAll"]
    page.evaluate("() => document.querySelector('#actions .moves').scrollTo(0, 9999)")
    page.wait_for_selector("#actions .moves:not(.more)")
    page.locator("#actions .moves .move").last.tap()
    page.evaluate("() => WebSocket.prototype.send = () => undefined")  # nothing comes of it
    page.locator("#sheet [data-move]").tap()
    page.wait_for_function("() => document.getElementById('actions').offsetHeight === 0")


# How many moves the sheet proposes, whether it says that it goes on, and whether it does.
PROPOSES = """
() => {
  const list = document.querySelector("#sheet ul"), before = list.className;
  list.className = "";
  const more = list.scrollHeight > list.clientHeight + 8;
  list.className = before;
  return [list.childElementCount, before === "more", more];
}
"""


def test_a_sheet_goes_on_only_where_there_is_more(person: Person) -> None:
    """Of three kinds for a cell one is still to come; of one that is all."""
    page = person(**SMALL, viewport=PHONES[360])
    start(page, next(each.values[0] for each in SHELF if each.id == "rolling-village"))
    seen = set()
    while seen < {True, False}:
        reach_a_choice(page)
        (_, x, y), *_ = page.evaluate(MIDDLES, 0)
        page.touchscreen.tap(x, y)
        page.wait_for_selector("#sheet:not([hidden])")
        count, says, is_more = page.evaluate(PROPOSES)
        assert says == is_more, count
        seen.add(is_more)
        changes = page.evaluate("() => changes")
        page.locator("#sheet [data-move]").first.tap()
        page.wait_for_function(ANSWERED, arg=changes)


# Names and units of seats that are cut off, with as many points as there are.
CUT = """
() => {
  for (const each of document.querySelectorAll(".seat .points")) each.textContent = "888";
  return [...document.querySelectorAll(".seat :is(.who, .tally)")].filter(each => {
    const seat = each.closest(".seat").getBoundingClientRect();
    return each.scrollWidth > each.clientWidth + 1
      || each.getBoundingClientRect().right > seat.right;
  }).map(each => each.textContent);
}
"""


@pytest.mark.parametrize("width", PHONES)
def test_names_and_points_stand_in_full_beside_each_other(
    person: Person, served, width: int
) -> None:
    """Of those who are gone too; Spanish has the longest unit."""
    page = person(**SMALL, viewport=PHONES[width], locale="es-ES")
    table = served.do(played(served.runner, LUDO.id, {"seats": 4, "pawns": 4}, steps=2))
    page.goto(f"/tables/{table}")
    page.wait_for_selector(".presence.gone")
    page.evaluate("""() => { document.querySelector(".seat.person .who").firstChild.data =
      "Belette 38" }""")
    assert page.evaluate(CUT) == []


def test_the_roll_is_as_wide_as_the_screen(person: Person) -> None:
    page = person(**SMALL, viewport=PHONES[360])
    start(page, LUDO)
    while wait_for_offer(page)["what"] != "#roll":
        act(page, wait_for_offer(page), tap)
    page.evaluate("() => scrollTo(0, 0)")
    box = page.locator("#roll").bounding_box()
    assert box["width"] > 320
    assert 640 - 80 < box["y"] + box["height"] <= 640


def test_arrows_lead_from_target_to_target_and_enter_takes_one(person: Person) -> None:
    page = person()
    start(page, next(each.values[0] for each in SHELF if each.id == "rolling-village"))
    page.wait_for_selector(".playground [data-move]")
    wait_for_quiet(page)
    places = {move: (x, y) for move, x, y in page.evaluate(MIDDLES)}
    page.locator(".playground [data-move]").first.focus()
    focused = "() => document.activeElement.dataset.move"
    for key, axis, sign in (("ArrowRight", 0, 1), ("ArrowLeft", 0, -1), ("ArrowDown", 1, 1)):
        before = page.evaluate(focused)
        page.keyboard.press(key)
        after = page.evaluate(focused)
        assert after == before or sign * (places[after][axis] - places[before][axis]) > 0
    assert page.evaluate(focused) in places
    page.keyboard.press("Enter")
    page.wait_for_selector("#controls [data-undo=now]:not([hidden])")


def test_taking_back_makes_nothing_jump(person: Person) -> None:
    """It stands beside what there is to do, on a phone and where the board is beside it."""
    for viewport in (PHONES[390], {"width": 1280, "height": 800}):
        page = person(viewport=viewport)
        start(page, LUDO)
        wait_for_offer(page)
        tops = [page.evaluate(TOP_OF_SEATS, is_hidden) for is_hidden in (True, False)]
        assert tops[0] == tops[1]


TOP_OF_SEATS = """
isHidden => {
  document.querySelector("#controls [data-undo=now]").hidden = isHidden;
  return [...document.querySelectorAll("#seats, .tools, #roll")]
    .map(each => each.getBoundingClientRect().top);
}
"""
