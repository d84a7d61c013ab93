"""Where bots think: worker processes, so that no thought ever stops the server.

A quick thought (one call of a compiled policy: microseconds) is had on the spot; any other
goes to a worker. A worker answers with interpreted policies until its kernels are
compiled, which it does beside its work.
"""

import asyncio
import atexit
import contextlib
import logging
import os
import secrets
import signal
import threading
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from ludotheque.bots.bot import bot
from ludotheque.bots.levels import level
from ludotheque.bots.readiness import is_warm, warm_search
from ludotheque.core import discovery
from ludotheque.core.compile import is_interpreted
from ludotheque.core.game import Game
from ludotheque.core.orphans import end_with_parent
from ludotheque.core.tempers import NONE

log = logging.getLogger("ludotheque.bots")

_POLL = 0.5  # seconds between two questions whether a worker is ready
_DEATHS = 3  # of workers while a game is compiled, until it is left alone
_MANNERS = 5  # how far workers step back behind the server, as nice(1) counts
_warming: set[str] = set()  # games whose kernels this process has begun to make ready
_failed: set[str] = set()  # those of them that could not be


def share_of(servers: int) -> int:
    """How many workers each of so many servers on this machine has, one processor left in all."""
    return max(1, ((os.cpu_count() or 2) - 1) // servers)


class Thinkers:
    """Chooses moves for bots. With no workers it thinks in this process, as tests do."""

    def __init__(self, workers: int | None = None):
        self._workers = share_of(1) if workers is None else workers
        self._pool: ProcessPoolExecutor | None = None
        self._closed = False

    async def choose(
        self, game: Game, board: bytes, seat: int, seats: int, level_id: str, temper: int = NONE
    ) -> int:
        """The action of a bot of that level, from the bytes of what its seat may see."""
        engine = game.engine
        seed = secrets.randbits(62)
        if not self._workers or (level(level_id).is_quick and engine.is_compiled):
            return bot(game, level_id, temper).think(engine.board(board), seat, seats, seed)
        loop = asyncio.get_running_loop()
        for _ in range(2):
            pool = self._started()
            with contextlib.suppress(BrokenProcessPool):
                job = loop.run_in_executor(
                    pool, _think, game.id, board, seat, seats, level_id, temper, seed
                )
                return await job
            self._replace(pool)  # a worker was killed: once more with fresh ones
        return bot(game, "medium").think(engine.board(board), seat, seats, seed)

    def warm(self, games: Iterable[Game]) -> None:
        """Start the workers and let each make these games' kernels ready."""
        if self._workers:
            ids = [game.id for game in games]
            for _ in range(self._workers):
                self._started().submit(_warm, ids)

    async def ready(self, game: Game) -> bool:
        """Wait until a worker has a game's kernels compiled, and so on the disk for everybody.

        A game that cannot be compiled is not waited for. False: workers died of it time after time,
        as any process would.
        """
        loop, deaths = asyncio.get_running_loop(), 0
        while self._workers and not is_interpreted():
            pool = self._started()
            try:
                if await loop.run_in_executor(pool, _is_settled, game.id):
                    return True
            except BrokenProcessPool:
                self._replace(pool)
                deaths += 1
                if deaths == _DEATHS:
                    log.error("%s: workers die while they compile its kernels", game.id)
                    return False
            await asyncio.sleep(_POLL)
        return True

    def _started(self) -> ProcessPoolExecutor:
        assert not self._closed, "the bots were sent home"
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers, mp_context=get_context("spawn"), initializer=_begin
            )
        return self._pool

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        if self._pool is broken:
            self._pool = None
            broken.shutdown(wait=False)

    def close(self) -> None:
        """Send the workers home; thoughts under way are finished, others dropped."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server sends its workers home itself
    end_with_parent()
    atexit.register(_leave)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_MANNERS)


def _leave() -> None:
    """End at once: LLVM aborts a process that takes it down while a thread still compiles."""
    os._exit(0)


def _think(
    game_id: str, board: bytes, seat: int, seats: int, level_id: str, temper: int, seed: int
) -> int:
    game = discovery.game(game_id)
    _warm([game_id])
    return bot(game, level_id, temper).think(game.engine.board(board), seat, seats, seed)


def _warm(game_ids: list[str]) -> None:
    """Make kernels ready in a thread of the worker, which goes on thinking meanwhile."""
    new = [id for id in game_ids if id not in _warming]
    _warming.update(new)
    if new:
        threading.Thread(target=_compile, args=(new,), daemon=True).start()


def _is_settled(game_id: str) -> bool:
    """Whether a game's kernels are ready, or never will be."""
    _warm([game_id])
    return game_id in _failed or is_warm(discovery.game(game_id))


def _compile(game_ids: list[str]) -> None:
    for id in game_ids:
        try:
            warm_search(discovery.game(id))
        except Exception:  # one game that cannot be compiled must not keep the others waiting
            log.exception("%s: the kernels could not be made ready", id)
            _failed.add(id)
