"""Ludoville in writing: positions as plain data, moves and chance as text."""

from typing import Any

from ludotheque.core.contract import State
from ludotheque.core.errors import BadPosition
from ludotheque.core.positions import Reader
from ludotheque.core.turns import (
    NOBODY,
    departures,
    has_left,
    judge_turn,
    read_turns,
    turn_number,
)
from ludotheque.games.ludoville.board import (
    BITS,
    BRIDGE,
    CELL_NAMES,
    CELL_NUMBERS,
    CELLS,
    CHURCH,
    KINDS,
    NOWHERE,
    PORT,
    SUBURB,
    WALL,
    cells_of,
)
from ludotheque.games.ludoville.masks import size
from ludotheque.games.ludoville.record import (
    BUILT,
    DESTROY,
    DISASTER_ROUNDS,
    DRAW,
    FIRST_DESTROY,
    LAST_ROUND,
    LOT,
    OVER,
    PASS,
    PLACE,
    QUIET,
    ROLL,
    ROUNDS,
    START_ROUNDS,
    STRIKES,
    TARGET_KINDS,
)
from ludotheque.games.ludoville.rules import count_targets, pile_is_empty, settle
from ludotheque.games.ludoville.town import (
    FULL_CHURCHES,
    FULL_SUBURBS,
    complete_suburbs,
    lay,
    start_places,
    starts_town,
    suburb_at,
    survey,
)

STAGES = ("lot", "roll", "draw", "place", "destroy", "over")  # by the rules' numbers
DISASTERS = ("", "pillage", "plague", "fire", "siege")  # by the number rolled
TARGET_NAMES = tuple(KINDS[kind] for kind in TARGET_KINDS)


def move(state: State, seat: int, action: int) -> str:  # noqa: ARG001 (every game has these)
    """A placement as "wall e4", else "destroy e4" or "pass"."""
    if action == PASS:
        return "pass"
    word = "destroy" if action >= FIRST_DESTROY else KINDS[action // CELLS]
    return f"{word} {CELL_NAMES[action % CELLS]}"


def chance(state: State, outcome: int) -> str:
    """The lot as "first 2", the die as "roll 7", a tile as "draw castle"."""
    if state.stage == LOT:
        return f"first {outcome + 1}"
    return f"roll {outcome + 1}" if state.stage == ROLL else f"draw {KINDS[outcome]}"


def same(key: str, wanted: Any, found: Any) -> bool:
    """Hands are compared without order, the pile by the kinds given, all else as it is."""
    if key == "hands" and isinstance(wanted, list):
        return [sorted(row) for row in wanted] == [sorted(row) for row in found]
    if key == "pile" and isinstance(wanted, dict):
        return all(count == found.get(kind, 0) for kind, count in wanted.items())
    return bool(wanted == found)


def position(state: State) -> dict[str, Any]:
    """Kinds that the pile lacks, and keys that do not apply, are left out.

    Before the lot ``turn`` and ``first`` are 0, before the town ``start`` is empty.
    ``disaster`` and ``destroy`` say what is still to be destroyed, ``placed_this_turn`` and
    ``placed_this_round`` what LV-25 and LV-26 have to remember.
    """
    seats = int(state.seats)
    data: dict[str, Any] = {
        "round": int(state.round_number),
        "turn": turn_number(state),
        "stage": STAGES[state.stage],
        "first": 0 if state.first == NOBODY else int(state.first) + 1,
        "start": "" if state.start == NOWHERE else CELL_NAMES[state.start],
        "tiles": tiles_by_cell(state),
        "hands": [_spelled(state.hands[seat]) for seat in range(seats)],
        "pile": {kind: int(n) for kind, n in zip(KINDS, state.pile, strict=True) if n},
    }
    if state.disaster:
        data["disaster"] = DISASTERS[state.disaster]
        due = zip(TARGET_NAMES, state.due, strict=True)
        data["destroy"] = {name: int(count) for name, count in due if count}
    if state.placed_turn:
        data["placed_this_turn"] = int(state.placed_turn)
    if state.placed_round:
        data["placed_this_round"] = True
    return data | departures(state)


def tiles_by_cell(state: State) -> dict[str, str]:
    """What stands on the board: cell to kind, in the order of the cells."""
    found = {cell: name for kind, name in enumerate(KINDS) for cell in cells_of(state.tiles[kind])}
    return {CELL_NAMES[cell]: found[cell] for cell in sorted(found)}


def _spelled(counts: Any) -> list[str]:
    return [kind for kind, count in zip(KINDS, counts, strict=True) for _ in range(count)]


def read_position(state: State, data: dict[str, Any]) -> None:
    """Write a position into an opening state; an impossible one is a BadPosition."""
    reader = Reader(data)
    _read_turn(reader, state)
    _read_tiles(reader, state)
    _read_hands(reader, state)
    _read_pile(reader, state)
    _read_disaster(reader, state)
    reader.done()
    survey(state)
    _judge_town(state)
    _end(state)
    if state.ended == 0:
        _judge_stage(state)
        settle(state)  # where the rules leave a stage at once: an empty pile, an automatic pass


def _read_turn(reader: Reader, state: State) -> None:
    seats = int(state.seats)
    state.round_number = reader.whole("round", 1, ROUNDS, default=1)
    read_turns(state, reader)
    turn = turn_number(state)
    first = reader.whole("first", 1, seats, default=min(turn, 1), zero="before the lot")
    state.first = first - 1 if first else NOBODY
    state.stage = STAGES.index(reader.text("stage", STAGES, "draw" if turn else "lot"))
    state.placed_turn = reader.whole("placed_this_turn", 0, int(state.placements) - 1)
    state.placed_round = reader.flag("placed_this_round") or state.placed_turn > 0
    if (turn == 0) != (first == 0):
        raise BadPosition("turn and first: both are 0 before the lot, and neither after it")
    judge_turn(state)


def _read_tiles(reader: Reader, state: State) -> None:
    tiles = _table(reader, "tiles")
    start = reader.take("start", "")
    for name, kind in tiles.items():
        cell = _cell("tiles", name)
        _judge_ground(state, _kind("tiles", kind), cell)
        lay(state, _kind("tiles", kind), cell)
    if start == "" and tiles:
        raise BadPosition("start: which of the tiles the town started with (LV-2)")
    if start == "":
        return
    cell = _cell("start", start)
    kind = tiles.get(start)
    if kind is None or not starts_town(state, KINDS.index(kind)):
        raise BadPosition(f"start: {start} holds {kind or 'no tile'}, which starts no town (LV-2)")
    low, high = start_places(state, KINDS.index(kind))
    if not (low & BITS[cell, 0]) | (high & BITS[cell, 1]):
        raise BadPosition(f"start: a town cannot start with a {kind} on {start} (LV-11 to LV-13)")
    state.start = cell


def _judge_ground(state: State, kind: int, cell: int) -> None:
    """LV-12, LV-13, LV-23: what a tile may never stand on, and the sea."""
    name, tile = CELL_NAMES[cell], KINDS[kind]
    river, coast, land = (
        bool((mask[0] & BITS[cell, 0]) | (mask[1] & BITS[cell, 1]))
        for mask in (state.river, state.coast, state.land)
    )
    if not river and not land:
        raise BadPosition(f"tiles: {name} is sea")
    if river and kind not in (BRIDGE, PORT, WALL):
        raise BadPosition(f"tiles: {name} is a river cell, where no {tile} stands (LV-23)")
    if kind == BRIDGE and not river:
        raise BadPosition(f"tiles: {name} is land, where no bridge stands (LV-12)")
    if kind == PORT and not river and not coast:
        raise BadPosition(f"tiles: {name} is neither river nor coast, so no port stands there")


def _read_hands(reader: Reader, state: State) -> None:
    seats = int(state.seats)
    rows = reader.take("hands", [[]] * seats)
    if not isinstance(rows, list) or len(rows) != seats:
        raise BadPosition(f"hands: {seats} lists of tiles are wanted, one a seat, not {rows!r}")
    for seat, row in enumerate(rows):
        if not isinstance(row, list):
            raise BadPosition(f"hands: a list of tiles for seat {seat + 1}, not {row!r}")
        if row and has_left(state, seat):
            raise BadPosition(f"hands: seat {seat + 1} has left, its tiles went into the pile")
        for name in row:
            kind = _kind("hands", name)
            state.hands[seat, kind] += 1
            state.held[seat] |= 1 << kind


def _read_pile(reader: Reader, state: State) -> None:
    """What is left of the edition; a pile that is given is taken at its word, and whole."""
    given = reader.take("pile")
    for kind, name in enumerate(KINDS):
        used = size(*state.tiles[kind]) + int(state.hands[:, kind].sum(dtype=int))
        if used > state.counts[kind]:
            raise BadPosition(
                f"{name}: {used} on the board and in hands, the edition has {state.counts[kind]}"
            )
        state.pile[kind] = 0 if given is not None else int(state.counts[kind]) - used
    for name, count in ({} if given is None else _checked("pile", given)).items():
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= 99:
            raise BadPosition(f"pile: a whole number from 0 to 99 of {name}, not {count!r}")
        state.pile[_kind("pile", name)] = count


def _read_disaster(reader: Reader, state: State) -> None:
    disaster = reader.text("disaster", DISASTERS, "")
    due = reader.take("destroy")
    if (state.stage == DESTROY) != (disaster != ""):
        raise BadPosition(f"disaster: one of {', '.join(DISASTERS[1:])}, in the stage destroy only")
    state.disaster = DISASTERS.index(disaster)
    if not disaster:
        if due is not None:
            raise BadPosition("destroy: only in the stage destroy")
        return
    most = {
        name: min(int(STRIKES[state.disaster, target]), count_targets(state, target))
        for target, name in enumerate(TARGET_NAMES)
    }
    due = most if due is None else _checked("destroy", due)
    for name, count in due.items():
        if name not in most or not isinstance(count, int) or not 0 <= count <= most[name]:
            raise BadPosition(f"destroy: {disaster} can strike {most}, not {name} = {count!r}")
        state.due[TARGET_NAMES.index(name)] = count
    if not state.due.any():
        raise BadPosition(f"destroy: nothing is left for a {disaster}, so the stage is over")


def _table(reader: Reader, key: str) -> dict[str, Any]:
    return _checked(key, reader.take(key, {}))


def _checked(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise BadPosition(f"{key}: a table is wanted, not {value!r}")
    return value


def _cell(key: str, name: Any) -> int:
    if name not in CELL_NUMBERS:
        raise BadPosition(f"{key}: a cell from a1 to m9 is wanted, not {name!r}")
    return CELL_NUMBERS[name]


def _kind(key: str, name: Any) -> int:
    if name not in KINDS:
        raise BadPosition(f"{key}: {', '.join(KINDS)} are possible, not {name!r}")
    return KINDS.index(name)


def _judge_town(state: State) -> None:
    """LV-6: no suburb is too large."""
    for cell in cells_of(state.tiles[SUBURB] | state.tiles[CHURCH]):
        low, high = suburb_at(state, cell)
        suburbs = size(low & state.tiles[SUBURB, 0], high & state.tiles[SUBURB, 1])
        churches = size(low & state.tiles[CHURCH, 0], high & state.tiles[CHURCH, 1])
        if suburbs > FULL_SUBURBS or churches > FULL_CHURCHES:
            raise BadPosition(
                f"tiles: the suburb at {CELL_NAMES[cell]} has {suburbs} suburb tiles and"
                f" {churches} churches; {FULL_SUBURBS} and {FULL_CHURCHES} are the most (LV-6)"
            )


def _end(state: State) -> None:
    """Set how the game ended, where the position is a finished one."""
    if state.ended == 0 and complete_suburbs(state) >= 2:
        state.ended = BUILT
    elif state.ended == 0 and state.stage == OVER:
        state.ended = LAST_ROUND if state.round_number == ROUNDS else QUIET
        if state.ended == QUIET and not pile_is_empty(state):
            raise BadPosition("stage: nothing has ended this game (LV-9, LV-26)")
    if state.ended:
        state.stage = OVER
        state.placed_turn = state.placed_round = 0


def _judge_stage(state: State) -> None:
    """Refuse a turn that no game can reach."""
    stage = STAGES[state.stage]
    if (state.stage == LOT) != (state.turn == NOBODY):
        raise BadPosition(f"stage: {stage} does not go with turn = {(int(state.turn) + 1) % 256}")
    if state.stage == LOT and (
        state.round_number > 1 or state.start != NOWHERE or state.hands.any()
    ):
        raise BadPosition("stage: the lot comes before anything was drawn or placed (LV-25)")
    if state.stage in (ROLL, DESTROY):
        if state.start == NOWHERE or state.round_number % DISASTER_ROUNDS:
            raise BadPosition(f"stage: {stage} comes every third round of a town (LV-7)")
    if state.placed_turn and state.stage != PLACE:
        raise BadPosition(f"placed_this_turn: nothing was placed before the stage {stage}")
    if state.start == NOWHERE:
        _judge_start(state)


def _judge_start(state: State) -> None:
    """LV-2, LV-3: before the town, start tiles lie in the pile but for the one just drawn."""
    starters = [kind for kind in range(len(KINDS)) if starts_town(state, kind)]
    held = {seat: int(state.hands[seat, starters].sum()) for seat in range(int(state.seats))}
    wanted = {seat: int(state.stage == PLACE and seat == state.turn) for seat in held}
    if held != wanted:
        raise BadPosition(
            "hands: before the town starts, the one tile that could start it is in the hand of"
            " who just drew it, at the stage place (LV-2)"
        )
    if state.stage == DRAW and not state.pile[starters].any():
        raise BadPosition("pile: nothing in it could ever start the town (LV-2)")
    if state.round_number > START_ROUNDS + 1:
        raise BadPosition(f"start: the town starts by round {START_ROUNDS + 1} (LV-3)")
    if state.round_number > START_ROUNDS and state.turn != _opener(state):
        seat = _opener(state) + 1
        raise BadPosition(f"turn: seat {seat}, the first still there, starts the town now (LV-3)")


def _opener(state: State) -> int:
    """The seat that begins a round: the first player, or who comes next where he has left."""
    seats, first = int(state.seats), int(state.first)
    ahead = next(ahead for ahead in range(seats) if not has_left(state, (first + ahead) % seats))
    return (first + ahead) % seats
