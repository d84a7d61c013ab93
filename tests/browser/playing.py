"""Playing by what a page offers: it knows no game, only buttons and pieces that carry moves."""

import random
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from playwright.sync_api import Page, TimeoutError

from ludotheque.core.game import Game

Hand = Callable[[Page, dict[str, Any]], None]

# What the page offers now, if anything: one thing to do (k of a hundred: which), and a place
# where a finger finds it, from its middle outwards; none where something else lies above it.
OFFER = """
k => {
  const GRID = [0.5, 0.35, 0.65, 0.2, 0.8, 0.08, 0.92].flatMap(
    (right, _, all) => all.map(down => [right, down]));
  const status = document.getElementById("status");
  if (!status) return {over: false, changes: 0};  // the page that leads to the table is still shown
  const found = [...document.querySelectorAll("#roll, #controls [data-move], svg [data-move]")]
    .filter(each => each.checkVisibility({visibilityProperty: true}) && !each.closest(".unpicked"));
  const over = status.classList.contains("over");
  if (over || !status.classList.contains("mine") || !found.length) return {over, changes};
  const target = found[Math.floor(k * found.length / 100)];
  target.scrollIntoView({block: "center"});
  const box = target.getBoundingClientRect();
  const what = target.dataset.move ?? "#roll";
  for (const [right, down] of GRID) {
    const [x, y] = [box.x + box.width * right, box.y + box.height * down];
    const hit = document.elementFromPoint(x, y);
    const same = hit?.closest("[data-move]")?.dataset.move;
    // A finger may mean several targets: a sheet asks which.
    const isNear = same !== undefined && matchMedia("(pointer: coarse)").matches;
    if (target.contains(hit) || isNear || (same !== undefined && same === target.dataset.move))
      return {over, changes, what, x, y};
  }
  const above = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return {over, changes, what, above: above?.outerHTML.slice(0, 200)};
}
"""
CHANGED = "before => window.changes > before"
# Whether more has changed than that what was offered is withdrawn.
ANSWERED = f"before => ({CHANGED})(before) && !document.querySelector('#actions.busy')"


# Until the page has drawn what a click changed.
SEEN = "() => new Promise(done => requestAnimationFrame(() => setTimeout(() => setTimeout(done))))"

FEWER = ("pawns", "rounds")  # options by which a game is shorter the fewer there are


def short(game: Game, seats: int) -> dict[str, Any]:
    """Options under which a game for so many, or the fewest above, is as short as it can be."""
    chosen = {}
    for option in game.options:
        if option.name == "seats":
            enough = [value for value in option.values if value >= seats]
            chosen["seats"] = min(enough or [max(option.values)])
        elif option.name in FEWER:
            chosen[option.name] = min(option.values)
    return chosen


def click(page: Page, offer: dict[str, Any]) -> None:
    """As with a mouse."""
    page.mouse.click(offer["x"], offer["y"])


def tap(page: Page, offer: dict[str, Any]) -> None:
    """As with a finger: what it touches is shown first, and confirmed in the sheet."""
    page.touchscreen.tap(offer["x"], offer["y"])
    if offer["what"] != "#roll":
        page.locator(f"""#sheet:not([hidden]) [data-move="{offer["what"]}"]""").tap()


def press(page: Page, offer: dict[str, Any]) -> None:
    """By keyboard alone: on to something that can be done, then Enter."""
    for _ in range(100):
        if page.evaluate(IS_FOCUSED):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{offer['what']} cannot be reached by keyboard")


IS_FOCUSED = "() => document.activeElement.matches('#roll, [data-move]')"


def act(page: Page, offer: dict[str, Any], hand: Hand = click) -> None:
    """Do what is offered, and wait for what comes of it."""
    assert "x" in offer, f"{offer['what']} is covered by {offer.get('above')}"
    hand(page, offer)
    page.evaluate(SEEN)  # then what was offered is withdrawn, where there was no answer yet
    page.wait_for_function(ANSWERED, arg=offer["changes"])


def play_out(hands: Mapping[Page, Hand], seconds: float = 150) -> None:
    """Play until the game is over on every page, on each by a hand of its own."""
    choice, end = random.Random(len(hands)), time.monotonic() + seconds
    while True:
        offers = {page: page.evaluate(OFFER, choice.randrange(100)) for page in hands}
        if all(offer["over"] for offer in offers.values()):
            return
        page, offer = next((each for each in offers.items() if "what" in each[1]), (None, {}))
        if page:
            act(page, offer, hands[page])
        else:
            wait_a_little(*next(iter(offers.items())))
        assert time.monotonic() < end, [each.inner_text("#table") for each in hands]


def wait_for_offer(page: Page) -> dict[str, Any]:
    """What the page offers, as soon as it offers something."""
    offered = page.wait_for_function(
        f"() => {{ const offer = ({OFFER})(0); return (offer.what || offer.over) && offer }}"
    )
    offer: dict[str, Any] = offered.json_value()
    return offer


def wait_for_quiet(page: Page) -> None:
    """Until nothing has changed on a page for a while."""
    while page.evaluate(QUIET):
        pass


# How often the page changed within a moment.
QUIET = """
() => { const before = changes;
  return new Promise(tell => setTimeout(() => tell(changes - before), 400)) }
"""


# Whether nothing moves any more; what waits to be clicked may glow.
AT_REST = """
() => document.getAnimations().every(a => a instanceof CSSAnimation || a.playState !== "running")
"""


def wait_a_little(page: Page, offer: dict[str, Any]) -> None:
    """Until the page changes, but not for long: another page may have changed already."""
    with suppress(TimeoutError):
        page.wait_for_function(CHANGED, arg=offer["changes"], timeout=200)
