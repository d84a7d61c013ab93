"""The last move: the way a pawn took, and whom it sent home."""

from ludotheque.core.step import Step
from ludotheque.games.superludo.board import CORNERS, HOME, PAWNS
from ludotheque.games.superludo.drawing.places import HOME_PLACES, HUES, Point, standing
from ludotheque.games.superludo.drawing.seen import Seen

STYLE = """
& .trail{fill:none;stroke-width:4.5;stroke-linejoin:round;stroke-linecap:round}
& .trail-edge{stroke:var(--ivory);stroke-width:9}
& .origin{fill:var(--ivory);stroke-width:3;stroke-dasharray:5 4}
& .struck{fill:none;stroke-width:4;stroke-dasharray:8 6}
& .burst{stroke:var(--ivory);stroke-width:2;stroke-linejoin:round}
"""


def motions(step: Step) -> dict[str, list[Point]]:
    """The way of a moving pawn, square by square; who is eaten flies home by himself."""
    if step.kind != "move" or step.seat is None:
        return {}
    number, corner = step.code % PAWNS, CORNERS[int(step.before.seats)][step.seat]
    start, end = (int(state.pawns[step.seat, number]) for state in (step.before, step.after))
    if start == HOME:
        return {}
    way = [standing(corner, position, number) for position in range(start, end + 1)]
    return {f"p-{step.seat}-{number}": way}


def last_move(seen: Seen, step: Step | None) -> str:
    """The last move: where it began, the squares it passed, and whom it sent home."""
    if step is None:
        return ""
    before, after = step.before["pawns"].tolist(), step.after["pawns"].tolist()
    if step.kind == "chance":  # CA-9: the third 6 may have sent a pawn home
        struck = _struck(seen, before, after, None)
        return f'<g id="last">{struck}</g>' if struck else ""
    if step.kind != "move" or step.seat is None:
        return ""
    corner, number = seen.corners[step.seat], step.code % PAWNS
    start, end = before[step.seat][number], after[step.seat][number]
    points = [standing(corner, position, number) for position in range(start, end + 1)]
    hue, (x, y) = HUES[corner], points[0]
    line = "L".join(f"{x},{y}" for x, y in points)
    dots = "".join(f'<circle class="{hue}-dark" cx="{x}" cy="{y}" r="4"/>' for x, y in points[1:])
    return (
        f'<g id="last"><path class="trail trail-edge" d="M{line}"/>'
        f'<path class="trail {hue}-dark-line" d="M{line}"/>{dots}'
        f'<circle class="origin {hue}-dark-line" cx="{x}" cy="{y}" r="12"/>'
        f"{_struck(seen, before, after, points[-1])}</g>"
    )


def _struck(
    seen: Seen, before: list[list[int]], after: list[list[int]], square: Point | None
) -> str:
    """The spot of who went home, and a burst in his colour where he was eaten."""
    for seat, corner in enumerate(seen.corners):
        for k, (was, now) in enumerate(zip(before[seat], after[seat], strict=True)):
            if was != HOME and now == HOME:
                hue, (x, y) = HUES[corner], HOME_PLACES[corner][k]
                burst = f'<path class="burst {hue}" d="M{_burst(*square)}z"/>' if square else ""
                return f'{burst}<circle class="struck {hue}-line" cx="{x}" cy="{y}" r="28"/>'
    return ""


def _burst(x: int, y: int) -> str:
    return "L".join(f"{x + dx},{y + dy}" for dx, dy in _SPIKES)


_SPIKES = (
    (0, -25), (5, -17), (13, -22), (14, -13), (23, -12), (18, -4), (25, 3), (17, 7),
    (19, 17), (10, 15), (6, 24), (0, 17), (-6, 24), (-10, 15), (-19, 17), (-17, 7),
    (-25, 3), (-18, -4), (-23, -12), (-14, -13), (-13, -22), (-5, -17),
)  # fmt: skip
