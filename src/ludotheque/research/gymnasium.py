"""Every box as a Gymnasium environment: one seat learns, the others are played.

Importing this registers them:

>>> import gymnasium
>>> import ludotheque.research.gymnasium
>>> env = gymnasium.make("ludotheque/ludo-v0", seats=2, others="mixed")
>>> observation, info = env.reset(seed=1)
>>> action = info["action_mask"].argmax()
>>> observation, reward, terminated, truncated, info = env.step(action)

An observation is what the seat sees, its legal actions are ``info["action_mask"]``. An illegal
one ends the game: see :class:`~ludotheque.research.reward.Reward` for what that is worth.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.discovery import boxes
from ludotheque.core.errors import BadOption
from ludotheque.research import picture
from ludotheque.research.course import DENSE, Course
from ludotheque.research.others import Other, players
from ludotheque.research.reward import AUTO
from ludotheque.research.spaces import every_action, seen

try:
    from gymnasium import Env, register
except ImportError as error:
    raise ImportError("this needs Gymnasium: pip install 'ludotheque[research]'") from error


class Seat(Env[NDArray[Any], np.int64]):
    """One seat of a game.

    ``seat`` is the learner's, from 0; None gives it another one each game, in turn. ``others``
    is who plays the rest: a policy of the game, a bot's level, a function that is given what its
    seat sees (``observation`` and ``action_mask``), or one for each, from the learner's neighbour
    on. ``reward`` and ``observation`` are described in docs/research.md; all other keywords are
    options of the game.
    """

    metadata = {"render_modes": list(picture.MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        box: str,
        *,
        seat: int | None = 0,
        others: Other | Sequence[Other] = "random",
        reward: str = AUTO,
        observation: str = DENSE,
        render_mode: str | None = None,
        **options: Any,
    ):
        self.course = Course(box, options, reward, observation)
        if seat is not None and seat not in range(self.course.seats):
            raise BadOption(f"there are seats 0 to {self.course.seats - 1}, not {seat!r}")
        self.render_mode = picture.checked_mode(render_mode)
        self.observation_space = seen(self.course)
        self.action_space = every_action(self.course)
        self._always, self.seat = seat, seat or 0
        self._others = players(self.course.game, others, self.course.seats - 1)
        self._is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a game, up to the learner's first decision; the options of a reset are ignored."""
        super().reset(seed=seed, options=options)
        self._begin(seed)
        while self.course.is_over:  # it was decided before the learner's first turn
            self._begin(None)
        self._is_over = False
        return self.course.see(self.seat), self._info()

    def _begin(self, seed: int | None) -> None:
        self.course.begin(seed)
        self.seat = self.course.number % self.course.seats if self._always is None else self._always
        self._let_others_play()

    def _let_others_play(self) -> None:
        """Until the learner waits, or the game is over."""
        course = self.course
        while course.waiting and self.seat not in course.waiting:
            other = course.waiting[0]
            choose = self._others[(other - self.seat - 1) % course.seats]
            course.play(other, choose(course, other))

    def step(self, action: Any) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Play an action, then the others until it is the learner's turn again."""
        if self._is_over:
            raise BadOption("the game is over: reset() begins the next one")
        course, reward = self.course, 0.0
        if course.allows(self.seat, action):
            course.play(self.seat, action)
            self._let_others_play()
            if course.is_over:
                self._is_over, reward = True, course.rewards()[self.seat]
        else:
            self._is_over, reward = True, course.reward.illegal
        return course.see(self.seat), reward, self._is_over, False, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.course.mask(self.seat), "seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, by the name under which sb3-contrib's learners ask for them."""
        return self.course.mask(self.seat).astype(bool)

    def render(self) -> Any:
        """The game as the learner sees it."""
        return picture.render(self.course, self.render_mode, self.seat)


for _box in boxes():
    register(f"ludotheque/{_box}-v0", f"{__name__}:{Seat.__name__}", kwargs={"box": _box})
