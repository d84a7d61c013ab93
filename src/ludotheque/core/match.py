"""One match: a state, and what happened to bring it about.

What happens is told and taken in the game's notation: "roll 6", "5>6", "2: house 3b".
A match refuses what is not possible, and is left unchanged. It knows neither who plays nor
where chance comes from.
"""

from collections.abc import Mapping
from typing import Any

from ludotheque.core.contract import State, States
from ludotheque.core.engine import ONLOOKER
from ludotheque.core.errors import BadOption, IllegalMove
from ludotheque.core.game import Game, Options
from ludotheque.core.prompt import Prompt
from ludotheque.core.step import Step


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
        start = game.new(self.options) if state is None else state
        self.board: States = game.engine.board(start)
        self.opening: State = game.engine.board(start)[0]
        self.steps: list[Step] = []

    @property
    def state(self) -> State:
        """The state as it stands; it changes with the match."""
        return self.board[0]

    @property
    def seats(self) -> int:
        """How many seats the game has."""
        return int(self.options["seats"])

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that may act now; none while chance is awaited or the game is over."""
        return self.game.engine.look(self.board).waiting

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.engine.look(self.board).is_over

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's score as it stands."""
        return self.game.engine.standing(self.board, self.seats)[1]

    @property
    def ranks(self) -> tuple[int, ...]:
        """Each seat's rank as it stands, from 1."""
        return self.game.engine.standing(self.board, self.seats)[0]

    def moves(self, seat: int | None = None) -> dict[str, int]:
        """The legal moves of a seat (by default the first that waits): notation to action."""
        waiting = self.waiting
        if seat is None:
            seat = next(iter(waiting), None)
        if seat is None or self._checked(seat) not in waiting:
            return {}
        return {
            self.game.notation.move(self.state, seat, action): action
            for action in self.game.engine.moves(self.board, seat)
        }

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat, in notation."""
        return list(self.moves(seat))

    def chance(self) -> dict[str, int]:
        """The chance outcomes possible now with their weights; empty when a seat waits."""
        return {text: weight for text, (_, weight) in self._outcomes().items()}

    def _outcomes(self) -> dict[str, tuple[int, int]]:
        return {
            self.game.notation.chance(self.state, outcome): (outcome, weight)
            for outcome, weight in enumerate(self.game.engine.weights(self.board))
            if weight
        }

    def prompt(self, seat: int | None = None, language: str = "fr") -> Prompt | None:
        """What a seat is asked to do (by default the first that waits, or whose roll it is)."""
        if seat is None:
            seat = next(iter(self.waiting), self.game.engine.look(self.board).roller)
        state = self.game.engine.seen(self.board, ONLOOKER if seat is None else seat)[0]
        return self.game.prompt(state, seat, list(self.moves(seat).values()), language)

    def position(self) -> dict[str, Any]:
        """The state as plain data."""
        return self.game.position(self.state)

    def observe(self, seat: int | None = None) -> list[str]:
        """What a seat sees (by default the first that waits, or seat 0), trait by trait in words.

        Their numbers are ``game.engine.observe(match.board, seat)``.
        """
        if seat is None:
            seat = next(iter(self.waiting), 0)
        return self.game.traits.names(self.game.engine.observe(self.board, self._checked(seat)))

    def _checked(self, seat: int) -> int:
        if seat not in range(self.seats):
            raise BadOption(f"there are seats 0 to {self.seats - 1}, not {seat}")
        return seat

    def do(self, *events: str) -> None:
        """Let things happen, each in notation; the first impossible one raises IllegalMove."""
        for event in events:
            self._happen(self._read(event))

    def act(self, seat: int, action: int) -> Step:
        """Play a legal action by its code (not checked: the caller got it from the rules)."""
        text = self.game.notation.move(self.state, seat, action)
        return self._happen(Step("move", seat, action, text))

    def happen(self, outcome: int) -> Step:
        """Apply a chance outcome by its code (not checked)."""
        text = self.game.notation.chance(self.state, outcome)
        return self._happen(Step("chance", None, outcome, text))

    def repeat(self, step: Step) -> None:
        """Let happen what was noted elsewhere; IllegalMove where it is not possible here."""
        if step.kind == "undo":
            self._take_back(step)
            return
        seat = f"{step.seat + 1}: " if step.kind == "move" and step.seat is not None else ""
        read = self._read(seat + step.text)
        if (read.kind, read.code) != (step.kind, step.code):
            raise IllegalMove(f"{step.text!r} is {read.kind} {read.code}, not {step.code}")
        self._happen(read)

    def undo(self) -> None:
        """Take the last step back; IllegalMove where nothing has happened."""
        if not self.steps:
            raise IllegalMove("nothing has happened yet that could be taken back")
        self.board = self.game.engine.board(self.steps.pop().before)

    def _take_back(self, step: Step) -> None:
        """What the game itself lets a seat take back; it stays among the steps."""
        seat = -1 if step.seat is None else step.seat
        if not self.game.engine.can_undo(self.board, seat):
            raise IllegalMove(f"seat {seat + 1} has nothing to take back")
        self.game.engine.do(self.board, step)

    def _read(self, event: str) -> Step:
        """What an event in notation means now."""
        seat, text = self._split(event)
        if seat is None and text in (outcomes := self._outcomes()):
            return Step("chance", None, outcomes[text][0], text)
        word, _, rest = text.partition(" ")
        if seat is None and word == "leave" and rest.isdigit():
            return Step("leave", self._leaver(int(rest) - 1, event), 0, text)
        if seat is None and text == "draw" and not self.is_over:
            return Step("draw", None, 0, text)
        actor = seat if seat is not None else next(iter(self.waiting), None)
        moves = self.moves(actor)
        if actor is None or text not in moves:
            raise IllegalMove(f"{event!r} is not possible here: {self._possible(seat)}")
        return Step("move", actor, moves[text], text)

    def _split(self, event: str) -> tuple[int | None, str]:
        if not isinstance(event, str):
            raise IllegalMove(f"what happens is told in notation, as 'roll 6', not as {event!r}")
        head, colon, rest = event.partition(":")
        if not colon or not head.strip().isdigit():
            return None, event.strip()
        seat = int(head) - 1
        if not 0 <= seat < self.seats:
            raise IllegalMove(f"{event!r}: there are seats 1 to {self.seats}")
        return seat, rest.strip()

    def _leaver(self, seat: int, event: str) -> int:
        is_there = 0 <= seat < self.seats and not self.game.engine.has_left(self.board, seat)
        if self.is_over or not is_there:
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

    def _happen(self, step: Step) -> Step:
        engine = self.game.engine
        before = engine.copy(self.board)[0]
        engine.do(self.board, step)
        self.steps.append(step._replace(before=before, after=engine.copy(self.board)[0]))
        return self.steps[-1]

    def tell(
        self, step: Step, language: str = "fr", names: Mapping[int, str] | None = None
    ) -> list[str]:
        """A step in sentences, with everything the rules carried out by themselves."""
        return self.game.tell(step, names or {}, language)
