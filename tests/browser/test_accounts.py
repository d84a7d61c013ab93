"""From guest to member and back in, on several devices; company; leaving for good."""

import itertools
from pathlib import Path

import pytest
from playwright.sync_api import Page

from .axe import violations
from .playing import act, wait_for_offer
from .shelf import LUDO, PHONE, Person
from .tables import begin, open_table, sit_down

SECRET, OTHER = "cheval batterie agrafe", "pile correcte cheval"
_numbers = itertools.count(1)


def become_member(page: Page) -> str:
    """By the page's own links and forms; the name."""
    name = f"Amélie {next(_numbers)}"
    page.goto("/")
    page.locator("header summary", has_text="Votre nom").click()
    page.locator("header").get_by_role("link", name="Devenir membre").click()
    page.fill("#join-name", name)
    page.fill("#join-password", SECRET)
    page.locator("form[action='/me/join'] button").click()
    page.wait_for_selector("text=Bienvenue parmi les membres")
    return name


def sign_in(page: Page, name: str, secret: str = SECRET) -> None:
    page.goto("/")
    page.get_by_role("link", name="Se connecter").click()
    page.fill("#signin-name", name)
    page.fill("#signin-password", secret)
    page.locator("form[action='/signin'] button").click()
    page.wait_for_url("**/")


def sign_out(page: Page) -> None:
    page.locator("header summary", has_text="Votre nom").click()
    page.get_by_role("button", name="Se déconnecter", exact=True).click()
    page.wait_for_url("**/")


def test_from_a_guests_game_to_a_members_on_another_device(person: Person) -> None:
    here, there = person(), person(**PHONE)
    path = open_table(here, LUDO, seats=2)
    sit_down(here, path)
    begin(here)
    act(here, wait_for_offer(here))
    name = become_member(here)
    sign_out(here)
    assert here.locator("#mine").count() == 0
    sign_in(there, name)
    there.click(f"#mine a[href='{path}']")
    there.wait_for_selector("#seats .yours")
    act(there, wait_for_offer(there))


def test_a_game_in_another_tab_goes_on_after_joining(person: Person) -> None:
    page = person()
    sit_down(page, open_table(page, LUDO, seats=2))
    begin(page)
    offer = wait_for_offer(page)
    tab = page.context.new_page()
    become_member(tab)
    act(page, offer)
    page.wait_for_selector("#seats .yours")
    act(page, wait_for_offer(page))


def test_devices_are_listed_and_sent_away(person: Person) -> None:
    here, there = person(), person()
    sit_down(here, open_table(here, LUDO, seats=2))
    name = become_member(here)
    sign_in(there, name)
    here.goto("/me")
    devices = here.locator("section:has(#sessions) li")
    assert devices.count() == 2
    devices.get_by_role("button").click()
    here.wait_for_selector("text=Déconnecté.")
    assert devices.count() == 1
    there.goto("/me")
    assert there.locator("#join").count() == 1


def test_a_forgotten_password_and_a_code(person: Person) -> None:
    here, there = person(), person()
    sit_down(here, open_table(here, LUDO, seats=2))
    name = become_member(here)
    here.get_by_role("button", name="Faire mes codes").click()
    code = here.locator(".codes code").first.inner_text()
    there.goto("/signin")
    there.locator("#code summary").click()
    there.fill("#code-name", name)
    there.fill("#code-code", code.lower())
    there.fill("#code-password", OTHER)
    there.locator("form[action='/signin/code'] button").click()
    there.wait_for_selector(f"h1:text('{name}')")
    sign_out(there)
    sign_in(there, name, OTHER)
    here.goto("/me")
    assert here.locator("#join").count() == 1  # every other device was sent away


def test_why_one_does_not_get_in_is_said(person: Person, watch) -> None:
    page = person()
    page.goto("/signin")
    page.fill("#signin-name", "Nobody at all")
    page.fill("#signin-password", SECRET)
    page.locator("form[action='/signin'] button").click()
    assert "Ce n'est pas cela" in page.get_by_role("alert").inner_text()
    assert page.input_value("#signin-name") == "Nobody at all"
    watch.forgive("400")


def test_taking_ones_data_and_leaving_for_good(person: Person, tmp_path: Path) -> None:
    here, other = person(), person()
    path = open_table(here, LUDO, seats=2)
    name = become_member(here)
    sit_down(here, path)
    sit_down(other, path)
    here.goto("/me")
    with here.expect_download() as download:
        here.get_by_role("link", name="Télécharger mes données").click()
    download.value.save_as(tmp_path / "data.json")
    assert name in (tmp_path / "data.json").read_text(encoding="utf-8")
    here.locator("summary", has_text="Supprimer mon compte").click()
    here.check("#sure")
    here.get_by_role("button", name="Supprimer", exact=True).click()
    here.wait_for_selector("text=Votre compte est supprimé")
    other.wait_for_selector("#status.over")  # she left the game
    other.reload()
    assert "un ancien joueur" in other.locator("#seats").inner_text()
    assert name not in other.content()


def test_a_mocker_is_muted_blocked_and_reported(person: Person, served) -> None:
    ann, eve = person(), person()
    path = open_table(ann, LUDO, seats=2)
    for page in (ann, eve):
        sit_down(page, path)
    ann.locator("details.settings summary").click()
    ann.get_by_role("link", name="Masquer, bloquer ou signaler").click()
    ann.get_by_role("button", name="Masquer", exact=True).click()
    ann.get_by_role("button", name="Bloquer", exact=True).click()
    ann.locator("summary", has_text="Signaler").click()
    ann.locator("label", has_text="Moqueries").click()
    ann.fill("textarea", "Elle se moque à chaque coup.")
    ann.get_by_role("button", name="Envoyer à l'hôte").click()
    ann.wait_for_selector("text=C'est noté.")
    assert any("à chaque coup" in each.words for each in served.house.reports.all())
    eve.locator("[data-emote=mock]").click()
    eve.wait_for_selector("#log :text('se moque')")
    ann.goto(path)
    ann.wait_for_selector("#seats .yours")
    assert "se moque" not in ann.inner_text("#log")
    eve.goto(open_table(ann, LUDO, seats=2) + "#sit=1")
    eve.wait_for_selector("#toast.shown")
    assert eve.locator("#seats .yours").count() == 0


# For everybody

SCENES = {
    "by day": {"color_scheme": "light"},
    "by night on a phone": {"color_scheme": "dark", **PHONE},
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_axe_finds_nothing(person: Person, served, scene: dict) -> None:
    page, other = person(bypass_csp=True, **scene), person()
    for path in ("/signin", "/me"):
        page.goto(path)
        assert violations(page) == []
    page.goto("/signin")
    page.locator("#code summary").click()
    assert violations(page) == []
    path = open_table(page, LUDO, seats=2)
    sit_down(other, path)
    sit_down(page, path)
    name = become_member(page)
    page.get_by_role("button", name="Faire mes codes").click()
    page.wait_for_selector(".codes")
    page.locator("summary", has_text="Supprimer mon compte").click()
    assert violations(page) == []
    page.goto(f"{path}/company")
    page.locator("summary", has_text="Signaler").click()
    assert violations(page) == []
    page.locator("label", has_text="Autre chose").click()
    page.get_by_role("button", name="Envoyer à l'hôte").click()
    served.house.people.make_host(name)
    page.goto("/host")
    page.locator(".people summary").first.click()
    page.locator("summary", has_text="Jour par jour").click()
    assert violations(page) == []
    page.locator("header summary", has_text="Votre nom").click()
    assert violations(page) == []


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_nothing_sticks_out(person: Person, width: int) -> None:
    page = person(viewport={"width": width, "height": 740})
    for path in ("/", "/signin", "/me"):
        page.goto(path)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path
    sit_down(page, open_table(page, LUDO, seats=2))
    become_member(page)
    page.get_by_role("button", name="Faire mes codes").click()
    page.wait_for_selector(".codes")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
