"""Lessons: in each box one is gone through, astray and back; by finger and by keyboard."""

import json
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from ludotheque.core.check.learning import ways_through
from ludotheque.core.coach import tips_of
from ludotheque.core.discovery import boxes
from ludotheque.core.lessons import OTHERWISE, ROLL, WELL, Lesson, lessons_of
from ludotheque.core.texts import typeset

from .axe import violations
from .playing import wait_for_offer
from .shelf import LUDO, PHONE, Person
from .tables import begin, open_table, sit_down
from .test_fingers import IN_SIGHT, none_narrow
from .test_narrow import WIDE

HIT = "/games/ludo/learn/4"
# Which pieces have moved.
NOTE_MOTION = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) {
  moved.push(this.id);
  return animate.apply(this, how);
};
"""


def deeds(lesson: Lesson, verdict: str, first: Sequence[str] = ()) -> tuple[list[str], str]:
    """What to do in a lesson, after what was done first, so that it ends so; and what is said."""
    return next(
        (did[len(first) :], end.answer.says)
        for did, end in ways_through(lesson, tuple(first))
        if end.verdict == verdict and end.answer
    )


def do(page: Page, deed: str) -> None:
    """One deed, on the board itself where it can be done there; then wait for what comes of it."""
    page.wait_for_selector("#status.mine")
    if deed == ROLL:
        page.locator("#roll").click()
    else:
        target = page.locator(f'.playground [data-move="{deed}"]')
        picks = iter(page.locator(".playground [data-pick]").all())
        while not target.count():  # it is drawn once its piece is picked
            next(picks).dispatch_event("click")
        target.first.dispatch_event("click")
    page.wait_for_selector("#actions:not(.busy)", state="attached")


def told(page: Page, sentence: str) -> None:
    expect(page.locator("#status .turn")).to_have_text(typeset(sentence, "fr"))


@pytest.mark.parametrize("id", boxes())
def test_a_lesson_is_gone_through_on_a_phone(person: Person, id: str) -> None:
    own = lessons_of(*boxes()[id])
    number, lesson = next(each for each in enumerate(own, 1) if each[1].otherwise)
    page = person(bypass_csp=True, **PHONE)
    page.goto(f"/games/{id}/learn/{number}")
    (*before, astray), consequence = deeds(lesson, OTHERWISE)
    for deed in before:
        do(page, deed)
    page.wait_for_selector("#status.mine")
    none_narrow(page)
    do(page, astray)
    told(page, consequence)
    assert page.evaluate(IN_SIGHT, "#back")
    assert page.evaluate(WIDE) == []
    page.locator("#back").click()
    right, praise = deeds(lesson, WELL, before)
    for deed in right:
        do(page, deed)
    told(page, praise)
    assert violations(page) == []
    page.locator("#next").click()
    page.wait_for_selector("#status.mine")
    assert page.locator(".course .learned").count() == 1
    assert page.url.endswith(f"/learn/{number + 1}")


def test_whoever_comes_back_goes_on_where_she_was(person: Person) -> None:
    page = person()
    page.goto("/games/ludo")
    page.get_by_role("link", name="Apprendre en 5 minutes").click()
    for deed in (ROLL, "0>1"):
        do(page, deed)
    page.wait_for_selector("#status.well")
    page.goto("/games/ludo/learn")
    page.wait_for_url("**/learn/2")
    page.goto("/games/ludo/learn/1")
    page.wait_for_selector("#status.mine")
    assert page.url.endswith("/learn/1")


def test_the_coach_leads_there_with_its_last_word(person: Person) -> None:
    tips = [tip.id for tip in tips_of(*boxes()["ludo"])]
    for seen, is_last in (([], False), (tips[1:], True)):
        page = person(wants_tips=True)
        names = [f"ludo/{id}" for id in seen]
        page.add_init_script(f"localStorage['ludotheque.coach'] = '{json.dumps({'seen': names})}'")
        sit_down(page, open_table(page, LUDO, seats=2))
        begin(page)
        wait_for_offer(page)
        expect(page.locator("#coach")).to_be_visible()
        link = page.locator("#coach").get_by_role("link", name="Apprendre en 5 minutes")
        assert link.is_visible() == is_last


def test_the_keyboard_is_enough(person: Person) -> None:
    """From the sentence to the next lesson, and back again."""
    page = person()
    page.goto(HIT)
    page.wait_for_selector("#status.mine")
    page.locator('.playground [data-move="20>21"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#status.otherwise")
    expect(page.locator("#back")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector("#status.mine")
    page.locator('#actions [data-move="5>6"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#next")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/5")
    page.wait_for_selector("#status.mine")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(f"**{HIT}")


def test_a_finger_is_asked_what_it_means(person: Person) -> None:
    page = person(**PHONE)
    page.goto(HIT)
    page.locator('.playground [data-move="5>6"]').first.tap()
    page.locator('#sheet [data-move="5>6"]').tap()
    page.wait_for_selector("#status.well")


def test_pieces_walk_their_way(person: Person) -> None:
    """The same gestures as at a table, for whoever wants motion."""
    page = person(reduced_motion="no-preference")
    page.add_init_script(NOTE_MOTION)
    page.goto(HIT)
    page.wait_for_selector("#status.mine")
    page.locator('.playground [data-move="5>6"]').first.dispatch_event("click")
    page.wait_for_selector("#status.well")
    assert {"p-0-0", "p-1-0"} <= set(page.evaluate("() => moved"))  # the one that takes, the taken


def test_without_an_answer_nothing_is_lost(person: Person, watch) -> None:
    page = person()
    page.goto(HIT)
    page.wait_for_selector("#status.mine")
    page.route("**/*.json?*", lambda route: route.abort())
    page.locator('#actions [data-move="5>6"]').click()
    expect(page.locator("#toast.shown")).to_be_visible()
    page.unroute("**/*.json?*")
    page.locator('#actions [data-move="5>6"]').click()
    page.wait_for_selector("#status.well")
    watch.forgive("ERR_FAILED")


def test_without_scripts_a_lesson_can_be_read(person: Person) -> None:
    page = person(java_script_enabled=False)
    page.goto(HIT)
    expect(page.get_by_text("Finissez sur lui.")).to_be_visible()
    page.get_by_text("La réponse").click()
    expect(page.get_by_text("une prise fait rejouer")).to_be_visible()
    expect(page.get_by_text("hors d'atteinte")).to_be_visible()
    page.get_by_role("link", name="Suivante").click()
    assert page.url.endswith("/learn/5")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(person: Person, scheme: str) -> None:
    page = person(bypass_csp=True, color_scheme=scheme)
    page.goto(HIT)
    page.wait_for_selector("#status.mine")
    page.locator(".answers summary").click()
    assert violations(page) == []
    do(page, "20>21")
    page.wait_for_selector("#status.otherwise")
    assert violations(page) == []
