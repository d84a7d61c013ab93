"""The house's time: one clock for everybody in it, and the length of a day.

Moments are milliseconds since 1970; a clock's seconds only tell how long something takes.
"""

from datetime import UTC, date, datetime

from ludotheque.table.clock import Clock
from ludotheque.table.settings import DAY

__all__ = ["CLOCK", "DAY", "SECOND", "Clock", "date_of", "now", "seconds", "time_of"]

SECOND = 1_000  # milliseconds; DAY is in seconds, as tables count it
CLOCK = Clock()  # tests put one in its place that they turn by hand


def now() -> int:
    """This moment."""
    return CLOCK.wall()


def seconds() -> float:
    """Seconds that never go back, from wherever they began."""
    return CLOCK.now()


def time_of(moment: int) -> datetime:
    """A moment as a date and a time of day (UTC)."""
    return datetime.fromtimestamp(moment / SECOND, UTC)


def date_of(moment: int) -> date:
    """The day (UTC) of a moment."""
    return time_of(moment).date()
