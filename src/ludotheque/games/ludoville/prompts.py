"""What a seat of Ludoville is to do now, in a sentence, and why."""

from collections.abc import Iterator, Sequence

from ludotheque.core.contract import State
from ludotheque.core.prompt import Prompt
from ludotheque.core.texts import Translate, either, listed
from ludotheque.games.ludoville.board import (
    BRIDGE,
    CASTLE,
    CATHEDRAL,
    CELLS,
    CHURCH,
    NOWHERE,
    PORT,
    SUBURB,
)
from ludotheque.games.ludoville.names import disaster_name, tile_name
from ludotheque.games.ludoville.record import (
    DESTROY,
    FIRST_DESTROY,
    GATES,
    QUARTERS,
    ROLL,
    START_ROUNDS,
    SUBURBS,
    WALLS,
)


def prompt(state: State, seat: int | None, actions: Sequence[int], _: Translate) -> Prompt:
    """What a seat is asked to do; before the lot, what everybody waits for."""
    if seat is None:
        return Prompt("lot", _("Le sort désigne qui commence."))
    if state.stage == DESTROY:
        return _destroy(state, _)
    if actions:
        return _place(state, actions, _)
    if state.stage == ROLL:  # LV-7
        return Prompt("disaster", _("Tour des fléaux : lancez le dé. De 1 à 4, la ville souffre."))
    return _draw(state, _)


def _draw(state: State, _: Translate) -> Prompt:
    if state.start != NOWHERE:  # LV-25
        return Prompt("draw", _("Piochez un pion, puis posez-en un."))
    if state.round_number > START_ROUNDS:  # LV-3
        return Prompt("late", _("Trois tours sans ville : piochez le pion qui la fonde."))
    kinds = (CASTLE, CATHEDRAL, BRIDGE, PORT) if state.cathedral_starts else (CASTLE, BRIDGE, PORT)
    tiles = either([tile_name(kind, _) for kind in kinds], _)
    return Prompt("hope", _("Piochez : il faut {tiles} pour fonder la ville.").format(tiles=tiles))


def _place(state: State, actions: Sequence[int], _: Translate) -> Prompt:
    kinds = {action // CELLS for action in actions if action < FIRST_DESTROY}
    if state.start == NOWHERE:  # LV-2
        tile = tile_name(min(kinds), _)
        return Prompt("found", _("Fondez la ville : posez {tile}.").format(tile=tile))
    if state.placed_turn:
        return Prompt("more", _("Posez encore un pion, ou passez."))
    if kinds & {SUBURB, CHURCH}:  # LV-19, LV-20
        return Prompt("suburb", _("Un faubourg peut pousser : posez un pion, ou passez."))
    return Prompt("place", _("Posez un pion de votre main, ou passez."))


def _destroy(state: State, _: Translate) -> Prompt:
    """LV-7: what the disaster still takes; the roller chooses which."""
    told = _("{disaster} : choisissez {targets} à détruire.")
    disaster = disaster_name(int(state.disaster), _).capitalize()
    targets = listed(list(_due(state, _)), _)
    return Prompt("destroy", told.format(disaster=disaster, targets=targets))


def _due(state: State, _: Translate) -> Iterator[str]:
    if state.due[SUBURBS]:
        yield _("un faubourg entier")
    if state.due[WALLS]:
        yield _("un rempart")
    if state.due[QUARTERS]:
        is_one = state.due[QUARTERS] == 1
        yield _("un quartier urbain") if is_one else _("deux quartiers urbains")
    if state.due[GATES]:
        yield _("une porte")
