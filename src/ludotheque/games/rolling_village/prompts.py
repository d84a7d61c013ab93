"""What a mayor is to draw now, in a sentence."""

from collections.abc import Sequence

from ludotheque.core.contract import State
from ludotheque.core.prompt import Prompt
from ludotheque.core.texts import Translate, either
from ludotheque.games.rolling_village.board import CELLS, PARK, ROWS
from ludotheque.games.rolling_village.names import project_name
from ludotheque.games.rolling_village.projects import (
    is_double,
    project_cells,
    project_column,
    project_kind,
    vacant,
)
from ludotheque.games.rolling_village.record import FIRST, FIRST_AVENUE, PROJECTS, ROUNDS, SECOND


def prompt(state: State, seat: int | None, actions: Sequence[int], _: Translate) -> Prompt:
    """What a seat is asked to do; between two rounds, what everybody waits for."""
    if seat is None:
        return _dice(state, _)
    if actions and actions[0] >= FIRST_AVENUE:  # RV-11
        return Prompt("avenue", _("Choisissez l'avenue qui vous rapporte ses points."))
    if not state.todo[seat] & PROJECTS:  # RV-9, RV-10
        kinds = dict.fromkeys(action // CELLS for action in actions)
        projects = either([project_name(kind, _) for kind in kinds], _)
        told = _("Bonus : dessinez {projects} où vous voulez.").format(projects=projects)
        return Prompt("bonus", told)
    steps = [step for step in (FIRST, SECOND) if state.todo[seat] & step]
    return _prepare(state, steps, _) if state.stage == 0 else _draw(state, seat, steps, _)


def _dice(state: State, _: Translate) -> Prompt:
    if state.stage == 0:
        return Prompt("start", _("Préparation : les dés vont rouler…"))
    told = _("Manche {round} sur {rounds} : les dés vont rouler…")
    return Prompt("round", told.format(round=int(state.stage), rounds=ROUNDS))


def _prepare(state: State, steps: list[int], _: Translate) -> Prompt:
    """RV-3, RV-4: of any kind, in the columns of the dice."""
    columns = [int(project_column(state, step)) + 1 for step in steps]
    if len(columns) == 1:
        told = (
            _("Dessinez un projet d'un autre type en colonne {column}.")
            if state.different_start
            else _("Dessinez un projet de votre choix en colonne {column}.")
        )
        return Prompt("prepare", told.format(column=columns[0]))
    if columns[0] == columns[1]:
        told = _("Dessinez deux projets de votre choix en colonne {column}.")
        return Prompt("prepare", told.format(column=columns[0]))
    told = _("Dessinez deux projets de votre choix, en colonnes {one} et {other}.")
    return Prompt("prepare", told.format(one=columns[0], other=columns[1]))


def _draw(state: State, seat: int, steps: list[int], _: Translate) -> Prompt:
    projects = [_project(state, seat, step, _) for step in steps]
    if len(projects) == 2:
        told = _("Dessinez {one} et {other}.").format(one=projects[0], other=projects[1])
        return Prompt("double" if is_double(state) else "draw", told)
    full = _full_column(state, seat, steps[0])
    if full:  # RV-7
        told = _("La colonne {column} est pleine : dessinez {project}.")
        return Prompt("full", told.format(column=full, project=projects[0]))
    return Prompt("next", _("Dessinez encore {project}.").format(project=projects[0]))


def _project(state: State, seat: int, step: int, _: Translate) -> str:
    """A project, and the columns where it may stand now."""
    kind = int(project_kind(state, step))
    project = project_name(kind, _)
    if kind == PARK:  # RV-8
        return _("{project} où vous voulez").format(project=project)
    columns = either([str(column) for column in _columns(state, seat, step)], _)
    return _("{project} en colonne {column}").format(project=project, column=columns)


def _columns(state: State, seat: int, step: int) -> list[int]:
    cells = int(project_cells(state, step, vacant(state, seat)))
    return sorted({cell // ROWS + 1 for cell in range(CELLS) if cells >> cell & 1})


def _full_column(state: State, seat: int, step: int) -> int:
    """The column that a project was meant for, where that is full; else 0."""
    column = int(project_column(state, step)) + 1
    is_park = project_kind(state, step) == PARK
    return 0 if is_park or column in _columns(state, seat, step) else column
