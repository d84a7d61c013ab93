"""A page that lost its connection, was reloaded, or saw the house restart goes on by itself."""

import json
import time

import pytest
from playwright.sync_api import Page, WebSocketRoute
from serving import Served

from ludotheque.table.events import Fell, Moved
from ludotheque.web import live

from .conftest import HOST, PATIENCE
from .playing import act, click, wait_for_offer
from .shelf import LUDO, Person
from .tables import begin, open_table, path_of, sit_down


@pytest.fixture
def both(person: Person) -> tuple[Page, Page]:
    """Ann and Bob in a game of Ludo, whoever's turn it is first."""
    ann, bob = person(), person()
    path = open_table(ann, LUDO, seats=2)
    sit_down(ann, path)
    sit_down(bob, path)
    ann.wait_for_selector("#status:not(.open)")
    return turn(ann, bob)


def until_open(served: Served, count: int) -> None:
    """Wait until so many pages have their live connection."""
    while served.open_connections() < count:
        time.sleep(0.01)


def turn(ann: Page, bob: Page) -> tuple[Page, Page]:
    """Whose turn it is, and the other."""
    for _ in range(PATIENCE // 50):
        for page, other in ((ann, bob), (bob, ann)):
            if page.locator("#status.mine").count():
                other.wait_for_selector("#status:not(.mine):not(.open)")
                return page, other
        ann.wait_for_timeout(50)
    raise AssertionError("it is nobody's turn")


def carry_on(both: tuple[Page, Page]) -> None:
    """The game goes on as if nothing had been."""
    for _ in range(4):
        page, _ = turn(*both)
        act(page, wait_for_offer(page))


def deeds(served: Served, page: Page) -> int:
    """How often somebody rolled or moved at the page's table."""
    log = served.do(served.runner.record(path_of(page.url).removeprefix("/tables/"))).log
    return sum(isinstance(line.event, Fell | Moved) for line in log)


def lines(page: Page) -> list[str]:
    return page.locator("#log li").all_inner_texts()


def disconnect(served: Served, page: Page) -> None:
    """Out of range: the connection is gone, and no other can be made."""
    page.context.set_offline(True)
    served.cut_connections()
    page.wait_for_selector("#toast.shown")


def test_a_page_catches_up_by_itself(served, watch, both) -> None:
    page, other = both
    disconnect(served, other)
    before = lines(other)
    act(page, wait_for_offer(page))
    assert lines(other) == before
    other.context.set_offline(False)
    other.wait_for_function("n => document.querySelectorAll('#log li').length > n", arg=len(before))
    assert lines(other) == lines(page)
    other.wait_for_selector("#toast:not(.shown)")
    watch.forgive("WebSocket")
    carry_on(both)


def test_a_page_that_is_asked_to_come_again_does_so_without_a_word(served, both) -> None:
    for page in both:
        page.evaluate(
            "new MutationObserver(() => document.body.dataset.told = '')"
            ".observe(document.getElementById('toast'), {attributes: true, childList: true})"
        )
    for _ in range(3):
        until_open(served, len(both))  # one that is only just being opened is lost
        served.move_connections()
        page, _ = turn(*both)
        act(page, wait_for_offer(page))
    assert [page.locator("body[data-told]").count() for page in both] == [0, 0]


def test_a_move_made_without_a_connection_is_made_once_it_is_back(served, watch, both) -> None:
    page, _ = both
    offer, before = wait_for_offer(page), deeds(served, page)
    disconnect(served, page)
    page.mouse.click(offer["x"], offer["y"])
    assert deeds(served, page) == before
    page.context.set_offline(False)
    page.wait_for_function(
        "n => document.querySelectorAll('#log li').length > n", arg=len(lines(page))
    )
    assert deeds(served, page) == before + 1
    watch.forgive("WebSocket")
    carry_on(both)


def test_a_move_whose_answer_was_lost_is_sent_again_and_acts_once(
    served, watch, both, monkeypatch
) -> None:
    """The connection breaks after the house took the command and before it could say so."""
    page, _ = both
    offer, before = wait_for_offer(page), deeds(served, page)
    post, command, play = live.Page.post, live.Page._command, served.runner.play
    received: list[str] = []
    senders: list[live.Page] = []
    lost: list[bytes] = []

    def fails(self, frame):
        if self in senders[:1] and not lost:  # others may be told before her
            lost.append(frame)
            self.wire.abort()
        else:
            post(self, frame)

    def took(self, id):
        received.append(id)
        senders.append(self)

    def plays(table, person, given, done):  # the short way in, which is not always open
        is_taken = play(table, person, given, done)
        if is_taken:
            took(done.func.__self__, given.id)
        return is_taken

    async def listens(self, text):
        took(self, json.loads(text)["id"])
        await command(self, text)

    monkeypatch.setattr(live.Page, "post", fails)
    monkeypatch.setattr(live.Page, "_command", listens)
    monkeypatch.setattr(served.runner, "play", plays)
    act(page, offer)
    for _ in range(PATIENCE // 50):
        if len(received) > 1:
            break
        page.wait_for_timeout(50)
    page.wait_for_selector("#toast:not(.shown)")
    assert received[0] == received[1]  # it was sent twice,
    assert deeds(served, page) == before + 1  # and acted once
    watch.forgive("WebSocket")


def test_a_connection_that_gives_no_answer_is_given_up(served, both) -> None:
    """It is open, and nothing comes through: a phone may take minutes to notice."""
    page, _ = both
    is_deaf = True

    def relay(socket: WebSocketRoute) -> None:
        house = socket.connect_to_server()

        def hear(text: str) -> None:
            if not is_deaf or json.loads(text)["command"] not in ("roll", "move"):
                house.send(text)

        socket.on_message(hear)

    page.route_web_socket("**/live*", relay)
    page.clock.install()
    page.reload()
    offer, before = wait_for_offer(page), deeds(served, page)
    click(page, offer)
    page.clock.fast_forward(7_000)
    assert not page.locator("#toast.shown").count()
    page.clock.fast_forward(2_000)
    page.wait_for_selector("#toast.shown")
    is_deaf = False
    page.clock.run_for(3_000)
    page.wait_for_selector("#toast:not(.shown)")
    assert deeds(served, page) == before + 1


def test_a_reload_in_mid_move_changes_nothing(served, both) -> None:
    page, other = both
    before = lines(page), deeds(served, page)
    page.reload()
    wait_for_offer(page)
    assert (lines(page), deeds(served, page)) == before
    act(page, wait_for_offer(page))
    other.wait_for_function(
        "n => document.querySelectorAll('#log li').length > n", arg=len(before[0])
    )
    assert deeds(served, page) == before[1] + 1


def test_two_pages_of_one_person_stay_together(served, both) -> None:
    page, _ = both
    twin = page.context.new_page()
    twin.goto(page.url)
    wait_for_offer(twin)
    act(page, wait_for_offer(page))
    twin.wait_for_function(
        "text => document.getElementById('log').innerText === text", arg=page.inner_text("#log")
    )


def test_a_page_goes_on_when_the_house_was_restarted(person, watch, tmp_path) -> None:
    database = f"sqlite:///{tmp_path / 'house.db'}"
    house = Served(database)
    watch.address = f"http://{HOST}:{house.port}"
    try:
        page = person(base_url=watch.address)
        sit_down(page, open_table(page, LUDO, seats=2))
        begin(page)
        act(page, wait_for_offer(page))
        before = lines(page)
    finally:
        house.close()
    page.wait_for_selector("#toast.shown")
    house = Served(database, port=house.port)
    try:
        page.wait_for_selector("#toast:not(.shown)")
        assert lines(page)[: len(before)] == before
        for _ in range(4):
            act(page, wait_for_offer(page))
        page.close()  # before it tries again where nobody is
    finally:
        house.close()
    watch.forgive("WebSocket")
