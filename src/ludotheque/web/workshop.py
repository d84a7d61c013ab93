"""Workshops: slow work for visitors, in few hands of its own, and a bound on how much may wait.

Whoever comes to a full one is turned away with a sentence. Nothing of it is done where pages and
moves are: drawing a picture holds a whole process up for a fifth of a second.
"""

import asyncio
import signal
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from starlette.exceptions import HTTPException

from ludotheque.core.orphans import end_with_parent
from ludotheque.house.manners import step_back

T = TypeVar("T")

_AGAIN = "5"  # seconds after which it is worth asking again


class Workshop:
    """One pair of hands, which begins when there is something to do."""

    def __init__(self, waiting: int, *, is_apart: bool = True):
        self._waiting = waiting  # jobs at most, the one in hand included
        self._is_apart = is_apart  # in a process of its own; what is short needs only a thread
        self._pending = 0
        self._hands: Executor | None = None

    async def do(self, work: Callable[..., T], *args: Any) -> T:
        """Have something done; 503 where too much waits already."""
        if self._pending >= self._waiting:
            raise HTTPException(503, headers={"Retry-After": _AGAIN})
        self._pending += 1
        hands = self._started()
        job = asyncio.get_running_loop().run_in_executor(hands, work, *args)
        job.add_done_callback(self._done)  # who goes away leaves the work in hand behind
        try:
            return await asyncio.shield(job)
        except BrokenProcessPool:
            self._replace(hands)
            raise HTTPException(503, headers={"Retry-After": _AGAIN}) from None

    @property
    def is_busy(self) -> bool:
        """Whether something is in hand."""
        return self._pending > 0

    def close(self) -> None:
        """Finish what is in hand, drop the rest."""
        if self._hands is not None:
            self._hands.shutdown(cancel_futures=True)
            self._hands = None

    def _done(self, job: "asyncio.Future[T]") -> None:
        self._pending -= 1
        if not job.cancelled():
            job.exception()  # told to whoever waits, if anybody still does

    def _started(self) -> Executor:
        if self._hands is None:
            if self._is_apart:
                spawn = get_context("spawn")
                self._hands = ProcessPoolExecutor(1, mp_context=spawn, initializer=_begin)
            else:
                self._hands = ThreadPoolExecutor(1, "ludotheque-work")
        return self._hands

    def _replace(self, broken: Executor) -> None:
        if self._hands is broken:
            self._hands = None
            broken.shutdown(wait=False)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the house sends its workers home itself
    end_with_parent()
    step_back()
