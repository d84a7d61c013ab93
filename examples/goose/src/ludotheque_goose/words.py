"""The Goose in sentences: what happened, what is to be done, what a move would do."""

from collections.abc import Sequence

from ludotheque.core.contract import State
from ludotheque.core.prompt import Prompt
from ludotheque.core.seams import Names
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate
from ludotheque.core.turns import NOBODY, winner
from ludotheque_goose.board import END, START
from ludotheque_goose.rules import destination


def seat_name(state: State, seat: int, names: Names, _: Translate) -> str:  # noqa: ARG001
    """A seat's name: its player's, else its colour."""
    return names.get(seat) or (_("Rouge"), _("Vert"), _("Jaune"), _("Bleu"))[seat]


def tell(step: Step, names: Names, _: Translate) -> list[str]:
    """What happened, a sentence each, with what the rules carried out by themselves."""
    before, after, told = step.before, step.after, []
    if step.kind == "chance" and before.turn == NOBODY:
        told.append(_("{name} commence.").format(name=seat_name(before, step.code, names, _)))
    elif step.kind == "chance":
        name, dice = seat_name(before, int(before.turn), names, _), divmod(step.code, 6)
        told.append(
            _("{name} lance {one} et {other}.").format(
                name=name, one=dice[0] + 1, other=dice[1] + 1
            )
        )
        if not after.dice.any():
            told.append(_("Ses pions attendent : le tour passe."))
    elif step.kind == "move" and step.seat is not None:
        told += _moved(step, seat_name(before, step.seat, names, _), _)
    if after.ended:
        name = seat_name(after, winner(after), names, _)
        told.append(_("{name} gagne la partie.").format(name=name))
    return told


def _moved(step: Step, name: str, _: Translate) -> list[str]:
    which = step.seat, step.code
    start, end, held = step.before.pawns[which], step.after.pawns[which], step.after.held[which]
    told = [_("{name} va de {start} à {end}.").format(name=name, start=start, end=end)]
    if end == START:
        told.append(_("C'est la mort : retour au départ."))
    if held:
        told.append(_("Le pion attend : tours {held}.").format(held=held))
    if (step.before.pawns != step.after.pawns).sum() > 1:
        told.append(_("Le pion qui s'y trouvait prend la place quittée."))
    return told


def prompt(state: State, seat: int | None, actions: Sequence[int], _: Translate) -> Prompt:
    """What a seat is asked to do; before the lot, what everybody waits for."""
    if seat is None:
        return Prompt("lot", _("Le sort désigne qui commence."))
    if not actions:
        return Prompt("roll", _("Lancez les dés."))
    total = int(state.dice.sum())
    if len(actions) == 1:
        return Prompt("only", _("Un seul pion peut avancer : de {total}.").format(total=total))
    return Prompt("move", _("Avancez de {total} l'un de vos pions.").format(total=total))


def label(state: State, seat: int, action: int, _: Translate) -> str:
    """What a legal move would do, for those who hear it or read it in a list."""
    start, one, other = (int(n) for n in (state.pawns[seat, action], *state.dice))
    end = destination(start, one, other)
    if end == END:
        return _("De la case {start} à l'arrivée").format(start=start)
    return _("De la case {start} à la case {end}").format(start=start, end=end)
