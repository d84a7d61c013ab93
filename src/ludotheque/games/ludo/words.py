"""Ludo in sentences: what happened, and what a move would do."""

from collections.abc import Mapping

from ludotheque.core.contract import State
from ludotheque.core.drawing.trail import sent_home
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate
from ludotheque.core.turns import NOBODY, winner
from ludotheque.games.ludo.board import BASE, FINAL, LAST_COMMON
from ludotheque.games.ludo.figures import figures
from ludotheque.games.ludo.names import seat_name
from ludotheque.games.ludo.plainly import captive, end_of
from ludotheque.games.ludo.prompts import prompt
from ludotheque.games.ludo.reasons import reasons

__all__ = ["figures", "label", "prompt", "reasons", "seat_name", "tell"]


def tell(step: Step, names: Mapping[int, str], _: Translate) -> list[str]:
    """What happened, a sentence each, with what the rules carried out by themselves."""
    if step.kind == "move":
        return _move(step, names, _)
    if step.kind == "chance":
        return _chance(step, names, _)
    return _end(step, names, _)


def _chance(step: Step, names: Mapping[int, str], _: Translate) -> list[str]:
    before, after = step.before, step.after
    if before.turn == NOBODY:
        return [_("{name} commence.").format(name=seat_name(before, step.code, names, _))]
    die = step.code + 1
    name = seat_name(before, int(before.turn), names, _)
    told = [_("{name} lance un {die}.").format(name=name, die=die)]
    if not after.die:
        why = _("Aucun coup possible : {why}. Le tour passe.").format(why=_obstacles(before, _))
        told.append(_third(_) + "." if _is_third(before, die) else why)
    return told


def _move(step: Step, names: Mapping[int, str], _: Translate) -> list[str]:
    before, seat, pawn = step.before, step.seat, step.code
    assert seat is not None
    rows, die = before.pawns.tolist(), int(before.die)
    start = rows[seat][pawn]
    name, end = seat_name(before, seat, names, _), end_of(start, die)
    if start == BASE:
        told = [_("{name} sort un pion.").format(name=name)]
    elif end == FINAL:
        told = [_("{name} rentre un pion à l'arrivée.").format(name=name)]
    else:
        told = [_("{name} avance un pion de {count}.").format(name=name, count=die)]
    victim = sent_home(rows, step.after.pawns.tolist())
    if victim:
        other = seat_name(before, victim[0], names, _)
        told.append(_("{name} capture un pion de {other}.").format(name=name, other=other))
    if not step.after.ended and step.after.turn == seat:
        told.append(_("{name} rejoue.").format(name=name))
    return told + _end(step, names, _)


def _end(step: Step, names: Mapping[int, str], _: Translate) -> list[str]:
    if not step.after.ended:
        return []
    name = seat_name(step.after, winner(step.after), names, _)
    return [_("{name} gagne la partie.").format(name=name)]


def caption(step: Step, names: Mapping[int, str], _: Translate) -> str:
    """What a step came to, in few words: why the turn passes, or why it does not."""
    before, after = step.before, step.after
    if step.kind == "chance":
        if before.turn == NOBODY:
            name = seat_name(before, step.code, names, _)
            return _("Tirage au sort : {name} commence").format(name=name)
        return "" if after.die else _in_vain(before, step.code + 1, _)
    if after.turn != step.seat or step.seat is None:
        return ""
    rows, name = before.pawns.tolist(), seat_name(before, step.seat, names, _)
    victim = sent_home(rows, after.pawns.tolist())
    if victim:
        other = seat_name(before, victim[0], names, _)
        return _("{name} capture {other} et rejoue").format(name=name, other=other)
    if end_of(rows[step.seat][step.code], int(before.die)) == FINAL:
        return _("Un pion arrivé : {name} rejoue").format(name=name)
    if before.die == 6:
        return _("Un 6 : {name} rejoue").format(name=name)
    return _("Encore un tour pour {name}").format(name=name)  # LC-21: one that is owed still


def _is_third(before: State, die: int) -> bool:
    """LC-7."""
    return bool(die == 6 and before.sixes == 2)


def _third(_: Translate) -> str:
    return _("Troisième 6 de suite : le tour passe")


def _in_vain(before: State, die: int, _: Translate) -> str:
    """Why a roll moves nothing (LC-5, LC-7, LC-20)."""
    if _is_third(before, die):
        return _third(_)
    return _("{die} : {why}").format(die=die, why=_obstacles(before, _))


def _obstacles(before: State, _: Translate) -> str:
    """What keeps every pawn from moving (LC-4, LC-13)."""
    row = before.pawns[before.turn].tolist()
    out, exact = _("il faut un 6 pour sortir"), _("il faut le compte exact pour arriver")
    found = [out] * (BASE in row) + [exact] * bool(set(row) - {BASE, FINAL})
    return ", ".join(found)


def label(state: State, seat: int, action: int, _: Translate) -> str:
    """What a legal move would do, for those who hear it or read it in a list."""
    rows = state.pawns.tolist()
    position = rows[seat][action]
    end = end_of(position, int(state.die))
    if position == BASE:
        text = _("Sortir un pion")
    elif end == FINAL:
        text = _("Rentrer à l'arrivée le pion de la maison {here}").format(here=position)
    elif end > LAST_COMMON:
        text = _("De la maison {here} à la maison {end}, dans la dernière ligne droite").format(
            here=position, end=end
        )
    else:
        text = _("De la maison {here} à la maison {end}").format(here=position, end=end)
    victim = captive(rows, int(state.seats), seat, end)
    if victim is None:
        return text
    other = seat_name(state, victim, {}, _)
    return _("{move}, en capturant {other}").format(move=text, other=other)
