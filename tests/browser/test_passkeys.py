"""Passkeys, with Chromium's own virtual authenticator: on localhost, which counts as secure."""

import pytest
from playwright.sync_api import Page
from serving import Served

from .shelf import LUDO, Person
from .tables import open_table, sit_down

DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def address(served: Served) -> str:
    return f"http://localhost:{served.port}"


def plug_in(page: Page, *credentials: dict) -> tuple:
    """Give a page's browser an authenticator; with what another one holds, as keys are synced."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    id = made["authenticatorId"]
    for credential in credentials:
        session.send("WebAuthn.addCredential", {"authenticatorId": id, "credential": credential})
    return session, id


def test_a_passkey_alone_makes_a_member_and_signs_in_elsewhere(person: Person) -> None:
    here, there = person(), person()
    session, id = plug_in(here)
    path = open_table(here, LUDO, seats=2)
    sit_down(here, path)
    here.goto("/me")
    assert here.locator("[data-no-passkeys]").count() == 0
    here.fill("#passkey-name", "Clé seule")
    here.get_by_role("button", name="Créer une clé d'accès").click()
    here.wait_for_selector("text=Bienvenue parmi les membres")
    keys = session.send("WebAuthn.getCredentials", {"authenticatorId": id})["credentials"]
    assert len(keys) == 1
    plug_in(there, *keys)
    there.goto("/signin")
    there.get_by_role("button", name="Utiliser une clé d'accès").click()
    there.wait_for_url("**/")
    there.click(f"#mine a[href='{path}']")
    there.wait_for_selector("#seats .yours")


def test_a_name_that_is_taken_is_told_and_leaves_one_a_guest(person: Person, watch) -> None:
    first, second = person(), person()
    for page in (first, second):
        plug_in(page)
        page.goto("/me")
        page.fill("#passkey-name", "Déjà prise")
        page.get_by_role("button", name="Créer une clé d'accès").click()
        page.wait_for_selector("text=/Bienvenue parmi|celui d.un membre/")
    assert "celui d'un membre" in second.get_by_role("alert").inner_text()
    watch.forgive("400")


def test_without_a_key_for_this_house_nothing_happens(person: Person) -> None:
    page = person()
    session, id = plug_in(page)
    session.send("WebAuthn.setUserVerified", {"authenticatorId": id, "isUserVerified": False})
    page.goto("/signin")
    page.get_by_role("button", name="Utiliser une clé d'accès").click()
    page.wait_for_timeout(500)
    assert page.url.endswith("/signin")


class TestWithoutASecureAddress:
    """As on a home network: the page says why there are none."""

    @pytest.fixture
    def address(self, served: Served) -> str:
        return f"http://house.test:{served.port}"

    def test_the_page_says_so(self, person: Person) -> None:
        page = person()
        for path, button in (("/signin", "Utiliser une clé d'accès"), ("/me", "Créer une clé")):
            page.goto(path)
            assert page.locator("[data-no-passkeys]").is_visible()
            assert page.get_by_role("button", name=button).count() == 0
