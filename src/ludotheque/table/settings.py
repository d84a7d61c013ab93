"""What people agree on about a table, beside the game's own options."""

from typing import Any

import msgspec

from ludotheque.bots import LEVELS, STANDBY
from ludotheque.core.errors import BadOption

DAY = 86_400
CLOCKS = (None, 15, 30, 60, 3 * DAY)  # seconds for each move or roll
FILL_WAITS = (None, 0, 15, 30, 60)  # seconds until bots take the empty seats; None: never


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How a table is kept."""

    clock: int | None = None  # seconds a move, one of CLOCKS; None: no hurry
    public: bool = False  # shown to everybody; else only people with the link find it
    spectators: bool = True  # whether people without a seat may watch
    fill_after: int | None = None  # seconds until bots take the empty seats, one of FILL_WAITS
    bots: str = STANDBY  # the level of those who fill in
    automatic_rolls: bool = False  # chance falls by itself, nobody has to ask for it
    chat: bool = False  # whether people may write to each other there; no log holds what they write
    odds: bool = False  # whether those who watch may see everybody's chances while it is played
    contest: bool = False  # for something: nobody sits twice, three misses in a row are a departure
    room: str = ""  # where the house keeps the table: a word of the layer above
    sealed_until: int | None = None  # milliseconds since 1970: many tables share the seed until
    # then, so it is told no sooner, and outcomes follow from how many fell before

    def __post_init__(self) -> None:
        _one_of("clock", self.clock, CLOCKS)
        _one_of("fill_after", self.fill_after, FILL_WAITS)
        _one_of("bots", self.bots, tuple(LEVELS))
        if self.chat and self.public:
            raise BadOption("a table that is open to everybody has no chat")
        if self.odds and not self.is_friendly:
            raise BadOption("no chances are shown where something is at stake")

    @property
    def is_friendly(self) -> bool:
        """Whether nothing but the game is at stake: no chips, no ranking of a day."""
        return not self.contest and not self.room and self.sealed_until is None

    @property
    def is_slow(self) -> bool:
        """Whether nobody is expected to stay at the table: days for a move, or no clock at all."""
        return self.clock is None or self.clock >= DAY


def _one_of(name: str, value: Any, values: tuple[Any, ...]) -> None:
    if value not in values:
        raise BadOption(f"{name} is one of {', '.join(map(str, values))}, not {value!r}")
