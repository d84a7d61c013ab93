"""Ludoville in sentences: what happened, and what a move would do."""

from collections.abc import Mapping

import numpy as np

from ludotheque.core.contract import State
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate, brief, in_points, listed
from ludotheque.games.ludoville.board import CELL_NAMES, CELLS, CHURCH, GATE, NOWHERE, SUBURB
from ludotheque.games.ludoville.figures import figures
from ludotheque.games.ludoville.masks import size
from ludotheque.games.ludoville.names import disaster_name, tile_name
from ludotheque.games.ludoville.prompts import prompt
from ludotheque.games.ludoville.reasons import reasons
from ludotheque.games.ludoville.record import (
    BUILT,
    DESTROY,
    DRAW,
    FIRST_DESTROY,
    LAST_ROUND,
    LOT,
    PASS,
    PLACE,
    QUIET,
    ROLL,
    SIEGE,
    START_ROUNDS,
)
from ludotheque.games.ludoville.standing import hand_points, rank, tile_at
from ludotheque.games.ludoville.town import complete_suburbs, suburb_at

__all__ = ["chance_label", "figures", "label", "prompt", "reasons", "seat_name", "tell"]

Names = Mapping[int, str]


def seat_name(state: State, seat: int, names: Names, _: Translate) -> str:  # noqa: ARG001
    """A seat's name: its player's, else a trade."""
    trades = (
        _("Maçon"),
        _("Drapier"),
        _("Boulanger"),
        _("Forgeron"),
        _("Tonnelier"),
        _("Orfèvre"),
    )
    return names.get(seat) or trades[seat]


def chance_label(state: State, _: Translate) -> str | None:
    """What one does for chance to decide: draws a tile; where it is a die, nothing special."""
    return _("Piocher") if state.stage == DRAW else None


def tell(step: Step, names: Names, _: Translate) -> list[str]:
    """What happened, a sentence each, with what the rules carried out by themselves."""
    if step.kind == "leave":
        told = [_("Sa main retourne dans la pioche.")]
    elif step.kind == "chance":
        told = _chance(step, names, _)
    else:
        told = _move(step, names, _)
    return told + _automatic(step, names, _) + _end(step.after, names, _)


def _chance(step: Step, names: Names, _: Translate) -> list[str]:
    before = step.before
    if before.stage == LOT:
        return [_("{name} commence.").format(name=seat_name(before, step.code, names, _))]
    name = seat_name(before, int(before.turn), names, _)
    if before.stage == ROLL:
        return _roll(step, name, _)
    tile = tile_name(step.code, _)
    if _is_late(before):
        told = [_("Trois tours sans point de départ : {tile} sort de la pioche.").format(tile=tile)]
    else:
        told = [_("{name} pioche {tile}.").format(name=name, tile=tile)]
    if step.after.start == NOWHERE and step.after.stage == PLACE:
        told.append(_("La ville peut naître : {name} la fonde aussitôt.").format(name=name))
    return told


def _is_late(before: State) -> bool:
    """LV-3: whether the start tile is taken out of the pile, and no turn is spent on it."""
    return bool(before.start == NOWHERE and before.round_number > START_ROUNDS)


def _roll(step: Step, name: str, _: Translate) -> list[str]:
    number = step.code + 1
    if number > SIEGE:
        return [
            _("{name} lance le dé : {number}, rien à craindre.").format(name=name, number=number)
        ]
    disaster = disaster_name(number, _)
    told = [
        _("{name} lance le dé : {number}, {disaster} !").format(
            name=name, number=number, disaster=disaster
        )
    ]
    if step.after.stage == DESTROY:
        told.append(_("{name} choisit ce qui est détruit.").format(name=name))
    else:
        told.append(_("Il n'y a rien à détruire."))
    return told


def _move(step: Step, names: Names, _: Translate) -> list[str]:
    before, after, action = step.before, step.after, step.code
    assert step.seat is not None
    name = seat_name(step.before, step.seat, names, _)
    if action == PASS:
        return [_("{name} passe.").format(name=name)]
    if action >= FIRST_DESTROY:
        told = _destroyed(step, name, _)
    else:
        told = [_placed(before, action, name, _)]
        if _is_late(before):
            told.append(_("{name} joue ensuite son tour.").format(name=name))
    if after.closed and not before.closed:
        told.append(_("Les remparts sont fermés."))
    if before.closed and not after.closed:
        told.append(_("Les remparts sont rouverts."))
    if complete_suburbs(after) > complete_suburbs(before):
        told.append(_("Un faubourg est complet."))
    return told


def _placed(before: State, action: int, name: str, _: Translate) -> str:
    kind, cell = action // CELLS, action % CELLS
    words = {"name": name, "tile": tile_name(kind, _), "cell": CELL_NAMES[cell]}
    if before.start == NOWHERE:
        return _("{name} fonde la ville avec {tile} en {cell}.").format(**words)
    if tile_at(before, cell):  # LV-16: nothing else stands in place of another tile
        return _("{name} perce une porte dans le rempart de {cell}.").format(**words)
    return _("{name} pose {tile} en {cell}.").format(**words)


def _destroyed(step: Step, name: str, _: Translate) -> list[str]:
    cell = step.code - FIRST_DESTROY
    kind = tile_at(step.before, cell) - 1
    words = {"name": name, "cell": CELL_NAMES[cell]}
    if kind in (SUBURB, CHURCH):
        count = size(*suburb_at(step.before, cell))
        sentence = (
            _("{name} détruit tout le faubourg de {cell} : un pion.")
            if count == 1
            else _("{name} détruit tout le faubourg de {cell} : {count} pions.")
        )
        told = [sentence.format(count=count, **words)]
    else:
        told = [_("{name} détruit {tile} en {cell}.").format(tile=tile_name(kind, _), **words)]
    if not step.after.disaster:
        told.append(_("{name} perd son tour.").format(name=name))
    return told


def _automatic(step: Step, names: Names, _: Translate) -> list[str]:
    """LV-25: who passed because nothing could be placed; a last round of it in one sentence."""
    after = step.after
    passed = [seat_name(after, seat, names, _) for seat in _passed(step)]
    staying, told = len(_staying(after)), []
    if after.ended and len(passed) >= staying:
        everybody = listed(passed[-staying:], _)
        told = [_("Personne ne peut rien poser : {names} passent.").format(names=everybody)]
        passed = passed[:-staying]
    return [_("{name} ne peut rien poser et passe.").format(name=name) for name in passed] + told


def _passed(step: Step) -> list[int]:
    """The seats whose turns the rules passed, in their order."""
    before, after = step.before, step.after
    if before.stage == LOT or after.ended not in (0, QUIET, LAST_ROUND):
        return []
    # A turn is passed by its seat where a draw or a die leaves nothing else, or, LV-3, the start
    # tile was placed before it; otherwise something was done in it. An end passes the last, too.
    is_own = step.kind == "chance" or (step.kind == "move" and _is_late(before))
    begun, reached = _turn_number(before) + (not is_own), _turn_number(after) + bool(after.ended)
    seats = [(int(after.first) + turn) % int(after.seats) for turn in range(begun, reached)]
    return [seat for seat in seats if not _is_gone(after, seat)]


def _turn_number(state: State) -> int:
    """How many turns came before this one, with those of seats that left."""
    seats = int(state.seats)
    return int(state.round_number) * seats + (int(state.turn) - int(state.first)) % seats


def _is_gone(state: State, seat: int) -> bool:
    return bool(state.gone >> seat & 1)


def _staying(state: State) -> list[int]:
    return [seat for seat in range(int(state.seats)) if not _is_gone(state, seat)]


def caption(step: Step, names: Names, _: Translate) -> str:
    """What the die brought, or all that follows from a draw or a move."""
    before, told = step.before, tell(step, names, _)
    if step.kind == "move":
        return brief(told[1:])
    if before.stage == LOT:
        name = seat_name(before, step.code, names, _)
        return _("Tirage au sort : {name} commence").format(name=name)
    if before.stage != ROLL:
        if step.after.start == NOWHERE and step.after.stage != PLACE:
            name = seat_name(before, int(before.turn), names, _)
            tile = tile_name(step.code, _).capitalize()
            passing = _("{tile} : pas encore de ville, {name} passe")
            return passing.format(tile=tile, name=name)
        return brief(told[1:])
    number, follows = step.code + 1, told[1:]
    if number > SIEGE:
        return _("{number} : rien à craindre").format(number=number)
    name = disaster_name(number, _).capitalize()
    return brief([_("{number} : {disaster} !").format(number=number, disaster=name), *follows])


def _end(after: State, names: Names, _: Translate) -> list[str]:
    """LV-9, LV-10, LV-26: why the game is over, what everybody holds, who mocks the others."""
    if not after.ended:
        return []
    told = []
    if after.ended == BUILT:
        told.append(_("Deux faubourgs sont complets : la ville est achevée."))
    elif after.ended == QUIET:
        told.append(_("La pioche est vide et plus personne n'a rien posé de tout un tour."))
    elif after.ended == LAST_ROUND:
        told.append(_("Les quatre-vingts tours sont passés."))
    for seat in _staying(after):
        name, points = seat_name(after, seat, names, _), in_points(int(hand_points(after, seat)), _)
        told.append(_("{name} garde {points} en main.").format(name=name, points=points))
    return [*told, _winners(after, names, _)]


def _winners(after: State, names: Names, _: Translate) -> str:
    ranks = np.zeros(int(after.seats), np.int32)
    rank(after, ranks)
    best = [
        seat_name(after, seat, names, _) for seat in range(int(after.seats)) if ranks[seat] == 1
    ]
    if len(best) == 1:
        return _("{name} gagne et se moque des autres.").format(name=best[0])
    return _("Égalité : {names} se partagent la première place.").format(names=listed(best, _))


def label(state: State, seat: int, action: int, _: Translate) -> str:  # noqa: ARG001
    """What a legal move would do, for those who hear it or read it in a list."""
    if action == PASS:
        return _("Passer")
    cell = CELL_NAMES[action % CELLS]
    if action < FIRST_DESTROY:
        kind = action // CELLS
        if kind == GATE and tile_at(state, action % CELLS):
            return _("Percer une porte dans le rempart de {cell}").format(cell=cell)
        return _("Poser {tile} en {cell}").format(tile=tile_name(kind, _), cell=cell)
    kind = tile_at(state, action - FIRST_DESTROY) - 1
    if kind in (SUBURB, CHURCH):
        return _("Détruire le faubourg de {cell}").format(cell=cell)
    return _("Détruire {tile} en {cell}").format(tile=tile_name(kind, _), cell=cell)
