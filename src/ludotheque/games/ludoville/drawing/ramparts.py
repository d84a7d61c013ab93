"""Walls and gates on the map: red lines that run on from tile to tile (LV-18).

A piece is put together from symbols about (0, 0) in a cell of 64: a stretch to each side
where a wall or gate follows, a tower where the line bends or ends, and the houses that
lean on it from the side where the town began.
"""

from functools import cache

from ludotheque.games.ludoville.drawing.buildings import gatehouse
from ludotheque.games.ludoville.drawing.shapes import crenels, gabled, house, path, turret

HALF = 32  # of a cell
TOP = -5  # where the walk on the wall begins; the front runs down from there
FRONT = 15
WALK = 7

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
LEVEL, UPRIGHT = EAST | WEST, NORTH | SOUTH
TOWN_SIDES = (
    "north", "east", "south", "west", "north-west", "north-east", "south-west", "south-east",
)  # fmt: skip

Way = tuple[int, int]  # by signs: east or west, south or north
Line = tuple[int, Way]  # the sides where the ramparts go on, and the way to the town


@cache
def wall(sides: int, lean: Way, is_wet: bool) -> str:
    """The symbols of a wall, the furthest first; on a river nobody lives."""
    homes = "" if is_wet else f"homes-{town_side(sides, lean)}"
    sides = sides or LEVEL
    tower = "" if sides in (LEVEL, UPRIGHT) else "tower"
    north, *runs = _runs(sides)
    if lean[1] < 0 or sides == UPRIGHT:
        return _named(north, homes, *runs, tower)
    return _named(north, *runs, tower, homes)


@cache
def gate(sides: int) -> str:
    """The symbols of a gate, with what runs up to it."""
    return _named("road", *_runs(sides or LEVEL), "gatehouse")


def _named(*symbols: str) -> str:
    return " ".join(f"lv-{symbol}" for symbol in symbols if symbol)


def _runs(sides: int) -> list[str]:
    """The stretches; north comes first, since it lies furthest back, and is empty if absent."""
    found = [
        name for side, name in ((WEST, "west"), (EAST, "east"), (SOUTH, "south")) if sides & side
    ]
    return ["run-north" if sides & NORTH else "", *(f"run-{name}" for name in found)]


def town_side(sides: int, lean: Way) -> str:
    """The part of a wall's cell that belongs to the town: one of TOWN_SIDES."""
    along, across = "west" if lean[0] < 0 else "east", "north" if lean[1] < 0 else "south"
    if sides == UPRIGHT:
        return along
    return across if sides in (0, LEVEL) else f"{across}-{along}"


def paved(side: str) -> str:
    """The floor on the town's side of a wall; on all sides where it is empty."""
    reach = HALF + 0.3  # a little over, lest a hair's breadth show through
    west, east = 0 if "east" in side else -reach, 0 if "west" in side else reach
    north, south = 0 if "south" in side else -reach, 0 if "north" in side else reach
    return f'<path class="lv-floor" d="M{west},{north}H{east}V{south}H{west}z"/>'


def stretches() -> dict[str, str]:
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
