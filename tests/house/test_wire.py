import asyncio

import pytest

from ludotheque.house.exchange import Exchange
from ludotheque.house.wire import Address, BadRedis, Wire, command

SAID = b">3\r\n$7\r\nmessage\r\n$5\r\ntopic\r\n$6\r\nwo\r\nrd\r\n"


def test_a_command_is_counted_and_sized() -> None:
    assert command(b"PUBLISH", b"t", b"\r\n") == b"*3\r\n$7\r\nPUBLISH\r\n$1\r\nt\r\n$2\r\n\r\n\r\n"


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_what_is_said_is_heard_however_it_is_cut(size: int) -> None:
    heard: list[tuple[bytes, bytes]] = []

    async def scene() -> None:
        wire = Wire(lambda *word: heard.append(word))
        data = b"%1\r\n$5\r\nproto\r\n:3\r\n:1\r\n" + SAID + b"$-1\r\n+PONG\r\n" + SAID
        for at in range(0, len(data), size):
            wire.data_received(data[at : at + size])

    asyncio.run(scene())
    assert heard == [(b"topic", b"wo\r\nrd")] * 2


def test_an_address_says_who_and_where() -> None:
    assert Address.read("redis://house") == ("house", 6379, False, "default", "")
    assert Address.read("rediss://ann:p%40ss@house:7/0") == ("house", 7, True, "ann", "p@ss")


@pytest.mark.parametrize("url", ["house", "http://house", "redis://", "redis://house:port"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(BadRedis, match="redis://127"):
        Address.read(url)


def test_whoever_is_not_let_in_is_told_why(redis_url: str) -> None:
    async def knock(url: str) -> None:
        await Exchange(url, "house", "me").open()

    with pytest.raises(BadRedis, match="WRONGPASS"):
        asyncio.run(knock(redis_url.replace("redis://", "redis://nobody:wrong@")))
    with pytest.raises(BadRedis, match="cannot be used"):
        asyncio.run(knock("redis://127.0.0.1:9"))
