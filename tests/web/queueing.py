"""Waiting for a table without a browser."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from joining import join
from serving import Served
from visiting import PATIENCE, VALUE, LivePage, Visitor, table_of
from websockets.sync.client import ClientConnection, connect

from ludotheque.house.stakes import ledger


@contextmanager
def queued(visitor: Visitor, origin: str = "", **wish: str) -> Iterator[ClientConnection]:
    """A place in the queue for as long as the context lasts."""
    asked = urlencode({"game": "ludo", "room": "passport", "seats": "2", **wish})
    headers = {**visitor._habits, "Cookie": visitor.cookie}
    with connect(
        f"{visitor.url.replace('http', 'ws')}/quick/live?{asked}",
        origin=origin or visitor.url,  # type: ignore[arg-type]
        additional_headers=headers,
        open_timeout=PATIENCE,
    ) as socket:
        yield socket


def heard(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(socket.recv(PATIENCE))
    return message


def until(socket: ClientConnection, key: str) -> Any:
    """Take in what comes until a message says that."""
    while key not in (message := heard(socket)):
        pass
    return message[key]


def member(visitor: Callable[..., Visitor], address: str) -> Visitor:
    """Somebody who has become a member."""
    somebody = visitor(address=address)
    join(somebody)
    return somebody


def matched(*people: Visitor, **wish: str) -> str:
    """The table that these people find together."""
    places = [queued(each, **wish) for each in people]
    sockets = [place.__enter__() for place in places]
    found = {table_of(until(socket, "table")) for socket in sockets}
    for place in places:
        place.__exit__(None, None, None)
    assert len(found) == 1
    return found.pop()


def seated(table: str, *people: Visitor) -> list[LivePage]:
    """These people's pages of a table, where they sat down."""
    pages = [each.watch(table) for each in people]
    for page in pages:
        page.update()
        page.send("sit", value=VALUE)
        page.until("yours")
    return pages


def person_id(visitor: Visitor) -> str:
    """Who a visitor is, as her own page's address tells."""
    address: str = visitor.get("/me/profile").headers["location"]
    return address.removeprefix("/people/")


def chips(served: Served, visitor: Visitor) -> int:
    account = ledger.of_person(person_id(visitor))
    return served.do(served.house.read(ledger.balance, account))


def eventually(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
