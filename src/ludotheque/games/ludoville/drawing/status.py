"""What stands above the map: the title, the round, the pile, the ramparts and the die."""

from html import escape

from ludotheque.core.contract import State
from ludotheque.core.drawing import Scene, place
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate
from ludotheque.games.ludoville import words
from ludotheque.games.ludoville.drawing.landscape import LEFT, RIGHT, WIDTH
from ludotheque.games.ludoville.record import ROLL, SIEGE


def title() -> str:
    """The name of the game between two flourishes."""
    middle = WIDTH // 2
    return (
        f'<text class="lv-title" x="{middle}" y="52">Ludoville</text>'
        f'<path class="lv-flourish" d="M{middle - 150},40q14,-10 26,0q-8,6 -14,0M{middle + 150},40'
        'q-14,-10 -26,0q8,6 14,0"/>'
    )


def status(state: State, scene: Scene, _: Translate) -> str:
    """Round, pile, ramparts and die, on both sides of the title."""
    left, right = LEFT - 24, RIGHT + 24
    round_number = escape(_("Tour {round}").format(round=int(state.round_number)))
    pile = escape(_("Pioche : {count}").format(count=int(state.pile.sum(dtype=int))))
    ramparts_are = _("Remparts fermés") if state.closed else _("Remparts ouverts")
    return (
        f'<g id="lv-status"><text class="lv-status" x="{left}" y="36">{round_number}</text>'
        f'<text class="status-small" x="{left}" y="59">{escape(ramparts_are)}</text>'
        f'<text class="lv-status end" x="{right}" y="36">{pile}</text>'
        f"{_die(state, scene.last, _)}</g>"
    )


def _die(state: State, last: Step | None, _: Translate) -> str:
    """The twenty-sided die while it waits for its roll, and what it brought."""
    rolled = last.code + 1 if last and last.kind == "chance" and last.before.stage == ROLL else 0
    rolled = int(state.disaster) or rolled
    if not rolled and state.stage != ROLL:
        return ""
    x, y = RIGHT - 118, 34
    alarm = ""
    if 0 < rolled <= SIEGE:
        name = escape(words.disaster_name(rolled, _))
        alarm = f'<text class="lv-status alarm end" x="{x - 26}" y="{y + 6}">{name}</text>'
    return (
        f'{alarm}<g id="lv-die" class="{place(x, y)}" role="img" aria-label="{rolled or "…"}">'
        '<path class="die-face" d="M0,-20L17,-10V10L0,20L-17,10V-10z"/>'
        '<path class="lv-flourish" d="M0,-20L-11,8H11zM-17,-10L-11,8L0,20M17,-10L11,8"/>'
        f'<circle class="die-face" r="11" cy="1"/>'
        f'<text class="die-number" y="7">{rolled or "?"}</text></g>'
    )
