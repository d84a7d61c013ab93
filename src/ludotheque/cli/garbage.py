"""Garbage, collected when it holds nobody up.

Looking through all that is alive stops everybody for as long as there is much of it: half a second
at a thousand tables. So only what is young is looked through as it comes, a little at a time; all
of it when the house has little to do, the first time too: a house may be full in a minute. What was
loaded when it opened is never looked through again.
"""

import gc
import threading
import time

YOUNG = (10_000, 5, 1_000_000)  # objects, then rounds, then never by itself

_SETTLED = 60.0  # seconds until all that a house begins with is loaded and compiled
_BETWEEN = 60.0  # seconds from one look at everything to the next at least,
_LATEST = 1800.0  # and at most, however busy the house is
_MOMENT = 0.25  # seconds over which it is seen how busy that is
_QUIET = 0.15  # of one processor


def collect_quietly() -> threading.Event:
    """Begin; that is set to end it, if it is to end before the process does."""
    gc.set_threshold(*YOUNG)
    ended = threading.Event()
    threading.Thread(target=_sweep, args=[ended], name="ludotheque-garbage", daemon=True).start()
    return ended


def _sweep(ended: threading.Event) -> None:
    ended.wait(_SETTLED)
    _collect_in_quiet()
    gc.freeze()
    while not ended.wait(_BETWEEN):
        _collect_in_quiet()


def _collect_in_quiet() -> None:
    wait_for_quiet(_LATEST)
    gc.collect()


def wait_for_quiet(latest: float) -> bool:
    """Wait until this process has little to do; False: that did not happen in so many seconds."""
    end = time.monotonic() + latest
    while time.monotonic() < end:
        busy = time.process_time()
        time.sleep(_MOMENT)
        if time.process_time() - busy < _QUIET * _MOMENT:
            return True
    return False
