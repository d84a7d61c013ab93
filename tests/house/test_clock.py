"""One clock for the whole house, and one length of a day."""

import re
from collections.abc import Callable
from pathlib import Path

import ludotheque
from ludotheque.house import clock
from ludotheque.house.clock import DAY, SECOND, date_of, now, seconds

SOURCES = Path(ludotheque.__file__).parent
OWN_TIME = re.compile(r"\btime\.(time|monotonic|perf_counter)|datetime\.now|86_?400|3_?600_?000")


def test_nobody_in_the_house_has_a_clock_or_a_day_of_her_own() -> None:
    files = [file for part in ("house", "web") for file in (SOURCES / part).rglob("*.py")]
    own = [
        f"{file.relative_to(SOURCES)}: {line.strip()}"
        for file in files
        if "migrations" not in file.parts  # they say for ever what was true then
        for line in file.read_text(encoding="utf-8").splitlines()
        if OWN_TIME.search(line)
    ]
    assert own == []


def test_all_the_time_there_is_comes_from_that_clock(later: Callable[[float], None]) -> None:
    moment, passed, day = now(), seconds(), date_of(now())
    later(DAY)
    assert now() - moment == DAY * SECOND
    assert seconds() - passed == DAY
    assert (date_of(now()) - day).days == 1
    assert clock.time_of(0).isoformat() == "1970-01-01T00:00:00+00:00"
