"""What happens at a table: the entries of its log.

Seats count from 0 here. Events hold nothing that may not be told to whoever sees them:
who a person is stands beside the event, in its :class:`Entry`.
"""

from typing import Any, Literal, TypeAlias

import msgspec

from ludotheque.core.step import Step
from ludotheque.table.settings import Settings

# Who did something; the clock acts for somebody absent, the table where nobody has to.
Hand = Literal["person", "bot", "clock", "table"]
Reason = Literal["finished", "drawn", "deserted", "abandoned"]


class _Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag=str.lower):
    pass


class Opened(_Event, frozen=True, gc=False):
    """The table stands there, its dice sealed: SHA-256 of the secret seed, in hexadecimal."""

    game: str
    options: dict[str, Any]
    settings: Settings
    commitment: str
    rematch_of: str | None = None
    edition: int = 1  # of the game's rules; logs from before editions say none


class Sat(_Event, frozen=True, gc=False):
    """A person took a seat, and added 16 bytes of her own to the dice."""

    seat: int
    name: str
    value: str


class Placed(_Event, frozen=True, gc=False):
    """A bot took a seat."""

    seat: int
    level: str
    name: str


class Stood(_Event, frozen=True, gc=False):
    """A seat became free again before the game began."""

    seat: int


class Began(_Event, frozen=True, gc=False):
    """Every seat is taken; the values added to the dice stand from now on."""


class Fell(_Event, frozen=True, gc=False):
    """A chance outcome. ``seat``: whose roll it is, where it is somebody's."""

    outcome: int
    text: str
    seat: int | None = None
    by: Hand = "person"

    @property
    def step(self) -> Step:
        """What happened on the board."""
        return Step("chance", self.seat, self.outcome, self.text)


class Moved(_Event, frozen=True, gc=False):
    """A move."""

    seat: int
    action: int
    text: str
    by: Hand = "person"

    @property
    def step(self) -> Step:
        """What happened on the board."""
        return Step("move", self.seat, self.action, self.text)


class Left(_Event, frozen=True, gc=False):
    """A seat left the game for good."""

    seat: int

    @property
    def step(self) -> Step:
        """What happened on the board."""
        return Step("leave", self.seat, 0, f"leave {self.seat + 1}")


class Expired(_Event, frozen=True, gc=False):
    """A seat ran out of time; what comes next was done for it."""

    seat: int


class Held(_Event, frozen=True, gc=False):
    """A bot holds a seat until its owner takes it back."""

    seat: int
    level: str
    name: str


class Reclaimed(_Event, frozen=True, gc=False):
    """The owner of a seat took it back from the bot."""

    seat: int


class DrawOffered(_Event, frozen=True, gc=False):
    """Somebody would stop here, as a draw."""

    seat: int


class DrawAnswered(_Event, frozen=True, gc=False):
    """An answer to the offer; one no ends it."""

    seat: int
    agrees: bool


class Drawn(_Event, frozen=True, gc=False):
    """All agreed to a draw."""

    @property
    def step(self) -> Step:
        """What happened on the board."""
        return Step("draw", None, 0, "draw")


class UndoAsked(_Event, frozen=True, gc=False):
    """Somebody would take the last move back."""

    seat: int


class UndoAnswered(_Event, frozen=True, gc=False):
    """An answer to that; one no ends it."""

    seat: int
    agrees: bool


class Undone(_Event, frozen=True, gc=False):
    """A seat's move was taken back: the one of that number, or, where there is no number,
    all that the game itself lets the seat take back since the last chance outcome."""

    seat: int
    move: int | None = None

    @property
    def step(self) -> Step:
        """What happened on the board; its code is the number of the move taken back, or 0."""
        return Step("undo", self.seat, self.move or 0, "undo")


class Emoted(_Event, frozen=True, gc=False):
    """A gesture to the others."""

    seat: int
    emote: str


class Advised(_Event, frozen=True, gc=False):
    """A seat asked what would be good to play."""

    seat: int


class Ended(_Event, frozen=True, gc=False):
    """The end, with its reason; the seed is public from now on, unless it is sealed longer."""

    reason: Reason
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    seed: str  # empty while other tables still play with it


class RematchAsked(_Event, frozen=True, gc=False):
    """Somebody would play again; her values for the new table's dice, one for each of her seats."""

    values: tuple[str, ...]


class RematchWithdrawn(_Event, frozen=True, gc=False):
    """Whoever has that seat would no longer play again, is gone, or has wished for it too long."""

    seat: int


class Rematched(_Event, frozen=True, gc=False):
    """All would: play goes on at another table."""

    table: str


Event: TypeAlias = (
    Opened | Sat | Placed | Stood | Began | Fell | Moved | Left | Expired | Held | Reclaimed
    | DrawOffered | DrawAnswered | Drawn | UndoAsked | UndoAnswered | Undone | Emoted | Advised
    | Ended | RematchAsked | RematchWithdrawn | Rematched
)  # fmt: skip


OnBoard: TypeAlias = Fell | Moved | Left | Drawn | Undone  # the events that have a step

# What the others' wait starts again from; gestures and offers do not count.
STIRRING = (Sat, Placed, Stood, Began, Fell, Moved, Left, Undone, Held, Reclaimed)
RENEWING = (Moved, Fell, Undone, Reclaimed)  # whoever does that has the full time again


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of a log."""

    number: int  # from 1, without a gap
    at: int  # milliseconds since 1970
    event: Event
    person: str | None = None  # whose command it was, or who sat; never told to others
    command: str | None = None  # that command's own id


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Event)


def encode(event: Event) -> str:
    """An event as it stands in the log."""
    return _encoder.encode(event).decode()


def decode(text: str) -> Event:
    """An event read from the log."""
    return _decoder.decode(text)
