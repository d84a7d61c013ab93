"""What moves, and what is said of it on the board: dice, captions, the last move, sounds."""

import json
import re
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute

from ludotheque.core.discovery import game
from ludotheque.core.game import Game

from .playing import AT_REST, act, wait_for_offer, wait_for_quiet
from .shelf import LUDO, SHELF, Person
from .tables import begin, open_table, sit_down

MOVING = {"reduced_motion": "no-preference"}
# Every face that a die shows, and every caption with where the turn and a die in vain were then,
# and which dice one saw.
WATCH = """
window.faces = []; window.captions = [];
addEventListener("DOMContentLoaded", () => new MutationObserver(list => {
  for (const {target, attributeName, addedNodes} of list) {
    if (attributeName === "href" && target.closest(".die")) faces.push(target.getAttribute("href"));
    for (const node of addedNodes) if (node.className === "caption") captions.push(
      [node.textContent, ...["turn", "spent"].map(id => document.getElementById(id)
        ?.getAttribute("class").match(/x\\d+ y\\d+/)[0]),
      [...document.querySelectorAll("#pieces .die")].filter(
        die => die.checkVisibility({visibilityProperty: true})).map(die => die.id)]);
  }
}).observe(document, {subtree: true, childList: true, attributes: true}));
"""
# Every piece: where it stands, what it is made of, what is written on it.
PIECES = """
() => JSON.stringify([...document.querySelectorAll("#pieces > *")].map(piece => [
  piece.id, getComputedStyle(piece).transform, piece.textContent,
  [...piece.querySelectorAll("use:not(.mark)")].map(use => use.getAttribute("href"))]))
"""
SETTING = """value => { localStorage["ludotheque.settings"] = JSON.stringify(value) }"""


def start(page: Page, game: Game = LUDO, seats: int = 2) -> None:
    page.add_init_script(WATCH)
    sit(page, game, seats)


def sit(page: Page, game: Game = LUDO, seats: int = 2) -> None:
    sit_down(page, open_table(page, game, seats=seats))
    begin(page)


def lines(page: Page) -> int:
    return page.locator("#log .board").count()


def roll_until(page: Page, wanted: str) -> list[Any]:
    """Roll until a caption says something; what was seen with it. Lucky games end before that."""
    for _ in range(200):
        offer = wait_for_offer(page)
        found = [each for each in page.evaluate("() => captions") if re.search(wanted, each[0])]
        if found:
            return found[0]
        if offer["over"]:
            sit(page)
        elif offer["what"] == "#roll":
            page.keyboard.press("Space")
        else:
            act(page, offer)
        page.wait_for_timeout(50)
    raise AssertionError(page.evaluate("() => captions"))


def test_the_die_on_the_board_is_a_button_while_it_is_ones_own(person: Person) -> None:
    page = person()
    start(page)
    wait_for_offer(page)
    before = lines(page)
    page.locator("#pieces .rollable").first.click()
    page.wait_for_function("n => document.querySelectorAll('#log .board').length > n", arg=before)


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_a_key_rolls_where_no_control_has_the_keyboard(person: Person, key: str) -> None:
    page = person()
    start(page)
    wait_for_offer(page)
    page.evaluate("() => document.activeElement.blur()")
    before = lines(page)
    page.keyboard.press(key)
    page.wait_for_function("n => document.querySelectorAll('#log .board').length > n", arg=before)


def test_a_rolling_die_shows_one_face_after_another(person: Person) -> None:
    page = person(**MOVING)
    start(page)
    wait_for_offer(page)
    page.evaluate("() => { faces.length = 0 }")
    page.keyboard.press("Space")
    page.wait_for_function("() => faces.length >= 5")
    assert len(set(page.evaluate("() => faces"))) > 1
    wait_for_offer(page)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_roll_in_vain_says_why_before_the_turn_passes(person: Person, motion: str) -> None:
    page = person(reduced_motion=motion)
    start(page)
    text, turn, die, seen = roll_until(page, "il faut un 6 pour sortir")
    assert re.fullmatch(r"[1-5]\s: il faut un 6 pour sortir", text)
    (x, y), (at_x, at_y) = (map(int, re.findall(r"\d+", place)) for place in (turn, die))
    assert abs(x - at_x) + abs(y - at_y) < 60  # it is still the turn of whoever rolled
    assert seen == ["spent"]  # no die to be thrown lies above it


def test_the_only_move_is_made_after_a_moment(person: Person) -> None:
    """A single pawn: whatever can be done once it is out is forced."""
    page = person()
    page.goto("/dice")
    page.evaluate(SETTING, {"pace": "instant"})
    start(page)
    page.wait_for_selector("#roll")
    for _ in range(80):
        if page.locator("#log li:has-text('avance un pion')").count():
            return
        if page.locator("#roll").count():
            page.keyboard.press("Space")
        page.wait_for_timeout(150)
    raise AssertionError(page.inner_text("#log"))


def test_the_only_move_waits_for_a_tip_to_be_read(person: Person) -> None:
    page = person(wants_tips=True)
    page.goto("/dice")
    page.evaluate(SETTING, {"pace": "instant"})
    send = scene(page)
    page.wait_for_selector("#coach:not([hidden])")
    send({"mine": {"me": 0, "turn": "À vous", "moves": [["0>1", "Sortir", ["p-0-0"], [], "", ""]]}})
    page.wait_for_selector("#actions [data-move]")
    page.wait_for_timeout(1500)
    assert page.locator("#actions:not(.busy) [data-move]").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_selector("#toast.shown")  # it is made: the house knows no such move


def test_who_wants_to_make_every_move_herself_does(person: Person) -> None:
    page = person()
    page.goto("/dice")
    page.evaluate(SETTING, {"pace": "instant", "forced": False})
    start(page)
    for _ in range(80):
        if page.locator("#actions:not(.busy) [data-move]").count():
            break
        page.keyboard.press("Space")
        page.wait_for_timeout(150)
    wait_for_quiet(page)
    before = lines(page)
    page.wait_for_timeout(1500)
    assert lines(page) == before


def test_sounds_are_one_tap_away_and_remembered(person: Person) -> None:
    page = person()
    start(page)
    button = page.locator(".tools [data-setting=sound]")
    assert button.get_attribute("aria-pressed") == "false"
    assert min(button.bounding_box()["width"], button.bounding_box()["height"]) >= 40
    button.click()
    page.reload()
    assert button.get_attribute("aria-pressed") == "true"
    act(page, wait_for_offer(page))  # and nothing complains


@pytest.mark.parametrize("id", ["superludo", "ludoville", "rolling-village"])
def test_the_last_move_is_shown_again_and_changes_nothing(person: Person, id: str) -> None:
    page = person(**MOVING)
    page.goto("/dice")
    page.evaluate(SETTING, {"forced": False})
    start(page, game(id))
    for _ in range(3):
        act(page, wait_for_offer(page))
    wait_for_quiet(page)
    wait_for_offer(page)
    page.wait_for_function(AT_REST)
    before, told = page.evaluate(PIECES), lines(page)
    page.evaluate(
        "() => { captions.length = 0; window.shown = 0; const play = Element.prototype.animate;"
        " Element.prototype.animate = function (...a) { shown++; return play.apply(this, a) } }"
    )
    page.click("#again")
    page.wait_for_function("() => shown > 0")
    wait_for_offer(page)
    page.wait_for_function(f"before => ({PIECES})() === before", arg=before)
    assert lines(page) == told


@pytest.mark.parametrize("game", SHELF)
def test_the_first_thing_to_do_comes_soon(person: Person, game: Game) -> None:
    """At a table of bots, with motion: what they do before is shown in a few seconds at most."""
    page = person(**MOVING)
    sit_down(page, open_table(page, game, seats=4))
    begin(page)
    page.wait_for_selector("#status.mine, #status.over", timeout=8_000)


# A town in the middle of the map; then a tile that closes it, and changes how another looks.
TOWN = [[f"t-{x}-{y}", "lv-castle", 300 + 64 * x, 200 + 64 * y] for x in range(5) for y in range(4)]
CLOSED = {
    "cue": "move",
    "set": [["t-1-1", "lv-cathedral", 364, 264]],
    "new": [["t-4-3", ["t-close", "lv-market", 428, 264, 70]]],
    "ways": {"t-close": [[500, 700], [428, 264]]},
    "cues": [["close", "t-close"]],
    "caption": "Les remparts sont fermés",
}
# What a caption found when it came, and how much it hides of the town.
HIDES = """
() => {
  const box = document.querySelector(".caption").getBoundingClientRect();
  const tiles = [...document.querySelectorAll("[id^=t-]")].map(x => x.getBoundingClientRect());
  const hides = tiles.filter(each => each.left < box.right - 1 && box.left < each.right - 1
    && each.top < box.bottom - 1 && box.top < each.bottom - 1);
  return {look: document.querySelector("#t-1-1 use").getAttribute("href"), hides: hides.length,
    seen: box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth};
}
"""


@pytest.mark.parametrize("width", [1280, 390])
def test_words_come_with_what_one_sees_and_hide_none_of_it(person: Person, width: int) -> None:
    page = person(**MOVING, viewport={"width": width, "height": 844})
    send = scene(page, game("ludoville"))
    send({"pieces": TOWN})
    send({"shots": [CLOSED]})
    page.wait_for_selector(".caption:text('remparts')")
    assert page.evaluate(HIDES) == {"look": "#s-lv-cathedral", "hides": 0, "seen": True}


# Two pawns on one house, the one that is hit below the other; a long line about it.
MET = [["p-0-0", "pawn-red", 300, 300], ["p-1-0", "pawn-green", 300, 300]]
HIT = {
    "cue": "move",
    "set": [["p-0-0", "pawn-red", 80, 80]],
    "cues": [["hit", "p-0-0"]],
    "caption": "Églantine capture Belette 38 +5 et rejoue",
}
HIT_ABOVE = """
() => [...document.querySelectorAll("#p-1-0 ~ .passing use")]
  .some(use => use.getAttribute("href") === "#s-pawn-red")
"""
# The pixels left of a caption beside its longest line, without its margins.
SLACK = """
() => {
  const box = document.querySelector(".caption"), text = document.createRange();
  text.selectNodeContents(box);
  const {paddingLeft, paddingRight} = getComputedStyle(box);
  const margins = parseFloat(paddingLeft) + parseFloat(paddingRight);
  return box.offsetWidth - margins - text.getBoundingClientRect().width;
}
"""


def test_what_is_hit_is_seen_and_told_in_a_box_of_its_size(person: Person) -> None:
    page = person(**MOVING, viewport={"width": 390, "height": 844})
    send = scene(page)
    send({"pieces": MET})
    send({"shots": [HIT]})
    page.wait_for_function(HIT_ABOVE)
    page.wait_for_selector(".caption")
    assert page.evaluate(SLACK) < 2
    page.wait_for_function("() => !document.querySelector('.passing, #pieces .lifted')")


def test_who_captures_walks_above_the_captured(person: Person) -> None:
    page = person(**MOVING)
    send = scene(page)
    send({"pieces": [["p-0-0", "pawn-red", 100, 300], ["p-1-0", "pawn-green", 300, 300]]})
    move = {"set": [["p-0-0", "pawn-red", 300, 300], ["p-1-0", "pawn-green", 80, 80]]}
    way = {"ways": {"p-0-0": [[100, 300], [200, 300], [300, 300]]}, "cues": [["hit", "p-1-0"]]}
    send({"shots": [{"cue": "move", **move, **way}]})
    page.wait_for_selector("#p-1-0 ~ #p-0-0", state="attached")
    page.wait_for_selector("#p-0-0 ~ #p-1-0", state="attached")  # and is then among the others


# What a caption hides of a piece, in square pixels, where that stands in the end.
HIDDEN = """
id => {
  const [box, piece] = [document.querySelector(".caption"), document.getElementById(id)]
    .map(each => each.getBoundingClientRect());
  const across = Math.min(box.right, piece.right) - Math.max(box.left, piece.left);
  const down = Math.min(box.bottom, piece.bottom) - Math.max(box.top, piece.top);
  return across > 0 && down > 0 ? across * down : 0;
}
"""


def test_words_about_what_is_hit_leave_its_way_home_in_sight(person: Person) -> None:
    page = person(**MOVING, viewport={"width": 390, "height": 844})
    send = scene(page)
    send({"pieces": MET})
    send({"shots": [{**HIT, "set": [["p-0-0", "pawn-red", 300, 360]]}]})
    page.wait_for_selector(".caption")
    page.wait_for_selector("#p-0-0.y360")
    page.wait_for_function("() => !document.querySelector('#p-0-0').getAnimations().length")
    assert page.evaluate(HIDDEN, "p-0-0") < 20


def test_a_tile_is_in_a_hand_or_on_its_way_and_never_both(person: Person) -> None:
    page = person(**MOVING)
    send = scene(page)
    send({"pieces": [["hand", "pawn-red", 80, 80], ["hit", "pawn-blue", 90, 300]]})
    page.wait_for_selector("#hand", state="attached")
    tile = ["tile", "pawn-red", 300, 300]
    shot = {"cue": "move", "gone": ["hand", "hit"], "new": [["", tile]], "cues": [["hit", "hit"]]}
    send({"shots": [{**shot, "ways": {"tile": [[80, 80], [300, 300]]}}]})
    page.wait_for_selector("#tile", state="attached")
    assert page.locator("#hand").count() == 0
    assert page.locator("#hit").count() == 1  # what is hit is hit first
    page.wait_for_selector("#hit", state="detached")


# What a pawn is drawn with, kept to be looked for later.
KEEP_DRAWN = "() => { window.drawn = document.querySelector('#p-0-0 use') }"
SHOWN = """
() => [document.querySelector("#p-0-0 use").getAttribute("href"), drawn.isConnected,
  document.querySelectorAll("#p-0-0 > *").length]
"""


def test_a_piece_that_goes_elsewhere_is_not_drawn_anew(person: Person) -> None:
    """Styling its parts again is most of what a move costs a slow phone."""
    page = person()
    send = scene(page)
    send({"pieces": MET})
    page.wait_for_selector("#p-0-0.x300")
    page.evaluate(KEEP_DRAWN)
    send({"shots": [{"cue": "move", "set": [["p-0-0", "pawn-red", 80, 80]]}]})
    page.wait_for_selector("#p-0-0.x80")
    assert page.evaluate(SHOWN) == ["#s-pawn-red", True, 1]
    send({"shots": [{"cue": "move", "set": [["p-0-0", "pawn-blue", 80, 80]]}]})
    page.wait_for_selector("#p-0-0 [href='#s-pawn-blue']", state="attached")
    assert page.evaluate(SHOWN) == ["#s-pawn-blue", False, 1]


def scene(page: Page, box: Game = LUDO) -> Callable[[dict[str, Any]], None]:
    """A game under way on a page, and how to send it frames after all that it has seen."""
    sockets: list[WebSocketRoute] = []
    page.route_web_socket("**/live*", lambda socket: sockets.append(relayed(socket)))
    start(page, box)
    wait_for_offer(page)
    numbers = count(9_000)
    usual = {"turn": "", "acting": [], "scores": [0, 0]}

    def send(more: dict[str, Any]) -> None:
        frame = {} if "mine" in more else {"number": next(numbers), **usual}
        sockets[-1].send(json.dumps({**frame, **more}))

    return send


def relayed(socket: WebSocketRoute) -> WebSocketRoute:
    """The page's connection, to which a test can add frames of its own."""
    socket.connect_to_server()
    return socket
