"""Every box as an OpenSpiel game with explicit chance. Importing this registers them:

>>> import pyspiel
>>> import ludotheque.research.openspiel
>>> game = pyspiel.load_game("ludotheque_ludo", {"seats": 2})
>>> state = game.new_initial_state()
>>> [state.action_to_string(outcome) for outcome in state.legal_actions()]
['first 1', 'first 2']

A box's options are the game's parameters; hyphens of its id are underscores here. Where seats
act at once every decision is a simultaneous node, at which those who do not wait have no legal
action; ``pyspiel.convert_to_turn_based`` makes one seat after the other of it.
"""

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ludotheque.core.contract import States
from ludotheque.core.discovery import boxes
from ludotheque.core.engine import Look
from ludotheque.core.errors import BadOption, IllegalMove
from ludotheque.core.game import Game
from ludotheque.core.step import Step
from ludotheque.research.course import taken
from ludotheque.research.reward import AUTO, Reward

try:
    import pyspiel
except ImportError as error:
    raise ImportError("this needs OpenSpiel: pip install 'ludotheque[research]'") from error


class Moment:
    """A state that never changes, so that clones share it: what it was asked once, it knows."""

    def __init__(self, game: Game, board: States, seats: int):
        self.game, self.board, self.seats = game, board, seats
        self._moves: dict[int, list[int]] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> "Moment":
        return self

    @cached_property
    def look(self) -> Look:
        """What it waits for."""
        return self.game.engine.look(self.board)

    @cached_property
    def outcomes(self) -> list[tuple[int, float]]:
        """The chance outcomes that can fall now, with their probabilities."""
        weights = self.game.engine.weights(self.board, self.look.outcomes)
        total = sum(weights)
        return [(code, weight / total) for code, weight in enumerate(weights) if weight]

    def moves(self, seat: int) -> list[int]:
        """The legal actions of a seat; none where it does not wait."""
        if seat not in self.look.waiting:
            return []
        if seat not in self._moves:
            self._moves[seat] = self.game.engine.moves(self.board, seat)
        return self._moves[seat]

    def after(self, *steps: Step) -> "Moment":
        """What some steps lead to, each of which is possible here."""
        board = self.game.engine.copy(self.board)
        for step in steps:
            self.game.engine.do(board, step)
        return Moment(self.game, board, self.seats)


class BoxGame(pyspiel.Game):
    """A box with some options; there is a class of its own for each box."""

    box_id: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None):
        given = dict(params or {})
        options = {name: value for name, value in given.items() if name != "reward"}
        self.game, self.options = taken(self.box_id, options)
        self.seats = int(self.options["seats"])
        self.reward = Reward(self.game, self.seats, given.get("reward", AUTO))
        self.game.engine.warm()
        self.opening = Moment(self.game, self.game.engine.new(self.options), self.seats)
        rules, (least, most) = self.game.rules, self.reward.bounds
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.ACTIONS,
            max_chance_outcomes=rules.OUTCOMES,
            num_players=self.seats,
            min_utility=least,
            max_utility=most,
            utility_sum=self.reward.total,
            max_game_length=rules.LONGEST,
        )
        super().__init__(_type(self.box_id, self.reward.total is not None), info, given)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return load, (str(self),)

    def new_initial_state(self) -> "BoxState":
        """The opening."""
        return BoxState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What tells a player's view of a state."""
        return Observer(self.game, iig_obs_type, params)

    def max_chance_nodes_in_history(self) -> int:
        """As many as there can be steps."""
        return int(self.game.rules.LONGEST)


class BoxState(pyspiel.State):
    """A state of a box."""

    def __init__(self, game: BoxGame):
        super().__init__(game)
        self.moment = game.opening
        self._at_once, self._reward = game.game.is_simultaneous, game.reward

    def __deepcopy__(self, memo: dict[int, Any]) -> "BoxState":
        return self.clone()

    def current_player(self) -> int:
        """Who acts: a seat, chance, all at once, or nobody any more."""
        look = self.moment.look
        if look.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        if not look.waiting:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.SIMULTANEOUS) if self._at_once else look.waiting[0]

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.moves(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes that can fall, with their probabilities."""
        return self.moment.outcomes

    def _apply_action(self, action: int) -> None:
        if not self.moment.look.waiting:
            if action not in dict(self.moment.outcomes):
                raise IllegalMove(f"{action} cannot fall here: {self.moment.outcomes}")
            self.moment = self.moment.after(Step("chance", None, action))
            return
        seat = self.moment.look.waiting[0]
        self.moment = self.moment.after(self._move(seat, action))

    def _apply_actions(self, actions: list[int]) -> None:
        steps = [self._move(seat, actions[seat]) for seat in self.moment.look.waiting]
        self.moment = self.moment.after(*steps)

    def _move(self, seat: int, action: int) -> Step:
        legal = self.moment.moves(seat)
        if action not in legal:
            raise IllegalMove(f"{action} is not legal for player {seat}: {legal}")
        return Step("move", seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        moment, notation = self.moment, self.moment.game.notation
        if player == pyspiel.PlayerId.CHANCE:
            return notation.chance(moment.board[0], action)
        if action not in moment.moves(player):
            return str(action)
        return notation.move(moment.board[0], player, action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.moment.look.is_over

    def returns(self) -> list[float]:
        """What the ending is worth to each player; nothing before it."""
        moment = self.moment
        if not moment.look.is_over:
            return [0.0] * moment.seats
        return self._reward.of(*moment.game.engine.standing(moment.board, moment.seats))

    def __str__(self) -> str:
        return json.dumps(self.moment.game.position(self.moment.board[0]), ensure_ascii=False)


class Observer:
    """What a player sees: its traits as a tensor of 0 and 1, and in words."""

    def __init__(self, game: Game, kind: Any, params: Any):
        if params:
            raise BadOption(f"an observation takes no parameters, not {params}")
        if kind is not None and kind.perfect_recall:
            raise BadOption("an observation is of the present, without perfect recall")
        if kind is not None and game.has_secrets and not _is_whole(kind):
            raise BadOption("a player's own and what all know are observed together")
        self.game = game
        self.tensor = np.zeros(len(game.traits), np.float32)
        self.dict = {"traits": self.tensor}

    def set_from(self, state: BoxState, player: int) -> None:
        """Write what the player sees into the tensor."""
        self.tensor.fill(0)
        self.tensor[self._held(state, player)] = 1

    def string_from(self, state: BoxState, player: int) -> str:
        """What the player sees, trait by trait."""
        return "; ".join(self.game.traits.names(self._held(state, player)))

    def _held(self, state: BoxState, player: int) -> list[int]:
        return self.game.engine.observe(state.moment.board, player)


def _is_whole(kind: Any) -> bool:
    """Whether what all know and what the player alone knows are both asked for."""
    return bool(kind.public_info) and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER


def load(text: str) -> Any:
    """The game that OpenSpiel writes so; what a pickled one is read by."""
    return pyspiel.load_game(text)


def _type(box_id: str, is_constant_sum: bool = True) -> Any:
    game, its_box = boxes()[box_id]
    kind = pyspiel.GameType
    seats = game.seat_counts
    defaults = {option.name: option.default for option in game.options} | dict(its_box.options)
    dynamics, information, utility = kind.Dynamics, kind.Information, kind.Utility
    return kind(
        short_name=f"ludotheque_{box_id.replace('-', '_')}",
        long_name=its_box.title,
        dynamics=dynamics.SIMULTANEOUS if game.is_simultaneous else dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            information.IMPERFECT_INFORMATION
            if game.has_secrets
            else information.PERFECT_INFORMATION
        ),
        utility=utility.CONSTANT_SUM if is_constant_sum else utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**defaults, "reward": AUTO},
    )


for _box in boxes():
    # A class, since OpenSpiel drops what it is given only after Python has ended: a class stays.
    pyspiel.register_game(_type(_box), type("BoxGame", (BoxGame,), {"box_id": _box}))
