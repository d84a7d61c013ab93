"""What the seats of Superludo are called in sentences."""

from collections.abc import Mapping

from ludotheque.core.contract import State
from ludotheque.core.texts import Translate
from ludotheque.games.superludo.board import CORNERS


def seat_name(state: State, seat: int, names: Mapping[int, str], _: Translate) -> str:
    """A seat's name: its player's, else its colour."""
    colours = (_("Jaune"), _("Bleu"), _("Rouge"), _("Vert"))
    return names.get(seat) or colours[CORNERS[int(state.seats)][seat]]
