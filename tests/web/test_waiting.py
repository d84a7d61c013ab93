"""What a live connection waits for behaves as asyncio's own."""

import asyncio

from ludotheque.web.waiting import Mailbox, Signal


def test_all_who_wait_go_on_once_a_signal_is_set() -> None:
    async def main() -> None:
        signal = Signal()
        first, second, third = (asyncio.create_task(signal.wait()) for _ in range(3))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0)
        signal.set()
        await asyncio.wait_for(asyncio.gather(first, third), 1)
        assert second.cancelled()
        assert signal.is_set()
        await asyncio.wait_for(signal.wait(), 1)
        signal.clear()
        assert not signal.is_set()

    asyncio.run(main())


def test_letters_are_read_in_the_order_in_which_they_came() -> None:
    async def main() -> None:
        box = Mailbox[int]()
        reading = asyncio.create_task(box.get())
        await asyncio.sleep(0)
        assert box.empty()
        box.put_nowait(1)
        box.put_nowait(2)
        assert await asyncio.wait_for(reading, 1) == 1
        assert await asyncio.wait_for(box.get(), 1) == 2

    asyncio.run(main())


def test_a_letter_that_nobody_took_is_there_for_the_next_one() -> None:
    async def main() -> None:
        box = Mailbox[int]()
        reading = asyncio.create_task(box.get())
        await asyncio.sleep(0)
        box.put_nowait(1)
        reading.cancel()
        await asyncio.sleep(0)
        assert await asyncio.wait_for(box.get(), 1) == 1

    asyncio.run(main())
