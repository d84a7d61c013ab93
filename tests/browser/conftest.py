"""A house, a Chromium without windows (or with), and people with a browser each.

Pages are opened under a name that only this Chromium knows, over plain HTTP: so they lack
what browsers give to secure origins alone, as they do for guests on a home network.
"""

import os
import platform
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright
from serving import Served

from ludotheque.table import dice
from ludotheque.table.verbs import sit

HOST = "house.test"
# Draws no windows about its pages and takes half the time of a whole Chromium, which will do too.
SHELL = "chromium-headless-shell"
# Whole ones: they show notifications, which the shell cannot.
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 20_000  # milliseconds to wait for what must come


def chromium(*names: str) -> str:
    """The first of these browsers that this machine has; on Debian the first is installed."""
    if shutil.which(names[0]) is None and _can_install():
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(["apt-get", "install", "-y", "-qq", names[0]], check=False)
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.fail(
            f"Browser tests need Chromium: none of {', '.join(names)} is on the PATH, and it can be"
            " installed by itself only as root on Debian. Try: sudo apt-get install chromium"
        )
    return found


def _can_install() -> bool:
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return is_root and platform.system() == "Linux" and Path("/etc/debian_version").exists()


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    # Of this folder alone: while it runs, Playwright keeps an event loop in the main thread.
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    yield from launched(playwright, SHELL, *WHOLE)


@pytest.fixture
def whole_browser(playwright: Playwright) -> Iterator[Browser]:
    yield from launched(playwright, *WHOLE)


def launched(playwright: Playwright, *names: str) -> Iterator[Browser]:
    started = playwright.chromium.launch(
        executable_path=chromium(*names),
        args=["--no-sandbox", "--disable-gpu", f"--host-resolver-rules=MAP {HOST} 127.0.0.1"],
    )
    yield started
    started.close()


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    house = Served(f"sqlite:///{tmp_path_factory.mktemp('browser') / 'house.db'}")
    yield house
    house.close()


@pytest.fixture(autouse=True)
def no_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """What browsers add to the dice is new in every run: here they add nothing."""
    monkeypatch.setattr(sit, "_value", lambda table, command: dice.NO_VALUE)


@pytest.fixture
def address(served: Served) -> str:
    return f"http://{HOST}:{served.port}"


class Watch:
    """What went wrong in pages: errors, complaints in the console, requests to elsewhere."""

    def __init__(self, address: str):
        self.address = address
        self.seen: list[str] = []

    def over(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.seen.append(f"error: {error}"))
        page.on("console", self._console)
        page.on("request", self._request)
        page.on("websocket", lambda socket: self._request(socket))

    def forgive(self, *texts: str) -> None:
        """Forget complaints that a test brought about itself."""
        self.seen = [line for line in self.seen if not any(text in line for text in texts)]

    def _console(self, message: Any) -> None:
        # Over plain HTTP Chromium says that it does without this header.
        if message.type in ("error", "warning") and "Opener-Policy" not in message.text:
            self.seen.append(f"{message.type}: {message.text}")

    def _request(self, request: Any) -> None:
        own = (self.address, self.address.replace("http", "ws"), "data:", "blob:")
        if not request.url.startswith(own):
            self.seen.append(f"request: {request.url}")


@pytest.fixture
def watch(served: Served, address: str) -> Iterator[Watch]:
    """Fails a test in which a page or the house complains; tests may look at it and clear it."""
    seen = Watch(address)
    yield seen
    faults, served.faults.seen = served.faults.seen, []
    assert not seen.seen + faults


@pytest.fixture
def person(browser: Browser, address: str, watch: Watch) -> Iterator[Callable[..., Page]]:
    """Makes somebody new: a page of a browser with nothing in it, at the home page's door."""
    contexts: list[BrowserContext] = []

    def come(*, wants_tips: bool = False, **options: Any) -> Page:
        usual = {"base_url": address, "locale": "fr-FR", "reduced_motion": "reduce"}
        context = browser.new_context(**(usual | options))
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(COUNT_CHANGES)
        if not wants_tips:
            context.add_init_script(NO_TIPS)
        if "reduced_motion" not in options:
            context.add_init_script(INSTANT)
        page = context.new_page()
        watch.over(page)
        return page

    yield come
    for context in contexts:
        context.close()


# Nobody is a beginner here, but where a test says so: bubbles lie above what is to be clicked.
NO_TIPS = """
try { localStorage["ludotheque.coach"] = '{"off": true, "seen": []}' } catch {}
"""
# Who wants no motion here wants no time to read either, and makes every move herself.
INSTANT = """
try { localStorage["ludotheque.settings"] ??= '{"pace": "instant", "forced": false}' } catch {}
"""

# So that a test can wait until a page has changed, whatever it is that changed.
COUNT_CHANGES = """
window.changes = 0;
// Pieces light up when they are pointed at: that is no change, and what moves is told as well.
const isChange = ({type, target}) => type !== "attributes" || !target.closest("svg");
addEventListener("DOMContentLoaded", () => new MutationObserver(
  list => window.changes += list.some(isChange)
).observe(document, {subtree: true, childList: true, attributes: true, characterData: true}));
"""
