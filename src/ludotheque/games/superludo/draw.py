"""The Superludo board as SVG: what a position looks like, never what is allowed in it.

The board layer depends on the options alone; the pieces layer is everything that a move,
a roll, a name or a departure changes. What may be done is in marks.py, dice are in dice.py.
"""

from html import escape
from typing import Any

from ludotheque.core.contract import State
from ludotheque.core.drawing import LAURELS, Canvas, Scene, compose, pawn_row, place, rules
from ludotheque.core.step import Step
from ludotheque.core.texts import translator
from ludotheque.games.superludo import dice, marks, printed, words
from ludotheque.games.superludo.board import CORNERS, GOAL, HOME, PAWNS
from ludotheque.games.superludo.plan import (
    HOME_PLACES,
    HOMES,
    MIDDLE,
    NAME_SHIFT,
    SIDES,
    SIZE,
    TILE,
    TRAYS,
    Point,
    aside,
    spot_of,
    standing,
)
from ludotheque.games.superludo.printed import HUES, block
from ludotheque.games.superludo.seen import LOCALE, Pawn, Place, Seen, see

HOME_SCALE, LONE_SCALE, PAIR_SCALE, GOAL_SCALE = 120, 88, 70, 58  # per cent
PAIR_SHIFT = 12  # of each of two pawns from the middle of their square
LONGEST_NAME, LONGEST_MATE = 16, 11  # characters; beside the badge of a couple fewer fit

_STYLE = """
& .name{font-size:22px;font-weight:700;text-anchor:middle}
& .veil{fill:var(--table);opacity:.72}
& .gone{opacity:.3}
& .left{fill:var(--ink);opacity:.6;text-decoration:line-through}
& .turn-edge{fill:none;stroke:var(--pip);stroke-width:10}
& .turn-line{fill:none;stroke:var(--glow);stroke-width:6.5}
& .wall{fill:none;stroke-width:25;stroke-linecap:round}
& .wall-edge{fill:none;stroke:var(--ivory);stroke-width:29;stroke-linecap:round}
& .wall-mixed{stroke:var(--pip)}
& .trail{fill:none;stroke-width:4.5;stroke-linejoin:round;stroke-linecap:round}
& .trail-edge{stroke:var(--ivory);stroke-width:9}
& .origin{fill:var(--ivory);stroke-width:3;stroke-dasharray:5 4}
& .struck{fill:none;stroke-width:4;stroke-dasharray:8 6}
& .burst{stroke:var(--ivory);stroke-width:2;stroke-linejoin:round}
"""
EVERYWHERE = range(0, SIZE + 1, 2)  # plan.even and the shifts there are all even
CANVAS = Canvas(
    name="superludo",
    title="Superludo",
    width=SIZE,
    height=SIZE,
    style=rules("superludo", printed.STYLE + _STYLE + dice.STYLE + marks.STYLE),
    xs=EVERYWHERE,
    ys=EVERYWHERE,
    scales=sorted({HOME_SCALE, LONE_SCALE, PAIR_SCALE, GOAL_SCALE, *dice.SCALES}),
)

# Games under way, for the lids of the two boxes.
SAMPLE: dict[str, Any] = {
    "pawns": [[9, 40, 40, 0], [5, 30, 72, 0], [18, 18, 67, 0], [52, 3, 0, 0]],
    "turn": 1,
    "dice": [4, 2],
}
CLASSIC_SAMPLE: dict[str, Any] = {
    "pawns": [[64, 20, 5, 0], [44, 44, 12, 0], [33, 70, 0, 0], [27, 8, 72, 0]],
    "turn": 2,
    "dice": [6],
    "streak": 1,
}


def draw(state: State, scene: Scene) -> str:
    """One whole SVG of the position, with its style."""
    return compose(CANVAS, board_layer(state, scene), pieces_layer(state, scene))


def board_layer(state: State, scene: Scene) -> str:  # noqa: ARG001 (every game has this one)
    """What never changes for given options."""
    return printed.board(int(state.seats), bool(state.couples))


def pieces_layer(state: State, scene: Scene) -> str:
    """Everything that happens on the board; pawns keep their id and their order for ever."""
    seen = see(state)
    placed, walls = _places(seen)
    return "".join(
        (
            _turns(seen),
            _names(seen, scene),
            _last(seen, scene.last),
            _laurels(seen),
            dice.shown(seen, scene.last),
            walls,
            _pawns(seen, scene, placed),
        )
    )


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


def _turns(seen: Seen) -> str:
    """A frame around the home of whoever rolls or moves, and at last of who won."""
    seats = seen.winners if seen.is_over else [seen.turn] if seen.turn is not None else []
    box = 'x="-110" y="-110" width="220" height="224" rx="25"'
    frame = f'<rect class="turn-edge" {box}/><rect class="turn-line" {box}/>'
    names = ("turn", "turn-2")
    return "".join(
        f'<g id="{name}" class="{place(*HOMES[seen.corners[seat]])}">{frame}</g>'
        for name, seat in zip(names, seats, strict=False)
    )


def _names(seen: Seen, scene: Scene) -> str:
    """The names on the homes; a home whose player left is veiled."""
    _ = translator(LOCALE, scene.language)
    longest = LONGEST_MATE if seen.state.couples else LONGEST_NAME
    parts = []
    for seat, corner in enumerate(seen.corners):
        name = words.seat_name(seen.state, seat, scene.names, _)
        short = name if len(name) <= longest else f"{name[: longest - 1]}…"
        (x, y), left = HOMES[corner], " left" if seen.gone >> seat & 1 else ""
        inward = (30 if x < MIDDLE else -30) if seen.state.couples else 0
        parts.append(
            f'<text id="n-{seat}" class="name {HUES[corner]}-on{left}" x="{x + inward}"'
            f' y="{y + SIDES[corner] * NAME_SHIFT + 8}">{escape(short)}</text>'
        )
        if left:
            parts.append(block((x, y), TILE + 6, 28, "veil", 2))
    return "".join(parts)


def _laurels(seen: Seen) -> str:
    ids = ("laurels", "laurels-2")
    return "".join(
        f'<g id="{name}" class="{place(*TRAYS[seen.corners[seat]])}">{LAURELS}</g>'
        for name, seat in zip(ids, seen.winners, strict=False)
    )


def _last(seen: Seen, step: Step | None) -> str:
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


def _pawns(seen: Seen, scene: Scene, placed: dict[Pawn, Place]) -> str:
    """The pawns in their order, then what lies over them: destinations and choices."""
    marked = marks.of_pawns(seen, scene)
    parts = []
    for seat, corner in enumerate(seen.corners):
        places = [placed[seat, k] for k in range(PAWNS)]
        parts.append(pawn_row(seat, HUES[corner], bool(seen.gone >> seat & 1), places, marked))
    return f'<g id="pawns">{"".join(parts)}{marks.destinations(seen, scene)}</g>'


def _places(seen: Seen) -> tuple[dict[Pawn, Place], str]:
    """Where every pawn stands, two on a square side by side; and the walls of the barriers."""
    placed: dict[Pawn, Place] = {}
    squares: dict[Any, list[Pawn]] = {}
    for seat, corner in enumerate(seen.corners):
        for k, position in enumerate(seen.rows[seat]):
            if position == HOME:
                placed[seat, k] = (*HOME_PLACES[corner][k], HOME_SCALE)
            elif position == GOAL:
                placed[seat, k] = (*standing(corner, position, k), GOAL_SCALE)
            else:
                squares.setdefault(spot_of(corner, position), []).append((seat, k))
    walls = []
    for spot, there in squares.items():
        if len(there) == 1:
            placed[there[0]] = (*aside(spot, 0), LONE_SCALE)
            continue
        ends = aside(spot, -PAIR_SHIFT), aside(spot, PAIR_SHIFT)
        for who, end in zip(there, ends, strict=True):
            placed[who] = (*end, PAIR_SCALE)
        walls.append(_wall(seen, there, *ends))
    return placed, f'<g id="walls">{"".join(walls)}</g>'


def _wall(seen: Seen, there: list[Pawn], one: Point, other: Point) -> str:
    """CA-14: a bar under two pawns that stop everybody; two colours only by CA-16."""
    (seat, _), (second, _) = there
    if seat != second and not seen.state.mixed_barriers:
        return ""
    style = f"{HUES[seen.corners[seat]]}-dark-line" if seat == second else "wall-mixed"
    line = f'd="M{one[0]},{one[1]}L{other[0]},{other[1]}"'
    return f'<path class="wall-edge" {line}/><path class="wall {style}" {line}/>'
