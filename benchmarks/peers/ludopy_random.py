"""Random games of ludopy, four players, until the first has all pieces home.

A roll that lets no piece move is answered with a pass; ludopy lists pieces that stand
together as several, so a choice between equals counts as one. Prints one line of JSON; CPU
seconds of this process, the start left out. Argument: SECONDS.
"""

import json
import random
import sys
import time

import ludopy

NO_PIECE = -1


def play(game: ludopy.Game, tally: dict[str, int]) -> None:
    """One game, counted."""
    game.reset()
    has_winner = False
    while not has_winner:
        (_, movable, *_), _ = game.get_observation()
        count = len(movable)
        piece = random.choice(movable) if count else NO_PIECE
        *_, has_winner = game.answer_observation(piece)
        tally["rolls"] += 1
        tally["moves"] += 1
        tally["passes"] += count == 0
        tally["choices"] += count > 1
    tally["games"] += 1


def main(seconds: float) -> None:
    game = ludopy.Game()
    tally = dict.fromkeys(("games", "rolls", "moves", "passes", "choices"), 0)
    start = time.process_time()
    while time.process_time() - start < seconds:
        play(game, tally)
    cpu_s = time.process_time() - start
    print(json.dumps({"name": "ludopy", **tally, "cpu_s": cpu_s}))


if __name__ == "__main__":
    main(float(sys.argv[1]))
