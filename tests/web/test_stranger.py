"""One stranger who means no good: others go on as if she were not there."""

import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress

import pytest
from msgspec.structs import replace
from serving import Served
from staging import played
from visiting import Visitor
from websockets.exceptions import InvalidStatus

from ludotheque.house.people.allowance import Allowance
from ludotheque.table.events import Emoted
from ludotheque.table.record import Line
from ludotheque.web import playback, security, server

Come = Callable[..., Visitor]


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A house with the limits that every house has."""
    house = Served(f"sqlite:///{tmp_path_factory.mktemp('stranger') / 'house.db'}", has_limits=True)
    yield house
    house.close()
    assert not house.faults.seen


@pytest.fixture
def come(limited: Served, visitor: Come) -> Callable[[str], Visitor]:
    return lambda address: visitor(limited, name="Eve", address=address)


@pytest.fixture(scope="module")
def finished(limited: Served) -> str:
    """A game that is over."""
    return limited.do(played(limited.runner, "ludo", {"seats": 2, "pawns": 1}))


# QR codes


def test_a_qr_code_is_made_for_tables_that_there_are(ann: Visitor) -> None:
    assert ann.get(f"/tables/{'x' * 2800}/invitation.svg").status_code == 404
    assert ann.get("/tables/nowhere/invitation.svg").status_code == 404
    table = ann.open_table()
    long = ann.get(f"/tables/{table}/invitation.svg", headers={"Host": f"{'x' * 3000}.example"})
    assert long.status_code == 400
    assert ann.get(f"/tables/{table}/invitation.svg").status_code == 200


def test_a_qr_code_is_made_once(served: Served, ann: Visitor) -> None:
    table = ann.open_table()
    first = ann.get(f"/tables/{table}/invitation.svg").text
    assert served.house.drawings.get(f"{ann.url}/tables/{table}#sit=1") == first.encode()


# Records


def long_record(served: Served, lines: int) -> bytes:
    """A game that is begun, with gestures without end."""
    table = served.do(played(served.runner, "ludo", {"seats": 2, "pawns": 1}, steps=2))
    record = served.do(served.runner.record(table))
    more = range(len(record.log) + 1, lines + 1)
    log = [*record.log, *(Line(number, 0, Emoted(0, "mock")) for number in more)]
    return replace(record, log=tuple(log)).json()


def bring(somebody: Visitor, record: bytes) -> int:
    return somebody.http.post("/replay", files={"record": ("game.json", record)}).status_code


def test_a_record_has_a_measure(served: Served, ann: Visitor) -> None:
    assert bring(ann, long_record(served, 200)) == 303
    answer = ann.http.post(
        "/replay", files={"record": ("game.json", long_record(served, playback.LINES + 1))}
    )
    assert answer.status_code == 400
    assert str(playback.LINES) in answer.text


def test_one_address_does_not_bring_records_without_end(come: Callable[[str], Visitor]) -> None:
    eve, bob = come("198.51.100.80"), come("198.51.100.81")
    answers = [bring(eve, b"{}") for _ in range(10)]
    assert answers.count(429) >= 3
    assert bring(bob, b"{}") == 400


def test_a_full_workshop_says_so_and_the_house_goes_on(
    limited: Served, come: Callable[[str], Visitor], finished: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = come("198.51.100.82")
    monkeypatch.setattr(limited.house.studio, "_pending", 4)
    monkeypatch.setattr(limited.house.easel, "_pending", 16)
    for answer in (
        eve.http.post("/replay", files={"record": ("game.json", b"{}")}),
        eve.get(f"/tables/{finished}/film.webp"),
        eve.get(f"/tables/{finished}/picture.png"),
        eve.get(f"/tables/{finished}/frames.json"),
    ):
        assert answer.status_code == 503
        assert "trop à faire" in answer.text
        assert answer.headers["retry-after"]
    assert eve.get("/").status_code == 200


# Pictures and films


def test_a_finished_games_picture_is_drawn_once_and_kept(
    limited: Served, come: Callable[[str], Visitor], finished: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = come("198.51.100.83")
    for name in ("picture.png?ply=3", "film.gif?ply=3"):
        first = eve.get(f"/tables/{finished}/{name}")
        assert first.status_code == 200
        assert first.headers["cache-control"] == "private, max-age=86400"
        monkeypatch.setattr(limited.house.easel, "_pending", 16)
        monkeypatch.setattr(limited.house.studio, "_pending", 4)
        assert eve.get(f"/tables/{finished}/{name}").content == first.content
        monkeypatch.undo()


def test_a_game_that_goes_on_is_not_kept(ann: Visitor) -> None:
    table = ann.open_table()
    answer = ann.get(f"/tables/{table}/picture.png")
    assert answer.headers["cache-control"] == "no-store"


def test_one_address_does_not_draw_without_end(
    come: Callable[[str], Visitor], finished: str
) -> None:
    eve, bob = come("198.51.100.84"), come("198.51.100.85")
    answers = [
        eve.get(f"/tables/{finished}/film.webp?ply={ply}").status_code for ply in range(1, 8)
    ]
    assert answers.count(200) >= 4
    assert answers.count(429) >= 2
    assert bob.get(f"/tables/{finished}/film.webp?ply=1").status_code == 200


# Everything


def test_an_address_that_asks_without_pause_waits(
    limited: Served, come: Callable[[str], Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "SLOW", 0.2)
    eve, bob = come("198.51.100.88"), come("198.51.100.89")
    monkeypatch.setattr(limited.house, "requests", Allowance(5, 1))
    answers = [eve.get("/dice") for _ in range(8)]
    assert [answer.status_code for answer in answers[:5]] == [200] * 5
    assert answers[-1].status_code == 429
    assert answers[-1].elapsed.total_seconds() >= 0.2
    assert bob.get("/dice").status_code == 200


# Connections


def half_a_request(served: Served, head: bytes = b"GET / HTTP/1.1\r\nHost: x\r\n") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", served.port), timeout=10)
    connection.sendall(head)
    return connection


def elsewhere(served: Served) -> socket.socket:
    """Somebody from another address, who asks for a page."""
    connection = socket.create_connection(
        ("127.0.0.1", served.port), timeout=5, source_address=("127.0.0.2", 0)
    )
    connection.sendall(b"GET /dice HTTP/1.1\r\nHost: x\r\n\r\n")
    return connection


def is_closed(connection: socket.socket, within: float) -> bool:
    connection.settimeout(within)
    try:
        while connection.recv(4096):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def test_who_does_not_say_what_she_wants_is_sent_away(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "HEAD_TIME", 0.5)
    silent, slow = half_a_request(served, b""), half_a_request(served)
    asked = half_a_request(served, b"GET /dice HTTP/1.1\r\nHost: x\r\n\r\n")  # then half of another
    assert asked.recv(9) == b"HTTP/1.1 "
    asked.sendall(b"GET / HT")
    with suppress(OSError):
        for _ in range(10):
            time.sleep(0.1)
            slow.sendall(b"X-Drop: 1\r\n")  # a little at a time
    for connection in (silent, slow, asked):
        assert is_closed(connection, 5)
        connection.close()


def test_half_a_body_is_not_waited_for(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "BODY_TIME", 0.5)
    head = (
        f"POST /name HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nOrigin: {served.url}\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\nname="
    )
    connection = half_a_request(served, head.encode())
    assert connection.recv(12) == b"HTTP/1.1 408"
    connection.close()


@pytest.mark.skipif(sys.platform != "linux", reason="has one loopback address only")
def test_a_thousand_halves_from_one_address_stop_nobody(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    house = Served(f"sqlite:///{tmp_path_factory.mktemp('halves') / 'house.db'}", behind=())
    before = server.Door._there["127.0.0.1"]
    halves = [half_a_request(house) for _ in range(1_000)]
    time.sleep(0.5)
    asked = half_a_request(house, b"GET /dice HTTP/1.1\r\nHost: x\r\n\r\n")
    asked.settimeout(0.5)
    with pytest.raises(TimeoutError):  # she waits, and nobody reads what she says
        asked.recv(1)
    asked.close()
    bob = elsewhere(house)
    assert bob.recv(12) == b"HTTP/1.1 200"
    bob.close()
    for connection in halves:
        connection.close()
    house.close()
    assert server.Door._there["127.0.0.1"] <= before


def test_a_proxy_speaks_for_many(served: Served) -> None:
    halves = [half_a_request(served) for _ in range(server.PER_ADDRESS + 20)]
    bob = Visitor(served.url)
    assert bob.get("/dice").status_code == 200
    for connection in halves:
        connection.close()
    bob.close()


def test_one_address_does_not_keep_live_pages_without_end(
    limited: Served, come: Callable[[str], Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limited.house.sockets, "_most", 3)
    eve, bob = come("198.51.100.86"), come("198.51.100.87")
    table = eve.open_table()
    with ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(eve.watch(table)).update()
        with pytest.raises(InvalidStatus):
            eve.watch(table)
        with bob.watch(table) as page:
            page.update()
