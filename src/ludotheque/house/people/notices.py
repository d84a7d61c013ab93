"""Notices: something about a person has changed, whoever has to do with her should look again.

They hold within one process, which tells the others; a notice says nothing of what has changed.
"""

import threading
from collections.abc import Callable

Hearer = Callable[[], object]  # called in whatever thread the change was made


class Notices:
    """Who wants to hear of whom."""

    def __init__(self) -> None:
        self._hearers: dict[str, list[Hearer]] = {}
        self._lock = threading.Lock()

    def hear_of(self, person: str, hearer: Hearer) -> Callable[[], None]:
        """Call ``hearer`` at every change; returns how to stop that."""
        with self._lock:
            self._hearers.setdefault(person, []).append(hearer)

        def stop() -> None:
            with self._lock:
                left = self._hearers.get(person, [])
                if hearer in left:
                    left.remove(hearer)
                if not left:
                    self._hearers.pop(person, None)

        return stop

    def tell(self, person: str) -> None:
        """Something about this person has changed."""
        with self._lock:
            hearers = list(self._hearers.get(person, ()))
        for hearer in hearers:
            hearer()
