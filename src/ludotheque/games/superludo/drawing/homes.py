"""What lies at the homes beside pawns and dice: whose turn it is, the names, the laurels."""

from ludotheque.core.drawing import LAURELS, Scene, place
from ludotheque.core.drawing.boards import name_plate, turn_frame, veil
from ludotheque.core.texts import translator
from ludotheque.games.superludo import words
from ludotheque.games.superludo.drawing.places import (
    HOMES,
    HUES,
    MIDDLE,
    SIDES,
    TRAYS,
)
from ludotheque.games.superludo.drawing.seen import LOCALE, Seen

LONGEST_NAME, LONGEST_MATE = 16, 11  # characters; beside the badge of a couple fewer fit


def turns(seen: Seen) -> str:
    """A frame around the home of the player to roll or move; in the end, of the winners."""
    seats = seen.winners if seen.is_over else [seen.turn] if seen.turn is not None else []
    return "".join(
        turn_frame(name, HOMES[seen.corners[seat]], 110, 25)
        for name, seat in zip(("turn", "turn-2"), seats, strict=False)
    )


def names(seen: Seen, scene: Scene) -> str:
    """The names on the homes; a home whose player left is veiled."""
    _ = translator(LOCALE, scene.language)
    longest = LONGEST_MATE if seen.state.couples else LONGEST_NAME
    parts = []
    for seat, corner in enumerate(seen.corners):
        name = words.seat_name(seen.state, seat, scene.names, _)
        (x, y), left = HOMES[corner], " left" if seen.gone >> seat & 1 else ""
        inward = (30 if x < MIDDLE else -30) if seen.state.couples else 0
        style = f"{HUES[corner]}-on{left}"
        parts.append(name_plate(seat, name, longest, style, (x + inward, y), SIDES[corner]))
        if left:
            parts.append(veil((x, y)))
    return "".join(parts)


def laurels(seen: Seen) -> str:
    """Laurels in the trays of the winners."""
    ids = ("laurels", "laurels-2")
    return "".join(
        f'<g id="{name}" class="{place(*TRAYS[seen.corners[seat]])}">{LAURELS}</g>'
        for name, seat in zip(ids, seen.winners, strict=False)
    )
