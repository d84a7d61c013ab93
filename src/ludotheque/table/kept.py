"""A kept state: where a table stood some time ago, so that opening it need not begin at the start.

A cache and nothing more: the log alone says what happened. One that other rules or another log
left behind is not used, and without any the table is the same. It holds no names: those stand in
the log, where they can be forgotten.
"""

import zlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from ludotheque.core.compile import digest_of, fingerprint
from ludotheque.core.contract import State
from ludotheque.core.game import Game
from ludotheque.core.step import Kind, Step
from ludotheque.table.background import log
from ludotheque.table.curtain import Held
from ludotheque.table.events import Entry
from ludotheque.table.keeping.express import Keepsake
from ludotheque.table.keeping.store import Store
from ludotheque.table.table import REMEMBERED, Question, Table
from ludotheque.table.verbs.fold import fold, folded

EVERY = 64  # events from one kept state to the next

_SPEED = 1  # of zlib's nine: boards are mostly zeros
_HERE = Path(__file__).parent


class _Place(msgspec.Struct, array_like=True, frozen=True):
    """What the log of a game under way changes of a seat."""

    level: str | None
    bot: str
    misses: int
    has_left: bool


class _Past(msgspec.Struct, array_like=True, frozen=True):
    """A step that is remembered; its boards by their places in a list, most are in it twice."""

    number: int
    kind: Kind
    seat: int | None
    code: int
    text: str
    before: int
    after: int


class _State(msgspec.Struct, array_like=True, frozen=True):
    """All that a log has made of a game under way, but for who sits where and what was answered."""

    last: Entry  # what it was taken after
    began: int  # the number of the event with which the game began
    board: bytes
    places: list[_Place]
    boards: list[bytes]
    steps: list[_Past]
    steps_taken: int
    fallen: int
    draw_offer: Question | None
    undo_request: Question | None
    draw_refused: int
    undo_refused: dict[int, int]
    emoted: dict[int, int]
    advised: dict[int, int]
    curtain: Held
    stirred: int
    since: dict[int, int]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_State).decode


@cache
def rules_of(game: Game) -> str | None:
    """What a kept state depends on: the sources of the game and of tables; None: who knows."""
    rules = fingerprint(game.kernels.values())
    return None if rules is None else rules + digest_of(sorted(_HERE.rglob("*.py")))


def keep(table: Table) -> Keepsake | None:
    """A table's state to keep; None: there is nothing in it worth keeping."""
    rules = rules_of(table.game)
    if table.phase != "playing" or table.is_outdated or table.number < REMEMBERED or not rules:
        return None
    state = zlib.compress(_encode(_taken(table)), _SPEED)
    return Keepsake(table.id, table.number, rules, state)


def _taken(table: Table) -> _State:
    boards: dict[bytes, int] = {}

    def place(state: State) -> int:
        return boards.setdefault(state.tobytes(), len(boards))

    steps = [
        _Past(number, step.kind, step.seat, step.code, step.text, *map(place, step[-2:]))
        for number, step in table.steps.items()
    ]
    return _State(
        last=table.entries[table.number],
        began=table.began,
        board=table.board.tobytes(),
        places=[_Place(each.level, each.bot, each.misses, each.has_left) for each in table.seats],
        boards=[*boards],
        steps=steps,
        steps_taken=table.steps_taken,
        fallen=table.fallen,
        draw_offer=table.draw_offer,
        undo_request=table.undo_request,
        draw_refused=table.draw_refused,
        undo_refused=table.undo_refused,
        emoted=table.emoted,
        advised=table.advised,
        curtain=table.curtain.held(),
        stirred=table.stirred,
        since=table.since,
    )


def opened(store: Store, id: str, game: Game, seed: bytes) -> Table | None:
    """A table from its log, by way of its kept state where there is one; None: the log is empty."""
    kept = store.kept(id)
    if kept is not None and kept.rules == rules_of(game):
        try:
            table = _opened(store, kept, game, seed)
        except (zlib.error, msgspec.MsgspecError, ValueError, LookupError):
            log.warning("a kept state of %s cannot be read: the log is", game.id)
            table = None
        if table is not None:
            return table
    entries = store.entries(id)
    return folded(id, game, seed, entries) if entries else None


def _opened(store: Store, kept: Keepsake, game: Game, seed: bytes) -> Table | None:
    """The table that a kept state and the rest of the log amount to; None: of another log."""
    state = _decode(zlib.decompress(kept.state))
    since = max(state.began + 1, state.last.number - REMEMBERED + 1)
    entries = store.entries(kept.table, after=since - 1, up_to=state.began)
    begins, rest = entries[: state.began], entries[state.began :]
    at_hand = rest[: state.last.number - since + 1]
    if at_hand[-1:] != [state.last]:
        return None
    table = folded(kept.table, game, seed, begins)
    _put(table, state, at_hand)
    for number, person, command in store.commands(kept.table, state.last.number):
        table.answered.setdefault(person, {})[command] = number
    for entry in rest[len(at_hand) :]:
        fold(table, entry)
    return table


def _put(table: Table, state: _State, at_hand: Sequence[Entry]) -> None:
    """Let a table at which the game has just begun stand as a kept state says."""
    engine = table.engine
    boards = [engine.board(each) for each in state.boards]
    for seat, place in zip(table.seats, state.places, strict=True):
        seat.level, seat.bot, seat.misses, seat.has_left = msgspec.structs.astuple(place)
    board = engine.board(state.board)
    table.stand(board, engine.look(board, len(table.seats)))
    states: list[Any] = [each[0] for each in boards]
    for past in state.steps:
        before, after = states[past.before], states[past.after]
        step = Step(past.kind, past.seat, past.code, past.text, before, after)
        table.steps[past.number] = step
    table.entries |= {entry.number: entry for entry in at_hand}
    while len(table.entries) > REMEMBERED:
        del table.entries[next(iter(table.entries))]
    table.number, table.changed = state.last.number, state.last.at
    table.steps_taken, table.fallen = state.steps_taken, state.fallen
    table.draw_offer, table.undo_request = state.draw_offer, state.undo_request
    table.draw_refused, table.undo_refused = state.draw_refused, state.undo_refused
    table.emoted, table.advised = state.emoted, state.advised
    table.stirred, table.since = state.stirred, state.since
    table.curtain.hold(state.curtain)
