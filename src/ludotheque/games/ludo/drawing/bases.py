"""What lies at the bases beside pawns: whose turn it is, the names, the die, the laurels."""

from html import escape

from ludotheque.core.drawing import LAURELS, Scene, die, place
from ludotheque.core.step import Step
from ludotheque.core.texts import translator
from ludotheque.core.turns import NOBODY
from ludotheque.games.ludo import words
from ludotheque.games.ludo.drawing.board import square
from ludotheque.games.ludo.drawing.places import BASES, HUES, NAME_SHIFT, SIDES, TILE, TRAYS
from ludotheque.games.ludo.drawing.seen import LOCALE, Seen

LONGEST_NAME = 16

STYLE = """
& .name{font-size:22px;font-weight:700;text-anchor:middle}
& .veil{fill:var(--table);opacity:.72}
& .left{fill:var(--ink);opacity:.6;text-decoration:line-through}
& .turn-edge{fill:none;stroke:var(--pip);stroke-width:10}
& .turn-line{fill:none;stroke:var(--glow);stroke-width:6.5}
& .spent{opacity:.4}
"""


def turn(seen: Seen) -> str:
    """A frame around the base of whoever rolls or moves, and at last of who won."""
    seat = seen.winner if seen.is_over else seen.turn
    if seat is None:
        return ""
    box = 'x="-114" y="-114" width="228" height="232" rx="28"'
    return (
        f'<g id="turn" class="{place(*BASES[seen.corners[seat]])}">'
        f'<rect class="turn-edge" {box}/><rect class="turn-line" {box}/></g>'
    )


def names(seen: Seen, scene: Scene) -> str:
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


def laurels(seen: Seen) -> str:
    """Laurels in the tray of the winner."""
    if seen.winner is None:
        return ""
    x, y = TRAYS[seen.corners[seen.winner]]
    return f'<g id="laurels" class="{place(x, y)}">{LAURELS}</g>'


def thrown(seen: Seen, last: Step | None) -> str:
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
