"""Garbage, collected when it holds nobody up.

Looking through all that is alive stops everybody for as long as there is much of it: half a second
at a thousand tables, to find next to nothing. So only what is young is looked through as it comes,
and often: what is freed meanwhile, however old, is counted against what is made, so that in a busy
house far more is young than the number says (at 10,000 a look took 70 ms). All of it is looked
through when the house has little to do, the first time too (a house may be full in a minute), and
seldom: a thousandth of the time is spent on it. What was loaded when it opened never is again.
"""

import gc
import threading
import time
from pathlib import Path

YOUNG = (500, 1_000_000, 1_000_000)  # more objects than before; the others never by itself

_SETTLED = 60.0  # seconds until all that a house begins with is loaded and compiled
_BETWEEN = 60.0  # seconds from one look at everything to the next at least,
_TIMES = 1000  # or so many times as long as the last one took;
_LATEST = 600.0  # and how long a moment without much to do is waited for
_MOMENT = 0.25  # seconds over which it is seen how busy the house is
_QUIET = 0.15  # of one processor
_SCHEDULED = Path("/proc/self/schedstat")  # of the thread that serves everybody; Linux


def collect_quietly() -> threading.Event:
    """Begin; that is set to end it, if it is to end before the process does."""
    gc.set_threshold(*YOUNG)
    ended = threading.Event()
    threading.Thread(target=_sweep, args=[ended], name="ludotheque-garbage", daemon=True).start()
    return ended


def _sweep(ended: threading.Event) -> None:
    ended.wait(_SETTLED)
    took = _collect_in_quiet()
    gc.freeze()
    while not ended.wait(max(_BETWEEN, _TIMES * took)):
        took = _collect_in_quiet()


def _collect_in_quiet() -> float:
    """Look through everything; seconds of a processor that it took."""
    wait_for_quiet(_LATEST)
    began = time.thread_time()
    gc.collect()
    return time.thread_time() - began


def wait_for_quiet(latest: float) -> bool:
    """Wait until this process has little to do; False: that did not happen in so many seconds."""
    end = time.monotonic() + latest
    while time.monotonic() < end:
        busy = _wanted()
        time.sleep(_MOMENT)
        if _wanted() - busy < _QUIET * _MOMENT:
            return True
    return False


def _wanted() -> float:
    """Seconds of a processor that this process has had, and those that it was kept from.

    On a busy machine a busy house gets little: it must not be taken for a quiet one.
    """
    try:
        waited = int(_SCHEDULED.read_text().split()[1])  # nanoseconds
    except (OSError, ValueError, IndexError):
        waited = 0
    return time.process_time() + waited / 1e9
