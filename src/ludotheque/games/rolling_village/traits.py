"""What a mayor sees of Rolling Village, trait by trait; and what is printed on the sheet.

RV-1: what the others did since the roll is left out. Each cell's project is the trait with the
number of the action that draws it.
"""

from ludotheque.core.contract import Seen, State, whole
from ludotheque.core.traits import Traits, list_bits, list_number
from ludotheque.games.rolling_village.board import (
    CELLS,
    COLUMNS,
    KIND_NAMES,
    KINDS,
    ROW_LETTERS,
    ROWS,
    SCORING_KINDS,
    lowest_cell,
)
from ludotheque.games.rolling_village.record import (
    ANY_AVENUE,
    BONUSES,
    FACES,
    FIRST_AVENUE,
    PLANES,
    ROUNDS,
    SEATS,
    STEPS,
    SUMS,
)
from ludotheque.games.rolling_village.scoring import points
from ludotheque.games.rolling_village.views import hidden_bonus

HIGHEST = 9  # points printed on a cell
MOST_POINTS = 9999  # more than nine rounds and every Park bring
MAYORS = ("mine", "next seat", *(f"{ahead} seats on" for ahead in range(2, SEATS)))
CELL_NAMES = tuple(f"{column + 1}{row}" for column in range(COLUMNS) for row in ROW_LETTERS)

TRAITS = Traits()
SHEETS = TRAITS.group(
    "{}: {} on {}", MAYORS, KIND_NAMES, CELL_NAMES, most=lambda seats: seats * CELLS
)
TAKEN = TRAITS.group("{}: {} was a bonus", MAYORS, KIND_NAMES, most=lambda seats: seats * BONUSES)
POINTS = TRAITS.number("{}: {} points", MAYORS, up_to=MOST_POINTS, most=lambda seats: seats)
TODO = TRAITS.group(
    "to do: {}", ("the first die", "the second die", "a bonus", "an avenue"), most=STEPS
)
AVENUE = TRAITS.group("my avenue: {}", ROW_LETTERS)
STAGE = TRAITS.group("round: {}", ("preparation", *range(1, ROUNDS + 1)))
DICE = TRAITS.group("die {}: {}", ("one", "two"), range(1, FACES + 1), most=2)
GONE = TRAITS.group("left: {}", MAYORS, most=lambda seats: seats)
ENDED = TRAITS.group("ended: {}", ("agreed", "deserted", "finished"))

SHEET = KINDS * CELLS  # traits of a seat's cells
DIGITS = 9 * 4  # and of its points


def observe(state: State, seat: int, traits: Seen) -> int:
    """Every mayor's sheet and points from one's own on, then what one has to do, and the dice."""
    count = 0
    seats = whole(state.seats)
    for ahead in range(seats):
        owner = seat + ahead
        if owner >= seats:
            owner -= seats
        count = list_sheet(state, owner, ahead, traits, count)
        count = list_bonuses(state, owner, ahead, traits, count)
        count = list_number(points(state, owner), POINTS + DIGITS * ahead, traits, count)
        if state.gone >> owner & 1:
            traits[count] = GONE + ahead
            count += 1
    return list_round(state, seat, traits, count)


def list_sheet(state: State, owner: int, ahead: int, traits: Seen, count: int) -> int:
    """The projects on a mayor's cells."""
    for kind in range(KINDS):
        cells = whole(state.built[owner, kind])
        if ahead > 0 and state.done[owner, 0] != 0:
            cells &= ~unseen(state, owner, kind)
        first = SHEETS + SHEET * ahead + CELLS * kind
        while cells:
            traits[count] = first + lowest_cell(cells)
            cells &= cells - 1
            count += 1
    return count


def unseen(state: State, owner: int, kind: int) -> int:
    """The cells where a mayor drew a kind since the roll."""
    cells = 0
    for k in range(STEPS):
        action = whole(state.done[owner, k]) - 1
        if 0 <= action < FIRST_AVENUE and action // CELLS == kind:
            cells |= 1 << action % CELLS
    return cells


def list_bonuses(state: State, owner: int, ahead: int, traits: Seen, count: int) -> int:
    """The kinds that a mayor took as a bonus, and may not take again (RV-10)."""
    hidden = hidden_bonus(state, owner) if ahead > 0 else -1
    for k in range(BONUSES):
        if state.bonus[owner, k] != 0 and k != hidden:
            traits[count] = TAKEN + KINDS * ahead + whole(state.bonus[owner, k]) - 1
            count += 1
    return count


def list_round(state: State, seat: int, traits: Seen, count: int) -> int:
    """One's own steps to take, the avenue one chose, the round, the dice."""
    count = list_bits(whole(state.todo[seat]), TODO, traits, count)
    for k in range(STEPS):
        if state.done[seat, k] > FIRST_AVENUE:
            traits[count] = AVENUE + whole(state.done[seat, k]) - FIRST_AVENUE - 1
            count += 1
    traits[count] = STAGE + whole(state.stage)
    count += 1
    for die in range(2):
        if state.dice[die] != 0:
            traits[count] = DICE + FACES * die + whole(state.dice[die]) - 1
            count += 1
    if state.ended != 0:
        traits[count] = ENDED + whole(state.ended) - 1
        count += 1
    return count


# What is printed on the sheet, in ordinary Python: it never changes in a game.

PRINTED = Traits()
CELL_POINTS = PRINTED.group("{}: {} points", CELL_NAMES, range(1, HIGHEST + 1), most=CELLS)
SELECTS = PRINTED.group("sum {}: {}", range(2, SUMS), (*ROW_LETTERS, "any avenue"), most=SUMS - 2)
LEGEND = PRINTED.group("face {}: {}", range(1, FACES + 1), KIND_NAMES[:SCORING_KINDS], most=FACES)


def printed(state: State) -> list[int]:
    """The traits of the sheet: points, sums, legend."""
    listed = []
    for cell in range(CELLS):
        worth = sum((int(state.points[plane]) >> cell & 1) << plane for plane in range(PLANES))
        if worth:
            listed.append(CELL_POINTS + HIGHEST * cell + worth - 1)
    for total in range(2, SUMS):
        row = int(state.avenues[total])
        listed.append(SELECTS + (ROWS + 1) * (total - 2) + (ROWS if row == ANY_AVENUE else row))
    for face in range(1, FACES + 1):
        listed.append(LEGEND + SCORING_KINDS * (face - 1) + int(state.legend[face]))
    return listed
