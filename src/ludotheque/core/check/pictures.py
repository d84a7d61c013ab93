"""Whether a picture can be shown: pieces that stand on their board, choices that name them."""

import re
from collections.abc import Iterable, Sequence, Set
from xml.etree import ElementTree

from ludotheque.core.check.promise import require
from ludotheque.core.contract import State
from ludotheque.core.drawing import Canvas, Choice, Piece, Scene
from ludotheque.core.drawing.palette import SEAT_HUES
from ludotheque.core.drawing.symbols import SYMBOLS
from ludotheque.core.errors import BrokenPromise
from ludotheque.core.game import Game

_SYMBOL = re.compile(r'\bid="s-([\w-]+)"')
_ID = re.compile(r"[A-Za-z][\w-]*")
_ESCAPED = re.compile(r"&(lt|gt|amp|quot|#\w+);")


def check_picture(game: Game, state: State, scene: Scene, where: str) -> str:
    """A board, its pieces and what may be done with them fit together; returns the whole picture.

    What stands in it has a class in the stylesheet for its place, and whatever it is made of is
    defined. Names that are not escaped make it ill-formed.
    """
    drawing = game.drawing
    board, pieces = drawing.board_layer(state, scene), drawing.pieces(state, scene)
    check_markup(f"<g>{board}</g>", where)
    defined, choices = {*SYMBOLS, *_SYMBOL.findall(board)}, _choices(game, state, scene)
    every = [*pieces, *(piece for choice in choices for piece in choice.shown)]
    ids_of(every, where)
    _check_pieces(drawing.CANVAS, every, defined, where)
    _check_same(game, state, scene, pieces, where)
    _check_choices(choices, scene, pieces, where)
    _check_seats(game, state, defined, where)
    rings = {choice.ring for choice in choices if choice.ring}
    require(rings <= defined, "a ring is not defined", f"{rings - defined}, {where}")
    svg = game.draw(state, scene)
    check_markup(svg, where)
    return svg


def check_markup(text: str, where: str) -> None:
    """What is drawn can be read."""
    try:
        ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise BrokenPromise(f"a drawing is not well-formed: {where}: {error}") from None


def _choices(game: Game, state: State, scene: Scene) -> Sequence[Choice]:
    """A game may do without: then its moves are only listed."""
    choices = getattr(game.drawing, "choices", None)
    if choices is None or not scene.moves:
        return [Choice(action, ()) for action in scene.moves]
    return choices(state, scene)


def ids_of(pieces: Iterable[Piece], where: str) -> list[str]:
    """The ids of pieces in their order; no two are the same."""
    ids = [piece.id for piece in pieces]
    twice = {name for name in ids if ids.count(name) > 1} if len(set(ids)) < len(ids) else set()
    require(not twice, "two pieces have one id", f"{twice}, {where}")
    return ids


def _check_pieces(canvas: Canvas, pieces: Iterable[Piece], defined: Set[str], where: str) -> None:
    xs, ys, sizes = set(canvas.xs), set(canvas.ys), {100, *canvas.scales}
    for piece in pieces:
        found = f"{piece.id}, {where}"
        _check_value(piece, found)
        require(
            0 <= piece.x <= canvas.width and 0 <= piece.y <= canvas.height,
            "a piece lies outside the canvas",
            f"x{piece.x} y{piece.y}, {found}",
        )
        require(piece.x in xs, "a piece stands at an x that CANVAS.xs lacks", f"{piece.x}, {found}")
        require(piece.y in ys, "a piece stands at a y that CANVAS.ys lacks", f"{piece.y}, {found}")
        require(piece.size in sizes, "a size is not in CANVAS.scales", f"{piece.size}, {found}")
        unknown = set(piece.symbols.split()) - defined
        require(not unknown, "a symbol is not defined", f"{', '.join(unknown)}, {found}")


def _check_value(piece: Piece, found: str) -> None:
    """A piece is plain data that can be sent as it is."""
    is_plain = all(type(value) in (str, int) for value in piece)
    require(is_plain, "a piece is not plain text and numbers", f"{piece}, {found}")
    require(_ID.fullmatch(piece.id) is not None, "an id is not a word", found)
    for text in (piece.text, piece.label):
        is_raw = _ESCAPED.search(text) is None
        require(is_raw, "a text is escaped before it is drawn", f"{text!r}, {found}")


def _check_same(game: Game, state: State, scene: Scene, pieces: list[Piece], where: str) -> None:
    """Pieces are shared by all who look, whatever each may do."""
    same = game.drawing.pieces(state, scene._replace(moves={})) == pieces
    require(same, "pieces depend on the moves on offer", where)
    if not game.is_personal:
        same = game.drawing.pieces(state, scene._replace(seat=None)) == pieces
        require(same, "pieces differ by viewer without IS_PERSONAL", where)


def _check_seats(game: Game, state: State, defined: Set[str], where: str) -> None:
    """What stands for a seat beside its name is a symbol of the board; its side is told plainly."""
    for seat in range(int(state.seats)):
        emblem = game.emblem(state, seat)
        is_drawn = not emblem or emblem in defined
        require(is_drawn, "an emblem is not defined", f"{emblem!r}, seat {seat}, {where}")
        hue = game.hue(state, seat)
        require(hue in SEAT_HUES, "a hue that charts do not have", f"{hue!r}, seat {seat}, {where}")
        is_plain = type(game.is_across(state, seat)) is bool
        require(is_plain, "is_across is neither True nor False", f"seat {seat}, {where}")


def _check_choices(
    choices: Sequence[Choice], scene: Scene, pieces: Iterable[Piece], where: str
) -> None:
    """Each move is there once, made by pieces that are there, and no click means two."""
    actions = sorted(choice.action for choice in choices)
    require(actions == sorted(scene.moves), "choices are not the moves, each once", where)
    ids = {piece.id for piece in pieces}
    taken: set[tuple[str, str]] = set()
    for choice in choices:
        known = ids | {piece.id for piece in choice.shown}
        lacking = {*choice.on} - known | {*filter(None, [choice.pick])} - ids
        require(not lacking, "a choice names a piece that is not there", f"{lacking}, {where}")
        clicks = {(choice.pick, name) for name in choice.on}
        require(not clicks & taken, "a click means two moves", f"{clicks & taken}, {where}")
        taken |= clicks
