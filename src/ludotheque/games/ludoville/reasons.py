"""Why a move of Ludoville may be good: what follows from it by the rules, and no opinion."""

from collections.abc import Iterator

from ludotheque.core.contract import State
from ludotheque.core.texts import Translate, in_points
from ludotheque.games.ludoville.board import CELLS, CHURCH, GATE, NOWHERE, SUBURB, WALL
from ludotheque.games.ludoville.masks import size
from ludotheque.games.ludoville.plan import IMPOSSIBLE, plan
from ludotheque.games.ludoville.record import FIRST_DESTROY, PASS
from ludotheque.games.ludoville.rules import play
from ludotheque.games.ludoville.standing import hand_points, tile_at
from ludotheque.games.ludoville.town import complete_suburbs, suburb_at, wall_places


def reasons(state: State, seat: int, action: int, _: Translate) -> list[str]:
    """What speaks for a legal move, and what it costs, in short sentences."""
    after = state.copy()
    play(after, seat, action)
    if action == PASS:
        return [_("Garde {points} en main.").format(points=_points(state, seat, _))]
    if action >= FIRST_DESTROY:
        lost = _destroyed(state, action - FIRST_DESTROY, _)
        return [*lost, *_ramparts(state, after, _), *_suburbs(state, after, action, _)]
    points = in_points(int(state.points[action // CELLS]), _)
    told = [_("{points} de moins en main.").format(points=points)]
    return [*told, *_ramparts(state, after, _), *_suburbs(state, after, action, _)]


def _points(state: State, seat: int, _: Translate) -> str:
    return in_points(int(hand_points(state, seat)), _)


def _ramparts(state: State, after: State, _: Translate) -> Iterator[str]:
    """LV-21: closed, opened again, or how much is missing."""
    if after.closed and not state.closed:
        yield _("Ferme les remparts.")
    elif state.closed and not after.closed:
        yield _("Rouvre les remparts.")
    elif not state.closed and state.start != NOWHERE:
        before, then = gaps(state), gaps(after)
        if before != then and IMPOSSIBLE not in (before, then):
            told = _("Cases qui manquent au plus court rempart : {before} avant, {after} après.")
            yield told.format(before=before, after=then)


def gaps(state: State) -> int:
    """How many cells the cheapest ring around the start tile still wants."""
    low, high = wall_places(state)
    return int(plan(state, int(state.start), low, high)[-1])


def _suburbs(state: State, after: State, action: int, _: Translate) -> Iterator[str]:
    complete = int(complete_suburbs(after)) - int(complete_suburbs(state))
    if complete > 0:
        yield _("Complète un faubourg.")
        if after.ended:
            yield _("Achève la ville : la partie est finie.")
    elif action < FIRST_DESTROY and action // CELLS in (SUBURB, CHURCH):
        count = size(*suburb_at(after, action % CELLS))
        if count == 1:
            yield _("Commence un faubourg.")
        else:
            yield _("Agrandit un faubourg : {count} pions.").format(count=count)


def _destroyed(state: State, cell: int, _: Translate) -> Iterator[str]:
    """LV-7: what a destruction costs the town."""
    kind = tile_at(state, cell) - 1
    if kind in (SUBURB, CHURCH):
        count = size(*suburb_at(state, cell))
        if count > 1:
            yield _("Coûte à la ville un faubourg de {count} pions.").format(count=count)
        else:
            yield _("Coûte à la ville un faubourg d'un seul pion.")
    elif kind in (WALL, GATE) and state.closed:
        yield _("Coûte à la ville un morceau de son rempart.")
    else:
        yield _("Coûte à la ville un seul pion.")
