"""A hint in every box that has one, and the bar of chances for whoever watches."""

import json
import re

import pytest
from playwright.sync_api import Page, expect
from serving import Served
from staging import play_out

from ludotheque.core.discovery import games
from ludotheque.table import Person as Player

from .axe import violations
from .shelf import PHONE, Person
from .tables import POST, begin, path_of, sit_down

BOXES = [box.id for game in games().values() if game.has_brain for box in game.boxes]
FIRST = 90_000  # milliseconds: kernels may have to be compiled
SCENES = ({"color_scheme": "light"}, {"color_scheme": "dark", **PHONE})


def before_a_choice(served: Served, page: Page, box: str, **fields: str) -> str:
    """Sit down with bots, and let the house play on until there is something to choose."""
    form = {"spectators": "on", "option.seats": "2", **fields}
    page.goto("/dice")
    path = path_of(page.evaluate(POST, [f"/games/{box}/tables", form]))
    sit_down(page, path)
    begin(page)
    served.do(reach(served, path.rpartition("/")[2]))
    expect(page.locator("#ask-hint")).to_be_visible()
    return path


async def reach(served: Served, table: str) -> None:
    runner = served.runner
    await runner.idle()
    (id, *_), names = await runner.persons(table), (await runner.view(table)).names
    while len((await runner.view(table, 0)).moves) < 2:
        await play_out(runner, table, [Player(id or "", names[0])], steps=1)


@pytest.mark.parametrize(("number", "box"), list(enumerate(BOXES)), ids=BOXES)
def test_a_hint_is_named_shown_and_explained(
    served: Served, person: Person, number: int, box: str
) -> None:
    page = person(bypass_csp=True, **SCENES[number % 2])
    before_a_choice(served, page, box)
    page.get_by_role("button", name="Un conseil ?").click()
    hint = page.get_by_role("region", name="Un conseil")
    expect(hint).to_be_visible(timeout=FIRST)
    assert hint.locator(".reasons li").count()
    move = hint.locator("[data-move]").get_attribute("data-move")
    lit = page.locator(".playground .pointed")
    expect(lit.first).to_be_attached()
    expect(page.locator("#log li").last).to_have_text(re.compile("demande un conseil"))
    expect(hint.locator(".chances")).to_be_hidden()
    assert page.evaluate(IS_WHOLE)
    hint.get_by_role("button", name="Voir les chances").click()
    chances = hint.locator(".chances li")
    assert 2 <= chances.count() <= 5
    expect(chances.first).to_have_text(re.compile(r"\d+\s%|\d points"))
    assert violations(page) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    hint.locator(f'[data-move="{move}"]').click()
    expect(hint).to_be_hidden()
    expect(page.locator(".playground .pointed")).to_have_count(0)


# Whether the button shows all its words and nothing else.
IS_WHOLE = """
() => {
  const button = document.querySelector("#hint .more");
  const {content} = getComputedStyle(button, "::after");
  return button.scrollWidth <= button.clientWidth && content === "none";
}
"""


def test_a_hint_is_closed_by_key_and_asked_for_again(served: Served, person: Person) -> None:
    page = person()
    before_a_choice(served, page, "ludo")
    page.locator("#ask-hint").focus()
    for _ in range(2):
        page.keyboard.press("Enter")
        expect(page.locator("#hint")).to_be_visible(timeout=FIRST)
        page.locator("#hint .close").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#hint")).to_be_hidden()
        expect(page.locator("#ask-hint")).to_be_focused()
    assert page.locator("#log li", has_text="demande un conseil").count() == 1


def test_whoever_watches_switches_the_chances_on(served: Served, person: Person) -> None:
    path = before_a_choice(served, player := person(), "ludo", odds="on")
    expect(player.get_by_role("button", name="Les chances")).to_be_hidden()
    page = person(bypass_csp=True, **SCENES[1])
    with page.expect_websocket() as connected:
        page.goto(path)
    button = page.get_by_role("button", name="Les chances")
    button.click()
    figure = page.locator("#odds")
    expect(figure).to_contain_text(re.compile(r"\d+\s% · .*\d+\s%"), timeout=FIRST)
    assert violations(page) == []
    with connected.value.expect_event("framereceived", lambda frame: '"odds"' in frame) as told:
        player.locator("#controls [data-move]").first.click()
    expect(figure).to_have_text(json.loads(told.value)["odds"][1])
    button.click()
    expect(figure).to_be_hidden()
