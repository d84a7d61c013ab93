"""Hints: what to play, for whoever asked at her table; found out beside the house."""

from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from ludotheque.analysis import advise
from ludotheque.core.errors import BadBrain
from ludotheque.core.game import Game
from ludotheque.core.texts import mark as _
from ludotheque.house.people.visitors import Visitor
from ludotheque.table import Refused
from ludotheque.table.commands import Hint as Asked
from ludotheque.table.errors import NoHints, TooSoon
from ludotheque.web.figures import worth
from ludotheque.web.frames import Hint, Letter, encode
from ludotheque.web.house import person_of
from ludotheque.web.languages import FOLDER, typeset

if TYPE_CHECKING:
    from ludotheque.web.live import Page

BEST = 5  # moves whose chances are told


class TooManyAsk(Refused):
    """There is no time for one more hint just now."""

    sentence = _("Trop de conseils sont demandés à la fois : réessayez dans un instant.")
    locale = FOLDER


async def give(page: "Page", visitor: Visitor, asked: Asked) -> None:
    """Let the table note it, and find out what to play while everything goes on."""
    if not page.house.hints.take(visitor.person):
        raise TooSoon()
    await page.house.runner.command(page.table, person_of(visitor), asked)
    page.house.runner.background.spawn(_answer(page, visitor.person, asked))


async def _answer(page: "Page", person: str, asked: Asked) -> None:
    """Tell that page, where she is still before the same choice."""
    runner = page.house.runner
    try:
        view = await runner.view_for(page.table, person, asked.seat)
        board = view.state.tobytes()
        if not view.moves:
            return
        hint = await page.house.analyst.do(found, view.game, board, asked.seat, page.language)
        now = await runner.view_for(page.table, person, asked.seat)
    except BadBrain:
        page.refuse(NoHints())
    except HTTPException:
        page.refuse(TooManyAsk())
    except Refused as refusal:
        page.refuse(refusal)
    else:
        if now.moves and now.state.tobytes() == board and page.has_room():
            page.post(encode(Letter(hint=hint)))


def found(game: Game, data: bytes, seat: int, language: str) -> Hint:
    """The best move of a seat on a board as it sees it, why, and what others are worth."""
    board, move = game.engine.board(data), game.notation.move
    advice = advise(game, board, seat)
    best = advice.moves[0][0]
    reasons = game.reasons(board[0], seat, best, language)
    return Hint(
        move(board[0], seat, best),
        [typeset(each, language) for each in reasons],
        [
            (move(board[0], seat, action), worth(value, advice.by_points, language))
            for action, value in advice.moves[:BEST]
        ],
    )
