"""One match: a state, and what happened to bring it about.

What happens is told and taken in the game's notation: "roll 6", "5>6", "2: house 3b".
A match refuses what is not possible and then is unchanged. It knows nothing of who plays
or of where chance comes from.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ludotheque.core.contract import State
from ludotheque.core.errors import IllegalMove
from ludotheque.core.game import Game, Options

Kind = Literal["chance", "move", "leave", "draw"]


@dataclass(frozen=True)
class Step:
    """One thing that happened: a chance outcome, a move, a seat that left, a draw agreed."""

    game: Game
    kind: Kind
    seat: int | None  # who moved or left; for chance, whose turn it was where there is one
    code: int  # the action or outcome; 0 for leave and draw
    text: str  # in the game's notation, without the seat
    before: State
    after: State


class Match:
    """A game being played: ask what is possible, then :meth:`do` it.

    >>> import ludotheque
    >>> match = ludotheque.game("ludo").start(seats=2)
    >>> match.do("first 1", "roll 6", "0>1", "roll 3")
    >>> match.legal()
    ['1>4']
    """

    def __init__(self, game: Game, options: Options | None = None, state: State | None = None):
        self.game = game
        self.options = game.chosen(options)
        self.state: State = game.new(self.options) if state is None else state.copy()
        self.opening: State = self.state.copy()
        self.steps: list[Step] = []
        self._moves = np.zeros(game.rules.ACTIONS, np.uint16)

    def __setstate__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields)
        self.state = self.state.copy()  # NumPy drops what is written into an unpickled record

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return int(self.options["seats"])

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now; none while chance is awaited or the game is over."""
        mask = int(self.game.plain.waiting(self.state))
        return tuple(seat for seat in range(self.seats) if mask >> seat & 1)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.game.plain.is_over(self.state))

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's score as it stands."""
        return self._numbers("score")

    @property
    def ranks(self) -> tuple[int, ...]:
        """Each seat's rank as it stands, from 1."""
        return self._numbers("rank")

    def _numbers(self, kernel: str) -> tuple[int, ...]:
        out = np.zeros(self.seats, np.int32)
        getattr(self.game.plain, kernel)(self.state, out)
        return tuple(out.tolist())

    def moves(self, seat: int | None = None) -> dict[str, int]:
        """The legal moves of a seat (by default the first that waits): notation to action."""
        if seat is None:
            seat = next(iter(self.waiting), None)
        if seat is None or seat not in self.waiting:
            return {}
        count = int(self.game.plain.legal(self.state, seat, self._moves))
        return {
            self.game.notation.move(self.state, seat, action): action
            for action in self._moves[:count].tolist()
        }

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat, in notation."""
        return list(self.moves(seat))

    def chance(self) -> dict[str, int]:
        """The chance outcomes possible now with their weights; empty when a seat waits."""
        return {text: weight for text, (_, weight) in self._outcomes().items()}

    def _outcomes(self) -> dict[str, tuple[int, int]]:
        if self.is_over or self.waiting:
            return {}
        weights = {
            outcome: int(self.game.plain.weight(self.state, outcome))
            for outcome in range(self.game.plain.outcomes(self.state))
        }
        return {
            self.game.notation.chance(self.state, outcome): (outcome, weight)
            for outcome, weight in weights.items()
            if weight
        }

    def position(self) -> dict[str, Any]:
        """The state as plain data."""
        return self.game.position(self.state)

    def do(self, *events: str) -> None:
        """Let things happen, each in notation; the first impossible one raises IllegalMove."""
        for event in events:
            self.steps.append(self._step(*self._read(event)))

    def act(self, seat: int, action: int) -> Step:
        """Play a legal action by its code (not checked: the caller got it from the rules)."""
        text = self.game.notation.move(self.state, seat, action)
        self.steps.append(self._step("move", seat, action, text))
        return self.steps[-1]

    def happen(self, outcome: int) -> Step:
        """Apply a chance outcome by its code (not checked)."""
        text = self.game.notation.chance(self.state, outcome)
        self.steps.append(self._step("chance", None, outcome, text))
        return self.steps[-1]

    def undo(self) -> None:
        """Take the last step back."""
        self.state = self.steps.pop().before.copy()

    def _read(self, event: str) -> tuple[Kind, int | None, int, str]:
        """What an event in notation means now."""
        seat, text = self._split(event)
        if text in (outcomes := self._outcomes()) and seat is None:
            return "chance", None, outcomes[text][0], text
        word, _, rest = text.partition(" ")
        if word == "leave" and rest.isdigit() and seat is None:
            return "leave", self._may_leave(int(rest) - 1, event), 0, text
        if text == "draw" and seat is None and not self.is_over:
            return "draw", None, 0, text
        actor = seat if seat is not None else next(iter(self.waiting), None)
        moves = self.moves(actor)
        if actor is None or text not in moves:
            raise IllegalMove(f"{event!r} is not possible here: {self._possible(seat)}")
        return "move", actor, moves[text], text

    def _split(self, event: str) -> tuple[int | None, str]:
        head, colon, rest = event.partition(":")
        if not colon or not head.strip().isdigit():
            return None, event.strip()
        seat = int(head) - 1
        if not 0 <= seat < self.seats:
            raise IllegalMove(f"{event!r}: there are seats 1 to {self.seats}")
        return seat, rest.strip()

    def _may_leave(self, seat: int, event: str) -> int:
        if self.is_over or not 0 <= seat < self.seats or self.game.plain.has_left(self.state, seat):
            raise IllegalMove(f"{event!r} is not possible here: no such seat is still playing")
        return seat

    def _possible(self, seat: int | None) -> str:
        if self.is_over:
            return "the game is over"
        if not self.waiting:
            return f"chance is awaited ({', '.join(self.chance())})"
        if seat is not None and seat not in self.waiting:
            return f"seat {seat + 1} does not act now, seat {self.waiting[0] + 1} does"
        return f"legal are {', '.join(self.legal(seat))}"

    def _step(self, kind: Kind, seat: int | None, code: int, text: str) -> Step:
        before = self.state.copy()
        plain = self.game.plain
        if kind == "chance":
            plain.happen(self.state, code)
        elif kind == "move":
            plain.play(self.state, seat, code)
        elif kind == "leave":
            plain.leave(self.state, seat)
        else:
            plain.agree(self.state)
        return Step(self.game, kind, seat, code, text, before, self.state.copy())

    def tell(
        self, step: Step, language: str = "fr", names: Mapping[int, str] | None = None
    ) -> list[str]:
        """A step in sentences, with everything the rules carried out by themselves."""
        return self.game.words.tell(step, names or {}, self.game.translate(language))
