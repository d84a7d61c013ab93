"""Slow work steps back behind the tables."""

import contextlib
import os
import threading

_STEPS = 5  # as nice(1) counts


def step_back() -> None:
    """Let everything else go first from now on: this thread, where a system tells threads apart."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _STEPS)
