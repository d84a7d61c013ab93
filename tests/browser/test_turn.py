"""« À vous ! »: the tab, its picture and the browser's notification say that it is one's turn."""

import pytest
from playwright.sync_api import Browser, Page
from serving import Served

from .asking import until
from .conftest import Watch
from .playing import act, wait_for_offer
from .shelf import LUDO, Person
from .tables import begin, open_table, sit_down

# Pages of a browser without a window are never out of sight: this one can be.
HIDING = """
let isHidden = false;
Object.defineProperty(document, "hidden", {get: () => isHidden});
window.hide = (on) => { isHidden = on; document.dispatchEvent(new Event("visibilitychange")); };
"""
SHOWN = """
async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map(({title, tag, data}) => [title, tag, data])
"""
MARKED = "() => document.title.startsWith('●')"
ICON = "document.querySelector('link[rel=icon]').href"


@pytest.fixture
def secure(served: Served) -> str:
    return f"http://localhost:{served.port}"


def test_the_tab_says_whose_turn_it_is(person: Person) -> None:
    ann, bob = person(), person()
    path = open_table(ann, LUDO, seats=2)
    sit_down(ann, path)
    sit_down(bob, path)
    for _ in range(8):
        first, second = (ann, bob) if ann.locator("#status.mine").count() else (bob, ann)
        first.wait_for_function(MARKED)
        assert first.title() == "● À vous — Ludo"
        assert "icon-turn" in first.evaluate(ICON)
        second.wait_for_function("() => !document.title.startsWith('●')")
        assert second.title() == "Ludo · Ludothèque"
        assert "icon-turn" not in second.evaluate(ICON)
        act(first, wait_for_offer(first))
        ann.wait_for_function("() => document.querySelector('#status')")
        if "over" in (ann.get_attribute("#status", "class") or ""):
            break
        wait_until_somebody_may(ann, bob)


def wait_until_somebody_may(*pages: Page) -> None:
    for _ in range(100):
        if any(page.locator("#status.mine").count() for page in pages):
            return
        pages[0].wait_for_timeout(50)
    raise AssertionError("it is nobody's turn")


def test_the_sign_in_the_tab_can_be_switched_off(person: Person) -> None:
    page = person()
    sit_down(page, open_table(page, LUDO, seats=2))
    begin(page)
    wait_for_offer(page)
    page.wait_for_function(MARKED)
    page.click(".settings summary")
    page.uncheck("[data-setting=badge]")
    assert page.title() == "Ludo · Ludothèque"
    page.reload()
    wait_for_offer(page)
    assert page.title() == "Ludo · Ludothèque"


def test_over_plain_http_notifications_say_what_they_need(person: Person) -> None:
    page = person()
    sit_down(page, open_table(page, LUDO, seats=2))
    page.click(".settings summary")
    assert page.is_disabled("[data-reach=notify]")
    assert page.is_visible("text=/une adresse sûre/")


class TestOnASecureAddress:
    @pytest.fixture
    def address(self, secure: str) -> str:
        return secure

    @pytest.fixture
    def browser(self, whole_browser: Browser) -> Browser:
        return whole_browser

    def test_who_asked_for_it_is_notified_while_the_page_is_out_of_sight(
        self, person: Person
    ) -> None:
        ann, bob = person(), person()
        ann.context.grant_permissions(["notifications"])
        ann.add_init_script(HIDING)
        path = open_table(ann, LUDO, seats=2)
        sit_down(ann, path)
        ann.click(".settings summary")
        ann.check("[data-reach=notify]")
        sit_down(bob, path)
        wait_until_somebody_may(ann, bob)
        for _ in range(20):  # until it is Bob's turn
            if bob.locator("#status.mine").count():
                break
            act(ann, wait_for_offer(ann))
            wait_until_somebody_may(ann, bob)
        assert ann.evaluate(SHOWN) == []
        ann.evaluate("hide(true)")
        for _ in range(20):
            if ann.evaluate(MARKED.removeprefix("() => ")):
                break
            act(bob, wait_for_offer(bob))
            wait_until_somebody_may(ann, bob)
        until(ann, f"async () => (await ({SHOWN})()).length")
        assert ann.evaluate(SHOWN) == [["● À vous — Ludo", path, path]]
        ann.evaluate("hide(false)")  # she is back
        until(ann, f"async () => !(await ({SHOWN})()).length")

    def test_nothing_is_asked_for_without_a_click(self, person: Person, watch: Watch) -> None:
        page = person()
        page.add_init_script(
            "window.asked = 0; Notification.requestPermission = async () => {"
            " window.asked += 1; return 'denied'; };"
        )
        sit_down(page, open_table(page, LUDO, seats=2))
        begin(page)
        wait_for_offer(page)
        assert page.evaluate("window.asked") == 0
        page.click(".settings summary")
        page.locator("[data-reach=notify]").click()
        page.wait_for_selector("text=/Le navigateur ne le permet pas/")
        assert page.evaluate("window.asked") == 1
        assert not page.is_checked("[data-reach=notify]")

    def test_the_account_page_has_the_same_settings(self, person: Person) -> None:
        page = person()
        page.context.grant_permissions(["notifications"])
        sit_down(page, open_table(page, LUDO, seats=2))
        page.goto("/me")
        page.check("[data-reach=notify]")
        page.check("[data-setting=sound]")
        page.reload()
        assert page.is_checked("[data-reach=notify]")
        assert page.is_checked("[data-setting=sound]")
