"""Rolling Village in writing: moves and rolls as text, positions as plain data."""

from typing import Any

from ludotheque.core.contract import State
from ludotheque.core.turns import has_left
from ludotheque.games.rolling_village.board import KIND_LETTERS, ROW_LETTERS
from ludotheque.games.rolling_village.reading import finished_rounds, read_position
from ludotheque.games.rolling_village.record import FACES, FINISHED
from ludotheque.games.rolling_village.scoring import is_reelected
from ludotheque.games.rolling_village.writing import (
    action_name,
    kinds_of,
    sheet_text,
    step_names,
)

__all__ = ["chance", "move", "position", "read_position", "same"]


def move(state: State, seat: int, action: int) -> str:  # noqa: ARG001 (the contract's form)
    """A project by its kind and cell, "house 2c", or an avenue, "avenue b"."""
    return action_name(action)


def chance(state: State, outcome: int) -> str:  # noqa: ARG001
    """The two dice in order: "roll 2 4"."""
    return f"roll {outcome // FACES + 1} {outcome % FACES + 1}"


def position(state: State) -> dict[str, Any]:
    """The position as its ledger says; the keys of :func:`_more` stand only where they apply.

    Of a finished game ``round`` is 9 and there are no dice.
    """
    seats = range(int(state.seats))
    rounds = finished_rounds(state)
    data = {
        "round": int(state.stage),
        "dice": [int(die) for die in state.dice if die],
        "sheets": [sheet_text(kinds_of(state, seat)) for seat in seats],
        "bonus": ["".join(KIND_LETTERS[k - 1] for k in state.bonus[seat] if k) for seat in seats],
        "scores": [state.scores[seat, :rounds].tolist() for seat in seats],
        "left": [step_names(state, int(state.todo[seat])) for seat in seats],
    }
    return data | _more(state)


def _more(state: State) -> dict[str, Any]:
    """What each seat did since the roll, where the last round scored, and how it ended."""
    seats = range(int(state.seats))
    data: dict[str, Any] = {}
    if state.done.any():
        data["done"] = [[action_name(k - 1) for k in state.done[seat] if k] for seat in seats]
    if state.scored.any():
        rows = [int(state.scored[seat]) for seat in seats]
        data["scored"] = [ROW_LETTERS[row - 1] if row else "" for row in rows]
    if state.gone:
        data["gone"] = [seat + 1 for seat in seats if has_left(state, seat)]
    if state.ended == FINISHED and state.seats == 1:
        data["reelected"] = bool(is_reelected(state))  # RV-15
    return data


def same(key: str, wanted: Any, found: Any) -> bool:
    """Whether a value of a position is the wanted one: what is left to do has no order (RV-6)."""
    if key == "left" and isinstance(wanted, list) and all(isinstance(one, list) for one in wanted):
        return [sorted(map(str, one)) for one in wanted] == [sorted(one) for one in found]
    return bool(wanted == found)
