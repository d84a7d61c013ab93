"""Letters go out together, in their order, and not to who is gone."""

import asyncio

from ludotheque.web.outbox import Outbox


class Wire:
    def __init__(self, sent, is_gone=False):
        self.sent, self.is_gone = sent, is_gone

    def is_closing(self):
        return self.is_gone

    def write(self, letter):
        self.sent.append((self, letter))


def test_letters_wait_until_all_that_is_due_was_seen_to():
    sent = []
    ann, bob, gone = Wire(sent), Wire(sent), Wire(sent, is_gone=True)

    async def play():
        outbox = Outbox()
        for wire, letter in ((ann, b"1"), (gone, b"2"), (bob, b"3"), (ann, b"4")):
            outbox.put(wire, letter)
        assert sent == []
        await asyncio.sleep(0)
        assert sent == [(ann, b"1"), (bob, b"3"), (ann, b"4")]
        outbox.put(bob, b"5")
        await asyncio.sleep(0)
        assert sent[3:] == [(bob, b"5")]

    asyncio.run(play())


def test_what_is_sent_before_a_door_closes_is_not_sent_twice():
    sent = []
    ann = Wire(sent)

    async def leave():
        outbox = Outbox()
        outbox.put(ann, b"goodbye")
        outbox.send()
        assert sent == [(ann, b"goodbye")]
        await asyncio.sleep(0)
        assert len(sent) == 1

    asyncio.run(leave())
