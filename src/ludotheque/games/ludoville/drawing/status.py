"""What stands above the map: the title, the round, the pile, the ramparts and the die."""

from ludotheque.core.drawing import Piece
from ludotheque.core.step import Step
from ludotheque.games.ludoville import names
from ludotheque.games.ludoville.drawing.landscape import LEFT, RIGHT, WIDTH
from ludotheque.games.ludoville.drawing.seen import Seen
from ludotheque.games.ludoville.record import ROLL, SIEGE

PILE = RIGHT + 24, 28

DIE = {
    "die": '<path class="die-face" d="M0,-20L17,-10V10L0,20L-17,10V-10z"/>'
    '<path class="lv-flourish" d="M0,-20L-11,8H11zM-17,-10L-11,8L0,20M17,-10L11,8"/>'
    '<circle class="die-face" r="11" cy="1"/>'
}


def title() -> str:
    """The name of the game between two flourishes."""
    middle = WIDTH // 2
    return (
        f'<text class="lv-title" x="{middle}" y="52">Ludoville</text>'
        f'<path class="lv-flourish" d="M{middle - 150},40q14,-10 26,0q-8,6 -14,0M{middle + 150},40'
        'q-14,-10 -26,0q8,6 14,0"/>'
    )


def status(seen: Seen, last: Step | None) -> list[Piece]:
    """Round, ramparts, pile and die, on both sides of the title."""
    left, _ = LEFT - 24, seen.translate
    turn = _("Tour {round}").format(round=seen.state.round_number)
    ramparts = _("Remparts fermés") if seen.state.closed else _("Remparts ouverts")
    pile = _("Pioche : {count}").format(count=sum(seen.state.pile.tolist()))
    return [
        Piece("lv-round", "", left, 28, style="status", text=turn),
        Piece("lv-ramparts", "", left, 52, style="status-small", text=ramparts),
        Piece("lv-pile", "", *PILE, style="status end", text=pile),
        *_die(seen, last),
    ]


def _die(seen: Seen, last: Step | None) -> list[Piece]:
    """The twenty-sided die while it waits for its roll, and what it brought."""
    rolled = last.code + 1 if last and last.kind == "chance" and last.before.stage == ROLL else 0
    rolled = seen.state.disaster or rolled
    if not rolled and seen.state.stage != ROLL:
        return []
    x, number = RIGHT - 118, str(rolled or "?")
    die = Piece("lv-die", "lv-die", x, 34, 100, "die d20", number, str(rolled or "…"))
    if not 0 < rolled <= SIEGE:
        return [die]
    name = names.disaster_name(rolled, seen.translate)
    return [Piece("lv-alarm", "", x - 26, 32, style="status alarm end", text=name), die]
