"""What being bold, careful or patient means in Ludo."""

from ludotheque.core.contract import State, whole
from ludotheque.core.tempers import BOLD, CAREFUL
from ludotheque.core.texts import Translate
from ludotheque.games.ludo.board import BASE, FINAL, LAST_COMMON, MEETS, NOWHERE, PAWNS
from ludotheque.games.ludo.policies import threats
from ludotheque.games.ludo.rules import NO_PAWN, captured, destination


def lean(before: State, after: State, seat: int, action: int, temper: int) -> float:
    if temper == BOLD:
        is_capture = captured(before, seat, destination(before, seat, action)) != NO_PAWN
        return 3.0 * is_capture + 0.5 * prey(after, seat)
    if temper == CAREFUL:
        return -0.35 * exposed(after, seat)
    return 0.12 * overtaken_by(before, seat, action)


def prey(state: State, seat: int) -> int:
    """How often a pawn of another has one of the seat's six houses or less behind it."""
    corners = 2 if state.seats == 2 else 1
    count = 0
    for other in range(state.seats):
        for pawn in range(PAWNS if other != seat else 0):
            position = whole(state.pawns[other, pawn])
            target = MEETS[(seat - other) * corners & 3, position]
            if position == BASE or position > LAST_COMMON or target == NOWHERE:
                continue
            for hunter in range(PAWNS):
                mine = whole(state.pawns[seat, hunter])
                count += mine != BASE and 1 <= target - mine <= 6
    return count


def exposed(state: State, seat: int) -> int:
    """How often a pawn of the seat, alone on its house, is within a roll of another's."""
    count = 0
    for pawn in range(PAWNS):
        position = whole(state.pawns[seat, pawn])
        alone = 0
        for other in range(PAWNS):
            alone += state.pawns[seat, other] == position
        if alone == 1:  # LC-9
            count += threats(state, seat, position)
    return count


def overtaken_by(state: State, seat: int, pawn: int) -> int:
    """How many of the seat's pawns on the way are further than this one."""
    count = 0
    for other in range(PAWNS):
        count += state.pawns[seat, pawn] < state.pawns[seat, other] < FINAL
    return count


def told(temper: int, _: Translate) -> str:
    if temper == BOLD:
        return _("poursuit les autres et les capture")
    if temper == CAREFUL:
        return _("met ses pions à l'abri")
    return _("fait avancer tous ses pions ensemble")
