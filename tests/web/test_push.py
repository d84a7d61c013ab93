"""« À vous ! » to a closed page: from the browser that asked for it to the message it can read."""

import json
import time
from collections.abc import Callable, Iterator

import pytest
from receiving import HOST, TAKEN, Browser, Service, claims_of
from serving import Served
from staging import VALUE, play_out
from visiting import Visitor

from ludotheque.house.people.allowance import Allowance
from ludotheque.house.push import subscriptions
from ludotheque.table import Person, Settings
from ludotheque.table import commands as c
from ludotheque.table.settings import DAY
from ludotheque.web import herald

GONE = b"HTTP/1.1 410 Gone\r\n\r\n"
BUSY = b"HTTP/1.1 503 Busy\r\n\r\n"
SHORT = {"seats": 2, "pawns": 1}
QUIET = 0.6  # seconds in which a message that must not come would have come


@pytest.fixture
def service(tmp_path) -> Iterator[Service]:
    made = Service(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(f"sqlite:///{tmp_path_factory.mktemp('push') / 'house.db'}")
    yield made
    made.close()


@pytest.fixture
def house(opened: Served, service: Service) -> Iterator[Served]:
    """A house that sends to the test's service and knows no other."""
    own = opened.house.herald
    own.find, own.trust, own.grace = service.find, service.trust, 0.05
    own.allowance = Allowance(12, 1)
    yield opened
    opened.do(own.stop())
    seen, opened.faults.seen = opened.faults.seen, []
    assert not seen


class Caller:
    """Somebody with a browser that can be called."""

    def __init__(self, house: Served, visitor: Visitor, name: str):
        self.house, self.visitor, self.browser = house, visitor, Browser()
        self.endpoint = f"https://{HOST}/{name}"
        token = visitor.http.cookies["session"]
        found = house.do(house.house.visitors.find(token))
        assert found
        self.person = Person(found.person, found.name)

    def subscribe(self) -> int:
        wanted = self.browser.subscription(self.endpoint)
        return self.visitor.http.post("/me/push", json=wanted).status_code

    def is_known(self) -> bool:
        return bool(self.visitor.get("/me/push").json()["endpoint"])


@pytest.fixture
def two(house: Served, visitor: Callable[..., Visitor]) -> tuple[Caller, Caller]:
    ann, bob = visitor(house, name="Ann"), visitor(house, name="Bob", language="en")
    return Caller(house, ann, "ann"), Caller(house, bob, "bob")


def begin(house: Served, people: tuple[Caller, ...], clock: int | None = 3 * DAY) -> str:
    """A table where these sit, none of them before a page, and the game has begun; its id."""

    async def sit() -> str:
        host = people[0].person
        table = await house.runner.create("ludo", SHORT, Settings(clock=clock), host=host)
        for each in people:
            await house.runner.command(table, each.person, c.Sit(id="sit", value=VALUE))
        if len(people) == 1:
            await house.runner.command(table, host, c.Fill(id="fill"))
        await house.runner.idle()
        return table

    return house.do(sit())


def awaited(house: Served, table: str, people: tuple[Caller, ...]) -> Caller:
    for each in people:
        if house.do(house.runner.awaits(table, each.person.id)):
            return each
    raise AssertionError("it is nobody's turn")


def pass_turn(house: Served, table: str, people: tuple[Caller, ...]) -> Caller:
    """Let whoever is awaited play until another is; who that is."""
    before = awaited(house, table, people)
    while awaited(house, table, people) is before:
        house.do(play_out(house.runner, table, [each.person for each in people], steps=1))
    return awaited(house, table, people)


def read(service: Service, people: tuple[Caller, ...]) -> tuple[Caller, dict, dict]:
    """The next message: for whom, what it says, and with which headers."""
    headers, body = service.wait()
    path = headers[""].split()[1]
    (who,) = [each for each in people if each.endpoint.endswith(path)]
    return who, json.loads(who.browser.read(body)), headers


def test_each_is_called_when_her_turn_comes(
    house: Served, service: Service, two: tuple[Caller, Caller]
) -> None:
    ann, bob = two
    assert [each.subscribe() for each in two] == [204, 204]
    table = begin(house, two)
    for _ in range(3):
        who, told, headers = read(service, two)
        assert who is awaited(house, table, two)
        title = {ann: "À vous — Ludo", bob: "Your turn — Ludo"}[who]
        assert told == {"title": title, "table": f"/tables/{table}"}  # and nothing else
        assert int(headers["ttl"]) > 3600
        assert headers["content-encoding"] == "aes128gcm"
        key = ann.visitor.get("/me/push").json()["key"]
        claims = claims_of(headers["authorization"], key)
        assert claims["aud"] == f"https://{HOST}"
        assert claims["sub"].startswith("https://127.0.0.1")
        pass_turn(house, table, two)
    assert len(service.requests) <= 1


def test_who_chooses_another_language_is_called_in_it(
    house: Served, service: Service, two: tuple[Caller, Caller]
) -> None:
    for each in two:
        each.subscribe()
        each.visitor.post("/language", language="es")
    begin(house, two)
    assert read(service, two)[1]["title"] == "Te toca — Ludo"


def test_who_is_asked_to_a_table_is_called_once(
    house: Served, service: Service, two: tuple[Caller, Caller]
) -> None:
    ann, bob = two
    bob.subscribe()
    before = begin(house, two, clock=15)
    table = ann.visitor.open_table(**{"option.seats": "2"})
    seat = house.do(house.runner.view_for(before, bob.person.id)).viewer
    for _ in range(2):
        asked = ann.visitor.post(f"/tables/{table}/asks", place=f"{before} {seat}", deed="ask")
        assert asked.status_code == 303
    who, told, _ = read(service, two)
    assert who is bob
    assert told == {"title": "Invitation — Ludo", "table": f"/tables/{table}"}
    assert not service.requests


def nothing_comes(service: Service) -> bool:
    return not service.came.acquire(timeout=QUIET)


@pytest.mark.parametrize("clock", [15, 60])
def test_nobody_is_called_to_a_quick_game(
    house: Served, service: Service, two: tuple[Caller, Caller], clock: int
) -> None:
    for each in two:
        each.subscribe()
    begin(house, two, clock)
    assert nothing_comes(service)


def test_nobody_is_called_by_bots_alone(
    house: Served, service: Service, two: tuple[Caller, Caller]
) -> None:
    two[0].subscribe()
    begin(house, two[:1])
    assert nothing_comes(service)


def test_who_looks_at_the_table_is_not_called_until_she_looks_away(
    house: Served, service: Service, two: tuple[Caller, Caller]
) -> None:
    for each in two:
        each.subscribe()
    table = begin(house, two)
    here, _, _ = read(service, two)
    with here.visitor.watch(table) as page:
        page.update()
        other = pass_turn(house, table, two)
        assert read(service, two)[0] is other
        assert pass_turn(house, table, two) is here
        assert nothing_comes(service)
        assert pass_turn(house, table, two) is other
        assert read(service, two)[0] is other
        page.send("away", away=True)
        time.sleep(0.2)
        assert pass_turn(house, table, two) is here
        assert read(service, two)[0] is here


def test_who_comes_in_time_is_not_called(
    house: Served, service: Service, two: tuple[Caller, Caller]
) -> None:
    for each in two:
        each.subscribe()
    house.house.herald.grace = 0.4
    table = begin(house, two)
    with awaited(house, table, two).visitor.watch(table) as page:
        page.update()
        assert nothing_comes(service)


def test_a_browser_that_is_gone_is_forgotten(
    house: Served, service: Service, two: tuple[Caller, Caller]
) -> None:
    for each in two:
        each.subscribe()
    service.answer = GONE
    who = awaited(house, begin(house, two), two)
    service.wait()
    for _ in range(100):
        if not who.is_known():
            break
        time.sleep(0.02)
    assert [each.is_known() for each in two] == [each is not who for each in two]


def test_what_fails_is_tried_again_while_it_is_her_turn(
    house: Served,
    service: Service,
    two: tuple[Caller, Caller],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(herald, "PAUSES", (0.2, 0.2, 0.2))
    for each in two:
        each.subscribe()
    service.answer = BUSY
    table = begin(house, two)
    who = awaited(house, table, two)
    assert read(service, two)[0] is who
    assert read(service, two)[0] is who
    service.answer = TAKEN
    assert read(service, two)[0] is who
    assert nothing_comes(service)  # it was taken
    service.answer = BUSY
    other = pass_turn(house, table, two)
    assert read(service, two)[0] is other
    service.answer = TAKEN
    assert pass_turn(house, table, two) is who
    assert read(service, two)[0] is who  # the other's turn is over: no more to her
    assert nothing_comes(service)


def test_who_does_not_want_it_any_more_is_not_tried_again(
    house: Served,
    service: Service,
    two: tuple[Caller, Caller],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(herald, "PAUSES", (0.3,))
    for each in two:
        each.subscribe()
    service.answer = BUSY
    begin(house, two)
    who, _, _ = read(service, two)
    assert who.visitor.http.delete("/me/push").status_code == 204
    assert nothing_comes(service)


def test_a_person_is_called_only_so_often(
    house: Served, service: Service, two: tuple[Caller, Caller]
) -> None:
    house.house.herald.allowance = Allowance(1, 0)
    for each in two:
        each.subscribe()
    called = {awaited(house, begin(house, two), two).endpoint for _ in range(5)}
    time.sleep(QUIET)
    assert len(service.requests) == len(called)


def test_signing_out_and_changing_ones_mind_end_it(two: tuple[Caller, Caller]) -> None:
    ann, bob = two
    assert [each.subscribe() for each in two] == [204, 204]
    assert ann.is_known()
    assert ann.visitor.http.delete("/me/push").status_code == 204
    assert not ann.is_known()
    bob.visitor.post("/me/join", name="Bobine", password="cheval batterie agrafe")
    bob.subscribe()
    bob.visitor.post("/signout")
    found = bob.house.do(bob.house.house.read(subscriptions.of, bob.person.id))
    assert found == []


def test_an_endpoint_is_looked_at_before_it_is_kept(two: tuple[Caller, Caller]) -> None:
    from ludotheque.house.push.endpoints import public_target

    ann = two[0]
    ann.house.house.herald.find = public_target
    for endpoint in ("https://127.0.0.1/x", "http://push.test/", "https://u@push.test/", "file:"):
        ann.endpoint = endpoint
        assert ann.subscribe() == 400
    assert not ann.is_known()


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"endpoint": 3}', '{"endpoint":"https://a/"}'])
def test_what_is_no_subscription_is_refused(two: tuple[Caller, Caller], body: str) -> None:
    http = two[0].visitor.http
    assert http.post("/me/push", content=body).status_code == 400
    assert http.post("/me/push", content=b"\xff").status_code == 400


def test_a_stranger_and_another_site_subscribe_nobody(
    house: Served, two: tuple[Caller, Caller], visitor: Callable[..., Visitor]
) -> None:
    stranger = visitor(house)
    wanted = two[0].browser.subscription(two[0].endpoint)
    assert stranger.http.post("/me/push", json=wanted).status_code == 404
    foreign = {"Origin": "https://evil.test"}
    assert two[0].visitor.http.post("/me/push", json=wanted, headers=foreign).status_code == 403
    assert stranger.get("/me/push").json()["endpoint"] is None
