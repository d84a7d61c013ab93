"""Our own side of a benchmark, run as a child process; prints one line of JSON.

``import``: CPU seconds to import the package. ``start``: CPU seconds from the start of the
process to the end of a first game (cold or warm is the caller's affair: it chooses the cache
folder). ``one``, ``all``, ``interpreted``: random games on one thread, on all, and as ordinary
Python. ``batch``: random games in step, one thread, every decision with its mask and with what the
seat sees. ``brain``: games among brains, one thread. ``facts``: the record's size.
Arguments: SECONDS WHAT GAME OPTIONS.
"""

import json
import math
import os
import sys
import time
from collections.abc import Callable
from typing import Any

Result = dict[str, Any]

GAMES_AT_ONCE = 4096
WARM_STEPS = 100


def importing() -> Result:
    """CPU seconds of the import alone, the interpreter's own start left out."""
    before = time.process_time()
    import ludotheque  # noqa: F401

    return {"cpu_s": time.process_time() - before}


def taken(game: str, options: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The rules in a box of the shelf, and all options that are settled."""
    from ludotheque.core.discovery import box

    rules, its_box = box(game)
    return rules, {**its_box.options, **options}


def starting(game: str, options: dict[str, Any]) -> Result:
    """CPU seconds of a whole process that imports the package and plays one game."""
    from ludotheque import simulate

    rules, settled = taken(game, options)
    simulate(rules, 1, options=settled, progress=False)
    return {"cpu_s": time.process_time()}


def facts(game: str) -> Result:
    """What a benchmark states beside the speed."""
    import ludotheque

    return {
        "record_bytes": taken(game, {})[0].dtype.itemsize,
        "version": ludotheque.__version__,
    }


def played_games(
    seconds: float,
    game: str,
    options: dict[str, Any],
    threads: int | None,
    policy: str = "random",
) -> Result:
    """Games in one call of simulate() that takes about so many CPU seconds."""
    from ludotheque import simulate

    rules, settled = taken(game, options)

    def play(games: int) -> Any:
        return simulate(
            rules, games, options=settled, policies=policy, threads=threads, progress=False
        )

    play(1)  # compiles, or reads what was compiled before
    result, cpu_s, wall_s = _long_enough(seconds, play)
    return {
        "games": len(result),
        "rolls": int(result.rolls.sum()),
        "moves": int(result.plies.sum()),
        "passes": 0,  # the rules carry them out: nobody is asked
        "choices": int(result.choices.sum()),
        "cpu_s": cpu_s,
        "cores_busy": cpu_s / wall_s,
        "threads": threads or os.cpu_count(),
    }


def _long_enough(seconds: float, play: Callable[[int], Any]) -> tuple[Any, float, float]:
    """Play more games at a time until one call takes the time asked for."""
    games = 1
    while True:
        wall, cpu = time.perf_counter(), time.process_time()
        result = play(games)
        cpu_s, wall_s = time.process_time() - cpu, time.perf_counter() - wall
        if cpu_s >= seconds:
            return result, cpu_s, wall_s
        enough = games * 1.1 * seconds / max(cpu_s, 1e-6)
        games = math.ceil(min(16 * games, enough))


def batch_games(seconds: float, game: str, options: dict[str, Any]) -> Result:
    """Random games in a batch, decision by decision, for about so many CPU seconds."""
    from ludotheque import Batch

    rules, settled = taken(game, options)

    def begun() -> Any:
        batch = Batch(rules, GAMES_AT_ONCE, options=settled, threads=1, masks=True)
        for _ in range(WARM_STEPS):  # compiles, and brings the games apart
            batch.step(batch.choose())
        return batch

    batch = begun()
    games, steps = -batch.finished, 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        batch.step(batch.choose())
        steps += 1
    cpu_s = time.process_time() - start
    moves, free = steps * batch.n, float((batch.count > 1).mean())
    return {
        "games": games + batch.finished,
        "rolls": _rolls(begun(), steps),  # the same games again: counting takes time too
        "moves": moves,
        "passes": 0,
        "choices": round(moves * free),  # the last step's share
        "cpu_s": cpu_s,
    }


def _rolls(batch: Any, steps: int) -> int:
    """How many chance outcomes fall in so many steps of a batch."""
    rolls = -int(batch.tally[:, 1].sum())
    for _ in range(steps):
        batch.step(batch.choose())
        if batch.ended.any():
            rolls += int(batch.lengths[batch.ended, 1].sum())
    return rolls + int(batch.tally[:, 1].sum())


def interpreted_games(seconds: float, game: str, options: dict[str, Any]) -> Result:
    """Random games with the kernels as ordinary Python."""
    from ludotheque import interpreted

    with interpreted():
        return played_games(seconds, game, options, threads=1)


def main(seconds: float, what: str, game: str, options: dict[str, Any]) -> None:
    measures: dict[str, Callable[[], Result]] = {
        "import": importing,
        "start": lambda: starting(game, options),
        "facts": lambda: facts(game),
        "one": lambda: played_games(seconds, game, options, threads=1),
        "all": lambda: played_games(seconds, game, options, threads=None),
        "brain": lambda: played_games(seconds, game, options, threads=1, policy="brain"),
        "batch": lambda: batch_games(seconds, game, options),
        "interpreted": lambda: interpreted_games(seconds, game, options),
    }
    print(json.dumps({"name": f"{game}, {what}", **measures[what]()}))


if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2], sys.argv[3], json.loads(sys.argv[4]))
