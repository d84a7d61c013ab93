"""The words of the notation: cells, actions, steps and sheets as short texts, and back."""

from ludotheque.core.contract import State
from ludotheque.games.rolling_village.board import (
    CELLS,
    COLUMNS,
    KIND_LETTERS,
    KIND_NAMES,
    PARK,
    ROW_LETTERS,
    ROWS,
    cell_at,
)
from ludotheque.games.rolling_village.projects import project_column, project_kind
from ludotheque.games.rolling_village.record import (
    ACTIONS,
    AVENUE,
    BONUS,
    FIRST,
    FIRST_AVENUE,
    SECOND,
)

EMPTY = "."
IN_ORDER = (FIRST, SECOND, BONUS, AVENUE)


def cell_name(cell: int) -> str:
    """A cell by its column and row: "2c"."""
    return f"{cell // ROWS + 1}{ROW_LETTERS[cell % ROWS]}"


def action_name(action: int) -> str:
    """What is drawn or chosen: "house 2c", "avenue b"."""
    if action >= FIRST_AVENUE:
        return f"avenue {ROW_LETTERS[action - FIRST_AVENUE]}"
    return f"{KIND_NAMES[action // CELLS]} {cell_name(action % CELLS)}"


ACTION_OF = {action_name(action): action for action in range(ACTIONS)}


def step_name(state: State, step: int) -> str:
    """What is to be done with the dice on the table: "house 2", "any 2", "park", "bonus"."""
    if step == BONUS:
        return "bonus"
    if step == AVENUE:
        return "avenue"
    column = project_column(state, step) + 1
    if state.stage == 0:
        return f"any {column}"
    kind = int(project_kind(state, step))
    return KIND_NAMES[kind] if kind == PARK else f"{KIND_NAMES[kind]} {column}"


def step_names(state: State, steps: int) -> list[str]:
    """Several of them, the first die's first."""
    return [step_name(state, step) for step in IN_ORDER if steps & step]


def sheet_text(kinds: list[int]) -> str:
    """The cells of a sheet, five rows from top to bottom: ".H..../…"."""
    rows = []
    for row in range(ROWS):
        letters = (kinds[cell_at(column, row)] for column in range(COLUMNS))
        rows.append("".join(EMPTY if kind < 0 else KIND_LETTERS[kind] for kind in letters))
    return "/".join(rows)


def read_sheet_text(text: str) -> list[int]:
    """The kind on each cell, −1 for none; ValueError says what is wrong."""
    rows = text.split("/")
    if len(rows) != ROWS or any(len(row) != COLUMNS for row in rows):
        raise ValueError(f"five rows of six, like .H..../….., are wanted, not {text!r}")
    kinds = [-1] * CELLS
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            if letter != EMPTY:
                if letter not in KIND_LETTERS:
                    raise ValueError(f"H, F, L, P or . are possible, not {letter!r}")
                kinds[cell_at(column, row)] = KIND_LETTERS.index(letter)
    return kinds


def kinds_of(state: State, seat: int) -> list[int]:
    """The kind on each cell of a seat's sheet, −1 for none."""
    built = [int(cells) for cells in state.built[seat]]
    found = [
        [kind for kind, cells in enumerate(built) if cells >> cell & 1] for cell in range(CELLS)
    ]
    return [kinds[0] if kinds else -1 for kinds in found]
