"""The last move: the way a pawn took, and whom it sent home."""

from ludotheque.core.step import Step
from ludotheque.games.ludo.board import BASE, CORNERS, FINAL
from ludotheque.games.ludo.drawing.places import (
    BASE_PLACES,
    FINAL_PLACES,
    HUES,
    PLACES,
    Point,
    standing,
)
from ludotheque.games.ludo.drawing.seen import Seen

STYLE = """
& .trail{fill:none;stroke-width:4.5;stroke-linejoin:round;stroke-linecap:round}
& .trail-edge{stroke:var(--ivory);stroke-width:9}
& .origin{fill:var(--ivory);stroke-width:3;stroke-dasharray:5 4}
& .struck{fill:none;stroke-width:4;stroke-dasharray:8 6}
& .burst{stroke:var(--ivory);stroke-width:2;stroke-linejoin:round}
"""


def motions(step: Step) -> dict[str, list[Point]]:
    """The way of a moving pawn, house by house; a captured one flies straight home by itself."""
    if step.kind != "move" or step.seat is None:
        return {}
    corner = CORNERS[int(step.before.seats)][step.seat]
    at, end = (int(state.pawns[step.seat, step.code]) for state in (step.before, step.after))
    if at == BASE:
        return {}
    way = [PLACES[corner][position] for position in range(at, min(end, FINAL - 1) + 1)]
    if end == FINAL:
        way.append(FINAL_PLACES[corner][step.code])
    return {f"p-{step.seat}-{step.code}": way}


def last_move(seen: Seen, step: Step | None) -> str:
    """The last move: where it began, the houses it passed, and what it captured."""
    if step is None or step.kind != "move" or step.seat is None:
        return ""
    before, after = step.before["pawns"].tolist(), step.after["pawns"].tolist()
    corner, mover = seen.corners[step.seat], step.code
    start, end = before[step.seat][mover], after[step.seat][mover]
    points = [standing(corner, passed, mover) for passed in range(start, end + 1)]
    hue, (x, y) = HUES[corner], points[0]
    line = "L".join(f"{x},{y}" for x, y in points)
    dots = "".join(f'<circle class="{hue}-dark" cx="{x}" cy="{y}" r="5"/>' for x, y in points[1:])
    return (
        f'<g id="last"><path class="trail trail-edge" d="M{line}"/>'
        f'<path class="trail {hue}-dark-line" d="M{line}"/>{dots}'
        f'<circle class="origin {hue}-dark-line" cx="{x}" cy="{y}" r="13"/>'
        f"{_captured(seen, before, after, points[-1])}</g>"
    )


def _captured(seen: Seen, before: list[list[int]], after: list[list[int]], house: Point) -> str:
    """A burst under who captured, in the colour of who was sent home, and the spot he got."""
    for seat, corner in enumerate(seen.corners):
        for k, (was, now) in enumerate(zip(before[seat], after[seat], strict=True)):
            if was != BASE and now == BASE:
                hue, (x, y), (home_x, home_y) = HUES[corner], house, BASE_PLACES[corner][k]
                return (
                    f'<path class="burst {hue}" d="M{_burst(x, y)}z"/>'
                    f'<circle class="struck {hue}-line" cx="{home_x}" cy="{home_y}" r="28"/>'
                )
    return ""


def _burst(x: int, y: int) -> str:
    return "L".join(f"{x + dx},{y + dy}" for dx, dy in _SPIKES)


_SPIKES = (
    (0, -25), (5, -17), (13, -22), (14, -13), (23, -12), (18, -4), (25, 3), (17, 7),
    (19, 17), (10, 15), (6, 24), (0, 17), (-6, 24), (-10, 15), (-19, 17), (-17, 7),
    (-25, 3), (-18, -4), (-23, -12), (-14, -13), (-13, -22), (-5, -17),
)  # fmt: skip
