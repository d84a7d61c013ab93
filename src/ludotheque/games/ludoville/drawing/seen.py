"""What the drawing reads of a state, as plain numbers."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludotheque.core.contract import State
from ludotheque.core.drawing import Scene, fields
from ludotheque.core.texts import Translate, translator
from ludotheque.core.turns import AGREED
from ludotheque.games.ludoville.standing import rank

LOCALE = Path(__file__).parents[1] / "locale"


class Seen(NamedTuple):
    """A state, read once, and through whose eyes."""

    state: Any  # its fields
    shown: int  # the seat whose hand lies in the large tray
    hands: list[list[int]]  # how many tiles of each kind, a row a seat
    points: list[int]  # of each hand
    winners: tuple[int, ...]
    translate: Translate


def see(state: State, scene: Scene) -> Seen:
    """Read a state; onlookers have the hand in turn in the large tray."""
    record = fields(state)
    shown = record.turn if scene.seat is None else scene.seat
    hands = record.hands[: record.seats]
    return Seen(
        state=record,
        shown=shown if shown < record.seats else 0,
        hands=hands.tolist(),
        points=(hands @ record.points.astype(int)).tolist(),  # LV-10
        winners=_winners(state) if record.ended not in (0, AGREED) else (),
        translate=translator(LOCALE, scene.language),
    )


def _winners(state: State) -> tuple[int, ...]:
    """LV-10."""
    ranks = np.zeros(int(state.seats), np.int32)
    rank(state, ranks)
    return tuple(np.flatnonzero(ranks == 1).tolist())
