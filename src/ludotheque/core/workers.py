"""Threads that share out the games of a batch."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from ludotheque.core.compile import is_interpreted

_SHARE = 256  # games for which a thread of its own is worth its while


class Workers:
    """Threads among which a batch's games are shared out, always the same to each."""

    def __init__(self, n: int, threads: int | None):
        wanted = threads or min(os.cpu_count() or 1, max(1, n // _SHARE))
        self.count = 1 if is_interpreted() else min(wanted, n)
        self._pool = ThreadPoolExecutor(self.count - 1) if self.count > 1 else None

    def run(self, kernel: Callable[..., None], rows: int, *arguments: Any) -> None:
        """Run a kernel on so many rows, shared out: kernel(first, last, …) on each share."""
        shares = [*pairwise(rows * k // self.count for k in range(self.count + 1))]
        with np.errstate(over="ignore"):  # interpreted, the generator's words wrap loudly
            if self._pool is None:
                kernel(*shares[0], *arguments)
                return
            others = [self._pool.submit(kernel, *share, *arguments) for share in shares[1:]]
            kernel(*shares[0], *arguments)
            for other in others:
                other.result()
