"""Why a roll of Superludo moves nothing: what stops each pawn, by the rules."""

from collections.abc import Iterable

from ludotheque.core.contract import State
from ludotheque.core.texts import Translate
from ludotheque.core.texts import mark as _
from ludotheque.games.superludo.board import EXIT, GOAL, HOME, PAWNS
from ludotheque.games.superludo.record import COMING_OUT
from ludotheque.games.superludo.ways import ahead, corridor, pawns_at, track, way

BARRIER = _("une barrière bloque le passage")  # CA-14, CA-16
FULL = _("deux pions occupent déjà la case")  # CA-15
EXACT = _("il faut le compte exact pour arriver")  # CA-24
HELD = _("deux pions tiennent déjà la sortie")  # CA-10
FIVE = _("il faut un 5 pour sortir")  # CA-10, CA-12
BARRED = _("l'autre pion de la barrière ne joue pas le second dé")  # CA-18
_ORDER = (BARRIER, FULL, EXACT, HELD, FIVE, BARRED)


def obstacles(state: State, seat: int, counts: Iterable[int], translate: Translate) -> str:
    """What keeps every pawn of a seat from moving so many squares, each reason once."""
    found = {
        _obstacle(state, seat, int(position), count)
        for position in state.pawns[seat, :PAWNS]
        for count in counts
        if position != GOAL
    }
    return ", ".join(translate(reason) for reason in _ORDER if reason in found)


def _obstacle(state: State, seat: int, position: int, count: int) -> str:
    if position == HOME:
        own = pawns_at(state, seat, EXIT)
        return HELD if count == COMING_OUT and own & own - 1 else FIVE
    if position + count > GOAL:
        return EXACT
    barriers, shared = track(state, seat)
    lane, last = corridor(state, seat), 1 << count - 1
    closed = barriers | shared if state.mixed_barriers else barriers
    if int(ahead(way(closed, lane), position)) & 2 * last - 1:
        return BARRIER
    return FULL if int(ahead(way(shared, lane), position)) & last else BARRED
