"""What being bold, careful or patient means in Superludo and Ludo classique."""

from ludotheque.core.contract import State, whole
from ludotheque.core.tempers import BOLD, CAREFUL
from ludotheque.core.texts import Translate
from ludotheque.games.superludo.board import HOME, MEETS, MOUTH, NOWHERE, PAWNS
from ludotheque.games.superludo.policies import is_partner, loot, threats
from ludotheque.games.superludo.reckoning import is_open
from ludotheque.games.superludo.ways import corner


def lean(before: State, after: State, seat: int, action: int, temper: int) -> float:
    if temper == BOLD:
        return 2.0 * (loot(before, seat, action) != 0) + 0.5 * prey(after, seat)
    if temper == CAREFUL:
        return -0.4 * exposed(after, seat)
    return 0.8 * barriers(after, seat)


def prey(state: State, seat: int) -> int:
    """How often a pawn that may be eaten has one of the seat's within a roll behind it."""
    reach = 7 if state.dice == 1 else 12
    count = 0
    for other in range(state.seats):
        if other == seat or is_partner(state, seat, other):
            continue
        for pawn in range(PAWNS):
            position = whole(state.pawns[other, pawn])
            target = MEETS[corner(state, seat - other) & 3, position]
            if not is_open(state, other, position) or target == NOWHERE:
                continue
            for hunter in range(PAWNS):
                mine = whole(state.pawns[seat, hunter])
                count += mine != HOME and 1 <= target - mine <= reach
    return count


def exposed(state: State, seat: int) -> int:
    """How often a pawn of the seat that may be eaten is within a roll of another's."""
    count = 0
    for pawn in range(PAWNS):
        position = whole(state.pawns[seat, pawn])
        if is_open(state, seat, position):
            count += threats(state, seat, position)
    return count


def barriers(state: State, seat: int) -> int:
    """How many barriers the seat holds on the common squares."""
    count = 0
    for pawn in range(1, PAWNS):
        position = whole(state.pawns[seat, pawn])
        for lower in range(pawn):
            same = state.pawns[seat, lower] == position
            count += same and HOME < position <= MOUTH
    return count


def told(temper: int, _: Translate) -> str:
    if temper == BOLD:
        return _("poursuit les autres et les mange")
    if temper == CAREFUL:
        return _("reste hors d'atteinte")
    return _("tient ses barrières")
