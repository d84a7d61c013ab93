"""Reading a position: what it says goes into a record, what it cannot be is refused."""

from typing import Any

import numpy as np

from ludotheque.core.contract import State
from ludotheque.core.errors import BadPosition
from ludotheque.core.positions import Reader
from ludotheque.core.turns import DESERTED, has_left
from ludotheque.games.rolling_village.board import (
    CELLS,
    EVERY_CELL,
    KIND_LETTERS,
    ROW_LETTERS,
    SCORING_KINDS,
)
from ludotheque.games.rolling_village.projects import legal, steps_of_round, take_step
from ludotheque.games.rolling_village.record import (
    ACTIONS,
    AVENUE,
    BONUS,
    FACES,
    FINISHED,
    FIRST_AVENUE,
    PROJECTS,
    ROUNDS,
)
from ludotheque.games.rolling_village.scoring import is_reelected
from ludotheque.games.rolling_village.tables import HIGHEST_POINTS
from ludotheque.games.rolling_village.writing import (
    ACTION_OF,
    IN_ORDER,
    read_sheet_text,
    step_name,
    step_names,
)

FULL = 23  # the cells that a whole game fills: 2 + 18 + 3


def read_position(state: State, data: dict[str, Any]) -> None:
    """Write a position into an opening state; an impossible one is a BadPosition."""
    reader = Reader(data)
    state.stage = reader.whole("round", 0, ROUNDS)
    _read_sheets(state, reader)
    _read_dice(state, reader)
    for seat in reader.seats("gone", int(state.seats)):
        state.gone |= 1 << (seat - 1)
    left = _lists(reader, "left", state)
    _read_end(state, left)
    _read_left(state, left)
    _read_bonus(state, reader)
    _judge_sheets(state)
    _read_done(state, _lists(reader, "done", state))
    _read_scores(state, reader)
    _read_reelected(state, reader)
    reader.done()


def finished_rounds(state: State) -> int:
    """How many rounds have been scored."""
    return ROUNDS if state.ended == FINISHED else max(int(state.stage) - 1, 0)


def _texts(reader: Reader, key: str, state: State) -> list[str]:
    """A text for each seat; empty ones where the key is left out."""
    texts = reader.take(key)
    if texts is None:
        return [""] * int(state.seats)
    if not isinstance(texts, list) or len(texts) != state.seats:
        raise BadPosition(f"{key}: {state.seats} texts are wanted, one a seat, not {texts!r}")
    for text in texts:
        if not isinstance(text, str):
            raise BadPosition(f"{key}: a text is wanted, not {text!r}")
    return texts


def _lists(reader: Reader, key: str, state: State) -> list[list[str]] | None:
    """A list of texts for each seat; None where the key is left out."""
    rows = reader.take(key)
    if rows is None:
        return None
    if not isinstance(rows, list) or len(rows) != state.seats:
        raise BadPosition(f"{key}: {state.seats} lists are wanted, one a seat, not {rows!r}")
    for row in rows:
        if not isinstance(row, list) or not all(isinstance(text, str) for text in row):
            raise BadPosition(f"{key}: a list of texts is wanted for each seat, not {row!r}")
    return rows


def _read_sheets(state: State, reader: Reader) -> None:
    for seat, text in enumerate(_texts(reader, "sheets", state)):
        try:
            kinds = read_sheet_text(text) if text else []
        except ValueError as error:
            raise BadPosition(f"sheets: seat {seat + 1}: {error}") from None
        for cell, kind in enumerate(kinds):
            if kind >= 0:
                state.built[seat, kind] |= 1 << cell


def _read_dice(state: State, reader: Reader) -> None:
    dice = reader.items("dice")
    whole = all(isinstance(die, int) and not isinstance(die, bool) for die in dice)
    if len(dice) not in (0, 2) or not whole or not all(1 <= die <= FACES for die in dice):
        raise BadPosition(f"dice: two numbers from 1 to {FACES}, or [] to be rolled, not {dice!r}")
    state.dice[:] = dice or (0, 0)


def _read_end(state: State, left: list[list[str]] | None) -> None:
    """Set how the match ended, where the position is a finished one."""
    seats = range(int(state.seats))
    staying = [seat for seat in seats if not has_left(state, seat)]
    if not staying and len(seats) > 1:
        raise BadPosition("gone: somebody must have stayed")
    if len(staying) < min(2, len(seats)):
        state.ended = DESERTED
    elif state.stage == ROUNDS and not any(left or ()):
        if all(_projects(state, seat) == FULL for seat in staying):
            state.ended = FINISHED
            state.dice[:] = 0
    if state.ended and state.dice.any():
        raise BadPosition("dice: none are on the table, the match is over")


def _projects(state: State, seat: int) -> int:
    return sum(int(cells).bit_count() for cells in state.built[seat])


def _read_left(state: State, left: list[list[str]] | None) -> None:
    if not state.dice.any():
        if any(left or ()):
            raise BadPosition("left: nothing is to be done while there are no dice")
        return
    every = steps_of_round(state)
    for seat in range(int(state.seats)):
        if has_left(state, seat):
            continue
        steps = every if left is None else _read_steps(state, seat, left[seat], every)
        state.todo[seat] = state.owed[seat] = steps
    if not state.todo.any():
        raise BadPosition(f"left: everybody has finished, so round {state.stage} has been scored")


def _read_steps(state: State, seat: int, texts: list[str], every: int) -> int:
    wanted, steps = list(texts), 0
    for step in reversed(IN_ORDER):  # RV-4: of two alike the first is done first
        if every & step and step_name(state, step) in wanted:
            wanted.remove(step_name(state, step))
            steps |= step
    if wanted:
        raise BadPosition(
            f"left: seat {seat + 1} cannot have {wanted[0]!r} to do, only some of"
            f" {', '.join(step_names(state, every))}"
        )
    done = every & ~steps
    if (steps & PROJECTS and done & (BONUS | AVENUE)) or (steps & BONUS and done & AVENUE):
        raise BadPosition(f"left: seat {seat + 1} builds, then takes its bonus, then its avenue")
    return steps


def _read_bonus(state: State, reader: Reader) -> None:
    """RV-10. Fewer than there were rounds for are taken as they are."""
    letters = KIND_LETTERS if state.park_bonus else KIND_LETTERS[:SCORING_KINDS]
    for seat, text in enumerate(_texts(reader, "bonus", state)):
        most = finished_rounds(state) // 3 + _fulfilled(state, seat, BONUS)
        if len(text) > most:
            raise BadPosition(f"bonus: seat {seat + 1} has had {most} so far, not {text!r}")
        if len(set(text)) < len(text) or not set(text) <= set(letters):
            raise BadPosition(f"bonus: of {letters} each may be used once, not {text!r}")
        for k, letter in enumerate(text):
            state.bonus[seat, k] = KIND_LETTERS.index(letter) + 1


def _fulfilled(state: State, seat: int, steps: int) -> int:
    """How many of these steps the seat has taken this round."""
    if not state.dice.any():
        return 0
    return (steps_of_round(state) & ~int(state.todo[seat]) & steps).bit_count()


def projects_before(stage: int) -> int:
    """How many projects a sheet has when a round begins."""
    return 2 + 2 * (stage - 1) + (stage - 1) // 3 if stage else 0


def _judge_sheets(state: State) -> None:
    for seat in range(int(state.seats)):
        count = _projects(state, seat)
        if has_left(state, seat):
            wanted = [projects_before(stage) for stage in range(int(state.stage) + 1)]
        elif state.ended == FINISHED:
            wanted = [FULL]
        else:
            drawn = _fulfilled(state, seat, PROJECTS | BONUS)
            wanted = [projects_before(int(state.stage)) + drawn]
        if count not in wanted:
            raise BadPosition(
                f"sheets: seat {seat + 1} has {count} projects; at this point of"
                f" round {state.stage} there are {' or '.join(map(str, wanted))}"
            )


def _read_done(state: State, done: list[list[str]] | None) -> None:
    for seat in range(int(state.seats)):
        texts = done[seat] if done else []
        if texts:
            _replay(state, seat, texts)
        elif _fulfilled(state, seat, AVENUE) and not has_left(state, seat):
            raise BadPosition(f"done: the avenue that seat {seat + 1} chose is wanted")


def _replay(state: State, seat: int, texts: list[str]) -> None:
    """Take what was done since the roll off the sheet, and do it again."""
    for text in texts:
        if text not in ACTION_OF:
            raise BadPosition(f"done: {text!r} is no move; house 2c or avenue b would be")
    actions = [ACTION_OF[text] for text in texts]
    count = len(actions) + int(state.todo[seat]).bit_count()
    for owed in range(1, PROJECTS + BONUS + AVENUE + 1):
        if owed.bit_count() == count and not int(state.todo[seat]) & ~owed:
            again = _redone(state, seat, actions, owed)
            if again is not None:
                for field in ("built", "bonus", "todo", "owed", "done"):
                    state[field][seat] = again[field][seat]
                return
    raise BadPosition(
        f"done: {', '.join(texts)} does not lead to what seat {seat + 1} has on its sheet"
        " and has left to do"
    )


def _redone(state: State, seat: int, actions: list[int], owed: int) -> State | None:
    """The state in which the seat did all that after the roll; None where it cannot have."""
    again = state.copy()
    again.todo[seat] = again.owed[seat] = owed
    if owed & ~int(state.todo[seat]) & BONUS:
        again.bonus[seat, max(np.count_nonzero(again.bonus[seat]) - 1, 0)] = 0
    for action in actions:
        if action < FIRST_AVENUE:
            again.built[seat, action // CELLS] &= EVERY_CELL ^ 1 << action % CELLS
    moves = np.zeros(ACTIONS, np.uint16)
    for action in actions:
        if not again.todo[seat] or action not in moves[: legal(again, seat, moves)]:
            return None
        take_step(again, seat, action)
    fields = ("built", "bonus", "todo")
    same = all(again[field].tobytes() == state[field].tobytes() for field in fields)
    return again if same else None


def _read_scores(state: State, reader: Reader) -> None:
    rounds, seats = finished_rounds(state), int(state.seats)
    rows = reader.rows("scores", seats, rounds, 0, HIGHEST_POINTS * CELLS)
    for seat, row in enumerate(rows or ()):
        state.scores[seat, :rounds] = row
    for seat, letter in enumerate(_texts(reader, "scored", state)):
        if letter and (letter not in tuple(ROW_LETTERS) or not rounds):
            raise BadPosition(f"scored: the avenue a to e of the last round, not {letter!r}")
        state.scored[seat] = ROW_LETTERS.index(letter) + 1 if letter else 0


def _read_reelected(state: State, reader: Reader) -> None:
    reelected = reader.take("reelected")
    if reelected is None:
        return
    if state.ended != FINISHED or state.seats > 1:
        raise BadPosition("reelected: only a mayor alone knows, once the game is over (RV-15)")
    if reelected is not bool(is_reelected(state)):
        raise BadPosition(f"reelected: {reelected!r} does not fit the points (RV-15)")
