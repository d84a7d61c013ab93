"""What each seat is told, and when: a move that a seat may not see yet waits behind the curtain.

The game says what a seat sees (``conceal``); from that alone follows what it may be told.
A viewer is told of a move or chance outcome when nothing is hidden from her any more, or
when what she sees can have come from nothing else; otherwise the event waits until nothing
is hidden from her, at the latest until the game ends. Her own moves she always knows. A move
that was taken back before she knew of it stays behind the curtain until the end.
"""

from typing import NamedTuple

from ludotheque.core.contract import States
from ludotheque.core.engine import ONLOOKER, Engine
from ludotheque.core.step import Step

_HIDEABLE = ("chance", "move", "undo")

Hidden = tuple[int, int | None]  # the number of an event, and the seat that acted


class Held(NamedTuple):
    """A curtain's state as plain data."""

    waiting: dict[int, list[Hidden]]  # viewer: what she does not know of yet,
    buried: dict[int, list[int]]  # what was taken back before she knew,
    late: dict[int, dict[int, int]]  # what she was told of later than it happened, and when,
    changed: dict[int, int]  # the last event that changed what she sees
    open: list[bool]


class Curtain:
    """Which events each viewer has been told; viewers are the seats and ONLOOKER."""

    def __init__(self, engine: Engine, seats: int):
        self._engine = engine
        self._waiting: dict[int, list[Hidden]] = {seat: [] for seat in range(ONLOOKER, seats)}
        self._buried: dict[int, list[int]] = {seat: [] for seat in range(ONLOOKER, seats)}
        self._late: dict[int, dict[int, int]] = {seat: {} for seat in range(ONLOOKER, seats)}
        self._changed: dict[int, int] = dict.fromkeys(range(ONLOOKER, seats), 0)
        # From whom the board that stands hides nothing; before the first step that is not known.
        self._open = [not engine.hides] * (seats + 1)

    def held(self) -> Held:
        """How the curtain hangs; to be looked at, not changed."""
        return Held(self._waiting, self._buried, self._late, self._changed, self._open)

    def hold(self, held: Held) -> None:
        """Hang as it did then."""
        self._waiting, self._buried, self._late, self._changed, self._open = held

    def note(self, number: int, step: Step, before: States, after: States) -> None:
        """Take in a step that the event of this number brought about, between these boards."""
        if not self._engine.hides:
            self._changed = dict.fromkeys(self._changed, number)
            return
        self._open = self._engine.open_to(after, len(self._waiting) - 1)
        for (viewer, waiting), sees_all in zip(self._waiting.items(), self._open, strict=True):
            if step.kind == "undo" and self._bury(viewer, number, step):
                continue
            if not sees_all and not self._may_be_told(step, before, after, viewer):
                waiting.append((number, step.seat))
                continue
            self._changed[viewer] = number
            if sees_all and waiting:
                self._release(viewer, [hidden for hidden, _ in waiting], number)
                waiting.clear()

    def _bury(self, viewer: int, number: int, undo: Step) -> bool:
        """Keep an undo, and what it takes back, from a viewer who has not heard of that.

        It takes back the move whose number is its code or, with code 0, every hidden move of
        the seat. Returns whether there was anything to keep from her.
        """
        waiting = self._waiting[viewer]
        gone = [
            (hidden, seat)
            for hidden, seat in waiting
            if hidden == undo.code or (undo.code == 0 and seat == undo.seat)
        ]
        for each in gone:
            waiting.remove(each)
        if gone:
            self._buried[viewer] += [*(hidden for hidden, _ in gone), number]
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
        if not self._engine.hides:
            return {number: number for number in range(since + 1, last + 1)}
        late = {number: at for number, at in self._late[viewer].items() if at > since}
        numbers = {*late, *range(since + 1, last + 1)} - self._hidden(viewer)
        return {number: late.get(number, number) for number in sorted(numbers)}

    def is_open_to(self, viewer: int) -> bool:
        """Whether the viewer is known to see all of the board that stands."""
        return self._open[viewer + 1]

    def changed(self, viewer: int) -> int:
        """The number of the last event that changed what the viewer sees of the board."""
        return self._changed[viewer]

    def first_hidden(self, viewer: int) -> int | None:
        """The number of the first event that the viewer does not know of yet."""
        return min(self._hidden(viewer), default=None)

    def _hidden(self, viewer: int) -> set[int]:
        return {number for number, _ in self._waiting[viewer]} | set(self._buried[viewer])

    def _may_be_told(self, step: Step, before: States, after: States, viewer: int) -> bool:
        """Whether a viewer who does not see all may be told of a step."""
        if step.kind not in _HIDEABLE or (step.seat == viewer and step.kind != "chance"):
            return True
        shown = self._engine.seen(after, viewer).tobytes()
        if self._engine.seen(before, viewer).tobytes() == shown:
            return False
        return not self._could_be_another(step, before, shown, viewer)

    def _could_be_another(self, step: Step, before: States, shown: bytes, viewer: int) -> bool:
        """Whether another move or outcome would have looked the same to the viewer."""
        engine = self._engine
        if step.kind == "undo":
            return False
        if step.kind == "move":
            assert step.seat is not None
            codes = engine.moves(before, step.seat)
        else:
            codes = [code for code, weight in enumerate(engine.weights(before)) if weight]
        after = step.after.tobytes()
        for code in codes:
            trial = engine.after(before, step._replace(code=code))
            if code != step.code and trial.tobytes() != after:
                if engine.seen(trial, viewer).tobytes() == shown:
                    return True
        return False
