"""Processes that end with whoever started them, also where that one had no time to say so."""

import os
import signal
import threading
from multiprocessing import parent_process


def end_with_parent(by: signal.Signals = signal.SIGTERM) -> None:
    """Send this process a signal once the one that started it is gone."""
    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os.kill(os.getpid(), by)

    threading.Thread(target=wait, name="ludotheque-parent", daemon=True).start()
