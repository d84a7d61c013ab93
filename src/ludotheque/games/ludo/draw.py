"""The Ludo board as SVG: what a position looks like, never what is allowed in it.

The board layer depends on the options alone; the pieces layer is everything that a move,
a roll, a name or a departure changes.
"""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from ludotheque.core.contract import State
from ludotheque.core.drawing import (
    LAURELS,
    MOVABLE_RING,
    Canvas,
    Scene,
    compose,
    count,
    die,
    fields,
    pawn,
    pawn_row,
    place,
    rules,
)
from ludotheque.core.step import Step
from ludotheque.core.texts import translator
from ludotheque.core.turns import DESERTED, NOBODY
from ludotheque.games.ludo import printed, words
from ludotheque.games.ludo.board import BASE, CORNERS, ENTRY, FINAL, PAWNS
from ludotheque.games.ludo.printed import (
    BASE_PLACES,
    BASES,
    FINAL_PLACES,
    HUES,
    NAME_SHIFT,
    PLACES,
    SIDES,
    SIZE,
    TILE,
    TRAYS,
    Point,
    square,
)

Pawn = tuple[int, int]  # seat and number
Place = tuple[int, int, int]  # x, y and scale

BASE_SCALE, FINAL_SCALE = 120, 62  # per cent of a pawn's size on the ring
LONGEST_NAME = 16
LOCALE = Path(__file__).parent / "locale"

# Several on one house: where each stands about its middle, and how large.
CROWDS: tuple[tuple[int, tuple[Point, ...]], ...] = (
    (100, ((0, 0),)),
    (100, ((0, 0),)),
    (72, ((-8, -8), (8, 8))),
    (64, ((0, -10), (-10, 8), (10, 8))),
    (64, ((-10, -10), (10, -10), (-10, 10), (10, 10))),
)
PILE_STEP = 2  # five or more: each colour is one pile, and this is what a pawn adds to it

_STYLE = """
& .name{font-size:22px;font-weight:700;text-anchor:middle}
& .veil{fill:var(--table);opacity:.72}
& .gone{opacity:.3}
& .left{fill:var(--ink);opacity:.6;text-decoration:line-through}
& .turn-edge{fill:none;stroke:var(--pip);stroke-width:10}
& .turn-line{fill:none;stroke:var(--glow);stroke-width:6.5}
& .spent{opacity:.4}
& .trail{fill:none;stroke-width:4.5;stroke-linejoin:round;stroke-linecap:round}
& .trail-edge{stroke:var(--ivory);stroke-width:9}
& .origin{fill:var(--ivory);stroke-width:3;stroke-dasharray:5 4}
& .struck{fill:none;stroke-width:4;stroke-dasharray:8 6}
& .burst{stroke:var(--ivory);stroke-width:2;stroke-linejoin:round}
& .ghost-line{fill:none;stroke:var(--pip);stroke-width:3;stroke-dasharray:6 4}
"""
_SHOWN = "".join(
    f"& .m{pawn}:{how}~.ghost.m{pawn}{{opacity:.85}}"
    for pawn in range(PAWNS)
    for how in ("hover", "focus-visible")
)
EVERYWHERE = range(0, SIZE + 1, 2)  # printed.centre and the shifts above are all even
CANVAS = Canvas(
    name="ludo",
    title="Ludo",
    width=SIZE,
    height=SIZE,
    style=rules("ludo", printed.STYLE + _STYLE + _SHOWN),
    xs=EVERYWHERE,
    ys=EVERYWHERE,
    scales=sorted({BASE_SCALE, FINAL_SCALE, *(scale for scale, _ in CROWDS)}),
)


# A match under way, for the lid of the box.
SAMPLE = {"pawns": [[9, 35, 57, 0], [40, 4, 0, 0], [17, 57, 57, 35], [52, 22, 0, 0]], "turn": 1}


class Seen(NamedTuple):
    """What the drawing reads of a state, as plain numbers."""

    state: State  # its fields
    corners: tuple[int, ...]
    rows: list[list[int]]  # own position of each pawn, a row a seat
    turn: int | None
    die: int
    gone: int
    is_over: bool
    winner: int | None


def draw(state: State, scene: Scene) -> str:
    """One whole SVG of the position, with its style."""
    return compose(CANVAS, board_layer(state, scene), pieces_layer(state, scene))


def board_layer(state: State, scene: Scene) -> str:  # noqa: ARG001 (every game has this one)
    """What never changes for given options."""
    return printed.board(int(state.seats), int(state.each))


def pieces_layer(state: State, scene: Scene) -> str:
    """Everything that happens on the board; pawns keep their id and their order for ever."""
    seen = _seen(state)
    return "".join(
        (
            _turn(seen),
            _last(seen, scene.last),
            _names(seen, scene),
            _laurels(seen),
            _die(seen, scene.last),
            _pawns(seen, scene),
        )
    )


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


def _seen(state: State) -> Seen:
    state = fields(state)
    corners, gone = CORNERS[state.seats], state.gone
    rows = state.pawns[: state.seats, : state.each].tolist()
    winner = None
    for seat, row in enumerate(rows):
        if (state.ended == DESERTED and not gone >> seat & 1) or min(row) == FINAL:  # LC-15
            winner = seat
    turn = None if state.turn == NOBODY else state.turn
    return Seen(state, corners, rows, turn, state.die, gone, state.ended != 0, winner)


def _turn(seen: Seen) -> str:
    """A frame around the base of whoever rolls or moves, and at last of who won."""
    seat = seen.winner if seen.is_over else seen.turn
    if seat is None:
        return ""
    box = 'x="-114" y="-114" width="228" height="232" rx="28"'
    return (
        f'<g id="turn" class="{place(*BASES[seen.corners[seat]])}">'
        f'<rect class="turn-edge" {box}/><rect class="turn-line" {box}/></g>'
    )


def _names(seen: Seen, scene: Scene) -> str:
    """The names on the bases; a base whose player left is veiled."""
    _ = translator(LOCALE, scene.language)
    parts = []
    for seat, corner in enumerate(seen.corners):
        name = scene.names.get(seat) or words.seat_name(seen.state, seat, {}, _)
        short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
        (x, y), style = BASES[corner], f"{HUES[corner]}-on"
        if seen.gone >> seat & 1:
            parts.append(square((x, y), TILE + 6, 28, "veil", 2))
            style = "left"
        parts.append(
            f'<text id="n-{seat}" class="name {style}" x="{x}"'
            f' y="{y + SIDES[corner] * NAME_SHIFT + 8}">{escape(short)}</text>'
        )
    return "".join(parts)


def _laurels(seen: Seen) -> str:
    if seen.winner is None:
        return ""
    x, y = TRAYS[seen.corners[seen.winner]]
    return f'<g id="laurels" class="{place(x, y)}">{LAURELS}</g>'


def _die(seen: Seen, last: Step | None) -> str:
    """In the tray of whoever rolls; a roll that moved nothing stays with who rolled it."""
    seat, value, spent = seen.turn, seen.die, ""
    if last is not None and last.kind == "chance" and not value and last.before.turn != NOBODY:
        seat, value, spent = int(last.before.turn), last.code + 1, " spent"
    if seat is None or seen.is_over:
        return ""
    return (
        f'<g id="die" class="die{spent} {place(*TRAYS[seen.corners[seat]])}" role="img"'
        f' aria-label="{value or "…"}">{die(value)}</g>'
    )


def _last(seen: Seen, step: Step | None) -> str:
    """The last move: where it began, the houses it passed, and what it captured."""
    if step is None or step.kind != "move" or step.seat is None:
        return ""
    before, after = step.before["pawns"].tolist(), step.after["pawns"].tolist()
    corner, mover = seen.corners[step.seat], step.code
    start, end = before[step.seat][mover], after[step.seat][mover]
    points = [_standing(corner, passed, mover) for passed in range(start, end + 1)]
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


def _standing(corner: int, position: int, number: int) -> Point:
    """Where a pawn stands when it is alone there."""
    if position == BASE:
        return BASE_PLACES[corner][number]
    return FINAL_PLACES[corner][number] if position == FINAL else PLACES[corner][position]


def _pawns(seen: Seen, scene: Scene) -> str:
    """The pawns in their order, then what lies over them: destinations and numbers."""
    placed, counts = _places(seen)
    marks = _marks(seen, scene)
    parts = []
    for seat, corner in enumerate(seen.corners):
        places = [placed[seat, k] for k in range(len(seen.rows[seat]))]
        parts.append(pawn_row(seat, HUES[corner], bool(seen.gone >> seat & 1), places, marks))
    return f'<g id="pawns">{"".join(parts)}{_ghosts(seen, scene)}</g>{counts}'


def _places(seen: Seen) -> tuple[dict[Pawn, Place], str]:
    """Where every pawn stands, the crowded ones beside each other; the numbers on piles."""
    placed: dict[Pawn, Place] = {}
    houses: dict[Point, list[Pawn]] = {}
    for seat, corner in enumerate(seen.corners):
        for k, position in enumerate(seen.rows[seat]):
            if position == BASE:
                placed[seat, k] = (*BASE_PLACES[corner][k], BASE_SCALE)
            elif position == FINAL:
                placed[seat, k] = (*FINAL_PLACES[corner][k], FINAL_SCALE)
            else:
                houses.setdefault(PLACES[corner][position], []).append((seat, k))
    counts = []
    for house, there in houses.items():
        if len(there) < len(CROWDS):
            _stand(house, there, placed)
        else:
            counts.append(_pile(house, there, seen.corners, placed))
    return placed, f'<g id="counts" class="counts">{"".join(counts)}</g>'


def _stand(house: Point, there: list[Pawn], placed: dict[Pawn, Place]) -> None:
    """Place a few pawns side by side on one house."""
    scale, spots = CROWDS[len(there)]
    for who, (dx, dy) in zip(there, spots, strict=True):
        placed[who] = (house[0] + dx, house[1] + dy, scale)


def _pile(
    house: Point, there: list[Pawn], corners: Sequence[int], placed: dict[Pawn, Place]
) -> str:
    """Place many pawns on one house, a pile a colour; the number on each."""
    seats = sorted({seat for seat, _ in there})
    scale, spots = CROWDS[len(seats)]
    counts = []
    for seat, (dx, dy) in zip(seats, spots, strict=True):
        pile = [who for who in there if who[0] == seat]
        x, y = house[0] + dx, house[1] + dy + len(pile) // 2 * PILE_STEP
        for height, who in enumerate(pile):
            placed[who] = (x, y - height * PILE_STEP, scale)
        if len(pile) > 1:
            top = place(x, y - (len(pile) - 1) * PILE_STEP, scale)
            counts.append(f'<g class="{top}">{count(len(pile), HUES[corners[seat]])}</g>')
    return "".join(counts)


def _marks(seen: Seen, scene: Scene) -> dict[Pawn, tuple[str, str, str]]:
    """The class, the attributes and the ring of each pawn that may move.

    Pawns on one position share a move: all of them take a click, one of them the keyboard.
    """
    marks: dict[Pawn, tuple[str, str, str]] = {}
    if seen.turn is None or not scene.moves:
        return marks
    seat, row, _ = seen.turn, seen.rows[seen.turn], translator(LOCALE, scene.language)
    for action, notation in scene.moves.items():
        label = escape(words.label(seen.state, seat, action, _))
        button = f' role="button" tabindex="0" aria-label="{label}"'
        for k, position in enumerate(row):
            if position == row[action]:
                attributes = f' data-move="{notation}"{button if k == action else ""}'
                marks[seat, k] = (f" movable m{action}", attributes, MOVABLE_RING)
    return marks


def _ghosts(seen: Seen, scene: Scene) -> str:
    """Each move's destination, unseen until its pawn is pointed at."""
    if seen.turn is None:
        return ""
    corner, parts = seen.corners[seen.turn], []
    for action, notation in scene.moves.items():
        start = seen.rows[seen.turn][action]
        end = ENTRY if start == BASE else start + seen.die  # LC-4, LC-8
        x, y = _standing(corner, end, action)
        spot = place(x, y, FINAL_SCALE if end == FINAL else 100)
        parts.append(
            f'<g id="g-{action}" class="ghost m{action} {spot}" data-for="{notation}">'
            f'<circle class="ghost-line" r="19"/>{pawn(HUES[corner])}</g>'
        )
    return "".join(parts)
