"""What lies at the homes beside pawns and dice: whose turn it is, the names, the laurels."""

from html import escape

from ludotheque.core.drawing import LAURELS, Scene, place
from ludotheque.core.texts import translator
from ludotheque.games.superludo import words
from ludotheque.games.superludo.drawing.board import block
from ludotheque.games.superludo.drawing.places import (
    HOMES,
    HUES,
    MIDDLE,
    NAME_SHIFT,
    SIDES,
    TILE,
    TRAYS,
)
from ludotheque.games.superludo.drawing.seen import LOCALE, Seen

LONGEST_NAME, LONGEST_MATE = 16, 11  # characters; beside the badge of a couple fewer fit

STYLE = """
& .name{font-size:22px;font-weight:700;text-anchor:middle}
& .veil{fill:var(--table);opacity:.72}
& .left{fill:var(--ink);opacity:.6;text-decoration:line-through}
& .turn-edge{fill:none;stroke:var(--pip);stroke-width:10}
& .turn-line{fill:none;stroke:var(--glow);stroke-width:6.5}
"""


def turns(seen: Seen) -> str:
    """A frame around the home of whoever rolls or moves, and at last of who won."""
    seats = seen.winners if seen.is_over else [seen.turn] if seen.turn is not None else []
    box = 'x="-110" y="-110" width="220" height="224" rx="25"'
    frame = f'<rect class="turn-edge" {box}/><rect class="turn-line" {box}/>'
    ids = ("turn", "turn-2")
    return "".join(
        f'<g id="{name}" class="{place(*HOMES[seen.corners[seat]])}">{frame}</g>'
        for name, seat in zip(ids, seats, strict=False)
    )


def names(seen: Seen, scene: Scene) -> str:
    """The names on the homes; a home whose player left is veiled."""
    _ = translator(LOCALE, scene.language)
    longest = LONGEST_MATE if seen.state.couples else LONGEST_NAME
    parts = []
    for seat, corner in enumerate(seen.corners):
        name = words.seat_name(seen.state, seat, scene.names, _)
        short = name if len(name) <= longest else f"{name[: longest - 1]}…"
        (x, y), left = HOMES[corner], " left" if seen.gone >> seat & 1 else ""
        inward = (30 if x < MIDDLE else -30) if seen.state.couples else 0
        parts.append(
            f'<text id="n-{seat}" class="name {HUES[corner]}-on{left}" x="{x + inward}"'
            f' y="{y + SIDES[corner] * NAME_SHIFT + 8}">{escape(short)}</text>'
        )
        if left:
            parts.append(block((x, y), TILE + 6, 28, "veil", 2))
    return "".join(parts)


def laurels(seen: Seen) -> str:
    """Laurels in the trays of the winners."""
    ids = ("laurels", "laurels-2")
    return "".join(
        f'<g id="{name}" class="{place(*TRAYS[seen.corners[seat]])}">{LAURELS}</g>'
        for name, seat in zip(ids, seen.winners, strict=False)
    )
