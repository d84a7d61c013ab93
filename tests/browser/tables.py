"""Opening tables, by the form and without it."""

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from ludotheque.core.game import Game

from .playing import short


def fill_in(page: Page, game: Game, seats: int, *, names: Sequence[str] = (), **fields: Any) -> str:
    """Open a table by the form that the page has for it, with people of these names; its path."""
    page.goto(f"/games/{game.id}/new")
    options = {f"option.{name}": value for name, value in short(game, seats).items()}
    for name, value in (options | fields).items():
        _choose(page, name, value)
    page.get_by_role("button", name="Ouvrir la table").click()
    for name in names:
        page.get_by_role("textbox", name="Son nom").fill(name)
        page.keyboard.press("Enter")
    page.wait_for_selector("#seats .yours")
    return path_of(page.url)


def _choose(page: Page, name: str, value: Any) -> None:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    field = page.locator(f'[name="{name}"]')
    kind = field.first.get_attribute("type")
    if kind == "radio":
        page.locator(f'label:has([name="{name}"][value="{text}"])').click()
    elif kind == "checkbox":
        field.set_checked(bool(value))
    elif kind is None:
        field.select_option(text)
    else:
        field.fill(text)


def open_table(page: Page, game: Game, seats: int, **fields: Any) -> str:
    """Open the same table as who knows the form by heart; its path."""
    options = {f"option.{name}": str(value) for name, value in short(game, seats).items()}
    form = {"spectators": "on", **options, **fields}
    page.goto("/dice")
    return path_of(page.evaluate(POST, [f"/games/{game.id}/tables", form]))


def long(game: Game) -> dict[str, Any]:
    """Fields of a table whose game does not end before somebody has had a choice."""
    return {"option.pawns": 4} if game.id == "ludo" else {}


POST = """
async ([path, form]) => {
  const answer = await fetch(path, {method: "POST", body: new URLSearchParams(form)});
  return answer.url;
}
"""


def sit_down(page: Page, path: str) -> None:
    """Follow an invitation."""
    page.goto(f"{path}#sit=1")
    page.wait_for_selector("#seats .yours")


def begin(page: Page) -> None:
    """Let bots have the empty seats, where there are any."""
    if page.locator("#seats .free").count():
        page.get_by_role("button", name="Commencer avec des robots").click()
    page.wait_for_selector("#status:not(.open)")


def path_of(address: str) -> str:
    """The path of the table that an address names."""
    found = re.search(r"/tables/[^/#?]+", address)
    assert found, address
    return found[0]
