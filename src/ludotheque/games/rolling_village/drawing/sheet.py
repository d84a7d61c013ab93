"""What a seat has drawn and written on its sheet: village, stars, points in pencil."""

from functools import lru_cache

from ludotheque.core.drawing import Cue, Piece, Scene, shortened
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate, translator
from ludotheque.games.rolling_village import words
from ludotheque.games.rolling_village.board import CELLS, KINDS
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
from ludotheque.games.rolling_village.drawing.seen import Seen
from ludotheque.games.rolling_village.drawing.sketch import SKETCHES
from ludotheque.games.rolling_village.record import FIRST_AVENUE, ROUNDS

LONGEST_NAME = 15
NAME, WHEN = (24, 37), (24, 64)
PLACES = (
    NAME,
    WHEN,
    *map(star_point, range(KINDS)),
    *map(sketch_point, range(CELLS)),
    *(box.middle for box in (*ROUND_BOXES, *SUBTOTAL_BOXES, PARKS_BOX, TOTAL_BOX)),
)

STYLE = """
& .hand{font-family:'Segoe Print','Bradley Hand',Chilanka,'Comic Sans MS',cursive;fill:var(--ink)}
& .name{font-size:26px;font-weight:700}
& .when{font-size:16px}
& .figure{font-size:24px;font-weight:700;text-anchor:middle}
& .subtotal{font-size:22px;text-anchor:middle}
& .total{font-size:30px;font-weight:700;text-anchor:middle}
.rv-now{fill:var(--lit)}
.rv-fresh{fill:none;stroke:var(--gold);stroke-width:2.4;stroke-dasharray:3 5;stroke-linecap:round}
"""

_WIDTH, _HEIGHT = ROUND_BOXES[0][2:]
SYMBOLS = {
    "rv-now": f'<rect class="rv-now" x="{-_WIDTH // 2}" y="{-_HEIGHT // 2}"'
    f' width="{_WIDTH}" height="{_HEIGHT}"/>',
    "rv-fresh": '<ellipse class="rv-fresh" rx="40" ry="36"/>',
}


def written(seen: Seen, scene: Scene) -> list[Piece]:
    """What a seat has drawn and written on its sheet, as the paper keeps it."""
    _ = translator(LOCALE, scene.language)
    fresh = {code - 1 for code in seen.state.done[seen.large].tolist() if 0 < code <= FIRST_AVENUE}
    return [
        *_head(seen, scene, _),
        *_stars(seen),
        *_projects(tuple(seen.built[seen.large]), frozenset(fresh)),
        *_table(seen),
    ]


def cues(step: Step, seen: Seen) -> list[Cue]:
    """What was just drawn on the large sheet."""
    if step.kind != "move" or step.seat != seen.large or step.code >= FIRST_AVENUE:
        return []
    return [Cue("out", f"c-{step.code % CELLS}")]


def _head(seen: Seen, scene: Scene, _: Translate) -> list[Piece]:
    state = seen.state
    name = words.seat_name(state, seen.large, scene.names, _)
    if state.ended:
        when = _("Partie terminée")
    elif not state.stage:
        when = _("Préparation")
    else:
        when = _("Manche {round} sur {rounds}").format(round=state.stage, rounds=ROUNDS)
    short = shortened(name, LONGEST_NAME)
    return [
        Piece("rv-name", "", *NAME, style="hand name", text=short),
        Piece("rv-when", "", *WHEN, style="print when", text=when),
    ]


def _stars(seen: Seen) -> list[Piece]:
    """The bonus stars that are ticked (RV-10)."""
    used = sorted(code - 1 for code in seen.state.bonus[seen.large].tolist() if code)
    return [Piece(f"star-{kind}", "rv-star-on rv-tick", *star_point(kind)) for kind in used]


@lru_cache(maxsize=512)
def _projects(built: tuple[int, ...], fresh: frozenset[int]) -> list[Piece]:
    """The village; what was drawn since the roll wears a dashed ring."""
    found = []
    for cell in range(CELLS):
        for kind, cells in enumerate(built):
            if cells >> cell & 1:
                ring = "rv-fresh " if CELLS * kind + cell in fresh else ""
                found.append(Piece(f"c-{cell}", ring + SKETCHES[kind], *sketch_point(cell)))
    return found


def _table(seen: Seen) -> list[Piece]:
    """Points in pencil: each round, subtotals after 3, 6 and 9 (RV-14), Parks, the total."""
    scores, rounds, found = seen.scores[seen.large], seen.rounds, []
    if seen.state.stage and not seen.state.ended:
        found.append(Piece("rv-now", "rv-now", *ROUND_BOXES[rounds].middle, style="fixed"))
    for k in range(rounds):
        found.append(_figure(f"round-{k}", "figure", ROUND_BOXES[k], scores[k]))
    for third in range(rounds // 3):
        total, box = sum(scores[: 3 * third + 3]), SUBTOTAL_BOXES[third]
        found.append(_figure(f"subtotal-{third}", "subtotal", box, total))
    if seen.is_finished:
        found.append(_figure("rv-parks", "figure", PARKS_BOX, seen.parks[seen.large]))
        found.append(_figure("rv-total", "total", TOTAL_BOX, seen.points[seen.large]))
    return found


def _figure(name: str, style: str, box: Box, number: int) -> Piece:
    return Piece(name, "", *box.middle, style=f"hand {style}", text=str(number))
