"""A table's record: one JSON file that tells the whole game, and can be checked.

Described in docs/dice.md. A running game's record holds no seed and, where something is
hidden from the viewer, it ends before that. Nobody's id stands in it, only names.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from ludotheque.core import discovery
from ludotheque.core.engine import ONLOOKER
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game
from ludotheque.core.match import Match
from ludotheque.table import dice
from ludotheque.table.errors import BadRecord
from ludotheque.table.events import Entry, Event, Fell, OnBoard, Opened, Undone
from ludotheque.table.settings import Settings
from ludotheque.table.table import Table

FORMAT = "ludotheque-record"
VERSION = 1


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of the log; with a chance outcome, the weights of all that were possible."""

    number: int
    at: int
    event: Event
    weights: tuple[int, ...] = ()


class Seated(msgspec.Struct, frozen=True):
    """Who played in a seat."""

    name: str
    kind: Literal["free", "person", "bot"]
    level: str | None = None  # of a bot


class Result(msgspec.Struct, frozen=True):
    """How it ended."""

    reason: str
    ranks: tuple[int, ...]
    scores: tuple[int, ...]


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a table."""

    format: str = FORMAT
    version: int = VERSION
    table: str
    game: str
    options: dict[str, Any]
    settings: Settings
    seats: tuple[Seated, ...]
    commitment: str  # SHA-256 of the seed, published before the game
    values: tuple[str, ...]  # what each seat added to the dice; empty before the game
    log: tuple[Line, ...]
    seed: str | None = None  # once the table has ended
    result: Result | None = None

    def json(self) -> bytes:
        """The record as a file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1)

    @property
    def edition(self) -> int:
        """Of the game's rules, by which it was played."""
        opened = self.log[0].event
        assert isinstance(opened, Opened)
        return opened.edition

    @property
    def is_outdated(self) -> bool:
        """Whether the rules on the shelf are of another edition."""
        return self.edition != _game_of(self).edition

    def match(self) -> Match:
        """The game played again, step by step; BadRecord where the rules do not allow it.

        Of a game by another edition of the rules only as far as today's agree with it.
        """
        match = start(self)
        for line in self.log:
            try:
                repeat_line(match, line)
            except BadRecord:
                if not self.is_outdated:
                    raise
                break
        return match


def last_told(table: Table, viewer: int | None = None) -> int:
    """The number of the last entry before anything is hidden from a viewer."""
    hidden = table.curtain.first_hidden(ONLOOKER if viewer is None else viewer)
    return table.number if hidden is None else hidden - 1


def with_log(head: Record, game: Game, entries: Sequence[Entry]) -> Record:
    """A record with its log, played through: that takes a while."""
    opened = entries[0].event
    assert isinstance(opened, Opened)
    weights = _Weights(game, head.options, opened.edition != game.edition)
    lines = tuple(Line(e.number, e.at, e.event, weights.of(e.event)) for e in entries)
    return msgspec.structs.replace(head, log=lines)


def heading(table: Table, now: int = 0) -> Record:
    """A table's record as it stands at that moment, but for the log."""
    ended = table.ended
    return Record(
        table=table.id,
        game=table.game.id,
        options=table.options,
        settings=table.settings,
        seats=tuple(_seated(table, number) for number in range(len(table.seats))),
        commitment=table.commitment,
        values=tuple(seat.value for seat in table.seats) if table.has_begun else (),
        log=(),
        seed=_seed(table, now),
        result=Result(ended.reason, ended.ranks, ended.scores) if ended else None,
    )


def _seed(table: Table, now: int) -> str | None:
    """The seed, once nobody plays with it any more."""
    sealed = table.settings.sealed_until
    if table.ended is None or (sealed is not None and now < sealed):
        return None
    return table.seed.hex()


def _seated(table: Table, number: int) -> Seated:
    seat = table.seats[number]
    if seat.is_free:
        return Seated("", "free")
    if seat.person is not None:
        return Seated(seat.name, "person")
    return Seated(seat.bot, "bot", seat.level)


class _Weights:
    """Plays a log along, to say which weights each outcome had to choose from."""

    def __init__(self, game: Game, options: Mapping[str, Any], is_outdated: bool):
        self._engine, self._board = game.engine, game.engine.new(options)
        self._is_outdated, self._has_diverged = is_outdated, False
        self._before: list[bytes] = []

    def of(self, event: Event) -> tuple[int, ...]:
        engine, board = self._engine, self._board
        if isinstance(event, Undone) and event.move is not None and not self._has_diverged:
            self._board = engine.board(self._before.pop())
            return ()
        if not isinstance(event, OnBoard):
            return ()
        if self._is_outdated and not engine.allows(board, event.step):
            self._has_diverged = True
        if self._has_diverged:
            return ()  # nobody knows any more what the old rules weighed
        self._before.append(board.tobytes())
        weights = tuple(engine.weights(board)) if isinstance(event, Fell) else ()
        engine.do(board, event.step)
        return weights


def load(text: str | bytes) -> Record:
    """Read a record; BadRecord says where it is wrong."""
    try:
        head = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(f"this is no record: {error}") from None
    if head.get("format") != FORMAT:
        raise BadRecord(f'format: "{FORMAT}" is wanted, not {head.get("format")!r}')
    if head.get("version") != VERSION:
        raise BadRecord(f"version: {VERSION} is known here, not {head.get('version')!r}")
    try:
        found = msgspec.json.decode(text, type=Record)
    except (msgspec.ValidationError, LudothequeError) as error:
        raise BadRecord(str(error)) from None
    _check_frame(found)
    return found


def _check_frame(found: Record) -> None:
    """What can be wrong before a single move is looked at."""
    seats = int(_options_of(found)["seats"])
    if len(found.seats) != seats:
        raise BadRecord(f"seats: {seats} are wanted, not {len(found.seats)}")
    if found.values and len(found.values) != seats:
        raise BadRecord(f"values: {seats} are wanted, one a seat, not {len(found.values)}")
    for value in found.values:
        if not dice.is_value(value):
            raise BadRecord(f"values: 32 hexadecimal digits are wanted, not {value!r}")
    for number, line in enumerate(found.log, 1):
        if line.number != number:
            raise BadRecord(f"log: number {number} is wanted, not {line.number}")
    if not found.log or not isinstance(found.log[0].event, Opened):
        raise BadRecord("log: it begins with the event opened")


def _game_of(found: Record) -> Game:
    try:
        return discovery.game(found.game)
    except LudothequeError as error:
        raise BadRecord(f"game: {error}") from None


def _options_of(found: Record) -> dict[str, Any]:
    try:
        return _game_of(found).chosen(found.options)
    except LudothequeError as error:
        raise BadRecord(f"options: {error}") from None


def start(found: Record) -> Match:
    """The match that a record tells of, at its opening."""
    return Match(_game_of(found), _options_of(found))


def repeat_line(match: Match, line: Line) -> None:
    """Let a line of a log happen in a match; BadRecord where that is not possible."""
    try:
        if isinstance(line.event, Undone) and line.event.move is not None:
            match.undo()
        elif isinstance(line.event, OnBoard):
            match.repeat(line.event.step)
    except (LudothequeError, IndexError) as error:
        raise BadRecord(f"log, number {line.number}: {error}") from None


__all__ = ["BadRecord", "Line", "Record", "Result", "Seated", "load"]
