"""The dice, and what they ask of a seat: the round's tasks, the avenue that scores."""

from ludotheque.core.contract import State
from ludotheque.core.drawing import die, place
from ludotheque.games.rolling_village.board import PARK
from ludotheque.games.rolling_village.drawing import marks, sketch
from ludotheque.games.rolling_village.drawing.paper import (
    CELL_HEIGHT,
    DICE_X,
    DICE_Y,
    LEFT,
    RIGHT,
    TOP,
    small_die,
)
from ludotheque.games.rolling_village.projects import (
    avenue_of_dice,
    project_column,
    project_kind,
    steps_of_round,
)
from ludotheque.games.rolling_village.record import ANY_AVENUE, AVENUE, BONUS
from ludotheque.games.rolling_village.writing import IN_ORDER

CHIP_WIDTH, CHIP_X = 78, 272

STYLE = """
& .band{fill:var(--glow);opacity:.4}
& .band-past{fill:var(--glow);opacity:.22}
& .chip{fill:var(--house);stroke:var(--ink);stroke-width:1.4}
& .chip-text{font-size:20px;font-weight:700;fill:var(--ink)}
& .done{opacity:.32}
"""


def avenue(state: State, seat: int) -> str:
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


def tasks(state: State, seat: int) -> str:
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


def dice(state: State) -> str:
    """The dice on the table, or their empty places."""
    if state.ended:
        return ""
    return "".join(
        f'<g id="rv-die-on-{k}" class="die {place(DICE_X + 60 * k, DICE_Y)}" role="img"'
        f' aria-label="{int(value) or "…"}">{die(int(value))}</g>'
        for k, value in enumerate(state.dice)
    )
