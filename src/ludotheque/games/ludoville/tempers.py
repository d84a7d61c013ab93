"""What being bold, careful or patient means in Ludoville."""

from ludotheque.core.contract import State, whole
from ludotheque.core.tempers import BOLD, CAREFUL
from ludotheque.core.texts import Translate
from ludotheque.games.ludoville.board import CELLS, CHURCH, GATE, SUBURB, WALL
from ludotheque.games.ludoville.policies import stuck
from ludotheque.games.ludoville.record import FIRST_DESTROY


def lean(before: State, after: State, seat: int, action: int, temper: int) -> float:
    if temper == CAREFUL:
        return -0.3 * stuck(after, seat)
    if action >= FIRST_DESTROY:  # or a pass
        return 0.0
    kind = action // CELLS
    if temper == BOLD:
        return 0.1 * whole(before.points[kind])
    return 0.4 * (kind in (WALL, GATE, SUBURB, CHURCH))


def told(temper: int, _: Translate) -> str:
    if temper == BOLD:
        return _("pose d'abord ce qui vaut cher")
    if temper == CAREFUL:
        return _("se défait de ce qui pourrait lui rester")
    return _("bâtit d'abord les remparts et les faubourgs")
