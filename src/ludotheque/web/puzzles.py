"""Puzzles: one best move to find; one of each day, the same for everybody, and many more.

A puzzle is a lesson with one deed; what comes of it is played and told as there.
"""

from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.analysis import MILLION
from ludotheque.analysis.puzzles import Puzzle, of_day, puzzles_of
from ludotheque.core.brains import brain_of
from ludotheque.core.discovery import boxes
from ludotheque.core.drawing import standalone
from ludotheque.core.game import Box, Game
from ludotheque.core.illustrations import read_illustration
from ludotheque.core.lessons import Answer, Lesson
from ludotheque.house.clock import date_of, now
from ludotheque.house.people import solving
from ludotheque.web import lessons
from ludotheque.web.arrivals import carry_cookies, ensure_player, require
from ludotheque.web.figures import counted, date, number, signed
from ludotheque.web.house import house_of, known
from ludotheque.web.languages import language_of, words
from ludotheque.web.pages import lid, picked
from ludotheque.web.replays import PASSING

_DOTS = 5  # in the line to share: how hard it was
_EASY, _STEP = 900, 150  # ratings of a dot and of each further one


async def overview(request: Request) -> Response:
    """The day's puzzle of every box, and how one stands."""
    house, language, visitor = house_of(request), language_of(request), known(request)
    shown = []
    for game, box in boxes().values():
        own = puzzles_of(game, box)
        if own:
            standing = await house.read(_standing, visitor.person, box.id) if visitor else None
            shown.append((lid(game, box, language), _of_today(own), len(own), standing))
    if not shown:
        raise HTTPException(404)
    day = date(date_of(now()).isoformat(), language)
    return house.page(request, "puzzles.html", shown=shown, date=day, count=number_in(language))


def number_in(language: str) -> Any:
    """How many, as people of a language write it."""
    return lambda value: number(value, language)


def _standing(connection: Any, person: str, box: str) -> tuple[int, int] | None:
    """Rating and streak, of somebody who has tried any."""
    if not solving.tried(connection, person, box):
        return None
    return solving.rating_of(connection, person, box), solving.streak(
        connection, person, box, _today()
    )


async def picture(request: Request) -> Response:
    """A puzzle's position, as a picture."""
    house, (game, box), language = house_of(request), picked(request), language_of(request)
    place, puzzle = _named(request, game, box)
    key = ("puzzle", box.id, place, language)
    data = house.drawings.get(key)
    if data is None:
        shown = read_illustration(game, f"{box.id}: puzzle {puzzle.id}", _place(puzzle, ""))
        data = house.drawings.put(key, standalone(shown.draw(language)).encode())
    return Response(data, media_type="image/svg+xml", headers=PASSING)


async def page(request: Request) -> Response:
    """One puzzle; without a number the day's."""
    (game, box), language = picked(request), language_of(request)
    place, puzzle = _named(request, game, box)
    lesson = _lesson(game, box, puzzle, language)
    scene = lesson.picture.scene(language)
    own = puzzles_of(game, box)
    return house_of(request).page(
        request,
        "puzzle.html",
        game=lid(game, box, language),
        number=place,
        total=len(own),
        lesson=puzzle.id,
        ids=[],
        says=lesson.picture.caption,
        picture=game.draw(lesson.picture.match.state, scene, styled=False),
        date=date(date_of(now()).isoformat(), language) if place == _of_today(own) else "",
        further=_other(own, place),
        is_entered=False,
    )


async def frames(request: Request) -> Response:
    """What comes of a move, as JSON."""
    house, (game, box), language = house_of(request), picked(request), language_of(request)
    require(house.looks, request)
    _, puzzle = _named(request, game, box)
    did = request.query_params.getlist("did")
    answer = lessons.answer(game, _lesson(game, box, puzzle, language), did, language)
    return Response(msgspec.json.encode(answer), media_type="application/json", headers=PASSING)


async def attempt(request: Request) -> Response:
    """Note a try, and say how one stands."""
    house, (game, box), language = house_of(request), picked(request), language_of(request)
    place, puzzle = _named(request, game, box)
    visitor, response = await ensure_player(request)
    async with request.form(max_files=0) as form:
        move = str(form.get("move", ""))
    if move not in puzzle.values:
        raise HTTPException(400)
    own = puzzles_of(game, box)
    day = _today() if place == _of_today(own) else None
    is_right = move == puzzle.best
    found = await house.write(
        solving.attempt, visitor.person, box.id, puzzle.id, puzzle.rating, is_right, day, now()
    )
    told = _told(game, box, puzzle, found, is_right, day is not None, language)
    answer = Response(msgspec.json.encode(told), media_type="application/json", headers=PASSING)
    return carry_cookies(response, answer)


def _told(
    game: Game, box: Box, puzzle: Puzzle, found: solving.Solved, is_right: bool, is_days: bool,
    language: str,
) -> dict[str, Any]:  # fmt: skip
    _ = words(language)
    parts = [_("Cote {rating}").format(rating=number(found.rating, language))]
    if found.change:
        parts[0] += f" ({signed(found.change, language)})"
    if found.streak:
        parts.append(
            counted(found.streak, _("série : 1 jour"), _("série : {number} jours"), language)
        )
    dots = min(_DOTS, max(1, 1 + (puzzle.rating - _EASY) // _STEP))
    title = game.translate(language)(box.title)
    when = date(date_of(now()).isoformat(), language) if is_days else _("problème")
    line = [f"Ludothèque · {title}", when, "●" * dots + "○" * (_DOTS - dots)]
    line.append("✓" if is_right else "✗")
    return {"standing": " · ".join(parts), "line": " · ".join([*line, *parts[1:]])}


def _today() -> int:
    return date_of(now()).toordinal()


def _of_today(own: tuple[Puzzle, ...]) -> int:
    return of_day(own, _today())


def _other(own: tuple[Puzzle, ...], place: int) -> int:
    """Where the next puzzle is: they lie by how hard they are, the hardest before the easiest."""
    return place % len(own) + 1


def _named(request: Request, game: Game, box: Box) -> tuple[int, Puzzle]:
    own = puzzles_of(game, box)
    if not own:
        raise HTTPException(404)
    place = int(request.path_params.get("number", _of_today(own)))
    if not 1 <= place <= len(own):
        raise HTTPException(404)
    return place, own[place - 1]


def _place(puzzle: Puzzle, says: str) -> dict[str, Any]:
    return {
        "section": 0, "caption": says, "moves": True,
        "start": dict(puzzle.start), "options": dict(puzzle.options),
    }  # fmt: skip


def _lesson(game: Game, box: Box, puzzle: Puzzle, language: str) -> Lesson:
    """A puzzle as a lesson, with what is said to each move."""
    _ = words(language)
    by_points = brain_of(game).by_points
    says = _("À vous : un coup vaut nettement mieux que les autres. Lequel ?")
    picture = read_illustration(game, f"{box.id}: puzzle {puzzle.id}", _place(puzzle, says))

    def value(millionths: int) -> str:
        if by_points:
            return number(round(millionths / MILLION, 1), language)
        return f"{number(round(100 * millionths / MILLION), language)} %"

    best = puzzle.values[puzzle.best]
    if by_points:
        worth = _("{value} points attendus")
        loss = _("Ce coup laisse {cost} points. Reprenez, et cherchez mieux.")
    else:
        worth = _("{value} de chances de gagner")
        loss = _("Ce coup coûte {cost} de chances. Reprenez, et cherchez mieux.")
    well = _("C'est le meilleur coup : {worth}, {lead} de plus que le deuxième.").format(
        worth=worth.format(value=value(best)), lead=value(puzzle.lead)
    )
    others = [
        Answer(loss.format(cost=value(best - each)), {}, _literal(move))
        for move, each in puzzle.values.items()
        if move != puzzle.best
    ]
    return Lesson(
        puzzle.id, (), {}, picture, (_literal(puzzle.best),), Answer(well, {}), tuple(others)
    )


def _literal(move: str) -> str:
    """A move as a pattern that fits it alone."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in move)
