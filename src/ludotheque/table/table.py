"""A table as it stands: a fold of its log. Verbs read it and say what happens next.

Nothing here writes a log, tells anybody anything or knows the time.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from ludotheque.core.contract import State, States
from ludotheque.core.engine import Look
from ludotheque.core.game import Game
from ludotheque.core.step import Step
from ludotheque.table import dice
from ludotheque.table.curtain import Curtain
from ludotheque.table.errors import (
    HasLeft,
    HeldByBot,
    IsOver,
    NoSuchSeat,
    NotBegun,
    NotYourSeat,
    Stale,
    Stranger,
)
from ludotheque.table.events import RENEWING, STIRRING, Ended, Entry, Opened
from ludotheque.table.settings import Settings

Phase = Literal["open", "playing", "over"]

# Entries, and steps with their states, at hand: for undo, and for pages that open or come back.
REMEMBERED = 64


@dataclass
class Seat:
    """A place at the table, and who is in it."""

    person: str | None = None  # its owner, also while a bot holds it
    name: str = ""
    value: str = dice.NO_VALUE
    level: str | None = None  # of the bot that acts here
    bot: str = ""  # and its name
    misses: int = 0  # in a row
    has_left: bool = False

    @property
    def is_free(self) -> bool:
        """Whether anybody may sit down here."""
        return self.person is None and self.level is None

    @property
    def is_held(self) -> bool:
        """Whether a bot acts here in the place of a person."""
        return self.person is not None and self.level is not None

    @property
    def is_present(self) -> bool:
        """Whether a person acts here."""
        return self.person is not None and self.level is None and not self.has_left


@dataclass
class Question:
    """Something that everybody has to agree to: a draw, or taking a move back."""

    seat: int  # who asked
    number: int  # of the event that asked
    agreed: set[str] = field(default_factory=set)  # persons


class Wish(NamedTuple):
    """Somebody's wish to play again."""

    values: tuple[str, ...]  # for the dice, one for each of her seats
    at: int  # milliseconds since 1970


class Foreseen(NamedTuple):
    """What a step leads to from a board: known once it was looked into, whether it happens or not.

    Only a step of the very same board is taken from here, so what never happens does no harm.
    """

    before: States
    step: Step
    board: States
    look: Look


class Table:
    """What the log of a table amounts to. Changed by :mod:`ludotheque.table.verbs.fold` alone."""

    def __init__(self, id: str, game: Game, seed: bytes, first: Entry):
        opened = first.event
        assert isinstance(opened, Opened)
        self.id = id
        self.game = game
        self.seed = seed  # secret until the end
        self.host = first.person
        self.options: dict[str, Any] = game.chosen(opened.options)
        self.settings: Settings = opened.settings
        self.commitment = opened.commitment
        self.edition = opened.edition
        self.has_diverged = False  # the board stands where today's rules part from older ones
        self.engine = game.engine
        self.seats = [Seat() for _ in range(int(self.options["seats"]))]
        self.board: States = self.engine.new(self.options)  # replaced, never changed
        self.state: State = self.board[0]
        self.look = Look()  # what it waits for, once the game has begun
        self.legal: dict[int, dict[str, int]] = {}  # seat: its moves here, once asked for
        self.shown: dict[str | None, Any] = {}  # to whom: the seats as they are seen, once asked,
        self.company: Hashable = None  # and all that is shown beside the board, see Window
        self.foreseen: Foreseen | None = None
        self.created = self.changed = first.at  # milliseconds since 1970
        self.number = 1  # of the last event
        self.entries = {1: first}  # the last of them, by their numbers
        self.curtain = Curtain(self.engine, len(self.seats))
        self.stirred = first.at  # when something last happened that others wait for
        self.since: dict[int, int] = {}  # seats that the game waits for: since when
        self.phase: Phase = "open"  # whether people still sit down, play, or are done
        self.began = 0  # the number of the event with which the game began
        self.values = b""  # the players' values, once it has begun
        self.steps: dict[int, Step] = {}  # the last of them, by the number of their event
        self.steps_taken = 0  # in all
        self.fallen = 0  # chance outcomes among them
        self.draw_offer: Question | None = None
        self.undo_request: Question | None = None
        self.draw_refused = -REMEMBERED  # steps there had been when an offer was last refused
        self.undo_refused: dict[int, int] = {}  # seat: the same, when it could not take a move back
        self.emoted: dict[int, int] = {}  # seat: when, in milliseconds
        self.advised: dict[int, int] = {}  # seat: the event that led to where it last asked
        self.ended: Ended | None = None
        self.again: dict[str, Wish] = {}  # who asked for a rematch; a wish does not last
        self.rematch: str | None = None
        self.answered: dict[str, dict[str, int]] = {}  # person: command: its last event

    @property
    def has_begun(self) -> bool:
        """Whether the game has begun."""
        return self.began > 0

    @property
    def roller(self) -> int | None:
        """Who rolls, where the outcome awaited is somebody's."""
        return self.look.roller

    def enter(self, entry: Entry) -> None:
        """Note the next entry of the log; the oldest one noted is in the log alone from now on."""
        assert entry.number == self.number + 1, f"entry {entry.number} after {self.number}"
        self.number, self.changed = entry.number, entry.at
        self.entries[entry.number] = entry
        if len(self.entries) > REMEMBERED:
            del self.entries[next(iter(self.entries))]

    def is_back(self, number: int) -> None:
        """Whoever has that seat acts herself: she is not absent."""
        if self.seats[number].misses:
            self.seats[number].misses = 0
            self.show_again()

    def show_again(self) -> None:
        """Something has changed in who is here, or in what they ask each other."""
        self.shown, self.company = {}, None

    def wait(self, entry: Entry) -> None:
        """Note since when the game waits for whom; whoever acted or came back has it all again."""
        event, since, at = entry.event, self.since, entry.at
        if isinstance(event, STIRRING):
            self.stirred = at
        acted = event.seat if isinstance(event, RENEWING) else None
        self.since = {seat: at if seat == acted else since.get(seat, at) for seat in self.expected}

    def stand(self, board: States, look: Look) -> None:
        """From now on the board is this one, and waits for that."""
        self.board, self.state, self.look, self.legal = board, board[0], look, {}

    @property
    def is_outdated(self) -> bool:
        """Whether the game was begun by another edition of the rules than is on the shelf."""
        return self.edition != self.game.edition

    @property
    def names(self) -> dict[int, str]:
        """The name shown at each seat that is taken."""
        return {
            number: seat.bot if seat.person is None else seat.name
            for number, seat in enumerate(self.seats)
            if not seat.is_free
        }

    @property
    def awaits_chance(self) -> bool:
        """Whether a chance outcome comes next."""
        return self.phase == "playing" and self.look.outcomes > 0

    @property
    def expected(self) -> tuple[int, ...]:
        """The seats whose gesture the game waits for: to move, or to roll."""
        if self.phase != "playing":
            return ()
        if self.awaits_chance:
            return () if self.roller is None else (self.roller,)
        return self.look.waiting

    @property
    def awaited(self) -> frozenset[str]:
        """The persons whose gesture the game waits for."""
        seats = [self.seats[seat] for seat in self.expected]
        return frozenset([seat.person for seat in seats if seat.person and seat.is_present])

    def outcome_number(self, number: int) -> int:
        """What the dice count by: the outcome's event number, its own where dice are shared."""
        return number if self.settings.sealed_until is None else self.fallen + 1

    def held_by(self, person: str) -> list[int]:
        """The seats that belong to a person and have not left."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.person == person and not seat.has_left
        ]

    def knows(self, person: str) -> bool:
        """Whether a person's name may be here: she sits here, or did what is still remembered."""
        at_hand = {seat.person for seat in self.seats}
        return person in at_hand or any(each.person == person for each in self.entries.values())

    def answer_to(self, person: str, command: str) -> int | None:
        """The number of the last event of a command that was carried out already."""
        return self.answered.get(person, {}).get(command)

    def persons(self) -> set[str]:
        """The persons still in the game, including those whose seat a bot holds."""
        return {seat.person for seat in self.seats if seat.person and not seat.has_left}

    def present(self) -> set[str]:
        """The persons still in the game who act themselves in one of their seats."""
        return {seat.person for seat in self.seats if seat.person and seat.is_present}

    def seat_of(self, person: str, number: int) -> Seat:
        """A seat that the person may act for; refused where there is none, or it is not hers."""
        if not 0 <= number < len(self.seats):
            raise NoSuchSeat(place=number + 1)
        seat = self.seats[number]
        if seat.person != person:
            if any(each.person == person for each in self.seats):
                raise NotYourSeat(place=number + 1)
            raise Stranger()
        if seat.has_left:
            raise HasLeft(place=number + 1)
        return seat

    def acting_seat(self, person: str, number: int) -> Seat:
        """The same, in a game under way, with its owner in it."""
        seat = self.seat_of(person, number)
        self.require_playing()
        if seat.is_held:
            raise HeldByBot(place=number + 1)
        return seat

    def require_playing(self) -> None:
        """Refuse what needs a game under way."""
        if self.phase == "over":
            raise IsOver()
        if self.phase == "open":
            raise NotBegun()

    def require_fresh(self, seat: int, seen: int) -> None:
        """Refuse a command given in sight of another position than the seat has now."""
        if seen < self.curtain.changed(seat) or seen > self.number:
            raise Stale(self.number)
