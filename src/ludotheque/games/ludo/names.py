"""What the seats of Ludo are called in sentences."""

from collections.abc import Mapping

from ludotheque.core.contract import State
from ludotheque.core.texts import Translate
from ludotheque.core.texts import mark as _
from ludotheque.games.ludo.board import CORNERS

_COLOURS = (_("Rouge"), _("Vert"), _("Jaune"), _("Bleu"))  # of the corners


def seat_name(state: State, seat: int, names: Mapping[int, str], _: Translate) -> str:
    """A seat's name: its player's, else its colour."""
    return names.get(seat) or _(_COLOURS[CORNERS[int(state.seats)][seat]])
