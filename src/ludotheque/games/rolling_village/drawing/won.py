"""Points just won, on the groups that won them, and the winner's laurels."""

from functools import lru_cache

from ludotheque.core.drawing import Piece
from ludotheque.games.rolling_village.board import CELLS, ROWS, lowest_cell
from ludotheque.games.rolling_village.drawing.paper import DICE_X, DICE_Y, badge_point, cell_box
from ludotheque.games.rolling_village.drawing.seen import Seen
from ludotheque.games.rolling_village.groups import groups_on
from ludotheque.games.rolling_village.scoring import PARK_POINTS, complete_parks, points_under

LAURELS = (DICE_X + 30, DICE_Y)  # where the dice lay that nobody needs any more
PLACES = (
    LAURELS,
    *(badge_point(cell, is_wide) for cell in range(CELLS) for is_wide in (False, True)),
)

STYLE = """
& .won{fill:none;stroke:var(--gold);stroke-width:5;stroke-linecap:round;stroke-linejoin:round}
& .past{opacity:.55}
"""


def groups(seen: Seen) -> list[Piece]:
    """The groups that scored in the last round, until the seat draws again; Parks at the end."""
    state, seat = seen.state, seen.large
    if not state.scored[seat] or state.done[seat, 0]:
        return []
    worths = {
        group: worth
        for _, group in groups_on(state, seat, int(state.scored[seat]) - 1)
        if (worth := int(points_under(state, group)))
    }
    lines = "" if state.dice[0] else "".join(map(outline, worths))
    if seen.is_finished:
        parks = int(complete_parks(state, seat))
        worths |= {1 << cell: PARK_POINTS for cell in range(CELLS) if parks >> cell & 1}
    style = "badge past" if state.dice[0] else "badge"
    badges = {int(lowest_cell(group)): f"+{worth}" for group, worth in worths.items()}
    found = [Piece("rv-won", style="won", path=lines)] if lines else []
    return found + [_badge(cell, text, style) for cell, text in sorted(badges.items())]


@lru_cache(maxsize=1024)
def outline(group: int) -> str:
    """The edges of a group of cells."""
    parts = []
    for cell in range(CELLS):
        if group >> cell & 1:
            column, row = divmod(cell, ROWS)
            x, y, width, height = cell_box(cell)
            sides = (
                (row == 0, cell - 1, f"M{x},{y}h{width}"),
                (row == ROWS - 1, cell + 1, f"M{x},{y + height}h{width}"),
                (column == 0, cell - ROWS, f"M{x},{y}v{height}"),
                (cell + ROWS >= CELLS, cell + ROWS, f"M{x + width},{y}v{height}"),
            )
            parts += [line for at_edge, other, line in sides if at_edge or not group >> other & 1]
    return "".join(parts)


def _badge(cell: int, text: str, style: str) -> Piece:
    """Points in the corner of a cell."""
    is_wide = len(text) > 2
    symbol = "rv-badge-wide" if is_wide else "rv-badge"
    return Piece(f"won-{cell}", symbol, *badge_point(cell, is_wide), 100, style, text)


def laurels(seen: Seen) -> list[Piece]:
    """Laurels on a sheet that nobody surpassed."""
    if len(seen.points) == 1 or not seen.has_won(seen.large):
        return []
    return [Piece("rv-laurels", "laurels", *LAURELS, 60)]
