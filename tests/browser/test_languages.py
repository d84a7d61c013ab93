"""French, English and Spanish: by the browser's wish, by the switch, in every part of a page."""

import pytest
from playwright.sync_api import Page
from staging import ANN, BOB, play_out, played

from .playing import act, short, wait_for_offer
from .shelf import LUDO, PHONE, SHELF, Person
from .tables import POST, begin, open_table, path_of, sit_down

WORDS = {
    "fr": ("À quoi joue-t-on ?", "À vous de lancer !"),
    "en": ("What shall we play?", "Your roll!"),
    "es": ("¿A qué jugamos?", "¡Te toca tirar!"),
}


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("region", ["", "-CA"])
def test_the_browsers_language_is_spoken(person: Person, language: str, region: str) -> None:
    page = person(locale=f"{language}{region}")
    page.goto("/")
    assert page.get_attribute("html", "lang") == language


def test_each_language_has_words_of_its_own(person: Person) -> None:
    headings = set()
    for language in WORDS:
        page = person(locale=language)
        page.goto("/")
        headings.add(page.inner_text("h1"))
    assert len(headings) == 3


def test_the_switch_changes_the_language_and_stays_on_the_page(person: Person) -> None:
    page = person(locale="fr-FR")
    page.goto("/dice")
    for code, name in (("en", "English"), ("es", "Español"), ("fr", "Français")):
        page.locator(".languages").locator("xpath=..").locator("summary").click()
        page.get_by_role("button", name=name).click()
        page.wait_for_selector(f"html[lang={code}]")
        assert page.url.endswith("/dice")
    page.goto("/")
    assert page.get_attribute("html", "lang") == "fr"


@pytest.mark.parametrize("game", SHELF)
def test_a_table_is_told_to_everybody_in_their_own_language(person: Person, game) -> None:
    people = [person(locale=language) for language in WORDS]
    ann = people[0]
    path = open_table(ann, game, seats=2)
    sit_down(ann, path)
    begin(ann)
    for page in people[1:]:
        page.goto(path)
    told: set[str] = set()
    for _ in range(12):  # what happens may be hidden from the others for a while
        act(ann, wait_for_offer(ann))
        told = {told_last(page) for page in people}
        if len(told) == 3 and "" not in told:
            return
    pytest.fail(f"they were told {told}")


def told_last(page: Page) -> str:
    """The last sentence about the board, if there is one yet."""
    lines = page.locator("#log .board").all_inner_texts()
    return lines[-1] if lines else ""


@pytest.mark.parametrize("scene", [{}, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("locale", ["fr-FR", "en-US", "es-ES"])
def test_what_stands_about_the_board_fits_in_one_line(
    person: Person, served, locale: str, scene
) -> None:
    table = served.do(played(served.runner, LUDO.id, short(LUDO, 2), steps=2))
    page = person(locale=locale, **scene)
    page.goto(f"/tables/{table}")
    page.wait_for_selector("#status.playing")
    served.do(play_out(served.runner, table, (ANN, BOB), steps=1))
    page.wait_for_selector("#again:visible")
    page.evaluate("document.querySelectorAll('.tools > *').forEach(each => each.hidden = false)")
    assert len(set(page.evaluate(TOPS))) == 1


TOPS = "() => [...document.querySelectorAll('.tools > *')].map(each => each.offsetTop)"


@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
def test_no_french_is_left_on_a_page(person: Person, watch, locale: str) -> None:
    """Words that only French has: a sentence that nobody translated shows them."""
    page = person(locale=locale)
    page.goto("/dice")
    options = {f"option.{name}": str(value) for name, value in short(LUDO, 2).items()}
    path = path_of(page.evaluate(POST, ["/games/ludo/tables", {"spectators": "on", **options}]))
    for address in ("/", "/dice", "/games/ludo/new", f"{path}#sit=1", f"{path}/replay", "/nothing"):
        page.goto(address)
        text = page.inner_text("body").lower().replace("ludothèque", "")
        words = set(text.replace("'", " ").replace("’", " ").split())
        assert not words & {"vous", "votre", "est", "une", "des", "avec", "joueurs", "pour", "sur"}
    watch.forgive("404")
