"""Puzzles: in each box one is tried, taken back and solved, on a phone."""

import pytest
from playwright.sync_api import expect

from ludotheque.analysis.puzzles import puzzles_of
from ludotheque.core.discovery import boxes

from .axe import violations
from .shelf import PHONE, Person

SHELF = [id for id, (game, box) in boxes().items() if puzzles_of(game, box)]

# The buttons that are not wholly in sight, or narrower than a finger.
CUT_OFF = """
() => [...document.querySelectorAll(".turns > *")].filter(each => each.checkVisibility())
  .filter(each => each.offsetWidth < 40 || each.getBoundingClientRect().right > innerWidth)
  .map(each => each.id)
"""


@pytest.mark.parametrize("id", SHELF)
def test_one_is_missed_and_then_found(person: Person, id: str) -> None:
    puzzle = puzzles_of(*boxes()[id])[0]
    wrong = next(move for move in puzzle.values if move != puzzle.best)
    page = person(**PHONE, bypass_csp=True)
    page.goto(f"/games/{id}/puzzle/1")
    for move, verdict in ((wrong, "otherwise"), (puzzle.best, "well")):
        page.wait_for_selector("#status.mine")
        page.locator(f'#actions [data-move="{move}"]').first.dispatch_event("click")
        page.wait_for_selector(f"#status.{verdict}")
        expect(page.locator("#solved")).to_contain_text("Cote")
        if verdict == "otherwise":
            page.click("#back")
    expect(page.locator("#share")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(CUT_OFF) == []
    assert not violations(page)
