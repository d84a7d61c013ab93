"""The same games interpreted, compiled, in batches, within bounds and for CUDA."""

import hashlib
import os
import subprocess
import sys
import tempfile

from ludotheque.core import cuda, gpu
from ludotheque.core.check.promise import require
from ludotheque.core.choosing import without_lists
from ludotheque.core.compile import interpreted
from ludotheque.core.errors import BrokenPromise
from ludotheque.core.game import Game
from ludotheque.core.simulate import Simulation, simulate

_GAMES = 3
_BOUND_GAMES = 60


def check_policy(game: Game, policy: str, seed: int) -> None:
    """Interpreted, compiled and batch runs give the same bytes, and so does a replay."""
    with interpreted():
        plain = simulate(game, _GAMES, policies=policy, seed=seed, records=True)
    with interpreted(False):
        fast = simulate(game, _GAMES, policies=policy, seed=seed, records=True, threads=1)
        batch = simulate(game, _GAMES, policies=policy, seed=seed, records=True, chunk=1)
    same = _bytes(plain) == _bytes(fast) == _bytes(batch)
    require(same, "interpreted, compiled and batch runs differ", policy)
    replayed = _bytes(plain).startswith(plain.replay(0).state.tobytes())
    require(replayed, "a simulated game replays to other bytes", policy)


def _bytes(run: Simulation) -> bytes:
    assert run.records is not None
    return run.records.tobytes()


def check_bounds(game: Game) -> None:
    """No kernel leaves its arrays: the same games in a process that checks every index.

    A write out of bounds corrupts silently, so that nothing else would tell.
    """
    with tempfile.TemporaryDirectory() as cache:
        variables = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "LUDOTHEQUE_CACHE": cache}
        call = [sys.executable, "-m", __name__, game.id]
        run = subprocess.run(call, env=variables, capture_output=True, text=True, check=False)
    lines = run.stderr.strip().splitlines() or [""]
    require(run.returncode == 0, "a kernel fails where every index is checked", lines[-1])
    same = run.stdout.strip() == digest(game)
    require(same, "a kernel reads or writes beyond its arrays", game.id)


def digest(game: Game) -> str:
    """What some games between all of a game's policies come to, in short."""
    seats = int(game.chosen()["seats"])
    policies = ([*game.all_policies][::-1] * seats)[:seats]
    with interpreted(False):
        run = simulate(game, _BOUND_GAMES, policies=policies, records=True, threads=1)
    return hashlib.sha256(_bytes(run)).hexdigest()


def check_cuda(game: Game, policy: str) -> None:
    """A policy's whole game compiles to PTX and, where ptxas is there, to a GPU's own code."""
    run = cuda.Launcher.of_games(without_lists(game, [policy]), game.dtype, game.is_in_step)
    try:
        text = run.text(cuda.kinds_of_games(game.dtype), gpu.Target())
    except Exception as error:
        raise BrokenPromise(f"a kernel does not compile for CUDA: {policy}: {error}") from None
    told = gpu.assembled(text)
    require(not told, "a kernel's PTX does not assemble for a GPU", f"{policy}: {told}")


if __name__ == "__main__":
    from ludotheque.core.discovery import game as find

    print(digest(find(sys.argv[1])))
