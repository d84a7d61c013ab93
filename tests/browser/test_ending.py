"""The end of a game as people see it, on their screens and on a wall."""

from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page
from staging import ANN, BOB, VALUE, play_out, played

from ludotheque.table import Settings
from ludotheque.table import commands as c

from .axe import violations
from .playing import short
from .shelf import LUDO, PHONE, SHELF, Person

WALLS = {"1080p": (1920, 1080), "720p": (1280, 720)}
SMALL = {"seats": 2, "pawns": 1}


def watch_the_end(page: Page, served) -> str:
    """See a short game end, as somebody who has no seat."""
    table = served.do(played(served.runner, LUDO.id, SMALL, steps=4))
    page.goto(f"/tables/{table}")
    page.wait_for_selector("#status.playing")
    served.do(play_out(served.runner, table, (ANN, BOB)))
    page.wait_for_selector("#status.over")
    return table


def test_the_end_is_celebrated_where_one_sees_it(person: Person, served) -> None:
    page = person(reduced_motion="no-preference")
    page.add_init_script("localStorage['ludotheque.settings'] = '{\"pace\": \"fast\"}'")
    watch_the_end(page, served)
    page.wait_for_selector(".confetti i", state="attached")
    assert page.locator(".podium .place").count() == 2
    page.wait_for_selector(".figures")
    page.reload()  # it ended before this page was opened: nothing more is thrown
    page.wait_for_selector(".figures")
    assert page.locator(".confetti").count() == 0
    assert "celebrating" not in (page.locator("#table").get_attribute("class") or "")


def test_who_wants_less_motion_gets_none(person: Person, served) -> None:
    page = person()
    watch_the_end(page, served)
    page.wait_for_selector(".figures")
    assert page.locator(".confetti").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", SHELF)
def test_the_end_is_for_everybody(person: Person, served, game, scheme: str) -> None:
    table = served.do(played(served.runner, game.id, short(game, 2)))
    page = person(bypass_csp=True, color_scheme=scheme, **PHONE)
    page.goto(f"/tables/{table}")
    page.wait_for_selector(".figures dt >> nth=3")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    short_ones = page.evaluate(TOO_SMALL)
    assert short_ones == []


TOO_SMALL = """
() => [...document.querySelectorAll("#ending a, #ending button, #figures a")]
  .filter(each => each.getBoundingClientRect().height < 40).map(each => each.textContent)
"""


def test_the_picture_is_downloaded_where_nothing_can_be_shared(
    person: Person, served, tmp_path: Path
) -> None:
    table = served.do(played(served.runner, LUDO.id, SMALL))
    page = person()
    page.goto(f"/tables/{table}")
    with page.expect_download() as found:
        page.get_by_role("link", name="Partager").click()
    found.value.save_as(tmp_path / "souvenir.png")
    with Image.open(tmp_path / "souvenir.png") as picture:
        assert picture.size == (1200, 630)


def test_the_picture_goes_to_the_devices_own_sheet(person: Person, served) -> None:
    table = served.do(played(served.runner, LUDO.id, SMALL))
    page = person()
    page.add_init_script("navigator.canShare = () => true; navigator.share = async s => shared = s")
    page.goto(f"/tables/{table}")
    page.get_by_role("link", name="Partager").click()
    page.wait_for_function("() => window.shared")
    assert page.evaluate("[shared.files[0].type, shared.url]") == [
        "image/png",
        page.url + "/replay",
    ]


@pytest.mark.parametrize(("wall", "steps"), [("1080p", 12), ("720p", 5_000)])
@pytest.mark.parametrize("game", SHELF)
def test_a_wall_shows_all_of_it(person: Person, served, game, wall: str, steps: int) -> None:
    width, height = WALLS[wall]
    table = served.do(played(served.runner, game.id, short(game, 4), steps=steps))
    page = person(bypass_csp=True, viewport={"width": width, "height": height})
    page.goto(f"/tables/{table}/screen")
    if steps > 12:
        page.wait_for_selector(".figures dt >> nth=3")
    else:
        told = page.locator("#log").bounding_box()
        assert told is not None
        assert told["height"] > 0.15 * height  # the last sentences
    assert violations(page) == []
    board = page.locator(".playground svg").bounding_box()
    assert board is not None
    assert max(board["height"] / height, board["width"] / width) > 0.6
    assert page.evaluate(CUT_OFF) == []
    assert page.locator("main :is(a, button):visible").count() == 0


# What stands in the column beside the board and is not wholly to be seen.
CUT_OFF = """
() => [...document.querySelectorAll("#status, #ending, #seats > li, #figures")]
  .filter(each => each.checkVisibility())
  .filter(each => {
    const box = each.getBoundingClientRect();
    return box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
  })
  .map(each => each.id || each.textContent)
"""


def test_a_wall_follows_the_game_and_calls_people_to_it(person: Person, served) -> None:
    table = served.do(served.runner.create(LUDO.id, SMALL, Settings(), host=ANN))
    page = person(viewport={"width": 1280, "height": 720})
    page.goto(f"/tables/{table}/screen")
    code = page.get_by_role("img", name="Code QR de l’invitation")
    code.wait_for()
    assert (code.bounding_box() or {"width": 0})["width"] > 180
    for number, somebody in enumerate((ANN, BOB)):
        sit = c.Sit(id=f"wall-{number}", seen=0, value=VALUE)
        served.do(served.runner.command(table, somebody, sit))
    page.wait_for_selector("#status.playing")
    code.wait_for(state="hidden")
    served.do(play_out(served.runner, table, (ANN, BOB)))
    page.wait_for_selector(".podium")
    assert page.locator("#status .turn").inner_text().endswith(" a gagné.")
