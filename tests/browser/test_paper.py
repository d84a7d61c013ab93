"""A sheet from paper, counted by touching its cells, by keyboard, and without scripts."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from ludotheque.house.library import option_of

from .axe import violations
from .shelf import PHONE, Person
from .test_accessible import SCENES
from .test_accounts import become_member

SCORE = "/games/rolling-village/score"
FILLED = f"{SCORE}?1a=H&1b=H&2a=F&1c=P&r1=3"


def field(page: Page, name: str):
    return page.locator(f'[data-field="{name}"]')


def drawn(page: Page) -> dict[str, str]:
    """What the picture shows."""
    found = page.locator("[data-field] > .on")
    return {
        each.locator("..").get_attribute("data-field") or "": each.get_attribute("data-value") or ""
        for each in found.all()
    }


def test_cells_are_touched_and_the_count_follows(person: Person) -> None:
    page = person(**PHONE)
    page.goto(SCORE)
    assert not page.locator("#by-cell").get_attribute("open")
    for name in ("1a", "1b"):
        field(page, name).tap()
    page.get_by_role("button", name="Forêt").tap()
    field(page, "2a").tap()
    field(page, "6e").tap()
    field(page, "6e").tap()  # a second touch takes it away
    assert drawn(page) == {"1a": "H", "1b": "H", "2a": "F"}
    result = page.locator("#result")
    expect(result).to_contain_text("Maison 1a 1b : 3".replace(" :", "\u00a0:"))
    page.get_by_role("button", name="Gomme").tap()
    field(page, "1a").tap()
    page.fill("#f-r1", "x")
    expect(result).to_contain_text("un nombre entier")
    assert page.locator("#f-r1").get_attribute("aria-invalid") == "true"
    page.fill("#f-r1", "4")
    expect(result).to_contain_text("Total")
    assert page.locator("#f-r1").get_attribute("aria-invalid") is None
    page.reload()  # nothing is lost
    assert drawn(page) == {"1b": "H", "2a": "F"}
    assert page.input_value("#f-r1") == "4"


def test_it_is_filled_in_by_keyboard(person: Person) -> None:
    page = person()
    page.goto(SCORE)
    field(page, "1a").focus()
    for key in ("h", "ArrowRight", "l", "ArrowDown", "Enter", "ArrowLeft", "p", "Delete", "f"):
        page.keyboard.press(key)
    assert drawn(page) == {"1a": "H", "2a": "L", "2b": "H", "1b": "F"}
    assert "2a" in (field(page, "2a").get_attribute("aria-label") or "")
    assert "Lac" in (field(page, "2a").get_attribute("aria-label") or "")
    page.locator("#by-cell summary").click()
    page.select_option("#f-3c", "P")
    assert drawn(page)["3c"] == "P"


def test_it_is_filled_in_without_scripts(person: Person) -> None:
    page = person(java_script_enabled=False)
    page.goto(SCORE)
    assert page.locator("#pencils").is_hidden()
    page.select_option("#f-1a", "H")
    page.select_option("#f-1b", "H")
    page.get_by_role("button", name="Compter").click()
    assert "Maison 1a 1b" in page.inner_text("#result")
    assert page.input_value("#f-1b") == "H"
    page.locator(".typing summary").click()
    page.fill("#typed", "HH.... F..... F..... ...... ......")
    page.get_by_role("button", name="Lire").click()
    assert page.input_value("#f-1c") == "F"


@pytest.fixture
def sheet(served) -> Iterator[str]:
    """A sheet of the house's own."""
    documents = option_of("rolling-village", "sheet")[1]
    text = documents.text("default").replace("Feuille de la boîte", "Colline")
    kept = served.house.library.add("rolling-village", "sheet", text)
    yield kept.id
    served.house.library.remove(kept.id)


def test_a_host_writes_one_and_a_table_is_opened_with_it(person: Person, served, sheet) -> None:
    page = person(bypass_csp=True)
    page.goto("/")
    page.locator("form[action$='/play'] button").first.click()
    served.house.people.make_host(become_member(page))
    page.goto("/host/documents?of=ludoville.edition")
    text = page.input_value("#text").replace("Édition de la maison", "Couchant")
    page.fill("#text", text)
    page.get_by_role("button", name="Aperçu").click()
    assert page.locator(".preview img").evaluate("img => img.naturalWidth") > 0
    assert violations(page) == []
    page.get_by_role("button", name="Mettre dans la maison").click()
    assert violations(page) == []
    page.goto("/games/ludoville/new")
    assert violations(page) == []
    page.get_by_role("radio", name="Couchant").check()
    page.get_by_role("button", name="Ouvrir la table").click()
    expect(page.locator("#table")).to_contain_text("Couchant")
    page.goto("/host/documents")
    page.get_by_role("button", name="Retirer Couchant").click()
    expect(page.locator(".documents")).not_to_contain_text("Couchant")
    page.goto("/games/rolling-village")
    assert violations(page) == []


def test_another_sheet_is_another_picture_and_keeps_what_is_drawn(person: Person, sheet) -> None:
    page = person()
    page.goto(FILLED)
    page.get_by_role("radio", name="Colline").check()
    page.wait_for_url(f"**option.sheet={sheet}**")
    assert drawn(page) == {"1a": "H", "1b": "H", "2a": "F", "1c": "P"}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_everybody_can_use_it(person: Person, scene) -> None:
    page = person(bypass_csp=True, **scene)
    for path in (SCORE, FILLED, f"{SCORE}?1a=X&r2=y"):
        page.goto(path)
        assert violations(page) == []
        width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert width <= 0
