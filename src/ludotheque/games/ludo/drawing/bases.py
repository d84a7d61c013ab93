"""What lies at the bases beside pawns: whose turn it is, the names, the die, the laurels."""

from ludotheque.core.drawing import LAURELS, Scene, die, place
from ludotheque.core.drawing.boards import name_plate, turn_frame, veil
from ludotheque.core.step import Step
from ludotheque.core.texts import translator
from ludotheque.core.turns import NOBODY
from ludotheque.games.ludo import words
from ludotheque.games.ludo.drawing.places import BASES, HUES, SIDES, TRAYS
from ludotheque.games.ludo.drawing.seen import LOCALE, Seen

LONGEST_NAME = 16


def turn(seen: Seen) -> str:
    """A frame around the base of the player to roll or move; in the end, of the winner."""
    seat = seen.winner if seen.is_over else seen.turn
    if seat is None:
        return ""
    return turn_frame("turn", BASES[seen.corners[seat]], 114, 28)


def names(seen: Seen, scene: Scene) -> str:
    """The names on the bases; a base whose player left is veiled."""
    _ = translator(LOCALE, scene.language)
    parts = []
    for seat, corner in enumerate(seen.corners):
        name = scene.names.get(seat) or words.seat_name(seen.state, seat, {}, _)
        style = f"{HUES[corner]}-on"
        if seen.gone >> seat & 1:
            parts.append(veil(BASES[corner]))
            style = "left"
        parts.append(name_plate(seat, name, LONGEST_NAME, style, BASES[corner], SIDES[corner]))
    return "".join(parts)


def laurels(seen: Seen) -> str:
    """Laurels in the tray of the winner."""
    if seen.winner is None:
        return ""
    x, y = TRAYS[seen.corners[seen.winner]]
    return f'<g id="laurels" class="{place(x, y)}">{LAURELS}</g>'


def thrown(seen: Seen, last: Step | None) -> str:
    """The die in the tray of the player to roll; a roll that moved nothing stays where it fell."""
    seat, value, spent = seen.turn, seen.die, ""
    if last is not None and last.kind == "chance" and not value and last.before.turn != NOBODY:
        seat, value, spent = int(last.before.turn), last.code + 1, " spent"
    if seat is None or seen.is_over:
        return ""
    return (
        f'<g id="die" class="die{spent} {place(*TRAYS[seen.corners[seat]])}" role="img"'
        f' aria-label="{value or "…"}">{die(value)}</g>'
    )
