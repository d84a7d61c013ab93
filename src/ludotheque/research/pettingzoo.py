"""Every box as a PettingZoo environment: agents in turn (AEC), or all at once (parallel).

>>> env = env("ludo", seats=2)
>>> env.reset(seed=1)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     legal = None if termination else observation["action_mask"]
...     env.step(None if termination else env.action_space(agent).sample(legal))

Chance is the environment's own. ``reset(seed=…)`` begins the first game of a seed, with the dice
that game 0 has in ``simulate``; ``reset()`` the next one. An illegal action ends the game: see
:class:`~ludotheque.research.reward.Reward` for what that is worth, and an ending.
"""

from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import BadOption
from ludotheque.research import picture
from ludotheque.research.course import DENSE, Course
from ludotheque.research.reward import AUTO
from ludotheque.research.spaces import every_action, seen_and_mask

try:
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise ImportError("this needs PettingZoo: pip install 'ludotheque[research]'") from error

Look = dict[str, Any]  # what a seat sees, and its mask


def env(box: str, **settings: Any) -> "AECEnv[str, Look, int]":
    """A box whose seats act one after the other, as :class:`Turns` makes it.

    Where they play at once, those who wait act in the order of seats, and none sees what another
    did before the rules show it.
    """
    return OrderEnforcingWrapper(raw_env(box, **settings))


def raw_env(box: str, **settings: Any) -> "Turns":
    """The same without PettingZoo's watch over the order of calls."""
    return Turns(box, **settings)


def parallel_env(box: str, **settings: Any) -> "Rounds":
    """A box whose seats act at once, as :class:`Rounds` makes it."""
    return Rounds(box, **settings)


class _Seats:
    """What both kinds of environment have: a game, and an agent for each of its seats."""

    def __init__(
        self,
        box: str,
        *,
        reward: str = AUTO,
        observation: str = DENSE,
        render_mode: str | None = None,
        **options: Any,
    ):
        self.course = Course(box, options, reward, observation)
        self.render_mode = picture.checked_mode(render_mode)
        self.metadata = {
            "name": f"ludotheque_{box.replace('-', '_')}_v0",
            "render_modes": list(picture.MODES),
            "render_fps": 2,
            "is_parallelizable": False,  # by PettingZoo's own means: parallel_env() is there
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.course.seats)]
        self.agents: list[str] = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seen = {agent: seen_and_mask(self.course) for agent in self.possible_agents}
        self._acts = {agent: every_action(self.course) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What an agent may see: ``observation``, and ``action_mask`` with its legal actions."""
        return self._seen[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of all actions."""
        return self._acts[agent]

    def close(self) -> None:
        """Nothing is held open."""

    def _rewards(self, offenders: list[str]) -> dict[str, float]:
        """What the end is worth to each agent, where some played what is not legal or nobody."""
        if offenders:
            illegal = self.course.reward.illegal
            return {agent: illegal if agent in offenders else 0.0 for agent in self.possible_agents}
        return dict(zip(self.possible_agents, self.course.rewards(), strict=True))


class Turns(_Seats, AECEnv[str, Look, int]):
    """A game whose seats act one after the other.

    ``reward`` and ``observation`` are described in docs/research.md; all other keywords are
    options of the game.
    """

    agent_selection: str  # whose turn it is

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the options of a reset are ignored."""
        self.course.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.course.waiting[0]]

    def observe(self, agent: str) -> Look:
        """What an agent sees."""
        return self.course.look(self._seat[agent])

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is; None for one that has finished."""
        agent, course = self.agent_selection, self.course
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        is_legal = course.allows(seat := self._seat[agent], action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if is_legal:
            course.play(seat, action)  # type: ignore[arg-type]
        if not is_legal or course.is_over:
            self._end([] if is_legal else [agent])
        else:
            self.agent_selection = self.possible_agents[course.waiting[0]]

    def _end(self, offenders: list[str]) -> None:
        self.rewards = self._rewards(offenders)
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def render(self) -> Any:
        """The game as the agent whose turn it is sees it."""
        return picture.render(self.course, self.render_mode, self._seat[self.agent_selection])


class Rounds(_Seats, ParallelEnv[str, Look, int]):
    """A game whose seats act at once: each step takes an action of every agent.

    Those who do not wait have a mask of nothing but 0, and their actions are ignored; so any game
    can be played this way. Arguments are those of :class:`Turns`.
    """

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Look], dict[str, dict[str, Any]]]:
        """Begin a game; the options of a reset are ignored."""
        self.course.begin(seed)
        self.agents = self.possible_agents[:]
        return self._looks(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Play the actions of those who wait, then chance until somebody waits again."""
        agents = self.agents
        offenders = self._play(actions)
        is_over = bool(offenders) or self.course.is_over
        rewards = self._rewards(offenders) if is_over else dict.fromkeys(agents, 0.0)
        looks = self._looks()
        self.agents = [] if is_over else agents
        return (
            looks,
            {agent: rewards[agent] for agent in agents},
            dict.fromkeys(agents, is_over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def _play(self, actions: Mapping[str, int]) -> list[str]:
        """Play them all, or none where some are not legal; the agents who chose those."""
        if not self.agents:
            raise BadOption("the game is over: reset() begins the next one")
        if not isinstance(actions, Mapping):
            raise BadOption(f"an action by agent is wanted, {{'player_0': 3, …}}, not {actions!r}")
        course = self.course
        acting = {self.possible_agents[seat]: seat for seat in course.waiting}
        if missing := acting.keys() - actions.keys():
            raise BadOption(f"an action of {', '.join(sorted(missing))} is wanted")
        offenders = [
            agent for agent, seat in acting.items() if not course.allows(seat, actions[agent])
        ]
        for agent, seat in () if offenders else acting.items():
            course.act(seat, actions[agent])
        if not offenders:
            course.go_on()
        return offenders

    def _looks(self) -> dict[str, Look]:
        return {agent: self.course.look(self._seat[agent]) for agent in self.agents}

    def render(self) -> Any:
        """The game as an onlooker sees it."""
        return picture.render(self.course, self.render_mode, None)
