"""Quick match: choose a game and a room, wait, and be sat down with others."""

import asyncio
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludotheque.core.discovery import boxes
from ludotheque.core.game import Box, Game
from ludotheque.core.texts import either
from ludotheque.house.addresses import network_of
from ludotheque.house.errors import UnknownPerson
from ludotheque.house.people.names import MAX_NAME
from ludotheque.house.people.visitors import Visitor
from ludotheque.house.stakes.couples import Couple, NoCouple
from ludotheque.house.stakes.doors import Closed
from ludotheque.house.stakes.fairness import blocked_pairs
from ludotheque.house.stakes.matchmaker import BadWish
from ludotheque.house.stakes.quick import Ticket, Wish
from ludotheque.house.stakes.robots import EnoughWon
from ludotheque.house.stakes.rooms import BOTS, modalities_of, seats_of
from ludotheque.table import Refused
from ludotheque.table.errors import Suspended
from ludotheque.web import wishes
from ludotheque.web.arrivals import address, ensure_player
from ludotheque.web.figures import number
from ludotheque.web.house import House, house_of, known, person_of
from ludotheque.web.languages import language_of, typeset, words
from ludotheque.web.live import ENDED, FLOOD, FOREIGN
from ludotheque.web.pages import lid, title_of
from ludotheque.web.rooms import listed, standing_of, told
from ludotheque.web.security import is_own
from ludotheque.web.tables import for_others
from ludotheque.web.tenure import SessionEnded, Tenure
from ludotheque.web.wishes import Asked

_CLOSED = 4409  # the room is closed to this visitor
_FRAME = 200  # letters of a message from the page
_encode = msgspec.json.Encoder()


async def page(request: Request) -> Response:
    """The form: a game, its modalities, how many, a room."""
    return await _page(request, request.query_params)


async def _page(request: Request, asked: Asked, error: str = "", status: int = 200) -> Response:
    """The form, filled in as it was asked for."""
    house, language = house_of(request), language_of(request)
    standing = await standing_of(house, known(request))
    shelf = [(game, box) for game, box in boxes().values() if seats_of(game)]
    wish = wishes.read(asked)
    if wish.game not in boxes():
        wish = wish._replace(game=shelf[0][1].id)
    if wish.room == BOTS:  # another game after one with bots: people first
        wish = wish._replace(room=house.rooms.first.id)
    return house.page(
        request,
        "quick.html",
        status,
        error=error,
        games=[_offered(game, box, wish, language) for game, box in shelf],
        couples=_couples(shelf, language),
        rooms=[listed(room, standing, language) for room in house.rooms],
        wish=wish,
        asking=[_proposal(house, each, language) for each in await _asking(request)],
        waiting=[
            (_wish_text(house, each, language), wishes.query(each), count)
            for each, count in house.matchmaker.queue.counts().items()
        ],
        number=lambda value: number(value, language),
    )


async def _asking(request: Request) -> list[Couple]:
    """The proposals of others to be their partner, but for those who are not to meet her."""
    house, visitor = house_of(request), known(request)
    found = house.matchmaker.couples.asking(visitor.person) if visitor else []
    if visitor is None or not found:
        return []
    people = [visitor.person, *(each.first.id for each in found)]
    blocked = await house.read(blocked_pairs, people)
    return [each for each in found if frozenset((visitor.person, each.first.id)) not in blocked]


def _proposal(house: House, couple: Couple, language: str) -> dict[str, Any]:
    """Who proposes what, and where one agrees to it."""
    room = house.rooms.find(couple.wish.room)
    return {
        "id": couple.id,
        "name": couple.first.name,
        "wish": _wish_text(house, couple.wish, language),
        "stake": number(room.stake, language) if room else "",
    }


def _offered(game: Game, box: Box, wish: Wish, language: str) -> dict[str, Any]:
    """A game that one can wait for, with what people may agree on in it."""
    translate, is_chosen = game.translate(language), wish.game == box.id
    return {
        "lid": lid(game, box, language),
        "is_chosen": is_chosen,
        "in_couples": game.couples is not None,
        "modalities": [
            {
                "value": f"{box.id}.{each.name}",
                "label": translate(each.label),
                "help": typeset(translate(each.modality), language),
                "is_chosen": is_chosen and each.name in wish.modalities,
            }
            for each in modalities_of(game, box)
        ],
    }


def _couples(shelf: list[tuple[Game, Box]], language: str) -> dict[str, str] | None:
    """Where one can play in couples, and what that is."""
    games = [(game, box) for game, box in shelf if game.couples is not None]
    if not games:
        return None
    told = {
        typeset(game.translate(language)(each.modality), language)
        for game, _ in games
        for each in game.modalities
        if each.name == game.couples
    }
    titles = ", ".join(title_of(box.id, language) for _, box in games)
    return {"games": titles, "help": " ".join(sorted(told))}


def _wish_text(house: House, wish: Wish, language: str) -> str:
    """A wish in words: game, room, seats, modalities."""
    _ = words(language)
    room = house.rooms.find(wish.room)
    parts = [title_of(wish.game, language), room.name if room else _("table amicale")]
    seats = _("{seats} joueurs").format(seats=wish.seats)
    parts.append(_("en couples") if wish.in_couples else seats)
    game, _box = boxes()[wish.game]
    chosen = [each.label for each in game.modalities if each.name in wish.modalities]
    names = map(game.translate(language), chosen)
    return " · ".join([*parts, *(name[:1].lower() + name[1:] for name in names)])


def _why(refusal: Refused, language: str) -> str:
    """Why somebody may not wait: what she lacks for the room, if that is it."""
    if isinstance(refusal, Closed):
        return " ".join(told(each, language) for each in refusal.missing)
    return typeset(refusal.tell(language), language)


def _misfit(wish: Wish, language: str) -> str:
    """What is wrong with a wish for couples, where the game is not played so; else empty."""
    if not wish.in_couples or wish.game not in boxes() or boxes()[wish.game][0].couples:
        return ""
    _ = words(language)
    others = [box.id for game, box in boxes().values() if game.couples is not None]
    told = _("En couples, on joue à {games}, pas à {game} : changez de jeu ou de places.")
    games = either([title_of(id, language) for id in others], _)
    return typeset(told.format(games=games, game=title_of(wish.game, language)), language)


async def start(request: Request) -> Response:
    """Go and wait, if the room is open; else the form says why not."""
    house, form, language = house_of(request), await request.form(), language_of(request)
    visitor, response = await ensure_player(request)
    wish = wishes.read(form)
    try:
        await house.matchmaker.require_open(visitor.person, wish)
    except Refused as refusal:
        status = 400 if isinstance(refusal, BadWish) else 403
        why = _misfit(wish, language) if status == 400 else ""
        return await _page(request, form, why or _why(refusal, language), status)
    address = f"/quick/wait?{wishes.query(wish)}"
    if wish.in_couples and form.get("partner") == "on":
        try:
            asked = await _named(house, str(form.get("name") or ""), visitor.person)
        except UnknownPerson:
            _ = words(language)
            return await _page(request, form, _("Aucun membre ne s'appelle ainsi."), 400)
        couple = house.matchmaker.couples.propose(person_of(visitor), wish, asked)
        address += f"&couple={couple.id}"
    response.headers["location"] = address
    return response


async def _named(house: House, name: str, person: str) -> str:
    """The member whom somebody would have as her partner; empty: whoever gets the link."""
    if not name.strip():
        return ""
    found = await asyncio.to_thread(house.people.find, name[: 4 * MAX_NAME])
    if not found.is_member or found.id == person:
        raise UnknownPerson(name)
    return found.id


async def proposed(request: Request) -> Response:
    """What somebody proposes to whoever has this link: to play as a couple."""
    house, language = house_of(request), language_of(request)
    try:
        couple = house.matchmaker.couples.find(request.path_params["couple"])
    except NoCouple as refusal:
        raise HTTPException(404, _why(refusal, language)) from None
    return await _proposal_page(request, couple)


async def _proposal_page(
    request: Request, couple: Couple, error: str = "", status: int = 200
) -> Response:
    house, language, visitor = house_of(request), language_of(request), known(request)
    is_mine = visitor is not None and visitor.person == couple.first.id
    return house.page(
        request,
        "couple.html",
        status,
        error=error,
        is_mine=is_mine,
        back=_waiting_page(couple),
        **_proposal(house, couple, language),
    )


def _waiting_page(couple: Couple) -> str:
    return f"/quick/wait?{wishes.query(couple.wish)}&couple={couple.id}"


async def agree(request: Request) -> Response:
    """Become the partner, and go and wait; the page says why not."""
    house, language = house_of(request), language_of(request)
    visitor, response = await ensure_player(request)
    try:
        couple = house.matchmaker.couples.find(request.path_params["couple"])
        await house.matchmaker.agree(couple.id, person_of(visitor))
    except NoCouple as refusal:
        raise HTTPException(404, _why(refusal, language)) from None
    except Refused as refusal:
        return await _proposal_page(request, couple, _why(refusal, language), 403)
    response.headers["location"] = _waiting_page(couple)
    return response


async def wait(request: Request) -> Response:
    """The page that waits; its script keeps the place in the queue."""
    house, language = house_of(request), language_of(request)
    wish, visitor = wishes.read(request.query_params), known(request)
    if visitor is None or not house.matchmaker.is_possible(wish):
        return RedirectResponse("/quick", 303)
    couple = str(request.query_params.get("couple") or "")
    place = wishes.query(wish) + (f"&{urlencode({'couple': couple})}" if couple else "")
    proposal = request.url.replace(path=f"/quick/couple/{couple}", query="")
    return house.page(
        request,
        "wait.html",
        couple=couple,
        link=str(for_others(request, proposal)),
        room=house.rooms.find(wish.room),
        wish=_wish_text(house, wish, language),
        seats=wish.seats,
        back=f"/quick?{wishes.query(wish)}",
        live=f"/quick/live?{place}",
        bots=house.rooms.with_bots if house.rooms.bots_offered(wish.room) else None,
        most=house.rooms.bots_most,
        friendly=f"/quick/wait?{wishes.query(wish._replace(room=''))}",
        number=lambda value: number(value, language),
    )


async def live(socket: WebSocket) -> None:
    """A place in the queue for as long as the page is open."""
    house, maker = house_of(socket), house_of(socket).matchmaker
    visitor, wish = known(socket), wishes.read(socket.query_params)
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
        couple = str(socket.query_params.get("couple") or "")
        ticket = await house.matchmaker.join(person_of(visitor), wish, address(socket), couple)
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
        self.queue = house.matchmaker.queue
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
            self.house.matchmaker.leave(self.ticket)

    async def _tell(self) -> None:
        """Say how many wait, and where to go."""
        while not self.ticket.is_over:
            self.news.clear()
            await self._send(
                waiting=self.queue.company(self.ticket),
                bots_in=self._bots_in(),
                neighbour=self.queue.has_neighbour(self.ticket),
                friendly=self.queue.friendly(self.ticket),
                partner=not self.ticket.couple or self.queue.partner(self.ticket) is not None,
            )
            await self.news.wait()
        if self.ticket.is_apart:
            await self._send(apart=True)
        elif self.ticket.table is None:
            await self._send(gone=True)
        else:
            await self._send(table=f"/tables/{self.ticket.table}#sit=1")
        await self.socket.close()

    def _bots_in(self) -> float | None:
        """Seconds until bots are offered; None: they do not come to that room."""
        if not self.house.matchmaker.rooms.bots_offered(self.ticket.wish.room):
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
                await self._fill()

    async def _fill(self) -> None:
        try:
            await self.house.matchmaker.fill(self.ticket)
        except (Closed, EnoughWon) as refusal:  # for chips; she may wait on for people
            await self._send(no_bots=_why(refusal, language_of(self.socket)))

    async def _send(self, **message: Any) -> None:
        await self.socket.send_text(_encode.encode(message).decode())
