"""The dice, and what they ask of a seat: the round's tasks, the avenue that scores."""

from ludotheque.core.drawing import Cue, Piece
from ludotheque.games.rolling_village.board import PARK, ROWS
from ludotheque.games.rolling_village.drawing import paper
from ludotheque.games.rolling_village.drawing.paper import DICE_X, DICE_Y, SIGN_X, row_middle
from ludotheque.games.rolling_village.drawing.seen import Seen
from ludotheque.games.rolling_village.drawing.sketch import SKETCHES, SMALL, stamp
from ludotheque.games.rolling_village.projects import (
    avenue_of_dice,
    project_column,
    project_kind,
    steps_of_round,
)
from ludotheque.games.rolling_village.record import ANY_AVENUE, AVENUE, BONUS, FACES, STEPS
from ludotheque.games.rolling_village.writing import IN_ORDER

DICE_XS = (DICE_X, DICE_X + 60)
CHIP_X, CHIP_STEP = 311, 82  # the middle of the first, and from one to the next
PLACES = (
    *((SIGN_X, row_middle(row)) for row in range(ROWS)),
    *((CHIP_X + CHIP_STEP * k, DICE_Y) for k in range(STEPS)),
    *((x, DICE_Y) for x in DICE_XS),
)

STYLE = """
.rv-band{fill:var(--lit)}
.rv-band-past{fill:var(--lit);opacity:.5}
.rv-chip{fill:var(--house);stroke:var(--ink);stroke-width:1.4}
.rv-chip-text{font-size:20px;font-weight:700;fill:var(--ink)}
& .done{opacity:.32}
"""

_CHIP = '<rect class="rv-chip" x="-39" y="-24" width="78" height="48" rx="9"/>'
_SIGN = '<rect class="rv-sign" x="-27" y="-12" width="40" height="24" rx="4"/>'


def _ask(x: int) -> str:
    return f'<text class="rv-chip-text" x="{x}" y="7">?</text>'


SYMBOLS = {
    "rv-band": paper.avenue("rv-band"),
    "rv-band-past": paper.avenue("rv-band-past"),
    **{f"{name}-chip": _CHIP + stamp(name, -15, 0, SMALL) for name in SKETCHES},
    "rv-any-chip": _CHIP + _ask(-21),
    "rv-bonus-chip": _CHIP + stamp("rv-star-on", -15, 0) + _ask(5),
    "rv-avenue-chip": _CHIP + _SIGN + _ask(19),
    **{f"rv-chip-{face}": paper.small_die(face, 17, 0) for face in range(1, FACES + 1)},
}


def avenue(seen: Seen) -> list[Piece]:
    """The avenue that scores now, or has just scored."""
    state, row, symbol = seen.state, ANY_AVENUE, "rv-band"
    if state.dice[0] and state.stage:
        row = int(avenue_of_dice(state))
    elif scored := int(state.scored[seen.large]):
        row, symbol = scored - 1, "rv-band-past"
    if row == ANY_AVENUE:
        return []
    return [Piece("rv-avenue", symbol, SIGN_X, row_middle(row), style="fixed")]


def tasks(seen: Seen) -> list[Piece]:
    """What this round asks of the seat, ticked off where it is done."""
    if not seen.state.dice[0]:
        return []
    steps, todo = int(steps_of_round(seen.state)), int(seen.state.todo[seen.large])
    chips, ticks = [], []
    for number, step in enumerate(one for one in IN_ORDER if steps & one):
        x = CHIP_X + CHIP_STEP * number
        style = "" if todo & step else "done"
        chips.append(Piece(f"chip-{step}", _chip(seen, step), x, DICE_Y, style=style))
        if not todo & step:
            ticks.append(Piece(f"tick-{step}", "rv-tick", x, DICE_Y))
    return chips + ticks


def _chip(seen: Seen, step: int) -> str:
    """What a step asks for: the kind, where it is known, and the die of its column."""
    if step == BONUS:
        return "rv-bonus-chip"
    if step == AVENUE:
        return "rv-avenue-chip"
    kind = int(project_kind(seen.state, step)) if seen.state.stage else -1
    if kind == PARK:
        return f"{SKETCHES[kind]}-chip"
    what = "rv-any" if kind < 0 else SKETCHES[kind]
    return f"{what}-chip rv-chip-{int(project_column(seen.state, step)) + 1}"


def cues(seen: Seen) -> list[Cue]:
    """RV-8: a double."""
    one, other = seen.state.dice.tolist()
    return [Cue("again", f"die-{k}") for k in range(2)] if one == other else []


def dice(seen: Seen) -> list[Piece]:
    """The dice on the table, or their empty places."""
    if seen.state.ended:
        return []
    return [
        Piece(
            f"die-{k}", f"die-{value}", DICE_X + 60 * k, DICE_Y, 100, "die", "", str(value or "…")
        )
        for k, (x, value) in enumerate(zip(DICE_XS, seen.state.dice.tolist(), strict=True))
    ]
