"""Reports in the making: beside the house, a slice at a time, for several people at once."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from starlette.exceptions import HTTPException

from ludotheque.analysis import Moment, NotOver
from ludotheque.core.errors import BadBrain
from ludotheque.web import luck
from ludotheque.web.workshop import Workshop

T = TypeVar("T")

UNDER_WAY = 8  # reports at once
ASKED = 24  # hints and looks at tables that may wait beside them
_KEPT = 32  # at hand


class Making:
    """A report in the making."""

    def __init__(self, workshop: Workshop, file: bytes, is_deep: bool):
        self.file, self.is_deep = file, is_deep
        self.total = 0
        self.moments: list[Moment] = []
        self.problem = ""
        self.task = asyncio.create_task(self._make(workshop, file, is_deep))

    async def _make(self, workshop: Workshop, file: bytes, is_deep: bool) -> None:
        try:
            self.total = await workshop.do(luck.begin, file, is_deep)
            while len(self.moments) < self.total:
                self.moments += await workshop.do(luck.look_on, file, is_deep, len(self.moments))
        except (NotOver, BadBrain, HTTPException) as error:
            self.problem = str(error)

    @property
    def is_done(self) -> bool:
        """Whether all of it is there."""
        return self.task.done() and not self.problem


class Makings:
    """The reports under way and at hand; the longest unused go first."""

    def __init__(self) -> None:
        self._workshop = Workshop(UNDER_WAY + ASKED)
        self._kept: OrderedDict[Hashable, Making] = OrderedDict()

    def get(self, game: Hashable, is_deep: bool) -> Making | None:
        """The report of a game, where it is begun."""
        key = (game, is_deep)
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def begin(self, game: Hashable, file: bytes, is_deep: bool) -> Making:
        """Begin a report; 503 where too many are under way."""
        done = [key for key, each in self._kept.items() if each.task.done()]
        if len(self._kept) - len(done) >= UNDER_WAY:
            raise HTTPException(503, headers={"Retry-After": "5"})
        for old in done[: len(self._kept) + 1 - _KEPT]:
            del self._kept[old]
        making = self._kept[game, is_deep] = Making(self._workshop, file, is_deep)
        return making

    async def tell(self, making: Making, *args: Any) -> luck.Page:
        """A report that is done, as people read it."""
        return await self._workshop.do(
            luck.tell, making.file, making.is_deep, making.moments, *args
        )

    async def do(self, work: Callable[..., T], *args: Any) -> T:
        """Something small, between the slices of reports; 503 where too much waits."""
        return await self._workshop.do(work, *args)

    @property
    def is_busy(self) -> bool:
        """Whether somebody waits for it."""
        return self._workshop.is_busy

    async def close(self) -> None:
        """Drop what is under way."""
        for each in self._kept.values():
            each.task.cancel()
        await asyncio.to_thread(self._workshop.close)
