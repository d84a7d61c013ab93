"""Where the squares of the Superludo board lie, in the picture's units.

The classic cross: four arms of three lanes, the middle one a corridor, and curved corners
around the homes. Quarter 0 is written down, from yellow's mouth below to the square before
blue's; quarter turns anticlockwise make the others. Nothing here knows a state or a style.
"""

from functools import cache
from math import cos, radians, sin
from typing import NamedTuple

from ludotheque.core.drawing import Point, Track
from ludotheque.core.drawing.boards import TILE, homes_at
from ludotheque.games.superludo.board import (
    CORNERS,
    GOAL,
    HOME,
    MOUTH,
    SEATS,
    SIDE,
    SQUARES,
    square_of,
)

HUES = ("yellow", "blue", "red", "green")  # of the corners, anticlockwise from below right
SIZE = 640
MIDDLE = SIZE // 2
WIDTH, LENGTH = 50, 30  # of a square: across the way and along it
STRAIGHT = 7  # squares of a lane before its curve
BEND = 20  # the inner radius of a curve
ARM = 3 * WIDTH // 2 + BEND  # from the middle to where the arms begin
REACH = ARM + STRAIGHT * LENGTH  # from the middle to the edge of the squares


class Spot(NamedTuple):
    """A square: its middle, the direction across it, and whether it lies in a curve."""

    x: float
    y: float
    across: float  # degrees
    is_curved: bool = False


def _turned(x: float, y: float, quarters: int) -> tuple[float, float]:
    """A point about the middle after that many quarter turns anticlockwise."""
    for _ in range(quarters):
        x, y = y, -x
    return x, y


def _in_quarter(k: int) -> Spot:
    """The k-th square from yellow's mouth on, about the middle."""
    if k == 0:
        return Spot(0, REACH - LENGTH / 2, 0)
    if k <= STRAIGHT:
        return Spot(WIDTH, REACH - (k - 0.5) * LENGTH, 0)
    if k > SIDE - 1 - STRAIGHT:
        return Spot(ARM + (k - STRAIGHT - 2.5) * LENGTH, WIDTH, 90)
    angle = 180 + 45 * (k - STRAIGHT - 0.5)
    x, y = polar(BEND + WIDTH / 2, angle)
    return Spot(ARM + x, ARM + y, angle - 180, True)


def polar(radius: float, angle: float) -> tuple[float, float]:
    """A point on a circle, the angle in degrees as SVG counts them."""
    return radius * cos(radians(angle)), radius * sin(radians(angle))


def _spot(k: int, quarter: int) -> Spot:
    spot = _in_quarter(k)
    x, y = _turned(spot.x, spot.y, quarter)
    return Spot(MIDDLE + x, MIDDLE + y, spot.across - 90 * quarter, spot.is_curved)


@cache
def common(square: int) -> Spot:
    """A common square, by its number."""
    quarter, k = divmod(square % SQUARES, SIDE)
    return _spot(k, quarter)


@cache
def lane(corner: int, position: int) -> Spot:
    """A square of a corner's corridor (positions 65 … 71)."""
    x, y = _turned(0, REACH - (position - MOUTH + 0.5) * LENGTH, corner)
    return Spot(MIDDLE + x, MIDDLE + y, -90 * corner)


@cache
def spot_of(corner: int, position: int) -> Spot:
    """Where a corner's pawn stands between home and goal (positions 1 … 71)."""
    return common(square_of(corner, position)) if position <= MOUTH else lane(corner, position)


def even(x: float, y: float) -> Point:
    """A point on the grid that the stylesheet has."""
    return 2 * round(x / 2), 2 * round(y / 2)


@cache
def aside(spot: Spot, shift: int) -> Point:
    """A point that far from the middle of a square, across it."""
    dx, dy = polar(shift, spot.across)
    return even(spot.x + dx, spot.y + dy)


# Homes: a tile in each angle of the cross. Those at the top wear their name above, those below
# beneath; couples wear a badge beside it.
SIDES = (-1, 1, 1, -1)
_HOME = REACH - TILE // 2 + 1
_CENTRES = [
    even(MIDDLE + x, MIDDLE + y) for x, y in (_turned(_HOME, _HOME, c) for c in range(SEATS))
]
HOMES = homes_at(HUES, _CENTRES, SIDES)
COUPLES = homes_at(HUES, _CENTRES, SIDES, inward=30)

# The goal: a disc with a sector for each corridor.
DISC = 62
_ARRIVED = ((-20, 42), (0, 48), (20, 42), (0, 26))  # yellow's four
GOAL_PLACES = tuple(
    tuple(even(MIDDLE + x, MIDDLE + y) for x, y in (_turned(*place, corner) for place in _ARRIVED))
    for corner in range(SEATS)
)


def standing(corner: int, position: int, number: int) -> Point:
    """Where a pawn stands when it is alone there."""
    if position == HOME:
        return HOMES.spots[corner][number]
    if position == GOAL:
        return GOAL_PLACES[corner][number]
    return aside(spot_of(corner, position), 0)


TRACK = Track(CORNERS, HUES, GOAL, (120, 88, 58), standing)
