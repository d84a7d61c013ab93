"""The live connection to a table: commands in, new parts of the page out.

A page may lose its connection, sleep or be reloaded: whoever connects is sent the table as
it stands, so there is nothing to catch up with by hand.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludotheque.house.addresses import network_of
from ludotheque.house.people.allowance import Allowance
from ludotheque.house.people.visitors import Visitor
from ludotheque.table import Command, Refused, Told, View
from ludotheque.table.commands import Sit
from ludotheque.table.errors import (
    BadCommand,
    NotWelcome,
    Stale,
    Stranger,
    Suspended,
    TooSoon,
    UnknownTable,
)
from ludotheque.table.events import Emoted
from ludotheque.web import fragments
from ludotheque.web.arrivals import address
from ludotheque.web.house import House, house_of, known, person_of
from ludotheque.web.languages import language_of
from ludotheque.web.playback import ways
from ludotheque.web.security import NOWHERE, is_own
from ludotheque.web.sight import heard, recent
from ludotheque.web.tables import invitation_url
from ludotheque.web.tenure import SessionEnded, Tenure

GATHER = 0.025  # seconds: what happens within them is told together
FRAME = 2048  # bytes of a command at most; the server closes on more than 16 times that
ENDED, FOREIGN, FLOOD = 4401, 4403, 4429  # why a connection is closed, beside NOWHERE

_decode = msgspec.json.Decoder(Command)
_encode = msgspec.json.Encoder()
PING = '{"command":"ping"}'  # a sign of life; nothing comes of it


async def live(socket: WebSocket) -> None:
    """Serve one page of a table until it goes away."""
    house = house_of(socket)
    if not is_own(socket.headers):
        await socket.close(FOREIGN)
        return
    with house.sockets.enter(network_of(address(socket))) as is_let_in:
        if not is_let_in or not house.connections.take(address(socket)):
            await socket.close(FLOOD)
            return
        await socket.accept()
        await _serve(Page(house, socket), socket)


async def _serve(page: "Page", socket: WebSocket) -> None:
    try:
        await page.serve()
    except SessionEnded:
        await socket.close(ENDED)
    except UnknownTable:
        await socket.close(NOWHERE)
    except Refused as refusal:
        await page.refuse(refusal)
        await socket.close(FOREIGN)
    except (WebSocketDisconnect, RuntimeError):
        pass


class Page:
    """One open page: whose it is, through which seat it sees, in which language."""

    def __init__(self, house: House, socket: WebSocket):
        self.house = house
        self.socket = socket
        self.table: str = socket.path_params["table"]
        self.language = language_of(socket)
        self.visitor = known(socket)
        self.link = invitation_url(socket, self.table)
        self.sent = -1  # the number of the last event that it was told of; −1: all is to be sent
        self.log: fragments.Log | None = None  # what it says of that one and those before it,
        self.shown: dict[str, str] = {}  # and the parts as they were sent
        self.done: list[str] = []  # commands of the page, carried out and not yet told so
        self.news = asyncio.Event()
        self.frames = Allowance(*house.frames)

    @property
    def person(self) -> str | None:
        """The person who looks on, as the table knows her."""
        return self.visitor.person if self.visitor else None

    async def serve(self) -> None:
        """Listen and tell until the page goes away, or there is nothing to tell it."""
        unsubscribe = self.house.runner.subscribe(self.table, self._hear)
        self.news.set()
        here = (self.table, self.person or "")
        self.house.here[here] += 1
        tasks = [asyncio.create_task(each) for each in (self._tell(), self._listen())]
        if self.visitor is not None:
            tenure = Tenure(self.house, self.visitor, self.socket.state.token, self.table)
            tasks.append(asyncio.create_task(tenure.end()))
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            unsubscribe()
            self.house.here[here] -= 1
            if not self.house.here[here]:
                del self.house.here[here]
            for task in tasks:
                task.cancel()

    def _hear(self, _table: str, number: int) -> None:
        if number < self.sent:  # the house was put back to an earlier state
            self.sent, self.shown = -1, {}
        self.news.set()

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message to the page."""
        await self.socket.send_text(_encode.encode(message).decode())

    async def _listen(self) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if not self.frames.take(""):
                await self.refuse(TooSoon())
            elif text is None or len(text) > FRAME:
                await self.refuse(BadCommand(what=f"JSON, 1 … {FRAME}"))
            elif text != PING:
                await self._command(text)

    async def _command(self, text: str) -> None:
        try:
            command = _decode.decode(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            await self.refuse(BadCommand(what=error))
            return
        try:
            visitor = await self._player(command)
            await self.house.runner.command(self.table, person_of(visitor), command)
            self.done.append(command.id)
            self.news.set()  # it may have changed nothing, as when it was carried out before
        except Stale as refusal:
            await self.refuse(refusal, command.id)
            self.sent, self.shown = -1, {}
            self.news.set()
        except Refused as refusal:
            await self.refuse(refusal, command.id)

    async def _player(self, command: Command) -> Visitor:
        """The person who gives a command, checked anew: sessions end, people are suspended."""
        token: str | None = self.socket.state.token
        if token is None:
            raise Stranger()
        self.visitor = await self.house.visitors.find(token)
        if self.visitor is None:
            raise SessionEnded
        if self.visitor.suspended_for is not None:
            raise Suspended()
        if isinstance(command, Sit):
            await self._require_welcome(self.visitor)
        return self.visitor

    async def _require_welcome(self, visitor: Visitor) -> None:
        """Nobody sits down at the table of a host who has blocked her."""
        host = await self.house.runner.host(self.table)
        if host is not None and host != visitor.person:
            if await asyncio.to_thread(self.house.company.has_blocked, host, visitor.person):
                raise NotWelcome()

    async def refuse(self, refusal: Refused, command: str | None = None) -> None:
        """Tell the page why a command, or any command, is not carried out."""
        say = refusal.tell(self.language)
        await self.send({"refused": refusal.code, "say": say, "id": command})

    async def _tell(self) -> None:
        while True:
            await self.news.wait()
            await asyncio.sleep(GATHER)
            self.news.clear()
            view = await self.house.runner.view_for(self.table, self.person)
            if view.number != self.sent or self.done:
                await self._update(view)

    async def _update(self, view: View) -> None:
        log, told = await self._catch_up(view)
        lines = log.take(told)
        new = [each for each in told if each.told_at > self.sent >= 0]
        won = await self.house.winnings(view)
        parts = fragments.parts(self.house.templates, view, log, self.link, won)
        changed = {name: html for name, html in parts.items() if self.shown.get(name) != html}
        message = {
            "number": view.number,
            "me": view.viewer,
            "done": self.done,
            "parts": changed,
            "lines": [],
            "motions": [ways(view.game, each.step) for each in new if each.step is not None],
            "say": [line.text for line in lines if line.told_at > self.sent >= 0],
            "cues": cues(new),
            "emotes": [
                [each.event.seat, each.event.emote]
                for each in new
                if isinstance(each.event, Emoted)
            ],
        }
        if log is self.log:
            message["lines"] = [line.html for line in lines]
        else:
            changed["log"] = fragments.log_part(self.house.templates, lines, self.language)
        self.log, self.shown, self.sent, self.done = log, parts, view.number, []
        await self.send(message)

    async def _catch_up(self, view: View) -> tuple[fragments.Log, list[Told]]:
        """The log that holds now, and what it has to take in."""
        log, sent = self.log, self.sent
        if log is None or sent < 0 or not log.continues(view):
            log = fragments.Log(view, self.language)
            told = await recent(self.house.runner, view)
        else:
            told = await self.house.runner.told(view.table, view.viewer, sent)
        told = [each for each in told if each.told_at <= view.number]  # more may have happened
        return log, await heard(self.house, view, self.person, told)


def cues(told: Sequence[Told]) -> list[str]:
    """What could be heard: "chance", "move", … of each step, and the end."""
    heard: list[str] = [each.step.kind for each in told if each.step is not None]
    if any(type(each.event).__name__ == "Ended" for each in told):
        heard.append("end")
    return heard
