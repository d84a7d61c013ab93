"""Rolling Village in sentences: what happened, and what a move would do."""

from collections.abc import Iterator, Mapping

from ludotheque.core.contract import State
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate, in_points, listed
from ludotheque.core.turns import DESERTED, has_left
from ludotheque.games.rolling_village.board import CELLS, KINDS, PARK, ROWS
from ludotheque.games.rolling_village.figures import figures
from ludotheque.games.rolling_village.names import avenue_name, kind_name, project_name
from ludotheque.games.rolling_village.projects import (
    avenue_of_dice,
    is_double,
    project_column,
    project_kind,
    step_of_project,
    steps_of_round,
)
from ludotheque.games.rolling_village.prompts import prompt
from ludotheque.games.rolling_village.reasons import reasons
from ludotheque.games.rolling_village.record import (
    AVENUE,
    BONUS,
    FINISHED,
    FIRST,
    FIRST_AVENUE,
    SECOND,
)
from ludotheque.games.rolling_village.scoring import (
    ELECTION,
    avenue_points,
    is_reelected,
    park_points,
    points,
)
from ludotheque.games.rolling_village.writing import cell_name

__all__ = ["figures", "has_succeeded", "label", "prompt", "reasons", "seat_name", "tell", "verdict"]

Names = Mapping[int, str]
CAPTION_SEATS = 4  # whose points a caption has room for


def seat_name(state: State, seat: int, names: Names, _: Translate) -> str:  # noqa: ARG001
    """A seat's name: its player's, else its number."""
    return names.get(seat) or _("Maire {number}").format(number=seat + 1)


def tell(step: Step, names: Names, _: Translate) -> list[str]:
    """What happened, a sentence each, with what the rules carried out by themselves."""
    if step.kind == "chance":
        return list(_roll(step.after, _))
    told = []
    if step.kind == "move":
        assert step.seat is not None
        name = seat_name(step.before, step.seat, names, _)
        told = list(_move(step.before, step.seat, step.code, name, _))
    return [*told, *_round(step, names, _), *_end(step, names, _)]


def _roll(state: State, _: Translate) -> Iterator[str]:
    first, second = (int(die) for die in state.dice)
    if state.stage == 0:
        yield _("Préparation : dés {first} et {second}.").format(first=first, second=second)
        return
    yield _("Manche {round} : dés {first} et {second}.").format(
        round=int(state.stage), first=first, second=second
    )
    one, other = (project_name(int(project_kind(state, step)), _) for step in (FIRST, SECOND))
    if is_double(state):
        yield _("À dessiner : {one} en colonne {column}, un Parc où l'on veut.").format(
            one=one, column=first
        )
    else:
        yield _("À dessiner : {one} en colonne {column}, {other} en colonne {next}.").format(
            one=one, column=second, other=other, next=first
        )
    yield from _roll_more(state, _)


def _roll_more(state: State, _: Translate) -> Iterator[str]:
    steps = steps_of_round(state)
    if steps & BONUS:
        yield _("Puis un projet en bonus.")
    if steps & AVENUE:
        yield _("Chacun choisit l'avenue qui compte.")
    else:
        avenue = avenue_name(state, int(avenue_of_dice(state)))
        yield _("L'avenue {avenue} compte.").format(avenue=avenue)


def _move(state: State, seat: int, action: int, name: str, _: Translate) -> Iterator[str]:
    if action >= FIRST_AVENUE:
        avenue = avenue_name(state, action - FIRST_AVENUE)
        yield _("{name} choisit l'avenue {avenue}.").format(name=name, avenue=avenue)
        return
    kind, cell = divmod(action, CELLS)
    sentence = _("{name} dessine {project} en {cell}.")
    if step_of_project(state, seat, kind, 1 << cell) == BONUS:
        sentence = _("{name} dessine {project} en {cell}, en bonus.")
    yield sentence.format(name=name, project=project_name(kind, _), cell=cell_name(cell))
    full = _full_column(state, seat, action)
    if full:
        yield _("La colonne {full} est pleine : le projet va en colonne {column}.").format(
            full=full, column=cell // ROWS + 1
        )


def _full_column(state: State, seat: int, action: int) -> int:
    """The full column that a project was meant for (RV-7), from 1; 0: it stands in its own."""
    kind, cell = divmod(action, CELLS)
    step = step_of_project(state, seat, kind, 1 << cell)
    if step == BONUS or kind == PARK:
        return 0
    column = int(project_column(state, step))
    return 0 if column == cell // ROWS else column + 1


def _round(step: Step, names: Names, _: Translate) -> Iterator[str]:
    """What everybody drew and scored, once the last has finished (RV-1)."""
    before, after = step.before, step.after
    if before.stage == after.stage and after.ended != FINISHED:
        return
    seats = [seat for seat in range(int(after.seats)) if not has_left(after, seat)]
    for seat in seats:
        yield _seat_round(step, seat, seat_name(after, seat, names, _), _)
    if before.stage and before.stage % 3 == 0:  # RV-14
        totals = (
            f"{seat_name(after, seat, names, _)} {int(after.scores[seat].sum())}" for seat in seats
        )
        yield _("Sous-totaux : {totals}.").format(totals=", ".join(totals))


def _seat_round(step: Step, seat: int, name: str, _: Translate) -> str:
    before, after = step.before, step.after
    drawn = ", ".join(
        f"{kind_name(action // CELLS, _)} {cell_name(action % CELLS)}"
        for action in _projects(step, seat)
    )
    if not before.stage:
        return _("{name} : {drawn}.").format(name=name, drawn=drawn)
    return _("{name} : {drawn}. Avenue {avenue} : +{points}.").format(
        name=name,
        drawn=drawn,
        avenue=avenue_name(after, int(after.scored[seat]) - 1),
        points=int(after.scores[seat, before.stage - 1]),
    )


def _projects(step: Step, seat: int) -> list[int]:
    """What a seat drew this round; where that was hidden, what is new on its sheet."""
    before, after = step.before, step.after
    done = [int(code) - 1 for code in before.done[seat] if code]
    if step.kind == "move" and seat == step.seat:
        done.append(step.code)
    shown = [
        CELLS * kind + cell
        for kind in range(KINDS)
        for cell in range(CELLS)
        if int(after.built[seat, kind]) & ~int(before.built[seat, kind]) & 1 << cell
    ]
    known = [action for action in done if action < FIRST_AVENUE]
    return known + [action for action in shown if action not in known]


def _end(step: Step, names: Names, _: Translate) -> Iterator[str]:
    after = step.after
    if not after.ended:
        return
    staying = [seat for seat in range(int(after.seats)) if not has_left(after, seat)]
    if after.ended == DESERTED:
        for seat in staying:
            yield _("{name} gagne la partie.").format(name=seat_name(after, seat, names, _))
        return
    for seat in staying:
        if park_points(after, seat):
            yield _("{name} : parcs bien entourés, +{points}.").format(
                name=seat_name(after, seat, names, _), points=int(park_points(after, seat))
            )
    yield verdict(after, _) or _victory(after, staying, names, _)


def caption(step: Step, names: Names, _: Translate) -> str:
    """Which avenue the dice choose; at the end of a round what it brought to each."""
    after = step.after
    if step.kind == "chance":
        return " ".join(_roll_briefly(after, _)) if after.stage else ""
    if step.before.stage == after.stage or not step.before.stage:
        return ""
    seats = [seat for seat in range(int(after.seats)) if not has_left(after, seat)]
    told = [
        f"{seat_name(after, seat, names, _)}\u00a0+{int(after.scores[seat, after.stage - 2])}"
        for seat in seats
    ]
    return _("Avenues comptées : {points}").format(points=", ".join(told[:CAPTION_SEATS]))


def _roll_briefly(state: State, _: Translate) -> Iterator[str]:
    steps = steps_of_round(state)
    if is_double(state):
        yield _("Double : un Parc.")
    if steps & BONUS:
        yield _("Un bonus.")
    if steps & AVENUE:
        yield _("Avenue au choix.")
    else:
        avenue = avenue_name(state, int(avenue_of_dice(state)))
        yield _("L'avenue {avenue} compte.").format(avenue=avenue)


def verdict(state: State, _: Translate) -> str | None:
    """RV-15: whether the mayor of a game played alone to its end is re-elected."""
    if state.seats > 1 or state.ended != FINISHED:
        return None
    sentence = (
        _("Le maire est réélu : {points}, il en fallait {least}.")
        if is_reelected(state)
        else _("Le maire n'est pas réélu : {points}, il en fallait {least}.")
    )
    return sentence.format(points=in_points(int(points(state, 0)), _), least=ELECTION)


def has_succeeded(state: State) -> bool | None:
    """RV-15: a game played alone to its end is won by being re-elected."""
    if state.seats > 1 or state.ended != FINISHED:
        return None
    return bool(is_reelected(state))


def _victory(state: State, staying: list[int], names: Names, _: Translate) -> str:
    """RV-2: the highest score wins; equal ones share the first place, which is a draw."""
    best = max(int(points(state, seat)) for seat in staying)
    winners = [seat for seat in staying if points(state, seat) == best]
    told = listed([seat_name(state, seat, names, _) for seat in winners], _)
    if len(winners) > 1:
        return _("Égalité : {names}, {points}.").format(names=told, points=in_points(best, _))
    return _("{name} gagne la partie : {points}.").format(name=told, points=in_points(best, _))


def label(state: State, seat: int, action: int, _: Translate) -> str:
    """What a legal move would do, for those who hear it or read it in a list."""
    if action >= FIRST_AVENUE:
        row = action - FIRST_AVENUE
        return _("Compter l'avenue {avenue} : +{points}").format(
            avenue=avenue_name(state, row), points=int(avenue_points(state, seat, row))
        )
    kind, cell = divmod(action, CELLS)
    text = _("{kind} en {cell}").format(kind=kind_name(kind, _), cell=cell_name(cell))
    full = _full_column(state, seat, action)
    if full:
        return _("{move}, la colonne {full} étant pleine").format(move=text, full=full)
    if step_of_project(state, seat, kind, 1 << cell) == BONUS:
        return _("{move}, en bonus").format(move=text)
    return text
