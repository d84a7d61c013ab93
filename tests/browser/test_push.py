"""Being called to a closed page: asking for it, and what the worker shows when a call comes.

Chromium has no push service of its own here: the tests' browser stands in for it.
"""

import json

import pytest
from playwright.sync_api import Page
from receiving import HOST, Browser
from serving import Served

from ludotheque.house.push.endpoints import Target

from .asking import until
from .shelf import LUDO, Person
from .tables import open_table, sit_down

ENDPOINT = f"https://{HOST}/wake/ann"
KNOWN = "async () => (await (await fetch('/me/push')).json()).endpoint"
# What the worker shows is noted, since a browser without windows shows nothing.
NOTE = """
() => {
  self.shown = [];
  self.registration.showNotification = async (title, {data}) => self.shown.push([title, data]);
}
"""


@pytest.fixture
def address(served: Served, monkeypatch: pytest.MonkeyPatch) -> str:
    target = Target(HOST, "127.0.0.1", 9, "/")
    monkeypatch.setattr(served.house.herald, "find", lambda _: target)
    return f"http://localhost:{served.port}"


def with_service(page: Page) -> Page:
    """Give a page's browser a push service that takes everybody, and says how it was asked."""
    page.context.grant_permissions(["notifications"])
    made = json.dumps(Browser().subscription(ENDPOINT))
    page.add_init_script(f"""
      const own = () => localStorage.subscribed && {{
        ...{made}, toJSON: () => ({made}),
        unsubscribe: async () => {{ delete localStorage.subscribed; return true; }},
      }} || null;
      PushManager.prototype.getSubscription = async () => own();
      PushManager.prototype.subscribe = async (options) => {{
        localStorage.subscribed = options.applicationServerKey;
        return own();
      }};
    """)
    return page


def test_a_checkbox_asks_for_calls_and_gives_them_up(person: Person) -> None:
    page = with_service(person())
    path = open_table(page, LUDO, seats=2)
    sit_down(page, path)
    page.click(".settings summary")
    assert not page.is_checked("[data-reach=push]")
    page.check("[data-reach=push]")
    until(page, f"async () => (await ({KNOWN})()) === '{ENDPOINT}'")
    key = page.evaluate("async () => (await (await fetch('/me/push')).json()).key")
    assert page.evaluate("localStorage.subscribed") == key
    page.goto("/me")
    page.wait_for_selector("[data-reach=push]:checked")
    page.fill("#join-name", "Appelée")
    page.fill("#join-password", "cheval batterie agrafe")
    page.get_by_role("button", name="Devenir membre").first.click()
    page.wait_for_selector("text=Bienvenue parmi les membres")
    page.wait_for_selector("[data-reach=push]:checked")  # a new session of the same browser
    page.uncheck("[data-reach=push]")
    until(page, f"async () => (await ({KNOWN})()) === null")
    assert page.evaluate("localStorage.subscribed") is None


def test_a_call_is_shown_and_leads_to_the_table(person: Person, address: str) -> None:
    page = person()
    page.goto("/dice")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    (worker,) = page.context.service_workers
    worker.evaluate(NOTE)
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(
            each["registrationId"]
            for each in told["registrations"]
            if each["scopeURL"].startswith(address)
        ),
    )
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    call = {"title": "À vous — Ludo", "table": "/tables/abc"}
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": address, "registrationId": found[-1], "data": json.dumps(call)},
    )
    until(worker, "() => self.shown.length")
    assert worker.evaluate("() => self.shown") == [["À vous — Ludo", "/tables/abc"]]
