"""The open hands: whose each is, what it is worth, and its tiles."""

from functools import lru_cache

from ludotheque.core.drawing import Piece, Scene, shortened
from ludotheque.core.texts import Translate, in_points
from ludotheque.core.turns import NOBODY
from ludotheque.games.ludoville import words
from ludotheque.games.ludoville.board import KINDS
from ludotheque.games.ludoville.drawing.seen import Seen
from ludotheque.games.ludoville.drawing.trays import LARGE, Tray, even, scale, tile_id, trays
from ludotheque.games.ludoville.names import tile_name

# What each seat's shield bears, so that nobody depends on its colour.
_CHARGES = (
    "M-14,-8H14V-2H-14z",
    "M-3,-16H3V17H-3z",
    "M-14,-10L10,14L14,9L-10,-16z",
    "M-14,6L0,-7L14,6V11L0,-1L-14,11z",
    "M-3,-16H3V-5H14V1H3V17H-3V1H-14V-5H-3z",
    "M-9,-4a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z"
    "M1,-4a4,4 0 1,0 8,0a4,4 0 1,0 -8,0zM-4,7a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z",
)
_OUTLINE = "M-14,-16H14V-2Q14,12 0,18Q-14,12 -14,-2z"
SHIELDS = {
    f"shield-{seat}": f'<path class="lv-seat-{seat}" d="{_OUTLINE}"/>'
    f'<path class="lv-charge" d="{charge}"/><path class="lv-edge" d="{_OUTLINE}"/>'
    for seat, charge in enumerate(_CHARGES)
}
BADGE = {"badge": '<circle class="lv-badge" r="11"/>'}
BADGE_SHIFT = (23, -22)  # from the middle of a tile at full size


def turn(seen: Seen) -> list[Piece]:
    """A frame around the hand that has the turn."""
    state = seen.state
    if state.ended or state.turn == NOBODY:
        return []
    tray = trays(state.seats, seen.shown)[state.turn]
    return [Piece("lv-turn", "", tray.x, tray.y, style="turn", path=tray.outline)]


def hands(seen: Seen, scene: Scene) -> list[Piece]:
    """Every hand, seat after seat."""
    found = []
    for seat, tray in enumerate(trays(seen.state.seats, seen.shown)):
        found += _head(seen, scene, seat, tray)
        found += _tiles(seat, tuple(seen.hands[seat]), tray, seen.translate)
    return found


def _head(seen: Seen, scene: Scene, seat: int, tray: Tray) -> list[Piece]:
    """Shield or laurels, name and points."""
    head, _ = tray.head, seen.translate
    x, y = tray.x + head.text, tray.middle
    emblem, size = f"lv-shield-{seat}", head.shield
    if seat in seen.winners:
        emblem, size = "laurels", head.laurels
    name = shortened(words.seat_name(seen.state, seat, scene.names, _), head.longest)
    style = f"{head.style} left" if seen.state.gone >> seat & 1 else head.style
    points = in_points(seen.points[seat], _)
    return [
        Piece(f"e-{seat}", emblem, tray.x + head.emblem, y, size),
        Piece(f"n-{seat}", "", x, y + head.name, style=style, text=name),
        Piece(f"p-{seat}", "", x, y + head.points, style="points", text=points),
    ]


@lru_cache(maxsize=1024)
def _tiles(seat: int, hand: tuple[int, ...], tray: Tray, _: Translate) -> tuple[Piece, ...]:
    """The tiles of a hand, each kind once, with a number where there are several."""
    held = [kind for kind, count in enumerate(hand) if count]
    size, is_own = scale(tray.slot(len(held))), tray.head is LARGE
    right, up = (even(shift * size / 100) for shift in BADGE_SHIFT)
    found = []
    for number, kind in enumerate(held):
        x, y = tray.place(number, len(held))
        name, count = KINDS[kind], hand[kind]
        style, label = ("held", tile_name(kind, _)) if is_own else ("", "")
        found.append(Piece(tile_id(seat, kind), f"lv-{name}", x, y, size, style, "", label))
        if count > 1:
            where = x + right, y + up, size
            found.append(Piece(f"c-{seat}-{name}", "lv-badge", *where, "number", str(count)))
    return tuple(found)
