"""Several processes on one port: started together, watched, and started again where one dies.

They share one listening socket, which outlives each of them: whoever knocks while one is being
started again is let in by another. Where the system allows it they are forked from this process,
which has read the whole program once, so that one begins in a moment.
"""

import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import RawValue

import typer

from ludotheque.core.orphans import end_with_parent
from ludotheque.web.meeting import Box, box

CLOSING = 15.0  # seconds for a worker to close before it is made to; deploy/ allows 20
_BACKLOG = 2_048
_PAUSE, _LONGEST = 0.2, 5.0  # seconds: who dies before it opened is tried again ever later

if sys.platform == "linux":
    _context = get_context("fork")
else:  # libraries there do not bear it
    _context = get_context("spawn")


def listener(host: str, port: int) -> socket.socket:
    """A socket that several processes accept connections on."""
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind((host, port))
    bound.listen(_BACKLOG)
    return bound


class Place:
    """One place for a process, as the processes that take it one after the other know it."""

    def __init__(self, number: int):
        self.number = number
        self._opened = RawValue("b", False)  # in memory that both sides see
        self.box: Box | None = None  # where others hand it what is for it to serve
        self.all = [self]  # places, this one and those beside it

    @property
    def has_opened(self) -> bool:
        """Whether the process there got as far as letting people in."""
        return bool(self._opened.value)

    def note_opened(self, has_opened: bool = True) -> None:
        """It lets people in from now on."""
        self._opened.value = has_opened


class Worker:
    """A place, and the process that has it now."""

    def __init__(self, place: Place, start: Callable[[Place], BaseProcess]):
        self._place, self._start = place, start
        self._pause = 0.0
        self.begin()

    def begin(self) -> None:
        """Start a process there."""
        self._place.note_opened(False)
        self.process = self._start(self._place)
        self.due = 0.0

    def note_death(self) -> None:
        """It died by itself; ``due`` is when another is to be started."""
        longer = min(_LONGEST, max(_PAUSE, 2 * self._pause))
        self._pause = 0.0 if self._place.has_opened else longer
        self.due = time.monotonic() + self._pause


class Workers:
    """All of them, for as long as the house is open."""

    def __init__(self, count: int, work: Callable[..., None], *args: object):
        """``work(place, *args)`` is what each does; places count from 0."""
        self._is_closing = threading.Event()
        resource_tracker.ensure_running()  # one for all of them

        def start(place: Place) -> BaseProcess:
            process = _context.Process(target=_begin, args=(work, place, *args))
            process.start()
            return process

        places = [Place(number) for number in range(count)]
        for place in places:
            place.all, place.box = places, box()
        self._workers = [Worker(place, start) for place in places]

    def watch(self) -> None:
        """Start again who dies, until somebody asks us to stop."""
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, lambda *_: self._is_closing.set())
        while not self._is_closing.is_set():
            wait([worker.process.sentinel for worker in self._workers if not worker.due], 0.2)
            for worker in self._workers:
                self._look_after(worker)
        self._close()

    def _look_after(self, worker: Worker) -> None:
        if self._is_closing.is_set():
            return
        if not worker.due and not worker.process.is_alive():
            typer.echo(f"worker {worker.process.pid} died ({worker.process.exitcode})", err=True)
            worker.note_death()
        if worker.due and time.monotonic() >= worker.due:
            worker.begin()

    def _close(self) -> None:
        """Ask all to stop, then make them."""
        alive = [worker.process for worker in self._workers if worker.process.is_alive()]
        for process in alive:
            process.terminate()
        end = time.monotonic() + CLOSING
        for process in alive:
            process.join(max(0.0, end - time.monotonic()))
            if process.is_alive():
                process.kill()


def _begin(work: Callable[..., None], *args: object) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it asks it to stop
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with_parent()
    work(*args)
