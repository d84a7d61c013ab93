"""What all pages of a table are told that see the same in one language: a frame made once.

Knows no page: it is asked what happened since it was asked last.
"""

from ludotheque.core.contract import State
from ludotheque.core.drawing import Piece, Scene, packed
from ludotheque.core.step import Step
from ludotheque.table import Told, View, Window
from ludotheque.table.events import Emoted, Ended
from ludotheque.web.frames import Shot, encode, frame, shot, staged
from ludotheque.web.log import Line, Log
from ludotheque.web.sight import RECENT

MOST = 24  # events in one frame: whoever missed more begins anew


class Channel:
    """What all pages are told that see the same in one language."""

    def __init__(self, window: Window, eyes: int | None, language: str):
        self.eyes = eyes
        self.language = language
        self.view: View = window.view(eyes)
        self.number = self.view.number  # of the last event that it tells of,
        self.before = -1  # and of the one before its frame
        self.frame: bytes | None = None  # from the one to the other; None: there is none
        self.steps: list[Step] = []  # that it tells of
        self.gestures: list[Told] = []  # within it, which not everybody wants to hear of
        self._begin_anew(window)

    def advance(self, window: Window) -> None:
        """Tell of what happened since."""
        if self.number == window.number:
            return
        told = window.told(self.eyes, self.number)
        self.view, self.frame = window.view(self.eyes), None
        self.before, self.number = self.number, self.view.number
        self.steps = [each.step for each in told or () if each.step is not None]
        self.gestures = [each for each in told or () if isinstance(each.event, Emoted)]
        if told is None or len(told) > MOST or not self.log.continues(self.view):
            self._begin_anew(window)
        else:
            shots = self._shots(told)
            self.frame = encode(frame(self.view, self.log.names, self.language, shots=shots))

    def _begin_anew(self, window: Window) -> None:
        self.log = Log(self.view, self.language)
        for each in window.told(self.eyes, max(0, window.number - RECENT)) or ():
            self.log.note(each)
        self.pieces = self._draw(self.view.state)

    def _shots(self, told: list[Told]) -> list[Shot]:
        shots: list[Shot] = []
        before = self.pieces
        for each in told:
            if isinstance(each.event, Emoted):
                continue
            if shots and _is_thrown_with(shots[-1], each):
                lines = shots.pop().lines
            else:
                before, lines = self.pieces, []
            shots.append(self._shot(each, before, lines))
        if not told or not _leads_to(told[-1], self.view.state):
            before, self.pieces = self.pieces, self._draw(self.view.state)
            if self.pieces != before:  # something was taken back, or is no longer hidden
                shots.append(shot(before, self.pieces))
        return shots

    def _shot(self, told: Told, before: list[Piece], lines: list[Line]) -> Shot:
        """One thing that happened; what was hidden until now is told, and not shown again."""
        lines, step = lines + self.log.tell(told), told.step
        if step is None or told.told_at > told.number:
            return Shot("end" if isinstance(told.event, Ended) else "", lines)
        self.pieces = self._draw(step.after)
        stage = staged(self.view.game, step, self.log.people, self.language, self.eyes)
        return shot(before, self.pieces, lines=lines, **stage)

    def _draw(self, state: State) -> list[Piece]:
        scene = Scene(self.eyes, {}, self.log.last, self.log.called, self.language)
        return self.view.game.drawing.pieces(state, scene)

    def whole(self, lines: list[Line]) -> bytes:
        """All that a page needs to begin anew."""
        pieces = [packed(piece) for piece in self.pieces]
        names = self.log.names
        return encode(frame(self.view, names, self.language, pieces=pieces, lines=lines))


def _is_thrown_with(last: Shot, told: Told) -> bool:
    """Whether dice are thrown that are nobody's, as those before them were: all throw at once."""
    step = told.step
    is_shared = step is not None and step.kind == "chance" and step.seat is None
    return is_shared and last.cue == "chance" and last.hold and not last.caption


def _leads_to(told: Told, state: State) -> bool:
    """Whether something told has been shown, and left the board as it is now."""
    step = told.step
    if step is None or told.told_at != told.number:
        return False
    return step.after is state or step.after.tobytes() == state.tobytes()
