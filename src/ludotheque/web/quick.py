"""Quick match: choose a game and a room, wait, and be sat down with others."""

import asyncio
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludotheque.core.discovery import boxes
from ludotheque.house.addresses import network_of
from ludotheque.house.people.visitors import Visitor
from ludotheque.house.stakes.doors import Closed
from ludotheque.house.stakes.matchmaker import BadWish
from ludotheque.house.stakes.quick import Ticket, Wish
from ludotheque.house.stakes.rooms import seats_of
from ludotheque.table import Refused
from ludotheque.table.errors import Suspended
from ludotheque.web.arrivals import address, ensure_player
from ludotheque.web.figures import number
from ludotheque.web.house import House, house_of, known, person_of
from ludotheque.web.languages import language_of, typeset, words
from ludotheque.web.live import ENDED, FLOOD, FOREIGN
from ludotheque.web.pages import lid, title_of
from ludotheque.web.rooms import listed, standing_of, told
from ludotheque.web.security import is_own
from ludotheque.web.tenure import SessionEnded, Tenure

_CLOSED = 4409  # the room is closed to this visitor
_FRAME = 200  # letters of a message from the page
_encode = msgspec.json.Encoder()


async def page(request: Request) -> Response:
    """The form: a game, a room, how many."""
    return await _page(request)


async def _page(request: Request, error: str = "", status: int = 200) -> Response:
    house, language = house_of(request), language_of(request)
    _ = words(language)
    standing = await standing_of(house, known(request))
    shelf = [(game, box) for game, box in boxes().values() if seats_of(game)]
    asked = request.query_params
    chosen = asked.get("game") if asked.get("game") in boxes() else shelf[0][1].id
    return house.page(
        request,
        "quick.html",
        status,
        error=error,
        games=[
            (lid(game, box, language), game.couples is not None, box.id == chosen)
            for game, box in shelf
        ],
        rooms=[listed(room, standing, language) for room in house.rooms],
        chosen_room=asked.get("room", ""),
        standing=standing,
        waiting=[
            (_wish_text(house, wish, language), count)
            for wish, count in house.matchmaker.queue.counts().items()
        ],
        number=lambda value: number(value, language),
    )


def _wish_text(house: House, wish: Wish, language: str) -> str:
    """A wish in words: game, room, seats."""
    _ = words(language)
    room = house.rooms.find(wish.room)
    parts = [title_of(wish.game, language), room.name if room else _("table amicale")]
    seats = _("{seats} joueurs").format(seats=wish.seats)
    return " · ".join([*parts, _("en couples") if wish.in_couples else seats])


def _wish(asked: Any) -> Wish:
    """What a form or an address asks for; it may be nothing that there is."""
    seats = str(asked.get("seats") or "2")
    in_couples = seats == "couples"
    return Wish(
        str(asked.get("game")),
        str(asked.get("room") or ""),
        4 if in_couples else int(seats) if seats.isdecimal() and len(seats) < 3 else 0,
        in_couples,
    )


def _why(refusal: Refused, language: str) -> str:
    """Why somebody may not wait: what she lacks for the room, if that is it."""
    if isinstance(refusal, Closed):
        return " ".join(told(each, language) for each in refusal.missing)
    return typeset(refusal.tell(language), language)


async def start(request: Request) -> Response:
    """Go and wait, if the room is open; else the form says why not."""
    house, form, language = house_of(request), await request.form(), language_of(request)
    visitor, response = await ensure_player(request)
    wish = _wish(form)
    try:
        await house.matchmaker.require_open(visitor.person, wish)
    except Refused as refusal:
        status = 400 if isinstance(refusal, BadWish) else 403
        return await _page(request, _why(refusal, language), status)
    response.headers["location"] = f"/quick/wait?{_query(wish)}"
    return response


def _query(wish: Wish) -> str:
    seats = "couples" if wish.in_couples else str(wish.seats)
    return urlencode({"game": wish.game, "room": wish.room, "seats": seats})


async def wait(request: Request) -> Response:
    """The page that waits; its script keeps the place in the queue."""
    house, language = house_of(request), language_of(request)
    wish, visitor = _wish(request.query_params), known(request)
    if visitor is None or not house.matchmaker.is_possible(wish):
        return RedirectResponse("/quick", 303)
    return house.page(
        request,
        "wait.html",
        game=lid(*boxes()[wish.game], language),
        room=house.rooms.find(wish.room),
        wish=_wish_text(house, wish, language),
        seats=wish.seats,
        live=f"/quick/live?{_query(wish)}",
        bots_after=house.rooms.bots_after,
        number=lambda value: number(value, language),
    )


async def live(socket: WebSocket) -> None:
    """A place in the queue for as long as the page is open."""
    house, maker = house_of(socket), house_of(socket).matchmaker
    visitor, wish = known(socket), _wish(socket.query_params)
    if not is_own(socket.headers) or visitor is None or not maker.is_possible(wish):
        await socket.close(FOREIGN)
        return
    with house.sockets.enter(network_of(address(socket))) as is_let_in:
        if not is_let_in or not house.connections.take(address(socket)):
            await socket.close(FLOOD)
            return
        await socket.accept()
        await _wait(house, socket, visitor, wish)


async def _wait(house: House, socket: WebSocket, visitor: Visitor, wish: Wish) -> None:
    try:
        ticket = await house.matchmaker.join(person_of(visitor), wish, address(socket))
    except Refused as refusal:
        why = _why(refusal, language_of(socket))
        await socket.send_text(_encode.encode({"closed": why}).decode())
        await socket.close(_CLOSED)
        return
    with suppress(WebSocketDisconnect, RuntimeError):
        try:
            await Waiting(house, socket, ticket, visitor).serve()
        except (SessionEnded, Suspended):
            await socket.close(ENDED)  # the door says why, should she come again


class Waiting:
    """One page that waits."""

    def __init__(self, house: House, socket: WebSocket, ticket: Ticket, visitor: Visitor):
        self.house, self.socket, self.ticket = house, socket, ticket
        self.tenure = Tenure(house, visitor, socket.state.token)
        self.news = asyncio.Event()
        ticket.tell = self.news.set

    async def serve(self) -> None:
        """Wait until there is a table, or the page goes away and with it her place."""
        parts = (self._tell(), self._listen(), self.tenure.end())
        tasks = [asyncio.create_task(each) for each in parts]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            self.house.matchmaker.queue.leave(self.ticket)

    async def _tell(self) -> None:
        """Say how many wait, and where to go."""
        while not self.ticket.is_over:
            self.news.clear()
            await self._send(
                waiting=self.house.matchmaker.queue.waiting(self.ticket.wish),
                bots_in=self._bots_in(),
                neighbour=self.house.matchmaker.queue.has_neighbour(self.ticket),
            )
            await self.news.wait()
        if self.ticket.table is None:
            await self._send(gone=True)
        else:
            await self._send(table=f"/tables/{self.ticket.table}#sit=1")
        await self.socket.close()

    def _bots_in(self) -> float | None:
        if self.ticket.wish.room:
            return None
        return round(max(0.0, self.house.matchmaker.seconds_to_bots(self.ticket)), 1)

    async def _listen(self) -> None:
        """Only one thing can be said: that bots are welcome."""
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text") or ""
            if len(text) <= _FRAME and text == '{"bots":true}':
                self.house.matchmaker.fill(self.ticket)

    async def _send(self, **message: Any) -> None:
        await self.socket.send_text(_encode.encode(message).decode())
