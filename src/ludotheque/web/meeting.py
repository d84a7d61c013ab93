"""Where the pages of a table meet: in one worker of several, at whichever they knocked.

Workers share a port, so a page's live connection comes to any of them. Where a table's pages are
in several workers each of these follows the game and draws it, and two cost 1.4 times one. So who
lets a live connection in hands it on as it is, its socket and what was read of it, to the worker
that the table falls to. Nothing depends on that: any worker serves any table, and where the other
is not there, or has no room, the page stays.
"""

import asyncio
import re
import socket
from collections.abc import Callable
from typing import NamedTuple, Protocol
from zlib import crc32

_LIVE = re.compile(rb"/tables/([^/?]+)/live(?:\?|$)")
_LONGEST = 131_072  # bytes of a request's head that is handed on

Taken = Callable[[socket.socket, bytes], object]


class Box(NamedTuple):
    """Through one end of it connections are handed to a worker, who finds them at the other."""

    inside: socket.socket
    outside: socket.socket


def box() -> Box | None:
    """One that outlives the worker; None: this system has none."""
    if not hasattr(socket, "send_fds"):
        return None
    pair = Box(*socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
    for end in pair:
        end.setblocking(False)
    return pair


class Place(Protocol):
    """One worker's, as the others see it."""

    box: Box | None

    @property
    def has_opened(self) -> bool:
        """Whether somebody is there."""
        ...


class Meeting:
    """What one worker knows of where pages meet."""

    def __init__(self, number: int, places: "list[Place]"):
        """``number`` is this worker's own place."""
        self._number, self._places = number, places

    def hand_on(self, target: bytes, head: bytes, connection: socket.socket) -> bool:
        """Hand a connection to the worker that its table falls to; False: it stays here."""
        found = _LIVE.match(target)
        if found is None:
            return False
        number = self._home(found[1])
        place = self._places[number]
        if number == self._number or place.box is None or not place.has_opened:
            return False
        try:
            socket.send_fds(place.box.outside, [head], [connection.fileno()])
        except OSError:
            return False  # it has no room, or this is too long
        return True

    def is_here(self, table: str) -> bool:
        """Whether a table falls to this worker."""
        return self._home(table.encode()) == self._number

    def _home(self, table: bytes) -> int:
        return crc32(table) % len(self._places)

    def open(self, taken: Taken) -> None:
        """Call back with every connection that is handed to this worker, and what was read."""
        own = self._places[self._number].box
        if own is not None:
            asyncio.get_running_loop().add_reader(own.inside, _take, own.inside, taken)

    def close(self) -> None:
        """Take no more."""
        own = self._places[self._number].box
        if own is not None:
            asyncio.get_running_loop().remove_reader(own.inside)


def _take(inside: socket.socket, taken: Taken) -> None:
    while True:
        try:
            head, numbers, _, _ = socket.recv_fds(inside, _LONGEST, 1)
        except BlockingIOError:
            return
        for number in numbers:
            connection = socket.socket(fileno=number)
            connection.setblocking(False)
            taken(connection, head)
