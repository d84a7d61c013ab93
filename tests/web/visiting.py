"""Somebody who visits a house without a browser: pages over HTTP, a table over its websocket."""

import itertools
import json
import re
import time
from contextlib import AbstractContextManager, ExitStack, suppress
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
        self.last: Message = {}  # what was received last,
        self.texts: list[str] = []  # and all that was, word for word
        self.number = 0  # of the last event that this page was told of
        self.mine: Message = {}  # what it may do
        self.pieces: dict[str, list[Any]] = {}  # on the board, by their ids
        self.log: list[list[Any]] = []  # number, kind and text of each line
        self.done: list[str] = []  # commands that were carried out
        self._parts: dict[str, str] = {}
        self._held: list[Message] = []  # letters that hold with the next frame
        self.refusals: list[Message] = []

    def __enter__(self) -> "LivePage":
        return self

    def __exit__(self, *_: object) -> None:
        self._life.close()

    @property
    def me(self) -> int | None:
        """The seat through which this page sees."""
        return self.mine.get("me")

    @property
    def markup(self) -> str:
        """What the page takes as HTML."""
        return "".join(self._parts.values())

    @property
    def parts(self) -> str:
        """The page as it stands."""
        return self.markup + self.lines

    @property
    def lines(self) -> str:
        """The log as it stands."""
        return "\n".join(f'data-line="{number}" {text}' for number, _, text in self.log)

    def part(self, name: str) -> str:
        """One part of it."""
        return self._parts[name]

    def receive(self, patience: float = PATIENCE) -> Message:
        """The next message that means something by itself."""
        while True:
            self.texts.append(str(self.socket.recv(patience)))
            self.last = message = json.loads(self.texts[-1])
            if "refused" in message:
                self.refusals.append(message)
                return message
            if message.get("at", 0) > self.number:
                self._held.append(message)
                continue
            for letter in self._held if "number" in message else [message]:
                self._open(letter)
            if "number" in message:
                self._held = []
                self._see(message)
            return message

    def _open(self, letter: Message) -> None:
        self._parts |= letter.get("parts", {})  # only when something in them has changed
        self.mine = letter.get("mine", self.mine)
        self.done += letter.get("done", [])
        self.log += letter.get("lines", [])

    def _see(self, frame: Message) -> None:
        self.number = frame["number"]
        self.turn = frame["turn"]
        if "pieces" in frame:
            self.pieces = {piece[0]: piece for piece in frame["pieces"]}
            self.log = frame["lines"]
        for shot in frame.get("shots", []):
            self.log += shot.get("lines", [])
            self.pieces |= {piece[0]: piece for piece in shot.get("set", [])}
            for id in shot.get("gone", []):
                del self.pieces[id]
            for previous, piece in shot.get("new", []):
                self._add(previous, piece)

    def _add(self, previous: str, piece: list[Any]) -> None:
        """A piece that follows another, or comes first."""
        order = list(self.pieces.items())
        place = [id for id, _ in order].index(previous) + 1 if previous else 0
        self.pieces = dict([*order[:place], (piece[0], piece), *order[place:]])

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
        return [notation for notation, *_ in self.mine.get("moves", [])]

    def may_roll(self) -> bool:
        return "roll" in self.mine

    def is_mine(self) -> bool:
        """Whether it is this page's turn; dice that are nobody's fall by themselves."""
        return bool(self.moves()) or (self.may_roll() and bool(self.mine.get("turn")))

    def is_over(self) -> bool:
        return 'class="status over' in self.part("status")


def hear(*pages: LivePage) -> None:
    """Take in whatever comes next, to whichever page."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for page in pages:
            with suppress(TimeoutError):
                assert "refused" not in page.receive(0.02)
                return
    raise TimeoutError("no page is told anything")


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

    def watch(self, table: str, query: str = "", **headers: str) -> LivePage:
        """Open the live connection of a table's page."""
        origin = headers.pop("Origin", self.url)
        more = {**self._habits, **headers}
        if self.cookie:
            more.setdefault("Cookie", self.cookie)
        connecting = connect(
            f"{self.url.replace('http', 'ws')}/tables/{table}/live{query}",
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
