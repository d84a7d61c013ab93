"""What a seat may draw, and which of its steps a drawing is: RV-3 to RV-11, as kernels."""

from ludotheque.core.contract import Moves, State, whole
from ludotheque.games.rolling_village.board import (
    CELLS,
    EVERY_CELL,
    KINDS,
    PARK,
    ROWS,
    SCORING_KINDS,
    lowest_cell,
    room,
    size,
)
from ludotheque.games.rolling_village.record import (
    ANY_AVENUE,
    AVENUE,
    BONUS,
    BONUSES,
    FIRST,
    FIRST_AVENUE,
    PROJECTS,
    SECOND,
)

BEYOND = 1 << CELLS  # no cell: it ends a set


def steps_of_round(state: State) -> int:
    """What everybody has to do with the dice on the table."""
    steps = PROJECTS  # RV-6: both are compulsory
    if state.stage == 0:
        return steps  # RV-3
    if whole(state.stage) % 3 == 0:
        steps |= BONUS  # RV-9
    if avenue_of_dice(state) == ANY_AVENUE:
        steps |= AVENUE  # RV-11
    return steps


def avenue_of_dice(state: State) -> int:
    """RV-11: the row that the sum of the dice names, or ANY_AVENUE."""
    total = whole(state.dice[0]) + whole(state.dice[1])
    return whole(state.avenues[total])


def is_double(state: State) -> bool:
    """Whether the dice show the same face."""
    return state.dice[0] == state.dice[1]


def vacant(state: State, seat: int) -> int:
    """The seat's empty cells."""
    cells = 0
    for kind in range(KINDS):
        cells |= whole(state.built[seat, kind])
    return EVERY_CELL & ~cells


def project_kind(state: State, step: int) -> int:
    """The kind of a die's project, in a round."""
    if step == FIRST:
        return whole(state.legend[state.dice[0]])  # RV-5
    if is_double(state):
        return PARK  # RV-8
    return whole(state.legend[state.dice[1]])  # RV-5


def project_column(state: State, step: int) -> int:
    """The column that a project is meant for."""
    in_preparation = state.stage == 0
    # RV-3: in the die's own column, RV-4: of a double both in that one; RV-5: in the other's.
    die = state.dice[0] if (step == FIRST) == in_preparation else state.dice[1]
    return whole(die) - 1


def project_cells(state: State, step: int, empty: int) -> int:
    """Where a project may stand now, among the empty cells."""
    if step == SECOND and state.stage > 0 and is_double(state):
        return empty  # RV-8: a Park goes anywhere
    return room(empty, project_column(state, step))


def legal(state: State, seat: int, moves: Moves) -> int:
    """List the seat's legal actions: its projects, then a bonus, then an avenue (RV-1)."""
    todo = whole(state.todo[seat])
    if todo & PROJECTS == 0:
        return legal_bonus(state, seat, moves) if todo & BONUS else legal_avenues(moves)
    empty = vacant(state, seat)
    if todo & PROJECTS != PROJECTS:
        step = todo & PROJECTS
        cells = project_cells(state, step, empty)
        if state.stage == 0:
            return legal_start(state, seat, cells, moves)
        return list_cells(project_kind(state, step), cells, moves, 0)
    first, second = project_cells(state, FIRST, empty), project_cells(state, SECOND, empty)
    if state.stage == 0:
        return legal_start(state, seat, first | second, moves)
    kind, other = project_kind(state, FIRST), project_kind(state, SECOND)
    if kind == other:
        return list_cells(kind, first | second, moves, 0)
    if kind > other:
        kind, other = other, kind
        first, second = second, first
    return list_cells(other, second, moves, list_cells(kind, first, moves, 0))


def list_cells(kind: int, cells: int, moves: Moves, count: int) -> int:
    """Add the projects of one kind on these cells to the moves.

    As many as a column has are written at a time, since nobody can guess how many there are:
    what is written beyond the last one does not count.
    """
    rest, place = cells, count
    while rest:
        for _ in range(ROWS):
            moves[place] = CELLS * kind + lowest_cell(rest | BEYOND)
            rest &= rest - 1
            place += 1
    return count + size(cells)


def legal_start(state: State, seat: int, cells: int, moves: Moves) -> int:
    """RV-3: any kind but the Park; the other's kind not again, where the option says so."""
    count = 0
    for kind in range(SCORING_KINDS):
        if not (state.different_start and state.built[seat, kind]):
            count = list_cells(kind, cells, moves, count)
    return count


def legal_bonus(state: State, seat: int, moves: Moves) -> int:
    """RV-9: on any empty cell, any kind that may still be a bonus."""
    empty = vacant(state, seat)
    count = 0
    for kind in range(KINDS):
        if may_be_bonus(state, seat, kind):
            count = list_cells(kind, empty, moves, count)
    return count


def may_be_bonus(state: State, seat: int, kind: int) -> bool:
    """RV-10: a kind that was none yet, and no Park unless the option says so."""
    for k in range(BONUSES):
        if state.bonus[seat, k] == kind + 1:
            return False
    return kind != PARK or state.park_bonus != 0


def legal_avenues(moves: Moves) -> int:
    """RV-11: each player chooses."""
    for row in range(ROWS):
        moves[row] = FIRST_AVENUE + row
    return ROWS


def take_step(state: State, seat: int, action: int) -> None:
    """Do what the seat chose, on its own sheet only."""
    k = 0
    while state.done[seat, k] != 0:
        k += 1
    state.done[seat, k] = action + 1
    step = AVENUE
    if action < FIRST_AVENUE:
        kind, bit = action // CELLS, 1 << action % CELLS
        step = step_of_project(state, seat, kind, bit)
        state.built[seat, kind] = whole(state.built[seat, kind]) | bit
        if step == BONUS:
            note_bonus(state, seat, kind)
    state.todo[seat] = whole(state.todo[seat]) & ~step


def step_of_project(state: State, seat: int, kind: int, bit: int) -> int:
    """Which of the seat's steps a project is."""
    todo = whole(state.todo[seat]) & PROJECTS
    if todo != PROJECTS:
        return todo if todo else BONUS
    empty = vacant(state, seat)
    fits = 0
    for step in range(FIRST, SECOND + 1):
        if is_meant(state, step, kind) and project_cells(state, step, empty) & bit:
            fits |= step
    if fits != PROJECTS:
        return fits
    # RV-6: either would do, so what counts is how many moves the other one keeps.
    more = 0
    for other in range(FIRST, SECOND + 1):
        kept = size(project_cells(state, other, empty ^ bit))
        more += kept if other == SECOND else -kept
    return FIRST if more >= 0 else SECOND


def is_meant(state: State, step: int, kind: int) -> bool:
    """Whether a step calls for this kind; the preparation calls for any."""
    return state.stage == 0 or project_kind(state, step) == kind


def note_bonus(state: State, seat: int, kind: int) -> None:
    """Tick the bonus star of a kind (RV-10)."""
    k = 0
    while state.bonus[seat, k] != 0:
        k += 1
    state.bonus[seat, k] = kind + 1
