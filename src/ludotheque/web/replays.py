"""A game seen again: frames for the slider, pictures and films to keep."""

import asyncio
import contextlib
import hashlib
import io
from collections import OrderedDict
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludotheque.core.discovery import game
from ludotheque.core.drawing import Scene, compose, png
from ludotheque.core.errors import UnknownGame
from ludotheque.core.match import Match
from ludotheque.core.step import Step
from ludotheque.table import BadRecord, Record, Refused, former, load
from ludotheque.table.events import Opened, Rematched
from ludotheque.table.record import Line
from ludotheque.web.arrivals import ensure_visitor
from ludotheque.web.house import House, house_of, known
from ludotheque.web.languages import language_of, typeset
from ludotheque.web.live import ways
from ludotheque.web.pages import lid_of

FRAMES = 48  # sent at once at most
FILM = 60  # steps of a film, ending where the slider stands
FILM_WIDTH, PICTURE_WIDTH = 420, 1200
FRAME_TIME, LAST_TIME = 550, 2500  # milliseconds
KEPT = 64  # games at hand

_at_hand: OrderedDict[tuple[str, str], "Replay"] = OrderedDict()
_uploaded: OrderedDict[str, Record] = OrderedDict()
_filming = asyncio.Semaphore(1)  # films are slow to make: one at a time


class Replay:
    """A record played again, ready to be looked at from any step."""

    def __init__(self, record: Record):
        self.record = record
        self.match: Match = record.match()

    def names(self, language: str) -> dict[int, str]:
        """Who played in each seat."""
        return {
            seat: each.name or former(language)
            for seat, each in enumerate(self.record.seats)
            if each.kind != "free"
        }

    @property
    def steps(self) -> list[Step]:
        """What happened on the board."""
        return self.match.steps

    def scene(self, ply: int, language: str) -> Scene:
        """What a drawing after so many steps shows beside the state."""
        last = self.steps[ply - 1] if ply else None
        return Scene(last=last, names=self.names(language), language=language)

    def state(self, ply: int) -> "object":
        """The state after so many steps."""
        return self.steps[ply - 1].after if ply else self.match.opening

    def picture(self, ply: int, language: str, styled: bool = True) -> str:
        """The board after so many steps."""
        drawing, scene, state = self.match.game.drawing, self.scene(ply, language), self.state(ply)
        layers = drawing.board_layer(state, scene), drawing.pieces_layer(state, scene)
        return compose(drawing.CANVAS, *layers, styled=styled)

    def frame(self, ply: int, language: str) -> dict[str, object]:
        """One step for the slider."""
        game = self.match.game
        layer = game.drawing.pieces_layer(self.state(ply), self.scene(ply, language))
        step = self.steps[ply - 1] if ply else None
        told = self.match.tell(step, language, self.names(language)) if step else []
        return {
            "pieces": f'<g id="pieces">{layer}</g>',
            "lines": [typeset(line, language) for line in told],
            "motions": ways(game, step),
            "cue": step.kind if step else "",
        }

    def film(self, ply: int, language: str, kind: str) -> bytes:
        """The steps up to there as an animated picture."""
        from PIL import Image

        plies = range(max(0, ply - FILM), ply + 1)
        frames = [
            Image.open(io.BytesIO(png(self.picture(each, language), FILM_WIDTH))).convert("RGB")
            for each in plies
        ]
        times = [FRAME_TIME] * (len(frames) - 1) + [LAST_TIME]
        out = io.BytesIO()
        frames[0].save(out, kind, save_all=True, append_images=frames[1:], duration=times, loop=0)
        return out.getvalue()


async def replay_of(request: Request) -> Replay:
    """The game that an address names, as its visitor may see it."""
    house, id = house_of(request), request.path_params["table"]
    if id in _uploaded:
        record = _uploaded[id]
    else:
        record = await _record(house, request, id)
    # Names may be forgotten, and a seal opened after the game.
    key = (id, f"{len(record.log)} {record.seats} {record.seed}")
    if key not in _at_hand:
        _at_hand[key] = await asyncio.to_thread(Replay, record)
        if len(_at_hand) > KEPT:
            _at_hand.popitem(last=False)
    return _at_hand[key]


async def _record(house: House, request: Request, id: str) -> Record:
    visitor = known(request)
    try:
        seat = await house.runner.viewer(id, visitor.person if visitor else None)
        return _unlinked(await house.runner.record(id, seat))
    except Refused as refusal:
        raise HTTPException(404, refusal.tell(language_of(request))) from None


def _unlinked(record: Record) -> Record:
    """The same record without a way to other tables: a file is passed on, a link is not."""
    return replace(record, log=tuple(_unlinked_line(line) for line in record.log))


def _unlinked_line(line: Line) -> Line:
    if isinstance(line.event, Rematched):
        return replace(line, event=Rematched(""))
    if isinstance(line.event, Opened) and line.event.rematch_of is not None:
        return replace(line, event=replace(line.event, rematch_of=None))
    return line


async def page(request: Request) -> Response:
    """The replay page."""
    replay, language = await replay_of(request), language_of(request)
    match = replay.match
    translate = match.game.translate(language)
    people = replay.names(language)
    names = [
        match.game.words.seat_name(match.state, seat, people, translate)
        for seat in range(match.seats)
    ]
    return house_of(request).page(
        request,
        "replay.html",
        game=lid_of(match.game, match.options, language),
        base=f"/tables/{request.path_params['table']}",
        total=len(replay.steps),
        picture=replay.picture(0, language, styled=False),
        standing=sorted(zip(match.ranks, names, match.scores, strict=True)),
        sealed=replay.record.seed is None,
        commitment=replay.record.commitment,
    )


async def frames(request: Request) -> Response:
    """Some frames for the slider."""
    replay, language = await replay_of(request), language_of(request)
    first = _whole(request, "first", 0, len(replay.steps))
    count = _whole(request, "count", 1, FRAMES)
    last = min(first + count, len(replay.steps) + 1)
    found = await asyncio.to_thread(
        lambda: [replay.frame(ply, language) for ply in range(first, last)]
    )
    # Not to be kept: a game goes on, and a visitor may choose another language.
    return JSONResponse(found, headers={"Cache-Control": "no-store"})


async def record(request: Request) -> Response:
    """The game as one file, to keep, replay or verify."""
    id = request.path_params["table"]
    replay = _uploaded.get(id) or await _record(house_of(request), request, id)
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="{id}.json"',
    }
    return Response(replay.json(), media_type="application/json", headers=headers)


async def picture(request: Request) -> Response:
    """One step as PNG."""
    replay, language = await replay_of(request), language_of(request)
    ply = _whole(request, "ply", 0, len(replay.steps))
    data = await asyncio.to_thread(lambda: png(replay.picture(ply, language), PICTURE_WIDTH))
    return Response(data, media_type="image/png")


async def film(request: Request) -> Response:
    """The steps up to one as an animated picture."""
    kind = request.path_params["kind"]
    if kind not in ("webp", "gif"):
        raise HTTPException(404)
    replay, language = await replay_of(request), language_of(request)
    ply = _whole(request, "ply", 0, len(replay.steps)) or min(FILM, len(replay.steps))
    async with _filming:
        data = await asyncio.to_thread(replay.film, ply, language, kind)
    return Response(data, media_type=f"image/{kind}")


async def upload(request: Request) -> Response:
    """Look at a game from a file."""
    _, response = await ensure_visitor(request)
    async with request.form(max_files=1) as form:
        file = form.get("record")
        if file is None or isinstance(file, str):
            raise HTTPException(400)
        data = await file.read()
    try:
        found = await asyncio.to_thread(_played, data)
    except BadRecord as error:
        raise HTTPException(400, str(error)) from None
    id = f"file-{hashlib.sha256(data).hexdigest()[:24]}"  # whatever the file calls itself
    _uploaded[id] = found
    if len(_uploaded) > KEPT:
        _uploaded.popitem(last=False)
    response.headers["location"] = f"/tables/{id}/replay"
    return response


def _refuse_files(data: bytes) -> None:
    """A stranger's record must not make the house read files of its machine."""
    with contextlib.suppress(msgspec.DecodeError, UnknownGame, UnicodeDecodeError):
        head = msgspec.json.decode(data, type=_Head)
        if game(head.game).names_files(head.options):
            raise BadRecord("options: they name a file of the machine where it was played")


class _Head(msgspec.Struct):
    game: str = ""
    options: dict[str, Any] = {}


def _played(data: bytes) -> Record:
    """The record in a file, once it was played through; that takes a while."""
    try:
        _refuse_files(data)
        found = load(data)
        found.match()
    except RecursionError:
        raise BadRecord("this is no record: it is nested too deeply") from None
    return found


def _whole(request: Request, name: str, low: int, high: int) -> int:
    try:
        return max(low, min(high, int(request.query_params.get(name, low))))
    except ValueError:
        raise HTTPException(400) from None
