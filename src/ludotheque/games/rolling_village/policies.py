"""Ways to play, as kernels: a seat looks at nothing but its own sheet and the dice.

Worth is reckoned in thirty-sixths of a point, because an avenue scores so many times in
36 rolls. Sets of cells are passed one by one: House, Forest, Lake, Park.
"""

from ludotheque.core.chance import below
from ludotheque.core.contract import Moves, Random, State, whole
from ludotheque.games.rolling_village.board import (
    CELLS,
    COLUMNS,
    EVERY_CELL,
    FOREST,
    HOUSE,
    LAKE,
    PARK,
    ROWS,
    SCORING_KINDS,
    avenue_cells,
    grown,
    room,
    size,
    spread,
)
from ludotheque.games.rolling_village.projects import avenue_of_dice
from ludotheque.games.rolling_village.record import (
    ANY_AVENUE,
    FACES,
    FIRST_AVENUE,
    ROUNDS,
)
from ludotheque.games.rolling_village.scoring import PARK_POINTS, points_under

ROLLS = FACES * FACES


def greedy(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """The best score now, and what the sheet as it stands would bring in the rounds to come."""
    return best_move(state, seat, moves, count, random, False)


def planner(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    """The same, and how well the sheet can grow with the next dice, and Parks half way."""
    return best_move(state, seat, moves, count, random, True)


def best_move(
    state: State, seat: int, moves: Moves, count: int, random: Random, planning: bool
) -> int:
    best, best_worth, equals = 0, -1, 0
    for k in range(count):
        worth = move_worth(state, seat, whole(moves[k]), planning)
        if worth > best_worth:
            best, best_worth, equals = k, worth, 1
        elif worth == best_worth:
            equals += 1
            if below(random, equals) == 0:
                best = k
    return moves[best]


def move_worth(state: State, seat: int, action: int, planning: bool) -> int:
    house, forest = whole(state.built[seat, HOUSE]), whole(state.built[seat, FOREST])
    lake, park = whole(state.built[seat, LAKE]), whole(state.built[seat, PARK])
    if action >= FIRST_AVENUE:
        return row_points(state, house, forest, lake, action - FIRST_AVENUE)
    kind, bit = action // CELLS, 1 << action % CELLS
    return sheet_worth(
        state,
        house | bit * (kind == HOUSE),
        forest | bit * (kind == FOREST),
        lake | bit * (kind == LAKE),
        park | bit * (kind == PARK),
        planning,
    )


def sheet_worth(state: State, house: int, forest: int, lake: int, park: int, planning: bool) -> int:
    """What a sheet brings from this round on, as far as a policy can see."""
    left = ROUNDS - whole(state.stage)
    worth = ROLLS * points_now(state, house, forest, lake)
    worth += ROLLS * PARK_POINTS * size(park & spread(house) & spread(forest) & spread(lake))
    if left > 0:
        worth += left * points_by_roll(state, house, forest, lake)
    if planning:
        worth += open_parks(house, forest, lake, park)
        # What a round adds counts in all that follow; half of it, for room runs out.
        worth += left * (left + 1) * growth(state, house, forest, lake, park) // (4 * ROLLS)
    return worth


def of_kind(kind: int, house: int, forest: int, lake: int) -> int:
    """One of three sets, so that a loop can go through them."""
    if kind == HOUSE:
        return house
    return forest if kind == FOREST else lake


def row_points(state: State, house: int, forest: int, lake: int, row: int) -> int:
    scoring = 0
    for kind in range(SCORING_KINDS):
        scoring |= grown(of_kind(kind, house, forest, lake), avenue_cells(row))
    return points_under(state, scoring)


def points_now(state: State, house: int, forest: int, lake: int) -> int:
    """What the dice on the table make the sheet score; nothing in the preparation."""
    if state.stage == 0:
        return 0
    meant, best = avenue_of_dice(state), 0
    for row in range(ROWS):
        if meant in (row, ANY_AVENUE):
            best = max(best, row_points(state, house, forest, lake, row))
    return best


def points_by_roll(state: State, house: int, forest: int, lake: int) -> int:
    """What the sheet would score, added over the 36 rolls."""
    total, best = 0, 0
    for row in range(ROWS):
        points = row_points(state, house, forest, lake, row)
        total += points * whole(state.rolls[row])
        best = max(best, points)
    return total + best * whole(state.rolls[ROWS])


def open_parks(house: int, forest: int, lake: int, park: int) -> int:
    """Parks that lack a kind and can still have it: half of their points, or a fifth."""
    by_house, by_forest, by_lake = spread(house), spread(forest), spread(lake)
    some = by_house | by_forest | by_lake
    two = by_house & by_forest | by_forest & by_lake | by_house & by_lake
    every = by_house & by_forest & by_lake
    park &= spread(EVERY_CELL & ~(house | forest | lake | park))
    points = ROLLS * PARK_POINTS
    return points * size(park & two & ~every) // 2 + points * size(park & some & ~two) // 5


def growth(state: State, house: int, forest: int, lake: int, park: int) -> int:
    """What the best places for the next projects add to points_by_roll(), over all rolls."""
    empty = EVERY_CELL & ~(house | forest | lake | park)
    total = 0
    for column in range(COLUMNS):
        places = room(empty, column)  # RV-7
        for kind in range(SCORING_KINDS):
            cells = of_kind(kind, house, forest, lake)
            total += projects_of(state, kind, column) * best_gain(state, cells, places)
    return total


def projects_of(state: State, kind: int, column: int) -> int:
    """How many of the 36 rolls ask for a kind in a column (RV-5, RV-8)."""
    rolls = 0
    for face in range(1, FACES + 1):
        if state.legend[face] == kind:
            rolls += 1 if face == column + 1 else 2
    return rolls


def best_gain(state: State, cells: int, places: int) -> int:
    best = 0
    while places:
        best = max(best, gain(state, cells, places & -places))
        places &= places - 1
    return best


def gain(state: State, cells: int, bit: int) -> int:
    """What one more project of a kind adds: its group, less the groups that it joins."""
    group = grown(cells | bit, bit)
    added = group_worth(state, group)
    rest = group ^ bit
    while rest:
        joined = grown(cells, rest & -rest)
        added -= group_worth(state, joined)
        rest &= ~joined
    return added


def group_worth(state: State, group: int) -> int:
    """A group's points, times the rolls that make it score; a free choice is one of them."""
    points = points_under(state, group)
    if points == 0:
        return 0
    rolls = whole(state.rolls[ROWS])
    for row in range(ROWS):
        if group & avenue_cells(row):
            rolls += whole(state.rolls[row])
    return points * rolls
