"""Whether the pictures of a match can be shown one after the other, as changes to the last."""

from collections.abc import Container
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise

from ludotheque.core.check.pictures import ids_of
from ludotheque.core.check.promise import require
from ludotheque.core.contract import State
from ludotheque.core.drawing import CUES, Scene
from ludotheque.core.errors import BrokenPromise
from ludotheque.core.game import Game
from ludotheque.core.match import Match
from ludotheque.core.step import Step


def check_film(match: Match, where: str) -> None:
    """Over a whole match the board stays as it is and ids keep their order, for each pair of eyes.

    What takes a way is there when it arrives, and what a gesture befalls before or after it.
    """
    for viewer in (None, 0) if match.game.is_personal else (None,):
        _check_order(match, viewer, where)
        first, last = (
            match.game.drawing.board_layer(step.after, Scene(viewer, last=step))
            for step in (match.steps[0], match.steps[-1])
        )
        require(first == last, "the board layer changes within a match", where)
    begun, over = (_sides(match.game, step.after) for step in (match.steps[0], match.steps[-1]))
    require(begun == over, "a seat changes sides within a match", where)


def _sides(game: Game, state: State) -> list[bool]:
    return [game.is_across(state, seat) for seat in range(int(state.seats))]


def _check_order(match: Match, viewer: int | None, where: str) -> None:
    """There is one order that every list of pieces keeps."""
    follows: dict[str, set[str]] = {}
    before: set[str] = set()
    for number, step in enumerate(match.steps, 1):
        seen = f"{where}, step {number}"
        ids = ids_of(match.game.drawing.pieces(step.after, Scene(viewer, last=step)), seen)
        for one, other in pairwise(ids):
            follows.setdefault(other, set()).add(one)
        _check_ways(match.game, step, set(ids), seen)
        _check_cues(match.game, step, viewer, before | {*ids}, seen)
        before = {*ids}
    try:
        TopologicalSorter(follows).prepare()
    except CycleError as error:
        round_trip = " before ".join(error.args[1])
        raise BrokenPromise(f"the order of pieces changes: {round_trip}, {where}") from None


def _check_ways(game: Game, step: Step, ids: Container[str], where: str) -> None:
    canvas = game.drawing.CANVAS
    for name, way in game.ways(step).items():
        require(name in ids, "a way is that of no piece", f"{name}, {where}")
        is_on = all(
            type(x) is type(y) is int and 0 <= x <= canvas.width and 0 <= y <= canvas.height
            for x, y in way
        )
        require(bool(way) and is_on, "a way leads off the canvas", f"{name} {way}, {where}")


def _check_cues(
    game: Game, step: Step, viewer: int | None, ids: Container[str], where: str
) -> None:
    for cue in game.cues(step, viewer):
        require(cue.name in CUES, "a cue is unknown", f"{cue.name}, {where}")
        is_there = not cue.on or cue.on in ids
        require(is_there, "a cue befalls no piece", f"{cue.name} {cue.on}, {where}")
