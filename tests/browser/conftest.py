"""A house, Debian's Chromium (or another), and people with a browser each.

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
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from serving import Served

HOST = "house.test"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 20_000  # milliseconds to wait for what must come


def chromium() -> str:
    """The browser of this machine; on Debian it is installed where it is missing."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None and _can_install():
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=True)
        found = shutil.which("chromium")
    if found is None:
        pytest.fail(
            f"Browser tests need Chromium: none of {', '.join(NAMES)} is on the PATH, and it can be"
            " installed by itself only as root on Debian. Try: sudo apt-get install chromium"
        )
    return found


def _can_install() -> bool:
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return is_root and platform.system() == "Linux" and Path("/etc/debian_version").exists()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    # Of this folder alone: while it runs, Playwright keeps an event loop in the main thread.
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium(),
            args=["--no-sandbox", "--disable-gpu", f"--host-resolver-rules=MAP {HOST} 127.0.0.1"],
        )
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    house = Served(f"sqlite:///{tmp_path_factory.mktemp('browser') / 'house.db'}")
    yield house
    house.close()


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

    def come(**options: Any) -> Page:
        usual = {"base_url": address, "locale": "fr-FR", "reduced_motion": "reduce"}
        context = browser.new_context(**(usual | options))
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(COUNT_CHANGES)
        page = context.new_page()
        watch.over(page)
        return page

    yield come
    for context in contexts:
        context.close()


# So that a test can wait until a page has changed, whatever it is that changed.
COUNT_CHANGES = """
window.changes = 0;
addEventListener("DOMContentLoaded", () => new MutationObserver(() => window.changes++)
  .observe(document, {subtree: true, childList: true, attributes: true, characterData: true}));
"""
