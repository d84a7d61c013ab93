"""A game seen again: slider, keys, links, the dice checked in the browser, pictures to keep."""

import itertools
import json

import pytest
from playwright.sync_api import Page
from staging import played

from ludotheque.core.game import Game

from .axe import violations
from .playing import short
from .shelf import LUDO, PHONE, SHELF, Person
from .tables import open_table, sit_down


@pytest.fixture(scope="module")
def finished(served):
    """A game of each kind that is over; its path."""
    tables: dict[str, str] = {}

    def find(game: Game) -> str:
        if game.id not in tables:
            tables[game.id] = served.do(played(served.runner, game.id, short(game, 2)))
        return f"/tables/{tables[game.id]}"

    return find


def total(page: Page) -> int:
    return int(page.get_attribute("#replay", "data-total"))


def ply(page: Page) -> str:
    return page.inner_text("#count").split("/")[0].strip()


def wait_for(page: Page, number: int) -> None:
    """Until the page shows that step, with its address and its words."""
    page.wait_for_function(
        "n => document.getElementById('count').textContent.startsWith(`${n} /`)"
        " && location.hash === `#${n}` && document.getElementById('ply').value === String(n)",
        arg=number,
    )


def pieces(page: Page) -> str:
    """All pieces: where they stand, what they are made of, what is written on them."""
    return str(page.evaluate(PIECES))


PIECES = """
() => JSON.stringify([...document.querySelectorAll("#pieces > *")].map(piece => [
  piece.id, getComputedStyle(piece).transform, piece.textContent,
  [...piece.querySelectorAll("use")].map(use => use.getAttribute("href"))]))
"""


def test_on_a_phone_the_step_and_its_keys_are_under_the_board(person: Person, finished) -> None:
    page = person(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    page.goto(f"{finished(LUDO)}/replay#5")
    wait_for(page, 5)
    for seen in ("#told", "#ply", "#play"):
        box = page.locator(seen).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 640, seen


def test_playing_from_the_end_begins_with_the_opening(person: Person, finished) -> None:
    """Nothing moves from where it stood last to where it first goes."""
    page = person()
    page.goto(f"{finished(LUDO)}/replay")
    wait_for(page, 0)
    page.click("#last")
    wait_for(page, total(page))
    page.click("#play")
    wait_for(page, 0)
    wait_for(page, 1)


@pytest.mark.parametrize("game", SHELF)
def test_every_step_can_be_seen_again(person: Person, finished, game: Game) -> None:
    page = person()
    page.goto(f"{finished(game)}/replay")
    wait_for(page, 0)
    opening = pieces(page)
    last = total(page)
    assert last > 5
    page.click("#last")
    wait_for(page, last)
    page.wait_for_function(f"before => ({PIECES})() !== before", arg=opening)
    assert page.inner_text("#told")
    page.click("#first")
    wait_for(page, 0)
    page.wait_for_function("text => document.getElementById('told').textContent === ''", arg="")
    assert pieces(page) == opening


def test_ones_own_colour_is_at_the_bottom_here_too(person: Person, served, finished) -> None:
    """For who played, if she likes it; what others played stands as it was drawn."""
    page = person()
    path = open_table(page, LUDO, seats=2)
    sit_down(page, path)
    served.do(served.runner.abandon(path.removeprefix("/tables/")))
    page.goto(f"{path}/replay")
    board = page.locator(".playground > svg")
    assert "turned" not in (board.get_attribute("class") or "")
    page.locator("details.settings summary").click()
    page.get_by_label("Ma couleur en bas du plateau").check()
    page.wait_for_selector(".playground > svg.turned")
    page.reload()
    page.wait_for_selector(".playground > svg.turned")
    page.goto(f"{finished(LUDO)}/replay")
    wait_for(page, 0)
    assert page.locator("svg.turned, [data-setting=turned]").count() == 0


def test_keys_go_through_the_game(person: Person, finished) -> None:
    page = person()
    page.goto(f"{finished(LUDO)}/replay")
    wait_for(page, 0)
    last = total(page)
    for key, number in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", last),
        ("ArrowRight", last),
        ("ArrowLeft", last - 1),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        page.keyboard.press(key)
        wait_for(page, number)


def test_space_plays_and_stops(person: Person, finished) -> None:
    page = person()
    page.goto(f"{finished(LUDO)}/replay")
    page.select_option("#speed", "5")
    page.locator("h1").click()
    page.keyboard.press("Space")
    page.wait_for_function("() => parseInt(document.getElementById('count').textContent) >= 2")
    page.keyboard.press("Space")
    page.wait_for_selector("#play[aria-pressed=false]")


def test_the_slider_goes_anywhere(person: Person, finished) -> None:
    page = person()
    page.goto(f"{finished(LUDO)}/replay")
    page.fill("#ply", "7")
    wait_for(page, 7)
    page.focus("#ply")
    page.keyboard.press("ArrowRight")
    wait_for(page, 8)
    assert page.get_attribute("#ply", "aria-valuetext") == f"8 / {total(page)}"


def test_a_link_leads_to_a_step(person: Person, finished) -> None:
    page, other = person(), person()
    page.goto(f"{finished(LUDO)}/replay")
    page.fill("#ply", "9")
    wait_for(page, 9)
    page.wait_for_function("() => document.getElementById('told').textContent")
    other.goto(page.url)
    wait_for(other, 9)
    other.wait_for_function(
        "text => document.getElementById('told').textContent === text", arg=page.inner_text("#told")
    )
    assert pieces(other) == pieces(page)
    other.evaluate("() => { location.hash = '#3' }")
    wait_for(other, 3)
    other.goto(f"{finished(LUDO)}/replay#99999")
    wait_for(other, total(other))


def verify(page: Page) -> str:
    page.click("#verify")
    page.wait_for_function("() => document.getElementById('verified').textContent.length > 3")
    return page.inner_text("#verified")


@pytest.mark.parametrize("game", SHELF)
def test_one_click_verifies_the_dice(person: Person, served, finished, game: Game) -> None:
    page = person()
    page.goto(f"{finished(game)}/replay")
    record = served.do(served.runner.record(finished(game).removeprefix("/tables/")))
    count = sum(bool(line.weights) for line in record.log)
    assert verify(page) == f"Les {count} tirages sont ceux des dés scellés."
    assert page.locator("#verified.bad").count() == 0


def test_it_does_so_on_a_secure_page_too(person: Person, served, watch, finished) -> None:
    watch.address = served.url
    page = person(base_url=served.url)
    page.goto(f"{finished(LUDO)}/replay")
    assert page.evaluate("() => isSecureContext")
    assert verify(page).startswith("Les ")


def test_a_game_under_way_keeps_its_seed(person: Person, served) -> None:
    table = served.do(played(served.runner, "ludo", short(LUDO, 2), steps=12))
    page = person()
    page.goto(f"/tables/{table}/replay")
    wait_for(page, 0)
    assert page.locator("#verify").count() == 0


def upload(page: Page, record: dict) -> None:
    """Look at a game from a file, by the form on the home page."""
    page.goto("/")
    data = json.dumps(record).encode()
    page.set_input_files(
        "form[action='/replay'] input[type=file]",
        {"name": "game.json", "mimeType": "application/json", "buffer": data},
    )
    page.locator("form[action='/replay'] button").click()
    page.wait_for_url("**/replay*")


def swapped(record: dict) -> int:
    """Say of a roll that came to nothing that it was another one; the event's number.

    The game goes on as it did: only the dice can tell.
    """
    for line, following in itertools.pairwise(record["log"]):
        if (
            line["event"].get("text") in ("roll 2", "roll 3")
            and "fell" in following["event"].values()
        ):
            line["event"] |= {"outcome": 3, "text": "roll 4"}
            return line["number"]
    raise AssertionError("nobody rolled in vain")


def test_a_game_from_a_file_is_verified_as_well(person: Person, served, finished) -> None:
    table = finished(LUDO).removeprefix("/tables/")
    page = person()
    upload(page, json.loads(served.do(served.runner.record(table)).json()))
    assert table not in page.url
    assert "sont ceux des dés scellés" in verify(page)


def test_a_roll_that_was_changed_is_found(person: Person, served, finished) -> None:
    record = json.loads(
        served.do(served.runner.record(finished(LUDO).removeprefix("/tables/"))).json()
    )
    number = swapped(record)
    page = person()
    upload(page, record)
    assert verify(page) == f"Tirages qui ne viennent pas des dés scellés\u00a0: {number}"
    assert page.locator("#verified.bad").count() == 1


@pytest.mark.parametrize("change", ["seed", "commitment", "value"])
def test_a_changed_seal_is_found(person: Person, served, finished, change: str) -> None:
    record = json.loads(
        served.do(served.runner.record(finished(LUDO).removeprefix("/tables/"))).json()
    )
    if change == "seed":
        record["seed"] = "00" * 32
    elif change == "commitment":
        record["commitment"] = "00" * 32
    else:
        record["values"][0] = "5a" * 16
    page = person()
    upload(page, record)
    verify(page)
    assert page.locator("#verified.bad").count() == 1


def test_a_file_that_is_no_game_is_refused_with_a_sentence(person: Person, watch) -> None:
    page = person()
    page.goto("/")
    page.set_input_files(
        "form[action='/replay'] input[type=file]",
        {"name": "x.json", "mimeType": "application/json", "buffer": b"{}"},
    )
    page.locator("form[action='/replay'] button").click()
    page.wait_for_selector("body.error h1")
    assert len(page.inner_text("h1")) > 10
    watch.forgive("400")


@pytest.mark.parametrize(
    ("name", "start"),
    [("picture.png", b"\x89PNG\r\n\x1a\n"), ("film.webp", b"RIFF"), ("film.gif", b"GIF89a"),
     ("record.json", b"{")],
)  # fmt: skip
def test_what_can_be_kept_is_a_real_file(person: Person, finished, name: str, start: bytes) -> None:
    page = person()
    page.goto(f"{finished(LUDO)}/replay#8")
    wait_for(page, 8)
    with page.expect_download() as kept:
        page.locator(f".exports a[href*='{name}']").click()
    data = kept.value.path().read_bytes()
    assert data.startswith(start)
    assert kept.value.suggested_filename.endswith(name.rpartition(".")[2])
    assert page.locator(".exports [aria-busy]").count() == 0  # no longer being made
    if name.startswith("film"):
        check_film(data)


def check_film(data: bytes) -> None:
    import io

    from PIL import Image

    with Image.open(io.BytesIO(data)) as film:
        assert film.n_frames == 9  # from the opening to the eighth step
        assert film.width == 420


@pytest.mark.parametrize("game", [each for each in SHELF if each.values[0].has_brain])
def test_luck_is_told_apart_from_play(person: Person, finished, game: Game) -> None:
    page = person(bypass_csp=True)
    page.goto(f"{finished(game)}/replay")
    wait_for(page, 0)
    page.click("#luck button")
    page.wait_for_selector("#luck .verdict", timeout=120_000)  # kernels may be compiled before
    assert page.locator("#luck tbody tr").count() == 2
    assert page.locator("#luck polyline").count() == 2
    page.evaluate("() => { navigator.share = async ({ text }) => { window.passed = text; }; }")
    page.click("#luck [data-pass]")
    passed = page.evaluate("passed")
    assert "chance " in passed
    assert passed.endswith("/replay?luck")
    page.click("#luck .moments a >> nth=0")
    page.wait_for_function("Number(location.hash.slice(1)) > 0")
    number = int(page.evaluate("location.hash").lstrip("#"))
    wait_for(page, number)
    page.wait_for_function(
        "n => document.querySelector('#luck .cursor').getAttribute('d') === `M${n} 0V100`",
        arg=number,
    )
    page.locator("#luck .curve svg").click(position={"x": 0, "y": 40})
    wait_for(page, 0)
    assert not violations(page)


def test_on_a_phone_a_moment_brings_the_board_into_sight(person: Person, finished) -> None:
    page = person(**PHONE)
    page.goto(f"{finished(LUDO)}/replay?luck")
    page.click("#luck .moments a >> nth=-1", timeout=120_000)
    page.wait_for_function("Number(location.hash.slice(1)) > 0")
    box = page.locator(".playground svg").bounding_box()
    assert box is not None
    assert -1 <= box["y"] < 200
