"""Long work in chunks on several threads, reported as it is done, in order."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor


def in_chunks(
    work: Callable[[slice], int], n: int, chunk: int, threads: int, report: Callable[[int], None]
) -> None:
    """Do ``work`` on 0 … n − 1, a slice at a time; it returns how much of it was done.

    The first exception ends it all, and what has not begun is not begun.
    """
    parts = [slice(first, min(first + chunk, n)) for first in range(0, n, chunk)]
    if threads == 1:
        for part in parts:
            report(work(part))
        return
    pool = ThreadPoolExecutor(threads)
    try:
        for done in pool.map(work, parts):
            report(done)
    finally:
        pool.shutdown(cancel_futures=True)
