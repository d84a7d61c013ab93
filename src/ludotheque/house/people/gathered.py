"""Questions to the database that are asked together where many come at once.

Every open page looks twice a minute whether its session lasts: ten thousand of them, with a query
each, kept a processor busy. Who asks while others are being answered waits for the next query.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_MOST = 500  # questions in one query


class Gathered(Generic[K, V]):
    """Answers questions of one kind; ``answer`` takes several, in a thread that may wait."""

    def __init__(self, answer: Callable[[Sequence[K]], Mapping[K, V]]):
        self._answer = answer
        self._asked: defaultdict[K, list[asyncio.Future[V | None]]] = defaultdict(list)
        self._work: asyncio.Task[None] | None = None

    async def ask(self, question: K) -> V | None:
        """The answer; None: there is none."""
        answer: asyncio.Future[V | None] = asyncio.get_running_loop().create_future()
        self._asked[question].append(answer)
        if self._work is None or self._work.done():
            self._work = asyncio.create_task(self._answer_all())
        return await answer

    async def _answer_all(self) -> None:
        while self._asked:
            some = {key: self._asked.pop(key) for key in list(self._asked)[:_MOST]}
            found: Mapping[K, V] = {}
            failure: Exception | None = None
            try:
                found = await asyncio.to_thread(self._answer, list(some))
            except Exception as error:
                failure = error
            for question, answers in some.items():
                for answer in answers:
                    _give(answer, found.get(question), failure)


def _give(answer: "asyncio.Future[V | None]", found: V | None, failure: Exception | None) -> None:
    if answer.done():
        return  # nobody waits any more
    if failure is None:
        answer.set_result(found)
    else:
        answer.set_exception(failure)
