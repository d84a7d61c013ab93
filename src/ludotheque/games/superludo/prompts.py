"""What a seat of Superludo is to do now, in a sentence, and why."""

from collections.abc import Sequence

from ludotheque.core.contract import State
from ludotheque.core.prompt import Prompt
from ludotheque.core.texts import Translate
from ludotheque.games.superludo.board import GOAL, HOME, PAWNS
from ludotheque.games.superludo.record import COMING_OUT, EATEN, ENOUGH, SECOND
from ludotheque.games.superludo.ways import barrier_pawns

SEVEN = 7  # CA-8: what a 6 counts where nobody is home


def prompt(state: State, seat: int | None, actions: Sequence[int], _: Translate) -> Prompt:
    """What a seat is asked to do; during the lot, what everybody waits for."""
    if seat is None:  # CA-3
        return Prompt("lot", _("Chacun lance un dé : le plus fort commence."))
    return _move(state, seat, actions, _) if actions else _roll(state, seat, _)


def _roll(state: State, seat: int, _: Translate) -> Prompt:
    is_single = state.dice == 1
    if state.streak == ENOUGH - 1:  # CA-9
        return Prompt(
            "third",
            _("Relancez, et gare au troisième 6 : il finirait votre tour.")
            if is_single
            else _("Relancez, et gare au troisième double : il finirait votre tour."),
        )
    if state.streak:  # CA-7, CA-11
        again = _("Un 6 : vous relancez.") if is_single else _("Un double : vous relancez.")
        return Prompt("again", again)
    pawns = state.pawns[seat].tolist()
    if HOME in pawns and not set(pawns) - {HOME, GOAL}:  # CA-10, CA-12
        return Prompt(
            "out",
            _("Il vous faut un 5 pour sortir : lancez le dé.")
            if is_single
            else _("Il vous faut un 5, sur un dé ou en tout, pour sortir : lancez."),
        )
    if HOME in pawns:
        return Prompt("roll", _("Lancez : un 5 sortirait un pion."))
    if state.six_counts_seven:  # CA-8
        return Prompt("seven", _("Lancez : sans pion à la maison, un 6 compte 7."))
    return Prompt("roll", _("Lancez le dé.") if is_single else _("Lancez les dés."))


def _move(state: State, seat: int, actions: Sequence[int], _: Translate) -> Prompt:
    if state.bonus:
        return _bonus(int(state.bonus), _)
    outs = [each for each in actions if state.pawns[seat, each % PAWNS] == HOME]
    if outs:
        return _out(state, len(outs) == len(actions), _)
    if must_break(state, seat, actions):
        is_single = state.dice == 1
        return Prompt(
            "break",
            _("Un 6 vous fait casser votre barrière : avancez l'un de ses pions.")
            if is_single
            else _("Un double vous fait casser votre barrière : avancez l'un de ses pions."),
        )
    return _count(state, actions, _)


def _bonus(bonus: int, _: Translate) -> Prompt:
    if bonus == EATEN:  # CA-20
        return Prompt("eaten", _("Pion mangé ! Avancez de 20 le pion de votre choix."))
    return Prompt("arrived", _("Pion arrivé ! Avancez-en un autre de 10."))  # CA-25


def _out(state: State, is_all: bool, _: Translate) -> Prompt:
    first, second = state.hand.tolist()
    if is_all and second and first + second == COMING_OUT:  # CA-12
        return Prompt("sum", _("Vos dés font 5 : sortez un pion."))
    if is_all:
        return Prompt("leave", _("Un 5 : sortez un pion."))
    other = second if first == COMING_OUT else first
    return Prompt("choice", _("Sortez un pion avec le 5 et jouez le {other}.").format(other=other))


def must_break(state: State, seat: int, actions: Sequence[int]) -> bool:
    """CA-17, CA-18, CA-19: whether a barrier of the seat is to be broken now."""
    is_due = state.streak and (state.dice == 1 or state.hand[1] or state.stood)
    barriers = int(barrier_pawns(state, seat))
    return bool(is_due) and all(barriers >> each % PAWNS & 1 for each in actions)


def _count(state: State, actions: Sequence[int], _: Translate) -> Prompt:
    """The dice that are left."""
    one, other = state.hand.tolist()
    playable = {int(state.hand[each // SECOND]) for each in actions}
    if not other:
        if one == SEVEN:
            return Prompt("seven-now", _("Votre 6 compte 7 : avancez un pion de 7."))
        if state.dice == 1:
            return Prompt("move", _("Avancez un pion de {count}.").format(count=one))
        return Prompt("second", _("Jouez encore le {count}.").format(count=one))
    if one == other:
        return Prompt("double", _("Un double : jouez deux fois le {count}.").format(count=one))
    if len(playable) == 1:  # CA-6
        told = _("Pour l'instant, seul le {count} peut se jouer.").format(count=min(playable))
        return Prompt("one", told)
    if SEVEN in (one, other):
        told = _("Votre 6 compte 7 : jouez le {one} et le {other}.").format(one=one, other=other)
        return Prompt("seven-now", told)
    told = _("Jouez le {one} et le {other}, dans l'ordre de votre choix.")
    return Prompt("dice", told.format(one=one, other=other))
