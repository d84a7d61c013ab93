"""A table as it stands, for those who look on: everything about it without waiting.

What it hands out went through the game's ``conceal``, as all that leaves the server does.
"""

from collections.abc import Collection, Hashable

from ludotheque.core.engine import ONLOOKER
from ludotheque.table.table import Table
from ludotheque.table.verbs.undo import last_step
from ludotheque.table.view import (
    NOTHING,
    Own,
    Told,
    View,
    is_remembered,
    own_of,
    told,
    view,
    viewer_of,
)


class Window:
    """One table; what it answers agrees for as long as its caller waits for nothing."""

    def __init__(self, table: Table, seconds: dict[int, float], now: int):
        self._table = table
        self._now = now
        # Once asked for: Python 3.11's cached properties take a lock each time.
        self._seats: dict[str, list[int]] | None = None
        self._concerned: Collection[int] | None = None
        self._is_to_be_watched = False
        self.seconds = seconds  # left on the clocks that run
        self.id = table.id
        self.game = table.game
        self.number = table.number  # of the last event
        self.is_over = table.phase == "over"

    @property
    def is_drawing(self) -> bool:
        """Whether lots are being drawn: an outcome fell that was nobody's, and the next is due."""
        table = self._table
        if not table.awaits_chance or table.roller is not None:
            return False
        last = table.steps.get(table.number)
        return last is not None and last.kind == "chance" and last.seat is None

    @property
    def company(self) -> Hashable:
        """All that a page shows beside the board, its moves and its clocks; equal if unchanged."""
        if self._table.company is None:
            self._table.company = _company(self._table)
        return self._table.company

    def viewer(self, person: str | None, seat: int | None = None) -> int | None:
        """Through which seat a person sees: the one named, or that of hers which is to act.

        None: she watches. Refused where the seat is not hers, or the table is not to be watched.
        """
        table, own = self._table, self._seats_of(person)
        if seat is not None:
            return viewer_of(table, person, seat, self._now)
        if not own:
            self._require_watchable()
            return None
        if len(own) == 1:
            return own[0]
        staying = [each for each in own if not table.seats[each].has_left] or own
        return next((each for each in table.expected if each in staying), staying[0])

    def has_several(self, person: str | None) -> bool:
        """Whether a person has several seats: through which she sees changes with the turn."""
        return len(self._seats_of(person)) > 1

    def _seats_of(self, person: str | None) -> list[int]:
        """The seats of a person, those that have left included."""
        if self._seats is None:
            self._seats = {}
            for number, seat in enumerate(self._table.seats):
                if seat.person is not None:
                    self._seats.setdefault(seat.person, []).append(number)
        return self._seats.get(person or "", [])

    def _require_watchable(self) -> None:
        """Refuse where the table is not to be watched; found out once for all who look on."""
        if not self._is_to_be_watched:
            viewer_of(self._table, None, None, self._now)
            self._is_to_be_watched = True

    def view(self, viewer: int | None, person: str | None = None, own: Own | None = None) -> View:
        """The table through a viewer's eyes; ``own`` is what she may do, where that is known."""
        return view(
            self._table, viewer, person=person, seconds=self.seconds, now=self._now, own=own
        )

    def told(self, viewer: int | None, since: int) -> list[Told] | None:
        """What a viewer was told after that event; None where finding out takes a while."""
        if not is_remembered(self._table, viewer, since):
            return None
        return told(self._table, viewer, since)

    def own(self, viewer: int | None, person: str | None) -> Own:
        """What a viewer may do."""
        if viewer is None or not self.concerns(viewer):
            return NOTHING
        return own_of(self._table, viewer, person)

    def concerns(self, viewer: int) -> bool:
        """Whether a seat may have something to do: to act, or to take back what it did."""
        if self._concerned is None:
            self._concerned = self._active()
        return viewer in self._concerned

    def _active(self) -> Collection[int]:
        table = self._table
        everybody = range(len(table.seats))
        if table.phase != "playing":
            return ()
        if table.engine.has_undo or (table.awaits_chance and table.roller is None):
            return everybody
        last = last_step(table)
        if last is None or last[1].kind != "move" or last[1].seat is None:
            return table.expected
        mover = table.seats[last[1].seat]
        own = [each for each in everybody if table.seats[each].person == mover.person]
        return {*table.expected, *own}

    def eyes(self, viewer: int | None) -> int | None:
        """Whose eyes a viewer sees the board with: nobody's, where all see the same."""
        return viewer if self.game.is_personal or self.game.engine.hides else None


def _company(table: Table) -> Hashable:
    return (
        table.phase,
        tuple((each.person, each.name, each.bot, each.level) for each in table.seats),
        tuple(each.has_left for each in table.seats),
        _asked(table.draw_offer),
        _asked(table.undo_request),
        table.rematch,
        tuple(table.again),
    )


def _asked(question: object) -> Hashable:
    """A question, and who agreed so far."""
    seat = getattr(question, "seat", ONLOOKER)
    return seat, frozenset(getattr(question, "agreed", ()))
