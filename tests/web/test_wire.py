"""Live connections: who is still there, and signs of life that go the short way."""

import asyncio
import gc
import itertools
import socket
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from serving import Served
from visiting import Visitor

from ludotheque.web.server import LONGEST, PING, Wire, is_sign_of_life, is_whole, text_of

MASK = b"\x01\xfe\x33\x90"


def framed(kind: int, body: bytes, mask: bytes = MASK) -> bytes:
    """A frame as a page sends it."""
    size, wide = len(body), b""
    if size > 125:
        size, wide = (126, size.to_bytes(2)) if size < 65_536 else (127, size.to_bytes(8))
    masked = bytes(each ^ key for each, key in zip(body, itertools.cycle(mask), strict=False))
    return bytes([128 | kind, 128 | size]) + wide + mask + masked


@pytest.mark.parametrize("size", [0, 1, 4, 125])
def test_pongs_are_signs_of_life(size: int) -> None:
    assert is_sign_of_life(framed(10, bytes(size)))


def test_so_is_what_pages_send_as_one_and_nothing_else() -> None:
    assert is_sign_of_life(framed(1, PING.encode()))
    others = [
        framed(1, PING.replace("i", "o").encode()),
        framed(1, PING.encode() + b" "),
        framed(2, PING.encode()),
        framed(9, b"ping"),
        framed(8, b""),
        framed(10, b"") + framed(1, b"{}"),
        framed(10, b"abc")[:-1],
        b"\x8a",
    ]
    assert not any(map(is_sign_of_life, others))


def test_frames_are_whole_or_they_are_not() -> None:
    parts = [framed(1, bytes(size)) for size in (0, 1, 125, 126, 300, 70_000)]
    for part in (*parts, b"".join(parts)):
        assert is_whole(part)
        for cut in (1, 2, 3, 5, len(part) // 2):
            if len(part) > cut:
                assert not is_whole(part[:-cut])


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 125, 126, 127, 1000, LONGEST])
def test_a_text_that_comes_whole_is_read(size: int) -> None:
    text = bytes(range(256)) * 8
    assert text_of(framed(1, text[:size])) == text[:size]


def test_what_is_no_whole_text_of_a_measure_is_not() -> None:
    others = [
        b"",
        b"\x81",
        framed(1, b"abc")[:-1],
        framed(1, b"abc") + b"x",
        framed(1, b"abc") + framed(1, b"abc"),
        framed(2, b"abc"),
        framed(8, b""),
        framed(9, b"abc"),
        b"\x01" + framed(1, b"abc")[1:],  # the first of several frames
        framed(1, bytes(LONGEST + 1)),
        framed(1, bytes(70_000)),
    ]
    assert [text_of(each) for each in others] == [None] * len(others)


@contextmanager
def looking_on(served: Served, table: str) -> Iterator[tuple[socket.socket, Wire]]:
    """A page that answers nothing by itself, and the house's end of it."""
    before = wires(served)
    with socket.create_connection(("127.0.0.1", served.port), 10) as page:
        page.sendall(
            f"GET /tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
            f"Origin: {served.url}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
        )
        read = b""
        while b"\r\n\r\n" not in read or b'"number"' not in read:
            read += page.recv(65_536)
        [wire] = wires(served) - before
        yield page, wire


def wires(served: Served) -> set[Wire]:
    return {each for each in served._server.server_state.connections if isinstance(each, Wire)}


def until(page: socket.socket, sign: bytes) -> bytes:
    read = b""
    while sign not in read:
        more = page.recv(65_536)
        assert more, read
        read += more
    return read


async def called(work: Any, *args: Any) -> Any:
    return work(*args)


def test_who_does_not_answer_is_gone_and_who_says_anything_is_not(
    served: Served, ann: Visitor
) -> None:
    with looking_on(served, ann.open_table()) as (page, wire):
        for answer in (framed(10, b""), framed(1, PING.encode()), framed(1, b"?")):
            served.do(called(wire.send_keepalive_ping))
            until(page, b"\x89\x00")
            page.sendall(answer)
            if answer == framed(1, b"?"):
                until(page, b"refused")
            wait_for(served, wire)
        served.do(called(wire.send_keepalive_ping))
        until(page, b"\x89\x00")
        served.do(called(wire.send_keepalive_ping))
        assert b"keepalive" in until(page, b"keepalive ping timeout")


def wait_for(served: Served, wire: Wire) -> None:
    """Until the house has heard something."""
    for _ in range(2000):
        if served.do(called(lambda: wire._is_heard)):
            return
    raise AssertionError("it heard nothing")


def test_an_open_page_keeps_nothing_of_the_request_that_it_came_by(
    served: Served, ann: Visitor
) -> None:
    def files(waits: Any) -> Iterator[str]:
        """Where the functions lie that wait for each other."""
        while (code := getattr(waits, "cr_code", None)) is not None:
            yield Path(code.co_filename).as_posix()
            waits = waits.cr_await

    async def kept() -> list[list[str]]:
        return [list(files(task.get_coro())) for task in asyncio.all_tasks()]

    with looking_on(served, ann.open_table()) as (_, wire):
        assert wire.scope == {}
        chains = [each for each in served.do(kept()) if any("web/live.py" in file for file in each)]
        assert chains
        assert not [file for each in chains for file in each if "/starlette/" in file]


def test_a_connection_that_closed_is_gone_without_a_look_for_garbage(
    served: Served, ann: Visitor
) -> None:
    gc.disable()  # in a busy house it is long until all is looked through
    try:
        with looking_on(served, ann.open_table()) as (_, wire):
            kept = weakref.ref(wire)
            del wire
        for _ in range(500):
            if kept() is None:
                return
            time.sleep(0.01)
        raise AssertionError(gc.get_referrers(kept()))
    finally:
        gc.enable()


def test_commands_are_heard_however_they_are_cut(served: Served, ann: Visitor) -> None:
    """A sign of life within a frame that comes in parts is part of that frame."""
    with looking_on(served, ann.open_table()) as (page, wire):
        long = framed(1, b"x" * 20 + b"@@KK@A" + b"x" * 20, b"\xca\xc0AA")
        assert is_sign_of_life(long[26:32])  # by itself it would be one
        for part in (long[:26], long[26:32], long[32:]):
            wire._is_heard = False
            page.sendall(part)
            wait_for(served, wire)
        until(page, b"BadCommand")
        page.sendall(framed(1, PING.encode()) + framed(1, b"?"))
        until(page, b"BadCommand")
