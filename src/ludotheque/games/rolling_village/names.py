"""What things of Rolling Village are called in sentences."""

from ludotheque.core.contract import State
from ludotheque.core.texts import Translate
from ludotheque.games.rolling_village.board import ROW_LETTERS


def kind_name(kind: int, _: Translate) -> str:
    """A kind of project by itself."""
    return (_("Maison"), _("Forêt"), _("Lac"), _("Parc"))[kind]


def project_name(kind: int, _: Translate) -> str:
    """One project of a kind, with its article."""
    return (_("une Maison"), _("une Forêt"), _("un Lac"), _("un Parc"))[kind]


def avenue_name(state: State, row: int) -> str:
    """An avenue by the sums printed beside it, "5-6"; by its letter where there are none."""
    sums = [total for total, avenue in enumerate(state.avenues) if avenue == row]
    if len(sums) > 2 and sums[-1] - sums[0] == len(sums) - 1:
        sums = [sums[0], sums[-1]]
    return "-".join(map(str, sums)) or ROW_LETTERS[row]
