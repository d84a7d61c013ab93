"""A box learned by doing: a page for each of its lessons, and what comes of what is done there.

Nothing of it is kept: the address names the lesson and all that was done in it, the answer is
played anew from that. Which lessons somebody has learned her own browser remembers.
"""

from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludotheque.core.drawing import Scene
from ludotheque.core.errors import IllegalMove
from ludotheque.core.game import Box, Game
from ludotheque.core.lessons import LEARNER, Followed, Lesson, lessons_of
from ludotheque.web.arrivals import require
from ludotheque.web.frames import Mine, filmed, offered
from ludotheque.web.house import house_of
from ludotheque.web.languages import language_of, typeset, words
from ludotheque.web.pages import lid, picked
from ludotheque.web.replays import PASSING


async def page(request: Request) -> Response:
    """One lesson; without a number the first, from where a browser leads on to what is left."""
    (game, box), language = picked(request), language_of(request)
    number, lesson = _named(request, game, box)
    own = lessons_of(game, box)
    scene = lesson.picture.scene(language)
    return house_of(request).page(
        request,
        "lesson.html",
        game=lid(game, box, language),
        number=number,
        lesson=lesson.id,
        ids=[each.id for each in own],
        says=_said(game, lesson.picture.caption, language),
        well=_said(game, lesson.well.says, language),
        otherwise=[_said(game, each.says, language) for each in lesson.otherwise],
        picture=game.draw(lesson.picture.match.state, scene, styled=False),
        is_entered="number" not in request.path_params,
    )


async def frames(request: Request) -> Response:
    """What came of the last thing that was done, as JSON."""
    house, (game, box), language = house_of(request), picked(request), language_of(request)
    require(house.looks, request)
    number, lesson = _named(request, game, box)
    did = request.query_params.getlist("did")
    key = ("lesson", box.id, number, language, *did)
    data = house.drawings.get(key)
    if data is None:
        data = house.drawings.put(key, msgspec.json.encode(answer(game, lesson, did, language)))
    return Response(data, media_type="application/json", headers=PASSING)


def _named(request: Request, game: Game, box: Box) -> tuple[int, Lesson]:
    """The lesson that an address names, and its number from 1."""
    number, own = request.path_params.get("number", 1), lessons_of(game, box)
    if not 1 <= number <= len(own):
        raise HTTPException(404)
    return number, own[number - 1]


def answer(game: Game, lesson: Lesson, did: list[str], language: str) -> dict[str, Any]:
    """What came of the last of some deeds; 400 where one is not possible."""
    try:
        here = lesson.follow(did)
    except IllegalMove:
        raise HTTPException(400) from None
    films = [
        filmed(game, step, step.after, Scene(LEARNER, {}, step, language=language), LEARNER)
        for step in here.steps
    ]
    last = here.match.steps[-1] if here.match.steps else lesson.picture.scene(language).last
    scene = Scene(LEARNER, {}, last, language=language)
    return {
        "frames": films,
        "pieces": filmed(game, None, here.match.state, scene)["pieces"],
        "mine": _mine(game, here, language),
        "verdict": here.verdict,
        "says": _said(game, here.answer.says, language) if here.answer else "",
    }


def _mine(game: Game, here: Followed, language: str) -> Mine:
    """What the learner may do now."""
    if here.verdict:
        return Mine(LEARNER)
    match = here.match
    is_asked = bool(match.waiting) or game.engine.look(match.board).roller == LEARNER
    asked = match.prompt(LEARNER, language) if is_asked else None
    moves = {action: text for text, action in match.moves(LEARNER).items()}
    scene = Scene(LEARNER, moves, language=language)
    return Mine(
        LEARNER,
        typeset(asked.text if asked else words(language)("À vous de lancer !"), language),
        game.chance_label(match.state, language) or "" if here.rolls else None,
        [offered(button, language) for button in game.buttons(match.state, scene)],
    )


def _said(game: Game, sentence: str, language: str) -> str:
    return typeset(game.translate(language)(sentence), language)
