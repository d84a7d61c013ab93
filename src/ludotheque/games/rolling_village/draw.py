"""The village sheet as it lies on the table, as SVG: one's own large, the others' below it.

The board layer is the printed sheet, which depends on the options alone; the pieces layer is
what people draw and write on it, and what they may draw now. A record is drawn as it is: who
shows it to a seat conceals first.
"""

from html import escape

from ludotheque.core.contract import State
from ludotheque.core.drawing import LAURELS, Canvas, Scene, compose, die, place, rules
from ludotheque.core.texts import Translate, translator
from ludotheque.games.rolling_village import buttons, marks, neighbours, printed, sketch, words
from ludotheque.games.rolling_village.board import (
    CELLS,
    PARK,
    lowest_cell,
)
from ludotheque.games.rolling_village.groups import groups_on
from ludotheque.games.rolling_village.printed import (
    CELL_HEIGHT,
    DICE_X,
    DICE_Y,
    HEIGHT,
    LEFT,
    LOCALE,
    PARKS_BOX,
    RIGHT,
    ROUND_BOXES,
    SUBTOTAL_BOXES,
    TOP,
    TOTAL_BOX,
    WIDTH,
    Box,
    sketch_point,
    small_die,
    star_point,
)
from ludotheque.games.rolling_village.projects import (
    avenue_of_dice,
    project_column,
    project_kind,
    steps_of_round,
)
from ludotheque.games.rolling_village.record import (
    ANY_AVENUE,
    AVENUE,
    BONUS,
    FINISHED,
    FIRST_AVENUE,
    ROUNDS,
)
from ludotheque.games.rolling_village.rules import waiting
from ludotheque.games.rolling_village.scoring import (
    PARK_POINTS,
    complete_parks,
    park_points,
    points,
    points_under,
)
from ludotheque.games.rolling_village.writing import IN_ORDER, kinds_of

LONGEST_NAME = 15
LAURELS_PLACE = (692, 570)
CHIP_WIDTH, CHIP_X = 78, 272

_STYLE = """
& .hand{font-family:'Segoe Print','Bradley Hand',Chilanka,'Comic Sans MS',cursive;fill:var(--ink)}
& .name{font-size:26px;font-weight:700}
& .when{font-size:16px}
& .figure{font-size:24px;font-weight:700;text-anchor:middle}
& .subtotal{font-size:22px;text-anchor:middle}
& .total{font-size:30px;font-weight:700;text-anchor:middle}
& .now{fill:var(--glow);opacity:.45}
& .band{fill:var(--glow);opacity:.4}
& .band-past{fill:var(--glow);opacity:.22}
& .fresh{fill:none;stroke:var(--gold);stroke-width:2.4;stroke-dasharray:3 5;stroke-linecap:round}
& .past{opacity:.55}
& .chip{fill:var(--house);stroke:var(--ink);stroke-width:1.4}
& .chip-text{font-size:20px;font-weight:700;fill:var(--ink)}
& .done{opacity:.32}
"""

PLACES = (
    (DICE_X, DICE_Y),
    (DICE_X + 60, DICE_Y),
    LAURELS_PLACE,
    neighbours.ELECTION_PLACE,
    *neighbours.PLACES,
)
CANVAS = Canvas(
    name="rolling-village",
    title="Rolling Village",
    width=WIDTH,
    height=HEIGHT,
    style=rules(
        "rolling-village",
        sketch.STYLE + printed.STYLE + neighbours.STYLE + marks.STYLE + buttons.STYLE + _STYLE,
    ),
    xs=tuple(x for x, _ in PLACES),
    ys=tuple(y for _, y in PLACES),
    scales=(40, 60, 100),
)

# A game under way, for the lid of the box.
SAMPLE = {
    "round": 7,
    "sheets": ["HHF.LL/.HFPL./HHF..L/..FF../H.....", "H.FFLL/HPF.L./H.FF.L/HH..../.....L"],
    "bonus": ["HL", "FH"],
    "scores": [[0, 5, 7, 9, 8, 11], [3, 0, 6, 8, 7, 9]],
    "scored": ["c", "c"],
}


def draw(state: State, scene: Scene) -> str:
    """One whole SVG of the position, with its style."""
    return compose(CANVAS, board_layer(state, scene), pieces_layer(state, scene))


def board_layer(state: State, scene: Scene) -> str:
    """What never changes for given options."""
    return printed.board(state, scene.language) + neighbours.printed(int(state.seats))


def pieces_layer(state: State, scene: Scene) -> str:
    """All that is drawn and written on the sheets, and all that may be drawn now."""
    seat = large_seat(state, scene)
    _ = translator(LOCALE, scene.language)
    return "".join(
        (
            _avenue(state, seat),
            written(state, seat, scene),
            _chips(state, seat),
            _dice(state),
            _won(state, seat),
            _laurels(state, seat),
            neighbours.drawn(state, seat, scene, _),
            buttons.moves(state, seat, scene, _),
        )
    )


def written(state: State, seat: int, scene: Scene) -> str:
    """What a seat has drawn and written on its sheet, as the paper keeps it."""
    _ = translator(LOCALE, scene.language)
    parts = (_stars(state, seat), _projects(state, seat), _table(state, seat))
    return _head(state, seat, scene, _) + "".join(parts)


def large_seat(state: State, scene: Scene) -> int:
    """Whose sheet lies on top: one's own; for onlookers, of who may move or of who leads."""
    if scene.seat is not None:
        return scene.seat
    seats = range(int(state.seats))
    if scene.moves:
        mask = int(waiting(state))
        return next((seat for seat in seats if mask >> seat & 1), 0)
    return max(seats, key=lambda seat: (int(points(state, seat)), -seat))


def _avenue(state: State, seat: int) -> str:
    """The avenue that scores now, or has just scored."""
    row, style = -1, "band"
    if state.dice[0] and state.stage:
        row = int(avenue_of_dice(state))
    elif state.scored[seat]:
        row, style = int(state.scored[seat]) - 1, "band-past"
    if row in (-1, ANY_AVENUE):
        return ""
    y = TOP + CELL_HEIGHT * row
    return (
        f'<g id="rv-avenue"><rect class="{style}" x="{LEFT}" y="{y}" width="{RIGHT - LEFT}"'
        f' height="{CELL_HEIGHT}"/>{marks.sign_frame(row, "band-sign")}</g>'
    )


def _head(state: State, seat: int, scene: Scene, _: Translate) -> str:
    name = words.seat_name(state, seat, scene.names, _)
    short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    if state.ended:
        when = _("Partie terminée")
    elif not state.stage:
        when = _("Préparation")
    else:
        when = _("Manche {round} sur {rounds}").format(round=int(state.stage), rounds=ROUNDS)
    return (
        f'<text id="rv-name" class="hand name" x="24" y="46">{escape(short)}</text>'
        f'<text id="rv-when" class="print when" x="24" y="70">{escape(when)}</text>'
    )


def _chips(state: State, seat: int) -> str:
    """What this round asks of the seat, ticked off where it is done."""
    if not state.dice[0]:
        return ""
    steps, todo = int(steps_of_round(state)), int(state.todo[seat])
    parts = []
    for number, step in enumerate(one for one in IN_ORDER if steps & one):
        x = CHIP_X + (CHIP_WIDTH + 4) * number
        style, tick = ("", "") if todo & step else (" done", marks.tick(x + 39, DICE_Y))
        parts.append(f'<g class="chips{style}">{_chip(state, step, x)}</g>{tick}')
    return f'<g id="rv-chips">{"".join(parts)}</g>'


def _chip(state: State, step: int, x: int) -> str:
    box = f'<rect class="chip" x="{x}" y="{DICE_Y - 24}" width="{CHIP_WIDTH}" height="48" rx="9"/>'
    if step == BONUS:
        star = sketch.star("rv-star-on", x + 24, DICE_Y)
        return f'{box}{star}<text class="chip-text" x="{x + 44}" y="{DICE_Y + 7}">?</text>'
    if step == AVENUE:
        sign = f'<rect class="sign" x="{x + 12}" y="{DICE_Y - 12}" width="40" height="24" rx="4"/>'
        return f'{box}{sign}<text class="chip-text" x="{x + 58}" y="{DICE_Y + 7}">?</text>'
    column = int(project_column(state, step)) + 1
    kind = int(project_kind(state, step)) if state.stage else -1
    if kind < 0:
        drawn = f'<text class="chip-text" x="{x + 18}" y="{DICE_Y + 7}">?</text>'
    else:
        drawn = sketch.sketch(kind, x + 24, DICE_Y, "-small")
    where = small_die(column, x + 56, DICE_Y) if kind != PARK else ""
    return box + drawn + where


def _dice(state: State) -> str:
    """On the table, or their empty places."""
    if state.ended:
        return ""
    return "".join(
        f'<g id="rv-die-on-{k}" class="die {place(DICE_X + 60 * k, DICE_Y)}" role="img"'
        f' aria-label="{int(value) or "…"}">{die(int(value))}</g>'
        for k, value in enumerate(state.dice)
    )


def _stars(state: State, seat: int) -> str:
    """The bonus stars that are ticked (RV-10)."""
    parts = []
    for used in state.bonus[seat]:
        if used:
            x, y = star_point(int(used) - 1)
            parts.append(sketch.star("rv-star-on", x, y) + marks.tick(x, y))
    return f'<g id="rv-stars">{"".join(parts)}</g>'


def _projects(state: State, seat: int) -> str:
    """The village; what was drawn since the roll wears a dashed ring."""
    fresh = {int(code - 1) % CELLS for code in state.done[seat] if 0 < code <= FIRST_AVENUE}
    parts = []
    for cell, kind in enumerate(kinds_of(state, seat)):
        if kind < 0:
            continue
        x, y = sketch_point(cell)
        ring = f'<ellipse class="fresh" cx="{x}" cy="{y}" rx="40" ry="36"/>'
        drawn = sketch.sketch(kind, x, y)
        parts.append(f'<g id="rv-c-{cell}">{ring if cell in fresh else ""}{drawn}</g>')
    return f'<g id="rv-village">{"".join(parts)}</g>'


def _won(state: State, seat: int) -> str:
    """The groups that scored in the last round, until the seat draws again; Parks at the end."""
    if not state.scored[seat] or state.done[seat, 0]:
        return ""
    groups = groups_on(state, seat, int(state.scored[seat]) - 1)
    parts = [_group(state, cells, not state.dice[0]) for _, cells in groups]
    if state.ended == FINISHED:
        parks = int(complete_parks(state, seat))
        parts += [marks.cell_badge(cell, PARK_POINTS) for cell in range(CELLS) if parks >> cell & 1]
    style = "past" if state.dice[0] else "just"
    return f'<g id="rv-won" class="{style}">{"".join(parts)}</g>'


def _group(state: State, group: int, outlined: bool) -> str:
    worth = int(points_under(state, group))
    if not worth:
        return ""
    line = f'<path class="won" d="{marks.outline(group)}"/>' if outlined else ""
    return line + marks.cell_badge(int(lowest_cell(group)), worth)


def _table(state: State, seat: int) -> str:
    """Points in pencil: each round, subtotals after 3, 6 and 9 (RV-14), Parks, the total."""
    finished = ROUNDS if state.ended == FINISHED else max(int(state.stage) - 1, 0)
    scores = [int(worth) for worth in state.scores[seat]]
    parts = [_figure("figure", ROUND_BOXES[k], scores[k]) for k in range(finished)]
    for third, box in enumerate(SUBTOTAL_BOXES, 1):
        if finished >= 3 * third:
            parts.append(_figure("subtotal", box, sum(scores[: 3 * third])))
    if state.ended == FINISHED:
        parts.append(_figure("figure", PARKS_BOX, int(park_points(state, seat))))
        parts.append(_figure("total", TOTAL_BOX, int(points(state, seat))))
    elif state.stage and not state.ended:
        x, y, width, height = ROUND_BOXES[finished]
        parts.insert(0, f'<rect class="now" x="{x}" y="{y}" width="{width}" height="{height}"/>')
    return f'<g id="rv-table">{"".join(parts)}</g>'


def _figure(style: str, box: Box, number: int) -> str:
    x, y = box.middle
    return f'<text class="hand {style}" x="{x}" y="{y + 9}">{number}</text>'


def _laurels(state: State, seat: int) -> str:
    several = state.seats > 1 and state.ended == FINISHED
    if not several or not neighbours.is_first(state, seat):
        return ""
    return f'<g id="laurels" class="{place(*LAURELS_PLACE, 60)}">{LAURELS}</g>'
