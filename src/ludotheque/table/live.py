"""A table in memory: its fold, its clocks, and what is to happen by itself next.

When each wait began stands in the log. Nobody's time runs while no process keeps the house open:
after that everybody has the full time again.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ludotheque.table.clock import Timer
from ludotheque.table.events import STIRRING, Began, Entry, Fell, RematchAsked
from ludotheque.table.settings import DAY
from ludotheque.table.table import Table
from ludotheque.table.verbs.fold import fold
from ludotheque.table.verbs.rematch import LASTS

What = Literal["outdated", "fill", "abandon", "roll", "bot", "expire", "draw", "forget"]

UNBEGUN = 1 * DAY  # a table at which no game began is cleared away after so long,
UNMET = 90  # one of a contest sooner: those who came are not to wait for those who did not,
UNTOUCHED = 30 * DAY  # and one at which nothing has happened for so long


@dataclass(frozen=True)
class Pace:
    """Seconds that things take which nobody does by hand: a page shows what was before in them."""

    roll: float = 1.0  # until a bot rolls after a move,
    move: float = 1.1  # and moves after its roll
    shared: float = 1.8  # until a chance outcome falls that is nobody's own
    vain: float = 1.9  # until a bot rolls after a roll that came to nothing: why is to be read


NO_PACE = Pace(0, 0, 0, 0)
OPENING_STEPS = 30  # bots at most take before a person has anything to do: these are hurried
OPENING = 0.15  # of these times, until a person has something to do for the first time
TEMPOS = {"calm": 1.6, "normal": 1.0, "fast": 0.5, "instant": 0.35}  # as pages wish, and no others


class Due(NamedTuple):
    """Something that happens by itself."""

    when: float
    what: What
    seat: int = -1


class Live:
    """One table in memory."""

    def __init__(self, table: Table, pace: Pace, now: float, wall: int = 0, opened: int = 0):
        """``wall`` is the same moment as ``now``, ``opened`` when the house was opened."""

        def moment(at: int) -> float:
            return now - max(0, wall - max(at, opened)) / 1000

        self.table = table
        self.pace = pace
        self.lock = asyncio.Lock()
        self.timer: Timer | None = None
        self.rings = now  # when the timer does
        self.is_driving = False
        self.is_doubtful = False  # whether the log may hold more than the table knows of
        self.is_void = False  # whether the log it came from is no longer there
        self.asked = now  # when somebody last asked for it,
        self.asked_at = table.number  # and after which event
        self.awaited = table.awaited  # the persons whose gesture the game waits for
        self.kept = 0  # the number of the last event in a state that is kept, as far as known here
        self.tempo = 1.0  # of what happens by itself: the slowest that a page at the table wishes
        self.opening = 0  # steps that may still be hurried, until a person has something to do
        self.is_fresh_roll = False  # whether the last thing that happened was a chance outcome
        self.stirred = moment(table.stirred)  # when something last happened
        self.wished: dict[str, float] = {}  # persons: when they asked here to play again
        self.since = {seat: moment(at) for seat, at in table.since.items()}  # seats: when it began

    def take_lock(self) -> bool:
        """Take the lock without waiting for it; False: somebody has it, or is about to."""
        taking = self.lock.acquire()
        try:
            taking.send(None)
        except StopIteration:
            return True
        taking.close()
        return False

    def stop(self) -> None:
        """Stop the timer: nothing happens by itself until it is set again."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def take(self, entries: Sequence[Entry], now: float) -> None:
        """Let entries happen that are safely in the log."""
        before = self.table.since
        for entry in entries:
            event = entry.event
            fold(self.table, entry)
            if isinstance(event, RematchAsked):
                self.wished[entry.person or ""] = now
            if isinstance(event, STIRRING):
                self.stirred = now
                self.is_fresh_roll = isinstance(event, Fell)
                self.opening = max(0, self.opening - 1)
            if isinstance(event, Began) and self.table.persons():
                self.opening = OPENING_STEPS
        self.since = {
            seat: self.since[seat] if before.get(seat) == at else now
            for seat, at in self.table.since.items()
        }
        if self.opening and any(self.table.seats[seat].level is None for seat in self.since):
            self.opening = 0

    def seconds_left(self, now: float) -> dict[int, float]:
        """What is left on the clocks of the persons that the game waits for."""
        limit = self.table.settings.clock
        if limit is None:
            return {}
        return {
            seat: max(0.0, since + limit - now)
            for seat, since in self.since.items()
            if self.table.seats[seat].level is None
        }

    def due(self) -> Due | None:
        """What happens by itself next, and when."""
        table = self.table
        if table.phase == "over":
            return min(self._over(), key=lambda due: due.when, default=None)
        if table.is_outdated:
            return Due(self.stirred, "outdated")
        if table.phase == "open":
            return min(self._opening(), key=lambda due: due.when)
        return min(self._playing(), key=lambda due: due.when)

    def _over(self) -> list[Due]:
        if self.table.rematch is not None:
            return []
        return [
            Due(since + LASTS, "forget", self.table.held_by(person)[0])
            for person, since in self.wished.items()
            if person in self.table.again
        ]

    def _opening(self) -> list[Due]:
        wait = self.table.settings.fill_after
        patience = UNMET if self.table.settings.contest else UNBEGUN
        dues = [Due(self.stirred + patience, "abandon")]
        if wait is not None and self.table.persons():
            dues.append(Due(self.stirred + wait, "fill"))
        return dues

    def _playing(self) -> list[Due]:
        table = self.table
        dues = [Due(self.stirred + UNTOUCHED, "abandon")]
        if table.draw_offer is not None and not table.present() - table.draw_offer.agreed:
            dues.append(Due(self.stirred, "draw"))
        if table.awaits_chance and (table.roller is None or table.settings.automatic_rolls):
            dues.append(Due(self.stirred + self._chance_wait(), "roll"))
        for seat, since in self.since.items():
            if table.seats[seat].level is not None:
                wait, what = self._bot_wait()
                dues.append(Due(since + wait, what, seat))
            elif table.settings.clock is not None:
                dues.append(Due(since + table.settings.clock, "expire", seat))
        return dues

    def _chance_wait(self) -> float:
        """Until chance falls by itself; a lot is drawn at once, whoever throws for it."""
        is_lot = self.is_fresh_roll and self.table.roller is None
        return 0.0 if is_lot else self.pace.shared * self._haste()

    def _bot_wait(self) -> tuple[float, What]:
        if not self.table.awaits_chance:
            return self.pace.move * self._haste(), "bot"
        wait = self.pace.vain if self.is_fresh_roll else self.pace.roll
        return wait * self._haste(), "roll"

    def _haste(self) -> float:
        return min(self.tempo, OPENING) if self.opening else self.tempo
