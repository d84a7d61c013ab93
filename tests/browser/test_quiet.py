"""What must not happen: requests to elsewhere, broken policies, a page that jumps.

Every test of this folder fails on an error in the console or a request to elsewhere; here
are those that look for more.
"""

import pytest

from ludotheque.core.game import Game

from .playing import AT_REST, act, wait_for_offer, wait_for_quiet
from .shelf import PHONE, SHELF, Person
from .tables import POST, begin, open_table, sit_down

WIDE = {"viewport": {"width": 1280, "height": 860}}
BOX = """
() => {
  const box = document.querySelector(".playground svg").getBoundingClientRect();
  const board = document.querySelector(".playground");
  const isSticky = getComputedStyle(board).position === "sticky";  // it stays in sight, then
  return [box.x, isSticky ? 0 : box.y + scrollY, box.width, box.height].map(Math.round);
}
"""
# Whole parts of the page that the browser saw jump; a text that reads differently is none.
NOTE_SHIFTS = """
window.shifts = [];
const parts = () => [...document.querySelectorAll(".dock > *, .seat")]
  .filter(each => each.offsetHeight).map(each => `${each.offsetHeight} ${each.innerText}`);
new PerformanceObserver(list => {
  const sources = list.getEntries().flatMap(entry => entry.sources);
  for (const {node, previousRect, currentRect} of sources) {
    if (!node?.parentElement?.matches(".side, .table, .playground")) continue;
    const by = currentRect.y - previousRect.y;
    if (!(node instanceof Element) || !by) continue;
    shifts.push(`${node.id || node.className}: ${by}, ${parts()}`);
  }
}).observe({type: "layout-shift", buffered: true});
"""
LONG = "Maximilienne de la Tour"
EVIL = "<b>a</b>&amp;"


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", SHELF)
def test_the_board_stays_where_it_is_when_moves_arrive(person: Person, game: Game, size) -> None:
    page = person(**size)
    sit_down(page, open_table(page, game, seats=3))
    begin(page)
    wait_for_offer(page)
    place = page.evaluate(BOX)
    for _ in range(12):
        offer = wait_for_offer(page)
        assert page.evaluate(BOX) == place
        if offer["over"]:
            break
        act(page, offer)
        assert page.evaluate(BOX) == place


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", SHELF)
def test_nothing_jumps_for_who_watches(person: Person, game: Game, size) -> None:
    """The browser's own measure, on a page on which nobody clicks; some names are long."""
    ann, eve = person(), person(**size)
    eve.add_init_script(NOTE_SHIFTS)
    path = open_table(ann, game, seats=3)
    ann.evaluate(POST, ["/name", {"name": LONG}])
    sit_down(ann, path)
    begin(ann)
    wait_for_offer(ann)
    eve.goto(path)
    for _ in range(10):
        offer = wait_for_offer(ann)
        if offer["over"]:
            break
        act(ann, offer)
    wait_for_quiet(eve)
    assert eve.locator("#log .board").count() > 0
    assert eve.evaluate("() => shifts") == []


def test_a_page_of_each_kind_respects_the_policy(person: Person, watch) -> None:
    page = person()
    page.add_init_script(
        "addEventListener('securitypolicyviolation', event =>"
        " console.error('policy', event.violatedDirective, event.blockedURI))"
    )
    for path in ("/", "/dice", "/games/ludo", "/games/ludo/new"):
        page.goto(path, wait_until="networkidle")
    sit_down(page, open_table(page, SHELF[0].values[0], seats=2))
    begin(page)
    page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'window.bad = 1';"
        " document.body.append(s) }"
    )
    assert page.evaluate("() => window.bad") is None
    assert any("policy script-src" in line for line in watch.seen)  # it would have been noticed
    watch.forgive("policy script-src", "inline script")


@pytest.mark.parametrize("game", SHELF)
def test_a_name_is_text_on_the_board_and_in_the_log(person: Person, game: Game) -> None:
    """Frames and logs are data: whatever people call themselves, a page makes text of it."""
    page = person()
    path = open_table(page, game, seats=2)
    page.evaluate(POST, ["/name", {"name": EVIL}])
    sit_down(page, path)
    begin(page)
    act(page, wait_for_offer(page))
    assert EVIL in page.inner_text("#log")
    assert EVIL[:8] in page.locator(".playground svg").text_content()
    assert page.locator("#log b, .playground svg b").count() == 0


@pytest.mark.parametrize("game", SHELF)
def test_a_slow_game_with_motion_ends_where_the_quick_one_does(person: Person, game: Game) -> None:
    """Pieces glide, and a click skips that; what is drawn in the end is the same."""
    page = person(reduced_motion="no-preference")
    page.add_init_script(NOTHING_BY_ITSELF)
    path = open_table(page, game, seats=2)
    sit_down(page, path)
    begin(page)
    for _ in range(6):
        offer = wait_for_offer(page)
        if offer["over"]:
            break
        act(page, offer)
    wait_for_offer(page)
    page.wait_for_function(AT_REST)
    seen = page.evaluate(PLACES)
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    wait_for_offer(page)
    assert page.evaluate(PLACES) == seen


NOTHING_BY_ITSELF = """
localStorage["ludotheque.settings"] = '{"forced": false}'  // nor while the page comes anew
"""
PLACES = """
() => Object.fromEntries([...document.querySelectorAll("#pieces [id]")].map(
  piece => [piece.id, getComputedStyle(piece).transform]))
"""
