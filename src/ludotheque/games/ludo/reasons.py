"""Why a move of Ludo may be good: what follows from it by the rules, and no opinion."""

from collections.abc import Iterator

from ludotheque.core.contract import State
from ludotheque.core.texts import Translate
from ludotheque.games.ludo.board import (
    BASE,
    CORNERS,
    FINAL,
    LAST_COMMON,
    PAWNS,
    SAFE_HOUSES,
    ring_index,
)
from ludotheque.games.ludo.names import seat_name
from ludotheque.games.ludo.policies import threats
from ludotheque.games.ludo.rules import NO_PAWN, captured, destination, play


def reasons(state: State, seat: int, action: int, _: Translate) -> list[str]:
    """What speaks for a legal move, and what it risks, in short sentences."""
    after = state.copy()
    play(after, seat, action)
    if after.ended:
        return [_("Gagne la partie.")]
    start, end = int(state.pawns[seat, action]), int(after.pawns[seat, action])
    told = [
        *_gains(state, seat, action, _),
        *_shelter(state, seat, start, end, _),
        *_risks(state, after, seat, start, end, _),
    ]
    again = [_("Vous rejouez ensuite.")] if after.turn == seat else []
    return (told or [_order(state, seat, start, _)]) + again


def _gains(state: State, seat: int, action: int, _: Translate) -> Iterator[str]:
    end = destination(state, seat, action)
    victim = captured(state, seat, end)
    if victim != NO_PAWN:
        other = seat_name(state, victim // PAWNS, {}, _)
        house = int(state.pawns[victim // PAWNS, victim % PAWNS])
        told = _("Renvoie à la base un pion de {other}, venu jusqu'à sa maison {house}.")
        yield told.format(other=other, house=house)
    if end == FINAL:
        yield _("Mène un pion à l'arrivée.")
    if state.pawns[seat, action] == BASE:
        yield _("Sort un pion de la base.")


def _shelter(state: State, seat: int, start: int, end: int, _: Translate) -> Iterator[str]:
    if start <= LAST_COMMON < end < FINAL:
        yield _("Entre dans la dernière ligne droite, où personne ne le capture.")
    elif start != BASE and is_safe(state, seat, end):
        yield _("S'arrête sur une maison sûre.")
    elif end <= LAST_COMMON and not is_safe(state, seat, end) and end in state.pawns[seat]:
        yield _("Rejoint un autre de vos pions : à deux, on ne les capture pas.")


def _risks(
    state: State, after: State, seat: int, start: int, end: int, _: Translate
) -> Iterator[str]:
    before, then = exposure(state, seat, start), exposure(after, seat, end)
    if before and not then:
        yield _("Ce pion était menacé, il ne l'est plus.")
    elif before != then:
        told = _("Pions adverses à six maisons derrière ou moins : {before} avant, {after} après.")
        yield told.format(before=before, after=then)
    if not before and start in after.pawns[seat] and exposure(after, seat, start):
        yield _("Laisse seul un pion qui sera menacé.")


def _order(state: State, seat: int, start: int, _: Translate) -> str:
    """Where nothing else can be said: which pawn it is."""
    front = max(position for position in state.pawns[seat].tolist() if position != FINAL)
    if start == front:
        return _("Avance votre pion de tête.")
    return _("Avance un pion resté en arrière.")


def is_safe(state: State, seat: int, position: int) -> bool:
    """LC-11: whether a seat's pawn stands on a safe house there."""
    if not BASE < position <= LAST_COMMON:
        return False
    return ring_index(CORNERS[int(state.seats)][seat], position) in SAFE_HOUSES


def exposure(state: State, seat: int, position: int) -> int:
    """How many opposing pawns could capture the seat's pawn there with one roll (LC-9: alone)."""
    if not BASE < position <= LAST_COMMON or is_crowded(state, seat, position):
        return 0
    return int(threats(state, seat, position))


def is_crowded(state: State, seat: int, position: int) -> bool:
    """Whether more than one pawn stands on the house of that position."""
    corners = CORNERS[int(state.seats)]
    house = ring_index(corners[seat], position)
    there = [
        other
        for other, corner in enumerate(corners)
        for theirs in state.pawns[other].tolist()
        if BASE < theirs <= LAST_COMMON and ring_index(corner, theirs) == house
    ]
    return len(there) > 1
