"""Walls and gates on the map: red lines that run on from tile to tile (LV-18).

A piece is put together from symbols about (0, 0) in a cell of 64: a stretch to each side
where a wall or gate follows, a tower where the line bends or ends, and the houses that
lean on it from the side where the town began.
"""

from ludotheque.games.ludoville.drawing.buildings import gatehouse
from ludotheque.games.ludoville.drawing.shapes import crenels, gabled, house, path, turret

HALF = 32  # of a cell
TOP = -5  # where the walk on the wall begins; the front runs down from there
FRONT = 15
WALK = 7

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
LEVEL, UPRIGHT = EAST | WEST, NORTH | SOUTH
Lean = tuple[int, int]  # the way to the start tile, by signs


def wall(sides: int, lean: Lean, wet: bool) -> list[str]:
    """The symbols of a wall, the furthest first; ``wet``: on a river nobody lives."""
    sides = sides or LEVEL
    homes = [] if wet else [_homes(sides, lean)]
    is_behind = lean[1] < 0 or sides == UPRIGHT
    tower = [] if sides in (LEVEL, UPRIGHT) else ["tower"]
    runs = _runs(sides)
    return [
        *runs[:1],
        *(homes if is_behind else []),
        *runs[1:],
        *tower,
        *([] if is_behind else homes),
    ]


def gate(sides: int) -> list[str]:
    """The symbols of a gate, with what runs up to it."""
    return ["road", *_runs(sides or LEVEL), "gatehouse"]


def _runs(sides: int) -> list[str]:
    """The stretches; north comes first, since it lies furthest back, and is empty if absent."""
    found = [
        name for side, name in ((WEST, "west"), (EAST, "east"), (SOUTH, "south")) if sides & side
    ]
    return ["run-north" if sides & NORTH else "", *(f"run-{name}" for name in found)]


def _homes(sides: int, lean: Lean) -> str:
    dx, dy = lean
    if sides == UPRIGHT:
        return "homes-west" if dx < 0 else "homes-east"
    if sides == LEVEL:
        return "homes-north" if dy < 0 else "homes-south"
    return f"homes-{'north' if dy < 0 else 'south'}-{'west' if dx < 0 else 'east'}"


def floor(sides: int, lean: Lean) -> tuple[int, int, int, int]:
    """The part of the cell on the town's side of a wall: x, y, width, height."""
    dx, dy = lean
    sides = sides or LEVEL
    west, east = (-HALF, 0) if dx < 0 else (0, HALF)
    north, south = (-HALF, 0) if dy < 0 else (0, HALF)
    if sides == LEVEL:
        west, east = -HALF, HALF
    if sides == UPRIGHT:
        north, south = -HALF, HALF
    return west, north, east - west, south - north


def definitions() -> dict[str, str]:
    """Every symbol by name."""
    return {
        "run-north": _upright(-HALF, 0),
        "run-south": _upright(0, HALF),
        "run-west": _level(-HALF - 0.4, 0.4),  # a little over, lest a hair's breadth show through
        "run-east": _level(-0.4, HALF + 0.4),
        "tower": turret(0, 13, 15, 26, "red"),
        "road": '<path class="lv-road" d="M0,-30V31"/>',
        "gatehouse": gatehouse(),
        "homes-west": _row(-29, -7),
        "homes-east": _row(10, -7),
        "homes-north": _street(-11),
        "homes-south": _street(29),
        "homes-north-west": house(-28, -11, 14, 8, 8) + gabled(-11, -11, 10, 9, 7),
        "homes-north-east": house(7, -11, 14, 8, 8, "slate"),
        "homes-south-west": house(-28, 29, 14, 8, 8) + gabled(-12, 29, 10, 9, 7, "slate"),
        "homes-south-east": gabled(9, 29, 10, 9, 7),
    }


def _row(x: float, y: float) -> str:
    first, last = gabled(x, y, 11, 10, 8), gabled(x + 2, y + 31, 11, 10, 8, "slate")
    return first + house(x, y + 15, 13, 8, 8) + last


def _street(y: float) -> str:
    return house(-27, y, 17, 8, 8) + gabled(-5, y, 11, 10, 8) + house(11, y, 13, 8, 8, "slate")


def _level(left: float, right: float) -> str:
    """A stretch from west to east: its front, its battlements and the walk behind them."""
    back, foot = TOP - WALK, TOP + FRONT
    return (
        f'<path class="lv-red-top lv-bare" d="M{left},{TOP}H{right}V{back}H{left}z"/>'
        f'<path class="lv-red lv-bare" d="M{left},{foot}H{right}V{TOP}H{left}z"/>'
        + crenels(left + 2.3, TOP, right - left - 4.6, 4, "red", 3.6)
        + f'<path class="lv-edge" d="M{left},{back}H{right}M{left},{foot}H{right}"/>'
        f'<path class="lv-course" d="M{left},{TOP + 5}H{right}M{left},{TOP + 10}H{right}"/>'
    )


def _upright(top: float, bottom: float) -> str:
    """A stretch from north to south, seen from above, with its shadow."""
    y1, y2 = top + TOP - WALK / 2 - 0.4, bottom + TOP - WALK / 2 + 0.4
    teeth = "".join(
        path("red", (x, y), (x + 3.2, y), (x + 3.2, y + 4), (x, y + 4))
        for y in (y1 + 2, y1 + 10, y1 + 18, y1 + 26)
        for x in (-7, 3.8)
    )
    return (
        f'<path class="lv-shadow" d="M6,{y1 + 8}h6V{y2 + 8}h-6z"/>'
        f'<path class="lv-red-top lv-bare" d="M-5,{y1}H5V{y2}H-5z"/>'
        f'<path class="lv-edge" d="M-5,{y1}V{y2}M5,{y1}V{y2}"/>{teeth}'
    )
