"""What each seat is told, and when: a move that a seat may not see yet waits behind the curtain.

The game says what a seat sees (``conceal``); from that alone follows what it may be told.
A viewer is told of a move or chance outcome when nothing is hidden from her any more, or
when what she sees can have come from nothing else; otherwise the event waits until nothing
is hidden from her, at the latest until the game ends. Her own moves she always knows. A move
that was taken back before she knew of it stays behind the curtain until the end.
"""

from typing import TYPE_CHECKING

from ludotheque.bots import ONLOOKER, Rules
from ludotheque.core.contract import States

if TYPE_CHECKING:
    from ludotheque.table.table import Play

_HIDEABLE = ("chance", "move", "undo")

Hidden = tuple[int, int | None]  # the number of an event, and the seat that acted


class Curtain:
    """Which events each viewer has been told; viewers are the seats and ONLOOKER."""

    def __init__(self, rules: Rules, seats: int):
        self._rules = rules
        self._waiting: dict[int, list[Hidden]] = {seat: [] for seat in range(ONLOOKER, seats)}
        self._buried: dict[int, list[int]] = {seat: [] for seat in range(ONLOOKER, seats)}
        self._late: dict[int, dict[int, int]] = {seat: {} for seat in range(ONLOOKER, seats)}
        self._changed: dict[int, int] = dict.fromkeys(range(ONLOOKER, seats), 0)

    def note(self, play: "Play", taken_back: int | None = None) -> None:
        """Take in what happened on the board.

        ``taken_back`` is the number of the move that an undo puts right; None with an undo:
        every hidden move of the seat.
        """
        after = self._rules.board(play.after)
        open_to = self._rules.open_to(after, len(self._waiting) - 1)
        for (viewer, waiting), sees_all in zip(self._waiting.items(), open_to, strict=True):
            if play.kind == "undo" and self._bury(viewer, play, taken_back):
                continue
            if not sees_all and not self._may_be_told(play, after, viewer):
                waiting.append((play.number, play.seat))
                continue
            self._changed[viewer] = play.number
            if sees_all and waiting:
                self._release(viewer, [number for number, _ in waiting], play.number)
                waiting.clear()

    def _bury(self, viewer: int, undo: "Play", taken_back: int | None) -> bool:
        """Keep an undo, and what it takes back, from who had not heard of it; whether so."""
        waiting = self._waiting[viewer]
        gone = [
            (number, seat)
            for number, seat in waiting
            if number == taken_back or (taken_back is None and seat == undo.seat)
        ]
        for hidden in gone:
            waiting.remove(hidden)
        if gone:
            self._buried[viewer] += [*(number for number, _ in gone), undo.number]
        return bool(gone)

    def lift(self, number: int) -> None:
        """Nothing is hidden any more: the event of that number ended the game."""
        for viewer, waiting in self._waiting.items():
            self._changed[viewer] = number
            self._release(viewer, [*self._buried[viewer], *(each for each, _ in waiting)], number)
            waiting.clear()
            self._buried[viewer].clear()

    def _release(self, viewer: int, numbers: list[int], told_at: int) -> None:
        self._late[viewer] |= dict.fromkeys(numbers, told_at)

    def told_at(self, viewer: int, number: int) -> int | None:
        """The number of the event with which the viewer was told; None: she was not yet."""
        if number in self._hidden(viewer):
            return None
        return self._late[viewer].get(number, number)

    def told_after(self, viewer: int, since: int, last: int) -> dict[int, int]:
        """The events up to ``last`` that the viewer was told of after the event ``since``.

        Number to the number of the event with which she was told.
        """
        late = {number: at for number, at in self._late[viewer].items() if at > since}
        numbers = {*late, *range(since + 1, last + 1)} - self._hidden(viewer)
        return {number: late.get(number, number) for number in sorted(numbers)}

    def changed(self, viewer: int) -> int:
        """The number of the last event that changed what the viewer sees of the board."""
        return self._changed[viewer]

    def first_hidden(self, viewer: int) -> int | None:
        """The number of the first event that the viewer does not know of yet."""
        return min(self._hidden(viewer), default=None)

    def _hidden(self, viewer: int) -> set[int]:
        return {number for number, _ in self._waiting[viewer]} | set(self._buried[viewer])

    def _may_be_told(self, play: "Play", after: States, viewer: int) -> bool:
        """Whether a viewer who does not see all may be told of a play."""
        if play.kind not in _HIDEABLE or (play.seat == viewer and play.kind != "chance"):
            return True
        shown = self._rules.seen(after, viewer).tobytes()
        before = self._rules.board(play.before)
        if self._rules.seen(before, viewer).tobytes() == shown:
            return False
        return not self._could_be_another(play, before, shown, viewer)

    def _could_be_another(self, play: "Play", before: States, shown: bytes, viewer: int) -> bool:
        """Whether another move or outcome would have looked the same to the viewer."""
        rules = self._rules
        if play.kind == "undo":
            return False
        if play.kind == "move":
            assert play.seat is not None
            codes = rules.moves(before, play.seat)
        else:
            codes = [code for code, weight in enumerate(rules.weights(before)) if weight]
        for code in codes:
            trial = rules.copy(before)
            rules.do(trial, play.kind, -1 if play.seat is None else play.seat, code)
            if code != play.code and trial.tobytes() != play.after:
                if rules.seen(trial, viewer).tobytes() == shown:
                    return True
        return False
