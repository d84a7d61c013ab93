"""A progress bar for long work, on a terminal only, and only where rich is installed."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TypeAlias

from ludotheque.core.errors import BadOption

Progress: TypeAlias = Callable[[int, int], None]  # games done, games in all

_PATIENCE = 1.0  # seconds before a bar is worth its line


@contextmanager
def progress_bar(progress: Progress | bool | None, total: int) -> Iterator[Callable[[int], None]]:
    """A function to call with each bit of work done: it tells ``progress``, or draws a bar."""
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        raise BadOption(
            f"progress is a function of the games done and in all, True or False, not {progress!r}"
        )
    done = 0
    began = time.monotonic()
    show = progress is True or (progress is None and sys.stderr.isatty())
    with ExitStack() as stack:
        tell: Progress | None = progress if callable(progress) else None

        def report(more: int) -> None:
            nonlocal done, tell
            done += more
            if tell is None and show and time.monotonic() - began > _PATIENCE:
                tell = stack.enter_context(_bar())
            if tell is not None:
                tell(done, total)

        yield report


@contextmanager
def _bar() -> Iterator[Progress]:
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
    except ImportError:
        yield lambda done, total: None
        return
    with Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True,
    ) as bar:  # fmt: skip
        task = bar.add_task("")
        yield lambda done, total: bar.update(task, completed=done, total=total)
