"""Work that nobody waits for: what is due at tables, reading unfinished ones, making ready."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger("ludotheque.table")


class Background:
    """Tasks of one event loop; where one fails, the log says so."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Begin a piece of work."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("work in the background failed", exc_info=task.exception())

    async def idle(self) -> None:
        """Wait until all of it is done, and what it led to as well."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    async def close(self) -> None:
        """Stop what is under way."""
        tasks = set(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
