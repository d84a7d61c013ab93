"""Random games of OpenSpiel's maedn (Mensch ärgere Dich nicht), in one of three loops.

``python``: the loop in Python, drawing with the random module, the quickest way there.
``numpy``: the same loop drawing with numpy.random.choice.
``cpp``: one call a game of pyspiel.evaluate_bots, whose loop and bots are C++.

A pass is an action of the player in maedn, and each action follows one roll. Prints one line
of JSON; CPU seconds of this process, the start left out. Arguments: SECONDS LOOP PLAYERS.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

PASS = 0  # the action that maedn calls "passes"
SAMPLE = 200  # games played apart, to learn what share of the actions are passes and choices


@dataclass
class Tally:
    """What was played so far."""

    games: int = 0
    rolls: int = 0
    moves: int = 0
    passes: int = 0
    choices: int = 0


def draw_python(outcomes: Any) -> int:
    """A chance outcome by its probability, with the standard library."""
    actions, weights = zip(*outcomes, strict=True)
    return random.choices(actions, weights)[0]  # type: ignore[no-any-return]


def draw_numpy(outcomes: Any) -> int:
    """A chance outcome by its probability, with NumPy."""
    actions, weights = zip(*outcomes, strict=True)
    return int(np.random.choice(actions, p=weights))


def play_in_python(
    game: Any, tally: Tally, draw: Callable[[Any], int], pick: Callable[[Any], int]
) -> None:
    """One game in a Python loop; counted in local names, which cost it next to nothing."""
    moves = passes = choices = 0
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(draw(state.chance_outcomes()))
            continue
        legal = state.legal_actions()
        action = pick(legal)
        moves += 1
        if action == PASS:
            passes += 1
        elif len(legal) > 1:
            choices += 1
        state.apply_action(action)
    tally.games += 1
    tally.rolls += moves  # one before each action
    tally.moves += moves
    tally.passes += passes
    tally.choices += choices


def play_in_cpp(game: Any, tally: Tally, bots: list[Any]) -> None:
    """One game in OpenSpiel's C++ loop; the final state tells how many steps it took."""
    state = game.new_initial_state()
    pyspiel.evaluate_bots(state, bots, random.getrandbits(31))
    tally.games += 1
    tally.rolls += state.move_number() // 2  # a roll and an action by turns


def measure(seconds: float, play: Callable[[Tally], None]) -> tuple[Tally, float]:
    """Play whole games for about so many CPU seconds."""
    play(Tally())
    tally = Tally()
    start = time.process_time()
    while time.process_time() - start < seconds:
        play(tally)
    return tally, time.process_time() - start


def add_shares(tally: Tally, game: Any) -> None:
    """The C++ loop does not tell passes and choices: take their share from a Python sample."""
    sample = Tally()
    for _ in range(SAMPLE):
        play_in_python(game, sample, draw_python, random.choice)
    tally.moves = tally.rolls
    tally.passes = round(tally.moves * sample.passes / sample.moves)
    tally.choices = round(tally.moves * sample.choices / sample.moves)


def main(seconds: float, loop: str, players: int) -> None:
    game = pyspiel.load_game(f"maedn(players={players})")
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(players)]
    loops: dict[str, Callable[[Tally], None]] = {
        "python": lambda tally: play_in_python(game, tally, draw_python, random.choice),
        "numpy": lambda tally: play_in_python(game, tally, draw_numpy, np.random.choice),
        "cpp": lambda tally: play_in_cpp(game, tally, bots),
    }
    tally, cpu_s = measure(seconds, loops[loop])
    if loop == "cpp":
        add_shares(tally, game)
    print(json.dumps({"name": f"{game}, {loop}", **vars(tally), "cpu_s": cpu_s}))


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
