"""Where the hands lie under the map: the viewer's own in a large tray, the others in small rows."""

from functools import cache
from typing import NamedTuple

from ludotheque.core.drawing import Point
from ludotheque.games.ludoville.board import KINDS
from ludotheque.games.ludoville.drawing.landscape import BOTTOM, LEFT, RIGHT

WEST, EAST = LEFT - 26, RIGHT + 26  # the width of the map's frame
TOP, HEIGHT = BOTTOM + 40, 96
ROWS_TOP = TOP + HEIGHT + 8
GAP = 12
TILE = 70  # a tile at full size, with a little room
# The other hands by the number of seats: how many side by side, how high, a tile's room.
ROWS = {2: (1, 96, 76), 3: (2, 96, 62), 4: (2, 64, 54), 5: (2, 64, 54), 6: (2, 42, 36)}


class Head(NamedTuple):
    """What stands before the tiles of a hand: where, from its left side and its middle."""

    emblem: int
    shield: int  # per cent of its size
    laurels: int  # per cent
    text: int
    name: int
    points: int
    style: str  # of the name
    longest: int  # name, in characters


LARGE = Head(30, 100, 42, 56, -12, 14, "player", 11)
SMALL = Head(22, 64, 30, 42, -8, 8, "player-small", 13)


class Tray(NamedTuple):
    """The room of a hand."""

    x: int
    y: int
    width: int
    height: int
    middle: int
    head: Head
    first: int  # from where to where it holds tiles
    last: int
    widest: int  # the most room that one of them takes

    @property
    def outline(self) -> str:
        """Its edge, about its corner."""
        wide, high = self.width - 14, self.height - 14
        right, down, left, up = (f"a7,7 0 0 1 {end}" for end in ("7,7", "-7,7", "-7,-7", "7,-7"))
        return f"M7,0h{wide}{right}v{high}{down}h{-wide}{left}v{-high}{up}z"

    def place(self, number: int, count: int) -> Point:
        """Where one of so many tiles lies."""
        return even(self.first + self.slot(count) * (number + 0.5)), self.middle + 4

    def slot(self, count: int) -> float:
        """The room of each of so many tiles."""
        return min(self.widest, (self.last - self.first) / max(count, 1))


def tile_id(seat: int, kind: int) -> str:
    """The id of the tiles of a kind in a hand."""
    return f"h-{seat}-{KINDS[kind]}"


def even(value: float) -> int:
    """On the grid that the stylesheet has."""
    return 2 * round(value / 2)


def scale(slot: float) -> int:
    """Per cent of a tile's size in a slot that wide."""
    return min(100, even(slot / TILE * 100))


_OWN = Tray(WEST, TOP, EAST - WEST, HEIGHT, TOP + HEIGHT // 2, LARGE, WEST + 176, EAST - 124, 76)


def _row(seats: int, number: int) -> Tray:
    columns, height, widest = ROWS[seats]
    width = (EAST - WEST - GAP * (columns - 1)) // columns
    x, y = WEST + number % columns * (width + GAP), ROWS_TOP + number // columns * height
    middle = even(y + height // 2 - 2)
    return Tray(x, y, width, height - 4, middle, SMALL, x + 176, x + width - 10, widest)


@cache
def trays(seats: int, shown: int) -> tuple[Tray, ...]:
    """The tray of each seat, where that one's is the large one."""
    rows = [_row(seats, number) for number in range(seats - 1)]
    return (*rows[:shown], _OWN, *rows[shown:])


SCALES = sorted(
    {
        scale(tray.slot(count))
        for seats in ROWS
        for tray in trays(seats, 0)
        for count in range(1, len(KINDS) + 1)
    }
    | {size for head in (LARGE, SMALL) for size in (head.shield, head.laurels)}
)


def boxes(seats: int) -> str:
    """The boxes that hands lie in; whose is whose, the pieces say."""
    return "".join(
        f'<rect class="lv-box" x="{tray.x}" y="{tray.y}" width="{tray.width}"'
        f' height="{tray.height}" rx="7"/>'
        for tray in trays(seats, 0)
    )
