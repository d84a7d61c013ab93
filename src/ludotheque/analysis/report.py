"""A report: luck and play of a finished game, event by event.

Before each event the evaluator says what every seat can expect, and after it again. What a roll
changes is luck: the mean over all rolls is nothing, by how it is reckoned. What a move changes,
against the best one, is play: the mover's own, and for the others that of others. Then the
evaluator looks once more, one event further; what it corrects is a revision. So for every seat
start + luck + play + others + revision = result, to the millionth.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

from ludotheque.analysis.values import Evaluator, Values
from ludotheque.core.contract import States
from ludotheque.core.errors import LudothequeError
from ludotheque.core.match import Match
from ludotheque.core.step import Step

Progress = Callable[[int, int], None]  # events looked at, of how many


class NotOver(LudothequeError):
    """Only a game that is over can be told apart."""


@dataclass(frozen=True)
class Moment:
    """One event, and what it changed."""

    number: int  # of the step, from 1
    kind: Literal["luck", "play"]
    seat: int | None  # who moved, or whose roll it was; None: nobody's, or everybody's
    text: str  # in the game's notation
    change: Values  # what the event changed for each seat
    revision: Values  # what the evaluator then corrected
    after: Values  # what each seat can expect now
    best: str = ""  # the best move, where there was a choice
    stake: int = 0  # how far the best move is above the worst, for the mover

    @property
    def cost(self) -> int:
        """What the mover gave away."""
        return -self.change[self.seat] if self.kind == "play" and self.seat is not None else 0


@dataclass(frozen=True)
class Account:
    """One seat's game, told apart; all in millionths."""

    start: int
    luck: int
    play: int
    others: int
    revision: int
    result: int


@dataclass(frozen=True)
class Report:
    """A finished game: what each seat could expect after every event, and why."""

    by_points: bool  # millionths of points, each seat's own; else of the win
    start: Values
    result: Values
    moments: tuple[Moment, ...]

    @property
    def seats(self) -> int:
        """How many played."""
        return len(self.start)

    def account(self, seat: int) -> Account:
        """What became of a seat's chances, and by what."""
        luck = play = others = revision = 0
        for moment in self.moments:
            revision += moment.revision[seat]
            if moment.kind == "luck":
                luck += moment.change[seat]
            elif moment.seat in (seat, None):
                play += moment.change[seat]
            else:
                others += moment.change[seat]
        return Account(self.start[seat], luck, play, others, revision, self.result[seat])

    def curve(self, seat: int) -> list[int]:
        """What the seat could expect at the start and after each event."""
        return [self.start[seat], *(moment.after[seat] for moment in self.moments)]

    def choices(self, seat: int) -> list[Moment]:
        """The seat's moves that had an alternative."""
        return [each for each in self.moments if each.best and each.seat == seat]

    def accuracy(self, seat: int) -> float | None:
        """The part of what its choices had at stake that a seat kept; None where it had none.

        1 is the best move every time, 0 the worst; what hangs on a choice is what it weighs.
        """
        stake = sum(each.stake for each in self.choices(seat))
        cost = sum(each.cost for each in self.choices(seat))
        return 1 - cost / stake if stake else None

    def turning_points(self, seat: int, count: int = 3) -> tuple[list[Moment], list[Moment]]:
        """The events that helped a seat most and harmed it most, by luck or play, best first."""
        ranked = sorted(self.moments, key=lambda each: -each.change[seat])
        best = [each for each in ranked[:count] if each.change[seat] > 0]
        worst = [each for each in ranked[::-1][:count] if each.change[seat] < 0]
        return best, worst

    def plain(self) -> dict[str, Any]:
        """The report as plain data: accounts seat by seat, then the events."""
        return {
            "unit": "millionths of a point" if self.by_points else "millionths of the win",
            "seats": [
                {**asdict(self.account(seat)), "accuracy": self.accuracy(seat)}
                for seat in range(self.seats)
            ],
            "events": [asdict(moment) for moment in self.moments],
        }


def report(match: Match, depth: int = 0, progress: Progress | None = None) -> Report:
    """Tell luck apart from play in a match that is over; deeper takes longer.

    BadBrain where the game has no brain that fits, NotOver where the match goes on.
    """
    analysis = Analysis(match, depth)
    moments = []
    for moment in analysis.moments():
        moments.append(moment)
        if progress is not None:
            progress(moment.number, len(match.steps))
    return analysis.report(moments)


class Analysis:
    """The looks behind a report, to be taken one after the other, by whoever has the time."""

    def __init__(self, match: Match, depth: int = 0):
        if not match.is_over:
            raise NotOver("the game is not over: luck can be told apart from play at its end only")
        self.match = match
        self._opening = match.game.engine.board(match.opening)
        self._values = Evaluator(match.game, self._opening, depth)

    def report(self, moments: Sequence[Moment]) -> Report:
        """What comes of all moments together."""
        values = self._values
        start = values.expected(self._opening, 0)
        return Report(values.by_points, start, values.result(self.match.board), tuple(moments))

    def moments(self, first: int = 0) -> Iterator[Moment]:
        """One event after the other, from the one that so many went before."""
        engine, steps = self.match.game.engine, self.match.steps
        seats = [engine.look(engine.board(each.before)).roller if each.kind == "chance"
                 else each.seat for each in steps]  # fmt: skip
        mover = next((seat for seat in reversed(seats[:first]) if seat is not None), 0)
        before = self._values.expected(engine.board(steps[first].before), mover)
        for number in range(first, len(steps)):
            seat = seats[number]
            mover = mover if seat is None else seat
            moment = self._moment(number, seat, mover, before)
            before = moment.after
            yield moment

    def _moment(self, number: int, seat: int | None, mover: int, before: Values) -> Moment:
        values, step = self._values, self.match.steps[number]
        engine, notation = self.match.game.engine, self.match.game.notation
        board, after = engine.board(step.before), engine.board(step.after)
        is_last = number + 1 == len(self.match.steps)
        then = values.result(after) if is_last else values.expected(after, mover)
        now, best, stake = _changed(values, board, after, step, mover, before, then)
        return Moment(
            number + 1, "luck" if step.kind == "chance" else "play", seat, step.text,
            _less(now, before), _less(then, now), then,
            "" if best is None else notation.move(step.before, mover, best), stake,
        )  # fmt: skip


def _changed(
    values: Evaluator, board: States, after: States, step: Step, mover: int, before: Values,
    then: Values,
) -> tuple[Values, int | None, int]:  # fmt: skip
    """What each seat can expect by a step alone; the best move and the stake, where one chose."""
    if step.kind == "chance":
        return values.after_chance(after, mover), None, 0
    if step.kind != "move":
        return then, None, 0
    tried = values.moves(board, mover)
    own = [each[mover] for each in tried.values()]
    now = tried[step.code]
    if values.by_points:  # what the others can expect is not this seat's to change
        now = (*before[:mover], now[mover], *before[mover + 1 :])
    if len(tried) < 2:
        return now, None, 0
    best = list(tried)[int(np.argmax(own))]
    return now, best, max(own) - min(own)


def _less(now: Sequence[int], before: Sequence[int]) -> Values:
    return tuple(a - b for a, b in zip(now, before, strict=True))
