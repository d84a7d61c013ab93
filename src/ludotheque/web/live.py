"""The live connection to a table: commands in; what happened there out, through its hub.

A page may lose its connection, sleep or be reloaded: it says what it has seen, and is sent
what it needs.
"""

import asyncio
from collections.abc import Hashable
from contextlib import ExitStack, suppress
from functools import partial

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket

from ludotheque.core.texts import mark as _
from ludotheque.house.addresses import network_of
from ludotheque.house.errors import Declined
from ludotheque.house.people.allowance import Measure
from ludotheque.house.people.visitors import Visitor
from ludotheque.house.stakes.books import kept_for
from ludotheque.table import TEMPOS, Command, Refused
from ludotheque.table.commands import Hint, Sit
from ludotheque.table.errors import (
    BadCommand,
    NotWelcome,
    Stale,
    Stranger,
    Suspended,
    TooSoon,
    Unavailable,
    UnknownTable,
)
from ludotheque.table.runner import Play
from ludotheque.web import asides, chat, hints
from ludotheque.web.arrivals import address
from ludotheque.web.asides import Away, Odds, Phrase
from ludotheque.web.channel import Channel
from ludotheque.web.chat import Say
from ludotheque.web.coach import Tip
from ludotheque.web.frames import Letter, Mine, encode
from ludotheque.web.house import House, house_of, known, person_of
from ludotheque.web.languages import FOLDER, language_of
from ludotheque.web.presence import Seen
from ludotheque.web.security import NOWHERE, is_own
from ludotheque.web.server import LONGEST, PING, WIRE, Wire
from ludotheque.web.tables import invitation_url
from ludotheque.web.tenure import SessionEnded, Tenure
from ludotheque.web.waiting import Signal

CROWDED = 256 * 1024  # bytes not yet taken by a page: it is told no more until it has them
LATER, ENDED, FOREIGN, FLOOD = 1013, 4401, 4403, 4429  # why one is closed, beside NOWHERE

_decode = msgspec.json.Decoder(Command | Phrase | Say | Away | Odds)
_decode_play = msgspec.json.Decoder(Play)
PACES = {f'{{"command":"pace","pace":"{pace}"}}': tempo for pace, tempo in TEMPOS.items()}


class NameTaken(Refused):
    """Somebody else at one's screen cannot be called like a member."""

    sentence = _("Ce nom est celui d'un membre : choisissez-en un autre.")
    locale = FOLDER


async def live(socket: WebSocket) -> None:
    """Serve one page of a table until it goes away."""
    house = house_of(socket)
    if not is_own(socket.headers):
        await socket.close(FOREIGN)
        return
    with ExitStack() as there:
        is_let_in = there.enter_context(house.sockets.enter(network_of(address(socket))))
        if not is_let_in or not house.connections.take(address(socket)):
            await socket.close(FLOOD)
            return
        await socket.accept()
        wire: Wire = socket.scope["extensions"][WIRE]
        wire.stay(partial(_serve, Page(house, socket, wire), there.pop_all()))


async def _serve(page: "Page", there: ExitStack) -> None:
    with there, suppress(OSError, RuntimeError):  # it may be gone before it is sent away
        try:
            await page.serve()
        except SessionEnded:
            await page.close(ENDED)
        except UnknownTable:
            await page.close(NOWHERE)
        except (SQLAlchemyError, Unavailable):
            await page.close(LATER)
        except Refused as refusal:
            page.refuse(refusal)
            await page.close(FOREIGN)


class Page:
    """One open page: whose it is, in which language, and what it has been sent."""

    __slots__ = (  # so many in a dictionary of its own take a kilobyte and a half
        "__dict__",  # there is one where something else is set
        "_connection",
        "_end",
        "_is_busy",
        "_is_free",
        "channel",
        "company",
        "done",
        "frames",
        "house",
        "hub",
        "is_away",
        "is_of_several",
        "language",
        "link",
        "mine",
        "number",
        "odds",
        "person",
        "present",
        "table",
        "tempo",
        "tenure",
        "tips",
        "token",
        "viewer",
        "visitor",
        "wants_odds",
        "wants_tips",
        "wire",
    )

    def __init__(self, house: House, socket: WebSocket, connection: Wire):
        self.house = house
        self._connection = connection
        self.wire = connection.transport
        self.table: str = socket.path_params["table"]
        self.language = language_of(socket)
        watches = "watch" in socket.query_params  # a screen on a wall is nobody's own
        self.token: str | None = None if watches else socket.state.token
        self.visitor = None if watches else known(socket)
        self.person = self.visitor.person if self.visitor else None  # as the table knows her
        self.link = invitation_url(socket, self.table)
        self.channel: Channel | None = None  # that it is told by,
        self.number = _seen(socket)  # the last event that it was told of; −1: all is to be sent
        self.wants_tips = "coach" in socket.query_params  # of the coach,
        self.tips: list[Tip] = []  # and which it was sent last
        self.wants_odds = False  # the bar of chances,
        self.odds: bytes | None = None  # and for which board it was sent last
        self.viewer: int | None = None  # the seat through which it sees; None: it looks on
        self.is_of_several = False  # whether that is one of several seats of hers
        self.tempo = 1.0  # how fast she wants to see what happens by itself
        self.mine: Mine | None = None  # what it knows that it may do,
        self.company: Hashable = None  # who is at the table,
        self.present: Seen | None = None  # and who of them is there just now
        self.is_away = False  # whether it is hidden
        self.tenure: Tenure | None = None  # how long it may stay; None for nobody in particular
        self.done: list[str] = []  # commands of the page, carried out and not yet told so
        self.frames = Measure(*house.frames)
        self._is_busy = False  # with a command of the page: one after the other
        self._is_free = Signal()  # set when it is no longer, if that is waited for
        self._end: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def serve(self) -> None:
        """Listen, and be told, until the page goes away or there is nothing to tell it."""
        self.hub = self.house.hub(self.table)
        tasks = [asyncio.create_task(self._listen())]
        if self.visitor is not None and self.token is not None:
            self.tenure = Tenure(self.house, self.visitor, self.token, self.table)
            tasks.append(asyncio.create_task(self.tenure.end()))
        self.hub.join(self)
        self._connection.ear = self.hear
        try:
            await chat.begin(self)
            for task in tasks:
                task.add_done_callback(self._is_over)
            await self._end
        finally:
            self._connection.ear = None
            self.hub.leave(self)
            for task in tasks:
                task.cancel()

    def _is_over(self, task: asyncio.Task[None]) -> None:
        """The page went away, or may not stay: the task says which."""
        if task.cancelled() or self._end.done():
            return
        if error := task.exception():
            self._end.set_exception(error)
        else:
            self._end.set_result(None)

    def has_room(self) -> bool:
        """Whether the page has taken most of what it was sent."""
        return self.wire.get_write_buffer_size() < CROWDED

    def post(self, frame: bytes) -> None:
        """Send an encoded message; nobody waits for it to arrive."""
        self.house.outbox.put(self.wire, frame)

    async def close(self, code: int) -> None:
        """Say why, after all that it was to be told."""
        self.house.outbox.send()
        await self._connection.send({"type": "websocket.close", "code": code, "reason": ""})

    def turn_away(self, refusal: Refused) -> None:
        """There is nothing here for this page any more."""
        if not self._end.done():
            self._end.set_exception(refusal)
            self._end.exception()  # it may be gone by itself at this very moment

    def hear(self, text: bytes) -> bool:
        """Take a move or a roll the short way; False: :meth:`_listen` takes it, whatever it is."""
        tenure = self.tenure
        if self._is_busy or tenure is None or not tenure.is_undoubted:
            return False
        try:
            command = _decode_play.decode(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            return False
        if not self.frames.take():
            self.refuse(TooSoon())
            return True
        done = partial(self._played, command)
        try:
            self._is_busy = self.house.runner.play(
                self.table, person_of(tenure.visitor), command, done
            )
        except Refused as refusal:
            self._answer(command.id, refusal)
            return True
        if not self._is_busy:
            self.frames.give_back()
        return self._is_busy

    def _played(self, command: Play, is_done: bool) -> None:
        if is_done:
            self._answer(command.id)
            self._rest()
        else:
            self.house.runner.background.spawn(self._try_again(command))

    async def _try_again(self, command: Play) -> None:
        """What could not be written at once takes its time, and is done once in any case."""
        try:
            await self._carry_out(command)
        except SessionEnded:
            pass  # it is told so by its tenure
        finally:
            self._rest()

    def _rest(self) -> None:
        self._is_busy = False
        self._is_free.set()

    async def _listen(self) -> None:
        while True:
            message = await self._connection.receive()
            if message["type"] == "websocket.disconnect":
                return
            while self._is_busy:
                self._is_free.clear()
                await self._is_free.wait()
            self._is_busy = True
            text = message.get("text")
            await self._take(text if isinstance(text, str) else None)
            self._rest()

    async def _take(self, text: str | None) -> None:
        if not self.frames.take():
            self.refuse(TooSoon())
        elif text is None or len(text) > LONGEST:
            self.refuse(BadCommand(what=f"JSON, 1 … {LONGEST}"))
        elif text in PACES:
            self.tempo = PACES[text]
            self.hub.forget_tempo()
            self.hub.stir()
        elif text != PING:
            await self._command(text)

    async def _command(self, text: str) -> None:
        try:
            command = _decode.decode(text)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            self.refuse(BadCommand(what=error))
            return
        if isinstance(command, Away):
            self.is_away = command.away
            self.hub.has_moved()
        elif isinstance(command, Odds):
            self.wants_odds, self.odds = command.on, None
            self.hub.odds.stir()
        else:
            await self._carry_out(command)

    async def _carry_out(self, command: Command | Phrase | Say) -> None:
        try:
            visitor = await self._player(command)
            if isinstance(command, Phrase):
                await asides.say(self, visitor, command)
            elif isinstance(command, Say):
                await chat.write(self, visitor, command)
            elif isinstance(command, Hint):
                await hints.give(self, visitor, command)
            else:
                command = await self._placed(command, visitor)
                await self.house.runner.command(self.table, person_of(visitor), command)
            self._answer(command.id)
        except SQLAlchemyError:
            self._answer(command.id, Unavailable())
        except Refused as refusal:
            self._answer(command.id, refusal)

    def _answer(self, command: str, refusal: Refused | None = None) -> None:
        """A command was carried out, or was not: have that told, with all that has changed."""
        if refusal is None:
            self.done.append(command)
        else:
            self.refuse(refusal, command)
            if not isinstance(refusal, Stale):
                return
            self.mine = None  # what she could do has changed: she is told again
        self.hub.stir()  # it may have changed nothing, if carried out before

    async def _player(self, command: Command | Phrase | Say) -> Visitor:
        """The person who gives a command, checked anew where anything about her has changed."""
        if self.token is None:
            raise Stranger()
        if self.tenure is None or self.tenure.is_doubtful:
            self.visitor = await self.house.visitors.find(self.token)
        else:
            self.visitor = self.tenure.visitor
        if self.visitor is None:
            raise SessionEnded
        if self.visitor.suspended_for is not None:
            raise Suspended()
        if isinstance(command, Sit):
            await self._require_welcome(self.visitor)
        return self.visitor

    async def _placed(self, command: Command, visitor: Visitor) -> Command:
        """Somebody who sits down anywhere gets the seat that is kept for her, if one is; nobody
        beside her passes for a member."""
        if not isinstance(command, Sit):
            return command
        try:
            name = await self.house.visitors.lend(command.name)
        except Declined:
            raise NameTaken() from None
        seat = command.seat
        if seat is None:
            seat = await self.house.read(kept_for, self.table, visitor.person)
        return msgspec.structs.replace(command, seat=seat, name=name)

    async def _require_welcome(self, visitor: Visitor) -> None:
        """Nobody sits down at the table of a host who has blocked her."""
        host = await self.house.runner.host(self.table)
        if host is not None and host != visitor.person:
            if await self.house.company.blocks(host, visitor.person):
                raise NotWelcome()

    def refuse(self, refusal: Refused, command: str | None = None) -> None:
        """Tell the page why a command, or any command, is not carried out, if it listens at all."""
        if not self.has_room():
            return
        say = refusal.tell(self.language)
        self.post(encode(Letter(refused=refusal.code, say=say, id=command)))


def _seen(socket: WebSocket) -> int:
    """The number of the event that a page says it has seen last."""
    seen = socket.query_params.get("seen", "")
    return int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 10 else -1
