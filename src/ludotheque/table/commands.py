"""What people ask of a table.

Every command carries an ``id`` that its sender made up, so that one sent twice acts once,
and the number of the last event its sender has ``seen``, so that one given in sight of a
position that is no longer there is refused. Seats count from 0.
"""

from typing import TypeAlias

import msgspec


class Person(msgspec.Struct, frozen=True):
    """Who gives a command: an id that means nothing to the table, and a name to show."""

    id: str
    name: str


class _Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="command", tag=str.lower):
    id: str
    seen: int = 0


class Sit(_Command, frozen=True):
    """Take a seat (the first free one where none is named); again for another (hot seat).

    ``value``: 16 random bytes of the browser's own, in hexadecimal, for the dice.
    ``name``: what somebody else at the same screen is called; one's first seat bears one's own.
    """

    seat: int | None = None
    value: str = ""
    name: str = ""


class Place(_Command, frozen=True):
    """Put a bot in an empty seat; the host's right."""

    seat: int
    level: str


class Fill(_Command, frozen=True):
    """Give all empty seats to bots, of the table's own level if none is named, and begin."""

    level: str | None = None


class Leave(_Command, frozen=True):
    """Give up a seat, or all of one's own: free again before the game, gone for good during it.

    The host may also send a bot away before the game.
    """

    seat: int | None = None


class Roll(_Command, frozen=True):
    """Ask for the chance outcome that is awaited."""

    seat: int | None = None  # for which of one's seats, where one has several


class Move(_Command, frozen=True):
    """Play a legal move, in the game's notation."""

    seat: int
    move: str


class OfferDraw(_Command, frozen=True):
    """Offer to stop here, as a draw; bots agree."""

    seat: int


class AnswerDraw(_Command, frozen=True):
    """Agree to the offer, or not."""

    seat: int
    agrees: bool


class AskUndo(_Command, frozen=True):
    """Ask to take one's last move back, before the dice fall again."""

    seat: int


class AnswerUndo(_Command, frozen=True):
    """Agree to that, or not."""

    seat: int
    agrees: bool


class TakeOver(_Command, frozen=True):
    """Take one's seat back from the bot that holds it."""

    seat: int


class Rematch(_Command, frozen=True):
    """Play again with the same people; a value for the dice for each of one's seats."""

    values: tuple[str, ...] = ()


class WithdrawRematch(_Command, frozen=True):
    """Take back the wish to play again."""


class Emote(_Command, frozen=True):
    """Make a gesture to the others: one of EMOTES."""

    seat: int
    emote: str


class Hint(_Command, frozen=True):
    """Ask what would be good to play now; the others are told that one did."""

    seat: int


Command: TypeAlias = (
    Sit | Place | Fill | Leave | Roll | Move | OfferDraw | AnswerDraw | AskUndo | AnswerUndo
    | TakeOver | Rematch | WithdrawRematch | Emote | Hint
)  # fmt: skip

EMOTES = ("hello", "thanks", "well-played", "oops", "laugh", "cry", "hurry", "mock")
