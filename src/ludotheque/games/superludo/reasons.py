"""Why a move of Superludo may be good: what follows from it by the rules, and no opinion."""

from collections.abc import Iterator

from ludotheque.core.contract import State
from ludotheque.core.texts import Translate
from ludotheque.games.superludo.board import GOAL, HOME, MOUTH, PAWNS, SAFE
from ludotheque.games.superludo.names import seat_name
from ludotheque.games.superludo.policies import is_barred, is_broken, is_partner, threats
from ludotheque.games.superludo.record import NO_PAWN
from ludotheque.games.superludo.rules import captured, play, waiting
from ludotheque.games.superludo.ways import pawns_at


def reasons(state: State, seat: int, action: int, _: Translate) -> list[str]:
    """What speaks for a legal move, and what it risks, in short sentences."""
    after, pawn = state.copy(), action % PAWNS
    play(after, seat, action)
    if after.ended:
        return [_("Gagne la partie.")]
    start, end = int(state.pawns[seat, pawn]), int(after.pawns[seat, pawn])
    told = [
        *_gains(state, after, seat, start, end, _),
        *_shelter(state, seat, start, end, _),
        *_risks(state, after, seat, start, end, _),
    ]
    is_again = after.turn == seat and not waiting(after)
    again = [_("Vous relancez ensuite.")] if is_again else []
    return (told or [_order(state, seat, start, _)]) + again


def _gains(
    state: State, after: State, seat: int, start: int, end: int, _: Translate
) -> Iterator[str]:
    victim = captured(state, seat, start, end)
    if victim != NO_PAWN:
        yield _eaten(state, seat, victim, _)
    if end == GOAL:
        yield _("Mène un pion à l'arrivée.")
    if start == HOME:
        yield _("Sort un pion de la maison.")
    if after.bonus:
        yield _("Gagne un bonus de {count} cases.").format(count=int(after.bonus))


def _eaten(state: State, seat: int, victim: int, _: Translate) -> str:
    owner, pawn = divmod(victim, PAWNS)
    told = _("Renvoie à la maison un pion de {other}, qui avait fait {count} cases.")
    if is_partner(state, seat, owner):
        told = _("Renvoie un pion de {other}, votre partenaire : {count} cases perdues.")
    other = seat_name(state, owner, {}, _)
    return told.format(other=other, count=int(state.pawns[owner, pawn]))


def _shelter(state: State, seat: int, start: int, end: int, _: Translate) -> Iterator[str]:
    if is_barred(state, seat, end):
        yield _("Forme une barrière.")
    elif start <= MOUTH < end < GOAL:
        yield _("Entre dans le couloir, où personne ne le mange.")
    elif start != HOME and SAFE[end]:
        yield _("S'arrête sur une case de sécurité.")
    if is_broken(state, seat, start):
        yield _("Casse une barrière.")


def _risks(
    state: State, after: State, seat: int, start: int, end: int, _: Translate
) -> Iterator[str]:
    before, then = exposure(state, seat, start), exposure(after, seat, end)
    if before and not then:
        yield _("Ce pion était menacé, il ne l'est plus.")
    elif before != then:
        told = _(
            "Pions adverses à {reach} cases derrière ou moins : {before} avant, {after} après."
        )
        reach = 7 if state.dice == 1 else 12
        yield told.format(reach=reach, before=before, after=then)
    if is_broken(state, seat, start) and exposure(after, seat, start):
        yield _("Laisse seul un pion qui sera menacé.")


def _order(state: State, seat: int, start: int, _: Translate) -> str:
    """Where nothing else can be said: which pawn it is."""
    front = max(position for position in state.pawns[seat].tolist() if position != GOAL)
    if start == front:
        return _("Avance votre pion de tête.")
    return _("Avance un pion resté en arrière.")


def exposure(state: State, seat: int, position: int) -> int:
    """How many opposing pawns stand within a roll behind the seat's pawn there, if it is alone."""
    pawns = pawns_at(state, seat, position)
    return 0 if pawns & pawns - 1 else int(threats(state, seat, position))
