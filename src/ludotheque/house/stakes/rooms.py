"""The rooms (MA-1): what a seat costs in each, from which level it is open, what it counts.

All of it is one TOML file; ``rooms.toml`` beside this module holds the defaults.
"""

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Box, Game, Option
from ludotheque.table import CLOCKS

DEFAULTS = Path(__file__).with_name("rooms.toml")
VARIABLE = "LUDOTHEQUE_ROOMS"
ARRIVAL = 1_000  # chips for a new member
SEATS = (2, 3, 4)  # MA-3: of a staked table; bigger ones are friendly
BOTS = "+bots"  # the tables with bots, kept apart from every room of a file (MA-33)

Whole = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Share = Annotated[int, msgspec.Meta(ge=0)]
Chips = Annotated[int, msgspec.Meta(ge=0, le=10**6)]
Id = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9-]{0,23}$")]


class BadRooms(LudothequeError):
    """A file of rooms that cannot be used: says where, and what would be right."""


class Room(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A room: what it asks and what it gives."""

    id: Id
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=24)]
    stake: Whole  # chips a seat
    level: Whole  # open from this level on
    points: Whole  # how many times the points of MA-6 count
    clock: int = 30  # seconds a move

    @property
    def has_bots(self) -> bool:
        """Whether these are the tables with bots (MA-33)."""
        return self.id == BOTS


class Split(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the pot is shared, in stakes, by place."""

    three: tuple[Share, ...] = (2, 1, 0)
    four: tuple[Share, ...] = (3, 1, 0, 0)


class Rooms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a house says about its rooms."""

    room: tuple[Room, ...]
    arrival: Whole = ARRIVAL
    bots_after: Annotated[int, msgspec.Meta(ge=1, le=600)] = 20
    bots_stake: Chips = 10  # MA-33: chips a seat against bots, in the first room; 0: never
    bots_most: Chips = 100  # MA-34: what somebody may win from them in a day
    one_per_address: bool = True
    split: Split = Split()

    def __iter__(self) -> Iterator[Room]:
        return iter(self.room)

    def find(self, id: str) -> Room | None:
        """The room of that id; the tables with bots have one too, which nobody waits for."""
        if id == BOTS:
            return self.with_bots
        return next((room for room in self.room if room.id == id), None)

    @property
    def first(self) -> Room:
        """The room where everybody begins."""
        return min(self.room, key=lambda room: room.level)

    @property
    def with_bots(self) -> Room:
        """MA-33: the first room where bots sit: a stake of its own, no points (MA-35)."""
        stake = min(self.bots_stake, self.first.stake)
        return msgspec.structs.replace(self.first, id=BOTS, stake=stake, points=0)

    def bots_offered(self, room: str) -> bool:
        """Whether bots may sit down with those who wait there: at a friendly table they may."""
        return not room or (room == self.first.id and self.bots_stake > 0)

    def shares(self, sides: int, seats: int) -> tuple[int, ...]:
        """MA-17: the stakes that each place wins; two sides play for everything."""
        if sides == 2:
            return (seats, 0)
        return {3: self.split.three, 4: self.split.four}[sides]


def load(file: str | Path | None = None) -> Rooms:
    """The rooms: of the file given, else of the one the environment names, else the defaults."""
    path = Path(file or os.environ.get(VARIABLE) or DEFAULTS)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadRooms(f"{path}: cannot be read ({error.strerror})") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRooms(f"{path}: is not TOML: {error}") from None
    return read(data, str(path))


def read(data: dict[str, Any], where: str = "rooms") -> Rooms:
    """The rooms that plain data describes; BadRooms says what is wrong."""
    try:
        rooms = msgspec.convert(data, Rooms)
    except msgspec.ValidationError as error:
        raise BadRooms(f"{where}: {error}") from None
    for problem in _problems(rooms):
        raise BadRooms(f"{where}: {problem}")
    return rooms


def _problems(rooms: Rooms) -> Iterator[str]:
    if not rooms.room:
        yield "no [[room]]: a house has at least one"
    ids = [room.id for room in rooms]
    for id in {id for id in ids if ids.count(id) > 1}:
        yield f"room {id!r} is there twice"
    clocks = [clock for clock in CLOCKS if clock is not None]
    for room in rooms:
        if room.clock not in clocks:
            yield f"room {room.id!r}: clock is one of {', '.join(map(str, clocks))}"
    if rooms.room and min(room.level for room in rooms) > 1:
        yield "no room is open from level 1: nobody could ever begin"
    for name, shares, seats in (("three", rooms.split.three, 3), ("four", rooms.split.four, 4)):
        if len(shares) != seats or sum(shares) != seats:
            yield f"split.{name}: {seats} numbers that add up to {seats}, not {list(shares)}"
        elif list(shares) != sorted(shares, reverse=True):
            yield f"split.{name}: a better place never gets less than a worse one"
    pot = (max(SEATS) - 1) * rooms.with_bots.stake if rooms.room else 0
    if rooms.bots_most < pot:
        yield f"bots_most: at least what one game of {max(SEATS)} can bring, {pot}"


def seats_of(game: Game) -> tuple[int, ...]:
    """With how many seats a game can be played in a room."""
    return tuple(seats for seats in SEATS if seats in game.seat_counts)


def modalities_of(game: Game, box: Box) -> tuple[Option, ...]:
    """What people may agree on in a quick match; couples are a way to sit, and chosen as such."""
    settled = {*box.options, game.couples}
    return tuple(option for option in game.modalities if option.name not in settled)
