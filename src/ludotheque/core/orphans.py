"""Processes that end with whoever started them, also where that one had no time to say so."""

import os
import signal
import threading
from multiprocessing import parent_process

_LOOK = 1.0  # seconds between two looks: brothers that were forked may hold its end of the line


def end_with_parent(by: signal.Signals = signal.SIGTERM) -> None:
    """Send this process a signal once the one that started it is gone."""
    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            while parent.is_alive() and os.getppid() == parent.pid:
                parent.join(_LOOK)
            os.kill(os.getpid(), by)

    threading.Thread(target=wait, name="ludotheque-parent", daemon=True).start()
