import asyncio
import threading

import pytest

from ludotheque.house.people.gathered import Gathered


def test_who_asks_while_others_are_answered_is_answered_with_the_next():
    asked, go_on = [], threading.Event()

    def answer(questions):
        asked.append(sorted(questions))
        go_on.wait(5)
        return {each: -each for each in questions if each != 3}

    async def scene():
        gathered = Gathered(answer)
        first = asyncio.create_task(gathered.ask(1))
        while not asked:
            await asyncio.sleep(0)
        others = [asyncio.create_task(gathered.ask(each)) for each in (1, 2, 2, 3, 4)]
        await asyncio.sleep(0)
        others[-1].cancel()  # she has gone, and the others are answered
        go_on.set()
        return [await each for each in (first, *others[:-1])]

    assert asyncio.run(scene()) == [-1, -1, -2, -2, None]
    assert asked == [[1], [1, 2, 3, 4]]


def test_a_database_that_does_not_answer_fails_those_who_asked_and_no_later_ones():
    errors = [OSError("gone")]

    def answer(questions):
        if errors:
            raise errors.pop()
        return dict.fromkeys(questions, "here")

    async def scene():
        gathered = Gathered(answer)
        with pytest.raises(OSError, match="gone"):
            await gathered.ask(1)
        return await gathered.ask(1)

    assert asyncio.run(scene()) == "here"
