"""The house as an app, on localhost, which counts as secure: what it keeps for a lost network."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from serving import Served
from staging import played

from ludotheque.web import installing

from .asking import until
from .conftest import Watch
from .playing import short
from .shelf import LUDO, Person

LOST = "Failed to load resource"
KEPT = "async path => (await caches.match(path, {ignoreVary: true})) !== undefined"
SECRET = "cheval batterie agrafe"


@pytest.fixture
def address(served: Served) -> str:
    return f"http://localhost:{served.port}"


@pytest.fixture
def finished(served: Served) -> str:
    """A game that is over; its path."""
    return f"/tables/{served.do(played(served.runner, LUDO.id, short(LUDO, 2)))}"


@pytest.fixture
def at_home(person: Person, address: str) -> Callable[..., Page]:
    """Makes somebody whose browser has the house's worker."""

    def come(language: str = "fr") -> Page:
        page = person()
        # A worker's own requests do not go by the locale that Playwright gives to pages.
        page.context.add_cookies([{"name": "language", "value": language, "url": address}])
        page.goto("/dice")
        page.wait_for_function("() => navigator.serviceWorker.controller")
        return page

    return come


def open_replay(page: Page, path: str) -> int:
    """Open a replay, until all of it is kept; its last step."""
    page.goto(f"{path}/replay")
    last = int(page.get_attribute("#replay", "data-total"))
    until(page, KEPT, f"{path}/record.json")  # it is asked for last
    return last


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("fr", "La maison ne répond pas"),
        ("en", "The house does not answer"),
        ("es", "La casa no responde"),
    ],
)
def test_without_a_connection_the_house_says_so(
    at_home: Callable[..., Page], watch: Watch, language: str, told: str
) -> None:
    page = at_home(language)
    page.context.set_offline(True)
    page.goto("/rooms")
    assert page.inner_text("h1") == told
    assert page.get_attribute("html", "lang") == language
    assert page.is_hidden("#readable")
    page.context.set_offline(False)  # it notices by itself
    page.wait_for_selector("footer a[href='/rooms']")
    watch.forgive(LOST)


def test_a_replay_that_was_opened_is_read_to_its_end_without_a_connection(
    at_home: Callable[..., Page], watch: Watch, finished: str
) -> None:
    page = at_home()
    last = open_replay(page, finished)
    page.context.set_offline(True)
    page.goto("/")
    page.click("#kept a")  # the page without a connection leads to it
    assert f"{finished}/replay" in page.url
    page.wait_for_function("() => location.hash")  # its script is at work, and hears keys
    page.keyboard.press("End")
    page.wait_for_function(
        f"() => document.getElementById('count').textContent.startsWith('{last} /')"
    )
    page.wait_for_function("() => document.getElementById('told').textContent.length > 3")
    page.click("#verify")
    page.wait_for_selector("text=/tirages sont ceux des dés scellés/")
    watch.forgive(LOST)


def test_nothing_private_is_kept(at_home: Callable[..., Page], served: Served) -> None:
    page = at_home()
    under_way = f"/tables/{served.do(played(served.runner, LUDO.id, short(LUDO, 2), steps=6))}"
    for path in ("/", "/me", "/rooms", under_way, f"{under_way}/replay", "/quick"):
        page.goto(path)
    page.wait_for_timeout(700)  # longer than a replay takes to be kept
    names = page.evaluate("caches.keys()")
    assert [name.partition("-")[0] for name in names] == ["files"]
    kept = page.evaluate(
        "async name => (await (await caches.open(name)).keys()).map(each => each.url)", names[0]
    )
    paths = {url.split("/", 3)[3].split("/")[0] for url in kept}
    assert paths == {"static", "offline"}


def test_whoever_signs_out_leaves_no_replay_behind(
    at_home: Callable[..., Page], watch: Watch, finished: str
) -> None:
    page = at_home()
    page.goto("/me")
    page.fill("#join-name", "Ondine")
    page.fill("#join-password", SECRET)
    page.get_by_role("button", name="Devenir membre").first.click()
    page.wait_for_selector("text=Bienvenue parmi les membres")
    open_replay(page, finished)
    page.goto("/me")
    page.get_by_role("button", name="Se déconnecter ici").click()
    page.wait_for_selector("a.signin")
    assert not page.evaluate(KEPT, f"{finished}/replay")
    page.context.set_offline(True)
    page.goto(f"{finished}/replay")
    assert page.inner_text("h1") == "La maison ne répond pas"
    watch.forgive(LOST)


def test_a_new_version_takes_the_place_of_the_old_one(
    at_home: Callable[..., Page],
    watch: Watch,
    served: Served,
    finished: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Old files stay only while a replay needs them, and go when that is opened anew."""
    page = at_home()
    open_replay(page, finished)
    old = installing.version(served.house.assets, served.house.templates)

    def upgrade(to: str) -> None:
        monkeypatch.setattr(installing, "version", lambda *_: to)
        page.evaluate("navigator.serviceWorker.getRegistration().then(each => each.update())")
        until(page, "async name => (await caches.keys()).includes(name)", f"files-{to}")

    def wait_for(*names: str) -> None:
        same = "async names => (await caches.keys()).sort().join() === names.sort().join()"
        until(page, same, [*names])

    upgrade("second")
    page.wait_for_timeout(300)  # for what must not go
    wait_for(f"files-{old}", "files-second", f"kept-{old} {finished}")
    page.context.set_offline(True)
    page.goto(f"{finished}/replay")
    assert page.locator("#replay").count() == 1
    page.context.set_offline(False)
    open_replay(page, finished)  # of the second version now
    wait_for(f"files-{old}", "files-second", f"kept-second {finished}")
    upgrade("third")
    wait_for("files-second", "files-third", f"kept-second {finished}")
    watch.forgive(LOST)
