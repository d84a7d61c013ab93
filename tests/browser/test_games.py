"""Whole games to their end through the page, for every game on the shelf."""

import pytest
from playwright.sync_api import Page

from ludotheque.core.game import Game

from .playing import click, play_out, press, tap
from .shelf import PHONE, SHELF, Person
from .tables import begin, fill_in, open_table, sit_down


def check_end(page: Page) -> None:
    """Everybody is in the final standing, and the game can be seen again."""
    assert page.locator("#ending .podium .name").count() == page.locator("#seats > li").count()
    assert page.get_by_role("link", name="Revoir la partie").is_visible()


@pytest.mark.parametrize("game", SHELF)
def test_two_people_and_bots_play_to_the_end(person: Person, game: Game) -> None:
    """One with a mouse, one with a finger on a phone of 360 by 740."""
    ann, bob = person(), person(**PHONE)
    path = fill_in(ann, game, seats=3)
    sit_down(bob, path)
    begin(ann)
    play_out({ann: click, bob: tap})
    check_end(ann)
    check_end(bob)
    assert bob.evaluate("() => document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("game", SHELF)
def test_a_game_can_be_played_by_keyboard_alone(person: Person, game: Game) -> None:
    page = person()
    sit_down(page, open_table(page, game, seats=2))
    while page.evaluate("() => document.activeElement.dataset.command") != '{"command":"fill"}':
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#status:not(.open)")
    play_out({page: press})
    check_end(page)
