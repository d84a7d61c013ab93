"""Superludo in sentences: what happened, and what a move would do."""

from collections.abc import Mapping

from ludotheque.core.contract import State
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate, listed
from ludotheque.core.turns import DESERTED, NOBODY, WON, has_left
from ludotheque.games.superludo.board import CORNERS, EXIT, GOAL, HOME, MOUTH, PAWNS, square_of
from ludotheque.games.superludo.figures import figures
from ludotheque.games.superludo.names import seat_name
from ludotheque.games.superludo.obstacles import obstacles
from ludotheque.games.superludo.prompts import SEVEN, prompt
from ludotheque.games.superludo.reasons import reasons
from ludotheque.games.superludo.record import (
    ARRIVED,
    COMING_OUT,
    EATEN,
    ENOUGH,
    NO_PAWN,
    OUT,
    SECOND,
)
from ludotheque.games.superludo.rules import captured, destination
from ludotheque.games.superludo.ways import pawns_at

__all__ = ["figures", "label", "prompt", "reasons", "seat_name", "tell"]

Names = Mapping[int, str]


def tell(step: Step, names: Names, _: Translate) -> list[str]:
    """What happened, a sentence each, with what the rules carried out by themselves."""
    if step.kind == "move":
        return _move(step, names, _)
    if step.kind == "chance":
        is_lot = step.before.turn == NOBODY
        return _lot(step, names, _) if is_lot else _roll(step, names, _)
    return _end(step, names, _)


def _lot(step: Step, names: Names, _: Translate) -> list[str]:
    """CA-3."""
    before, after = step.before, step.after
    seat = before.lot.tolist().index(0)
    name, die = seat_name(before, seat, names, _), step.code + 1
    told = [_("{name} tire un {die} au sort.").format(name=name, die=die)]
    if after.turn != NOBODY:
        first = seat_name(after, int(after.turn), names, _)
        told.append(_("{name} commence.").format(name=first))
    elif before.lot.tolist().count(0) == 1:  # the last of the round, and no one is ahead
        tied = [seat for seat, thrown in enumerate(after.lot.tolist()) if thrown != OUT]
        told_names = listed([seat_name(after, seat, names, _) for seat in tied], _)
        told.append(_("Égalité : {names} tirent de nouveau.").format(names=told_names))
    return told


def _roll(step: Step, names: Names, _: Translate) -> list[str]:
    before, after = step.before, step.after
    seat, dice = int(before.turn), _thrown(before, step.code)
    name = seat_name(before, seat, names, _)
    if len(dice) == 1:
        told = [_("{name} lance un {die}.").format(name=name, die=dice[0])]
    else:
        told = [_("{name} lance {one} et {other}.").format(name=name, one=dice[0], other=dice[1])]
    if _is_again(dice) and before.streak == ENOUGH - 1:
        return told + _third(step, seat, _)
    if SEVEN in _counts(before, dice):
        told.append(_("Aucun pion à la maison : le 6 compte 7."))
    if after.playable:
        return told
    why = obstacles(before, seat, _counts(before, dice), _)
    told.append(_("Aucun coup possible : {why}.").format(why=why))
    return told + _next(step, name, _)


def _is_again(dice: list[int]) -> bool:
    return dice == [6] or (len(dice) == 2 and dice[0] == dice[1])


def _thrown(state: State, outcome: int) -> list[int]:
    return [outcome + 1] if state.dice == 1 else [outcome // 6 + 1, outcome % 6 + 1]


def _counts(state: State, dice: list[int]) -> list[int]:
    """CA-8, CA-13: what the dice of whoever rolls count."""
    is_seven = state.six_counts_seven and not pawns_at(state, int(state.turn), HOME)
    return [SEVEN if die == 6 and is_seven else die for die in dice]


def _third(step: Step, seat: int, _: Translate) -> list[str]:
    """CA-9: what became of the pawn last moved."""
    before, after = step.before, step.after
    is_single = before.dice == 1
    streak = _("Troisième 6 de suite") if is_single else _("Troisième double de suite")
    if not before.moved:
        fate = _("{streak} : aucun pion n'a bougé, aucun ne rentre.")
    elif after.pawns[seat, before.moved - 1] == HOME:
        fate = _("{streak} : le pion joué en dernier rentre à la maison.")
    else:
        fate = _("{streak} : le pion joué en dernier est à l'abri et reste.")
    return [fate.format(streak=streak), _("Le tour passe.")]


def _third_in_short(step: Step, _: Translate) -> str:
    before, seat = step.before, int(step.before.turn)
    streak = _("Troisième 6") if before.dice == 1 else _("Troisième double")
    if not before.moved:
        fate = _("{streak} : aucun pion ne rentre")
    elif step.after.pawns[seat, before.moved - 1] == HOME:
        fate = _("{streak} : le pion rentre")
    else:
        fate = _("{streak} : le pion est à l'abri")
    return fate.format(streak=streak)


def _next(step: Step, name: str, _: Translate) -> list[str]:
    """Who rolls once a roll has been played."""
    if step.after.turn != step.before.turn:
        return [_("Le tour passe.")]
    return [_("{name} relance.").format(name=name)]


def _move(step: Step, names: Names, _: Translate) -> list[str]:
    before, after, seat = step.before, step.after, step.seat
    assert seat is not None
    name = seat_name(before, seat, names, _)
    start, end = int(before.pawns[seat, step.code % PAWNS]), destination(before, seat, step.code)
    told = [_step(start, end, name, _), *_eaten(step, start, end, name, names, _)]
    told += _barriers(before, seat, start, end, _)
    if after.ended:
        return told + _end(step, names, _)
    told += _bonus(step, start, end, _)
    if not after.playable:
        told += _lost_dice(step, start, _("Le {dice} ne peut pas être joué : {why}."), _)
        is_again = after.turn == seat
        told += [_("{name} relance.").format(name=name)] if is_again else []
    return told


def _step(start: int, end: int, name: str, _: Translate) -> str:
    if start == HOME:
        return _("{name} sort un pion.").format(name=name)
    if end == GOAL:
        return _("{name} mène un pion à l'arrivée.").format(name=name)
    return _("{name} avance un pion de {count}.").format(name=name, count=end - start)


def _eaten(step: Step, start: int, end: int, name: str, names: Names, _: Translate) -> list[str]:
    assert step.seat is not None
    victim = captured(step.before, step.seat, start, end)
    if victim == NO_PAWN:
        return []
    other = seat_name(step.before, victim // PAWNS, names, _)
    if start == HOME:
        return [_("{name} écrase un pion de {other}.").format(name=name, other=other)]
    return [_("{name} mange un pion de {other}.").format(name=name, other=other)]


def _barriers(before: State, seat: int, start: int, end: int, _: Translate) -> list[str]:
    told = []
    if EXIT <= start < GOAL and int(pawns_at(before, seat, start)).bit_count() == 2:
        told.append(_("Une barrière est cassée."))
    if end != GOAL and pawns_at(before, seat, end):
        told.append(_("Une barrière se forme."))
    return told


def _bonus(step: Step, start: int, end: int, _: Translate) -> list[str]:
    """CA-20, CA-25: the bonus earned, or lost because nobody can move it."""
    earned = ARRIVED if end == GOAL else EATEN
    if end != GOAL and captured(step.before, step.seat or 0, start, end) == NO_PAWN:
        return []
    if step.after.bonus:
        return [_("Bonus de {count}.").format(count=earned)]
    return [_("Bonus de {count} perdu : aucun pion ne peut le jouer.").format(count=earned)]


def _lost_dice(step: Step, start: int, sentence: str, _: Translate) -> list[str]:
    """CA-6: the die left over, where it cannot be played, and why."""
    before, seat = step.before, step.seat
    assert seat is not None
    first, second = int(before.hand[0]), int(before.hand[1])
    if before.bonus:
        left = [first, second]
    elif start == HOME and first + second == COMING_OUT:
        left = []  # CA-12: the sum used both
    else:
        left = [second if step.code < SECOND else first]
    lost = [count for count in left if count]
    why = {count: obstacles(step.after, seat, [count], _) for count in lost}
    return [sentence.format(dice=count, why=why[count]) for count in lost]


def caption(step: Step, names: Names, _: Translate) -> str:
    """What a step came to, in few words: what follows from it, and why the turn passes."""
    before, after = step.before, step.after
    if step.kind == "move":
        return " ".join(_in_short(step, names, _))
    if before.turn == NOBODY:
        return _drawn(step, names, _)
    if after.playable:
        return " ".join(tell(step, names, _)[1:][-2:])
    dice = _thrown(before, step.code)
    if _is_again(dice) and before.streak == ENOUGH - 1:
        return _third_in_short(step, _)
    why = _in_vain(before, dice, _)
    if after.turn != before.turn:
        return why
    name = seat_name(before, int(before.turn), names, _)
    return f"{why}. {_('{name} relance.').format(name=name)}"


def _again(state: State, names: Names, _: Translate) -> str:
    """CA-7, CA-11: who rolls once more, and why."""
    told = _("Un 6 : {name} relance.") if state.dice == 1 else _("Double : {name} relance.")
    return told.format(name=seat_name(state, int(state.turn), names, _))


def _in_short(step: Step, names: Names, _: Translate) -> list[str]:
    """A pawn eaten with its bonus; else what cannot be played, a barrier, another roll."""
    before, seat = step.before, step.seat
    assert seat is not None
    start, end = int(before.pawns[seat, step.code % PAWNS]), destination(before, seat, step.code)
    name = seat_name(before, seat, names, _)
    won = _eaten(step, start, end, name, names, _) + _bonus_in_short(step, start, end, _)
    told = won or _barriers(before, seat, start, end, _)
    if not step.after.playable and not won:
        told += _lost_dice(step, start, _("{dice} : {why}") + ".", _)
        told += [_again(before, names, _)] if step.after.turn == seat else []
    return told[-2:]


def _bonus_in_short(step: Step, start: int, end: int, _: Translate) -> list[str]:
    told = _bonus(step, start, end, _)
    if told and not step.after.bonus:
        return [_("Bonus de {count} perdu.").format(count=ARRIVED if end == GOAL else EATEN)]
    return told


def _drawn(step: Step, names: Names, _: Translate) -> str:
    """CA-3: who begins, and why."""
    if step.after.turn == NOBODY:
        return " ".join(_lot(step, names, _)[1:])
    name = seat_name(step.after, int(step.after.turn), names, _)
    return _("Le plus grand dé commence : {name}").format(name=name)


def _in_vain(before: State, dice: list[int], _: Translate) -> str:
    """CA-6, CA-10: why a roll moves nothing."""
    counts = _counts(before, dice)
    told = [
        str(die) if die == count else _("{die} (compte {count})").format(die=die, count=count)
        for die, count in zip(dice, counts, strict=True)
    ]
    why = obstacles(before, int(before.turn), counts, _)
    return _("{dice} : {why}").format(dice=listed(told, _), why=why)


def _end(step: Step, names: Names, _: Translate) -> list[str]:
    after = step.after
    if after.ended not in (WON, DESERTED):
        return []
    seats = range(int(after.seats))
    if after.ended == WON:
        winner = int(after.turn)
    else:
        losers = {seat for seat in seats if has_left(after, seat)}
        if after.couples:
            losers |= {seat ^ 2 for seat in losers}
        winner = next(seat for seat in seats if seat not in losers)
    name = seat_name(after, winner, names, _)
    if after.couples:
        both = listed([name, seat_name(after, winner ^ 2, names, _)], _)
        return [_("{names} gagnent la partie.").format(names=both)]
    return [_("{name} gagne la partie.").format(name=name)]


def label(state: State, seat: int, action: int, _: Translate) -> str:
    """What a legal move would do, for those who hear it or read it in a list."""
    start, end = int(state.pawns[seat, action % PAWNS]), destination(state, seat, action)
    if start == HOME:
        text = _("Sortir un pion")
    else:
        corner = CORNERS[int(state.seats)][seat]
        here, there = _place(corner, start, _), _place(corner, end, _)
        text = _("Avancer de {count} : de {here} à {there}").format(
            count=end - start, here=here, there=there
        )
    victim = captured(state, seat, start, end)
    if victim == NO_PAWN:
        return text
    other = seat_name(state, victim // PAWNS, {}, _)
    return _("{move}, en mangeant {other}").format(move=text, other=other)


def _place(corner: int, position: int, _: Translate) -> str:
    """A square by the number printed on it."""
    if position == GOAL:
        return _("la case d'arrivée")
    if position > MOUTH:
        return _("la case {number} du couloir").format(number=position - MOUTH)
    return _("la case {number}").format(number=square_of(corner, position))
