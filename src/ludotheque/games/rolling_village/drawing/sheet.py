"""What a seat has drawn and written on its sheet: village, stars, points in pencil."""

from html import escape

from ludotheque.core.contract import State
from ludotheque.core.drawing import Scene, shortened
from ludotheque.core.texts import Translate, translator
from ludotheque.games.rolling_village import words
from ludotheque.games.rolling_village.board import CELLS
from ludotheque.games.rolling_village.drawing import marks, sketch
from ludotheque.games.rolling_village.drawing.paper import (
    LOCALE,
    PARKS_BOX,
    ROUND_BOXES,
    SUBTOTAL_BOXES,
    TOTAL_BOX,
    Box,
    sketch_point,
    star_point,
)
from ludotheque.games.rolling_village.record import FINISHED, FIRST_AVENUE, ROUNDS
from ludotheque.games.rolling_village.scoring import park_points, points
from ludotheque.games.rolling_village.writing import kinds_of

LONGEST_NAME = 15

STYLE = """
& .hand{font-family:'Segoe Print','Bradley Hand',Chilanka,'Comic Sans MS',cursive;fill:var(--ink)}
& .name{font-size:26px;font-weight:700}
& .when{font-size:16px}
& .figure{font-size:24px;font-weight:700;text-anchor:middle}
& .subtotal{font-size:22px;text-anchor:middle}
& .total{font-size:30px;font-weight:700;text-anchor:middle}
& .now{fill:var(--glow);opacity:.45}
& .fresh{fill:none;stroke:var(--gold);stroke-width:2.4;stroke-dasharray:3 5;stroke-linecap:round}
"""


def written(state: State, seat: int, scene: Scene) -> str:
    """What a seat has drawn and written on its sheet, as the paper keeps it."""
    _ = translator(LOCALE, scene.language)
    parts = (_stars(state, seat), _projects(state, seat), _table(state, seat))
    return _head(state, seat, scene, _) + "".join(parts)


def _head(state: State, seat: int, scene: Scene, _: Translate) -> str:
    name = words.seat_name(state, seat, scene.names, _)
    short = shortened(name, LONGEST_NAME)
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
