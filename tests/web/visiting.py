"""Somebody who visits a house without a browser: pages over HTTP, a table over its websocket."""

import itertools
import json
import re
from contextlib import AbstractContextManager, ExitStack
from html import unescape
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

Message = dict[str, Any]

SHORT = {"option.seats": "2", "option.pawns": "1"}  # a game of Ludo that ends soon
VALUE = "0123456789abcdef" * 2
PATIENCE = 20.0  # seconds to wait for what must come

_ids = itertools.count(1)


class LivePage:
    """The live connection of one page."""

    def __init__(self, connecting: AbstractContextManager[ClientConnection]):
        self._life = ExitStack()
        self.socket = self._life.enter_context(connecting)
        self.last: Message = {"number": 0}
        self._parts: dict[str, str] = {}
        self.refusals: list[Message] = []

    def __enter__(self) -> "LivePage":
        return self

    def __exit__(self, *_: object) -> None:
        self._life.close()

    @property
    def number(self) -> int:
        """The number of the last event that this page was told of."""
        return int(self.last["number"])

    @property
    def parts(self) -> str:
        """The page as it stands."""
        return "".join(self._parts.values())

    def part(self, name: str) -> str:
        """One part of it."""
        return self._parts[name]

    def receive(self) -> Message:
        """The next message, whatever it is."""
        message: Message = json.loads(self.socket.recv(PATIENCE))
        if "refused" in message:
            self.refusals.append(message)
        else:
            self.last = message
            self._parts |= message["parts"]  # only those that changed are sent
            self._parts["log"] += "".join(message["lines"])
        return message

    def refusal(self) -> Message:
        """The next refusal; updates on the way are taken in."""
        while "refused" not in (message := self.receive()):
            pass
        return message

    def update(self) -> Message:
        """The next update; a refusal on the way is a failure."""
        message = self.receive()
        assert "refused" not in message, message
        return message

    def until(self, sign: str) -> str:
        """Take in what comes until the page shows the sign; then the whole page."""
        while sign not in self.parts:
            self.receive()
        return self.parts

    def write(self, text: str | bytes) -> None:
        """Send a frame as it is."""
        self.socket.send(text)

    def send(self, command: str, **details: Any) -> str:
        """Send a command; its id."""
        details = {"id": f"c{next(_ids)}", "seen": self.number, **details}
        self.write(json.dumps({"command": command, **details}))
        return str(details["id"])

    def is_alive(self) -> bool:
        """Whether the connection still answers."""
        self.write("?")
        return self.refusal()["refused"] == "BadCommand"

    def moves(self) -> list[str]:
        """The legal moves that the page offers."""
        found = re.findall(r'data-move="([^"]+)"', self.part("controls"))
        return [unescape(move) for move in found]

    def may_roll(self) -> bool:
        return 'id="roll"' in self.part("controls")

    def is_mine(self) -> bool:
        """Whether it is this page's turn; dice that are nobody's fall by themselves."""
        return re.search(r'class="status[^"]* mine', self.part("status")) is not None

    def is_over(self) -> bool:
        return 'class="status over' in self.part("status")


class Visitor:
    """A person: her cookies, and the habits of a browser."""

    def __init__(self, url: str, name: str = "", address: str = "192.0.2.1", language: str = "fr"):
        self.url = url
        self._habits = {"Accept-Language": language, "X-Forwarded-For": address}
        headers = {"Origin": url, **self._habits}
        # Reading certificates, which nothing here needs, would take most of a test's time.
        self.http = httpx.Client(base_url=url, headers=headers, timeout=PATIENCE, verify=False)
        if name:
            self.post("/name", name=name)

    def close(self) -> None:
        self.http.close()

    def get(self, path: str, **details: Any) -> httpx.Response:
        return self.http.get(path, **details)

    def post(self, path: str, **form: str) -> httpx.Response:
        return self.http.post(path, data=form)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def open_table(self, game: str = "ludo", **form: str) -> str:
        """Open a table by the form; its id. Spectators are welcome unless the form says no."""
        form = {"spectators": "on", **(SHORT if game == "ludo" else {}), **form}
        answer = self.post(f"/games/{game}/tables", **form)
        assert answer.status_code == 303, answer.text
        return table_of(answer.headers["location"])

    def watch(self, table: str, **headers: str) -> LivePage:
        """Open the live connection of a table's page."""
        origin = headers.pop("Origin", self.url)
        more = {**self._habits, **headers}
        if self.cookie:
            more.setdefault("Cookie", self.cookie)
        connecting = connect(
            f"{self.url.replace('http', 'ws')}/tables/{table}/live",
            origin=origin or None,  # type: ignore[arg-type]
            additional_headers=more,
            open_timeout=PATIENCE,
            max_size=None,
        )
        return LivePage(connecting)

    def sit(self, table: str) -> LivePage:
        """Watch a table and take a seat."""
        page = self.watch(table)
        page.update()
        page.send("sit", value=VALUE)
        page.until("yours")
        return page


def table_of(address: str) -> str:
    """The table that an address names."""
    found = re.search(r"/tables/([^/#?]+)", address)
    assert found, address
    return found[1]
