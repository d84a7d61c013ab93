"""What a seat of Ludo is to do now, in a sentence, and why."""

from collections.abc import Sequence

from ludotheque.core.contract import State
from ludotheque.core.prompt import Prompt
from ludotheque.core.texts import Translate, either
from ludotheque.games.ludo.board import BASE, DICE, FINAL
from ludotheque.games.ludo.plainly import captive

_FACES = range(1, 7)
_DICE: list[int] = DICE.tolist()  # as plain numbers, which are quicker one by one


def prompt(state: State, seat: int | None, actions: Sequence[int], _: Translate) -> Prompt:
    """What a seat is asked to do; before the lot, what everybody waits for."""
    if seat is None:
        return Prompt("lot", _("Le sort désigne qui commence."))
    return _move(state, seat, actions, _) if actions else _roll(state, seat, _)


def _roll(state: State, seat: int, _: Translate) -> Prompt:
    if state.sixes == 2:  # LC-7
        return Prompt("third", _("Lancez encore, mais un troisième 6 passerait votre tour."))
    row = state.pawns[seat].tolist()
    useful = _useful(row)
    if useful == [6]:  # LC-4
        return Prompt("out", _("Il vous faut un 6 pour sortir : lancez le dé."))
    if len(useful) < len(_FACES):  # LC-13
        dice = either([str(die) for die in useful], _)
        told = _("Il vous faut {dice} pour avancer : lancez le dé.")
        return Prompt("exact", told.format(dice=dice))
    if state.sixes:  # LC-6
        return Prompt("again", _("Un 6 fait rejouer : lancez encore."))
    if BASE in row:
        return Prompt("roll", _("Lancez le dé : un 6 sortirait un pion."))
    return Prompt("roll", _("Lancez le dé."))


def useful_dice(state: State, seat: int) -> list[int]:
    """The faces with which a seat could move."""
    return _useful(state.pawns[seat].tolist())


def _useful(row: Sequence[int]) -> list[int]:
    able = 0
    for position in row:
        able |= _DICE[position]
    return [die for die in _FACES if able >> die & 1]


def _move(state: State, seat: int, actions: Sequence[int], _: Translate) -> Prompt:
    die, rows = int(state.die), state.pawns.tolist()
    outs = [pawn for pawn in actions if rows[seat][pawn] == BASE]
    if len(outs) == len(actions):
        return Prompt("leave", _("Un 6 : sortez un pion."))
    if outs:  # LC-19
        return Prompt("choice", _("Un 6 : sortez un pion, ou avancez-en un de 6."))
    ends = [rows[seat][pawn] + die for pawn in actions]
    if ends == [FINAL]:
        return Prompt("home", _("Le compte est bon : rentrez votre pion à l'arrivée."))
    if any(captive(rows, int(state.seats), seat, end) is not None for end in ends):
        return Prompt("capture", _("Avancez de {die} : un pion est à prendre.").format(die=die))
    if len(actions) == 1:
        return Prompt("only", _("Un seul pion peut avancer de {die}.").format(die=die))
    return Prompt("move", _("Avancez de {die} le pion de votre choix.").format(die=die))
