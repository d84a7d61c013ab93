"""Company at a table: who is there, phrases, the chat, and asking people in."""

import pytest
from playwright.sync_api import Page, expect
from serving import Served

from ludotheque.house.people.allowance import Allowance

from .axe import violations
from .shelf import LUDO, PHONE, Person
from .tables import begin, fill_in, open_table, sit_down

HIDE = """
(hidden) => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}
"""


def at_one_table(ann: Page, bob: Page, **fields: str) -> str:
    path = open_table(ann, LUDO, seats=2, **fields)
    for each in (ann, bob):
        sit_down(each, path)
    begin(ann)
    return path


def test_one_sees_who_is_here_who_is_away_and_who_is_gone(person: Person) -> None:
    ann, bob = person(), person()
    path = at_one_table(ann, bob)
    sign = ann.locator("#presence-1")
    expect(sign).to_have_class("presence here")
    bob.evaluate(HIDE, True)
    expect(sign).to_have_class("presence away")
    expect(sign).to_have_text("ailleurs")
    bob.evaluate(HIDE, False)
    expect(sign).to_have_class("presence here")
    bob.close()
    expect(sign).to_have_text("hors ligne")
    eve = person()
    eve.goto(path)
    expect(ann.locator("#onlookers")).to_have_text("Spectateurs\u00a0: 1")
    expect(eve.locator(".small-talk")).to_be_hidden()  # who watches says nothing


def test_a_phrase_is_read_in_ones_own_language_and_silence_is_kept(person: Person) -> None:
    ann, bob = person(), person(locale="es-ES")
    at_one_table(ann, bob)
    phrase = ann.get_by_role("button", name="Encore une")
    phrase.focus()
    ann.keyboard.press("Enter")
    expect(bob.locator("#speech-0")).to_have_text("¿Otra?")
    expect(bob.locator("#speech-0")).to_have_class("speech shown")
    expect(bob.locator("#say")).to_contain_text("¿Otra?")
    expect(bob.locator("#log")).not_to_contain_text("¿Otra?")
    expect(bob.locator("#speech-0")).to_have_class("speech")  # after a moment
    bob.locator(".settings summary").click()
    bob.locator("[data-setting=mute]").check()
    ann.get_by_role("button", name="Merci\u00a0!").click()
    expect(ann.locator("#speech-0")).to_have_text("Merci\u00a0!")
    expect(bob.locator("#speech-0")).to_have_text("¿Otra?")


def test_people_write_to_each_other_by_keyboard_and_on_phones(person: Person) -> None:
    ann, bob = person(bypass_csp=True), person(bypass_csp=True, **PHONE)
    at_one_table(ann, bob, chat="on")
    ann.locator("#line").focus()
    ann.keyboard.type("Salut <b>Bob</b> ! 6 ?")  # neither rolls nor plays
    ann.keyboard.press("Enter")
    expect(ann.locator("#line")).to_have_value("")
    expect(ann.locator("#chat li")).to_have_class("mine")
    expect(bob.locator("#toast")).to_contain_text("Salut <b>Bob</b>")
    mark = bob.locator("#chat .unread")
    expect(mark).to_have_text("1")
    expect(mark).to_be_in_viewport()
    assert violations(bob) == []
    mark.tap()
    expect(bob.locator("#chat li")).to_contain_text("Salut <b>Bob</b>")
    expect(mark).to_be_hidden()
    bob.locator("#line").fill("Oui")
    bob.get_by_role("button", name="Envoyer").tap()
    expect(ann.locator("#chat li")).to_have_count(2)
    expect(ann.locator("#chat .unread")).to_be_hidden()  # it is open, and looked at
    assert violations(ann) == []
    bob.reload()
    expect(bob.locator("#chat li")).to_have_count(2)
    expect(bob.locator("#chat .unread")).to_be_hidden()  # nothing of it is new


def test_a_line_that_was_refused_comes_back(
    person: Person, served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = person()
    fill_in(ann, LUDO, 2, chat=True)
    monkeypatch.setattr(served.house, "lines", Allowance(0, 0))
    ann.locator("#line").fill("encore une fois")
    ann.keyboard.press("Enter")
    expect(ann.locator("#toast")).to_contain_text("trop tôt")
    expect(ann.locator("#line")).to_have_value("encore une fois")
    expect(ann.locator("#chat li")).to_have_count(0)


def test_the_link_is_copied_where_browsers_give_no_clipboard(person: Person) -> None:
    ann = person()
    path = open_table(ann, LUDO, seats=2)
    sit_down(ann, path)
    ann.get_by_role("button", name="Copier le lien").click()
    expect(ann.locator("#toast")).to_have_text("Lien copié.")


def test_those_one_played_with_are_asked_again_and_come(person: Person) -> None:
    ann, bob = person(), person()
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        page.goto("/")
        page.evaluate(
            "(name) => fetch('/name', {method: 'POST', body: new URLSearchParams({name})})", name
        )
    at_one_table(ann, bob)
    bob.goto("/")
    path = open_table(ann, LUDO, seats=2)
    sit_down(ann, path)
    ann.get_by_role("button", name="Inviter Bob").click()
    expect(ann.locator("#partners")).to_contain_text("invitation envoyée")
    assert ann.url.endswith(path)  # without leaving the page
    bob.wait_for_timeout(5100)  # looked at again after a while
    bob.evaluate(HIDE, False)
    asked = bob.locator("#mine .ask")
    expect(asked).to_contain_text("Ann vous invite")
    expect(bob.locator(".calls .badge")).not_to_have_text("0")
    asked.get_by_role("link", name="S'asseoir").click()
    bob.wait_for_selector("#seats .yours")
    expect(ann.locator("#partners")).to_be_hidden()  # the game has begun
