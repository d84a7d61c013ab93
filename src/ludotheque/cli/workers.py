"""Several processes on one port: started together, watched, and started again where one dies.

They share one listening socket, which outlives each of them: whoever knocks while one is being
started again is let in by another.
"""

import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

import typer

from ludotheque.core.orphans import end_with_parent

CLOSING = 20.0  # seconds for a worker to close before it is made to
_BACKLOG = 2_048
_SOON = 10.0  # seconds: who dies within them is started again after a pause,
_PAUSE, _LONGEST = 0.2, 5.0  # which doubles each time


def listener(host: str, port: int) -> socket.socket:
    """A socket that several processes accept connections on."""
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind((host, port))
    bound.listen(_BACKLOG)
    return bound


class Worker:
    """One place for a process."""

    def __init__(self, start: Callable[[], BaseProcess]):
        self._start = start
        self._pause = 0.0
        self.begin()

    def begin(self) -> None:
        """Start a process there."""
        self.process = self._start()
        self._began, self.due = time.monotonic(), 0.0

    def note_death(self) -> None:
        """It died by itself; ``due`` is when another is to be started."""
        lived = time.monotonic() - self._began
        self._pause = min(_LONGEST, max(_PAUSE, 2 * self._pause)) if lived < _SOON else 0.0
        self.due = time.monotonic() + self._pause


class Workers:
    """All of them, for as long as the house is open."""

    def __init__(self, count: int, work: Callable[..., None], *args: object):
        """``work(number, *args)`` is what each does; numbers count from 0."""
        self._is_closing = threading.Event()
        context = get_context("spawn")

        def starter(number: int) -> Callable[[], BaseProcess]:
            def start() -> BaseProcess:
                process = context.Process(target=_begin, args=(work, number, *args))
                process.start()
                return process

            return start

        self._workers = [Worker(starter(number)) for number in range(count)]

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
    end_with_parent()
    work(*args)
