"""CPU time of a page's main thread, from Chromium's trace: it says the same on a busy machine.

A frame is followed from its message to the first picture after it. What scripts, styles and layout
take until then is what applying it costs; painting comes on top. Work that the page puts off until
it has shown something counts among the tasks that follow.
"""

from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, NamedTuple

from playwright.sync_api import Browser

Event = dict[str, Any]

MARK = "message"  # a page's own mark at every message; of one that shows something,
SHOWS = "message that shows"
CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink"]
CATEGORIES += ["blink.user_timing", "v8.execute"]
_TASK = ("RunTask", "ThreadControllerImpl::RunTask")
_SCRIPT = ("FunctionCall", "EvaluateScript", "RunMicrotasks", "TimerFire", "FireAnimationFrame")
_APPLIES = (*_SCRIPT, "v8.callFunction", "UpdateLayoutTree", "Layout")
_PAINTS = ("PrePaint", "Paint", "Layerize")
_PICTURE = "Commit"


class Task(NamedTuple):
    """What the main thread did without a break, in milliseconds of its CPU time."""

    start: float  # on the trace's clock
    cpu: float
    applies: float  # of it, what scripts, styles and layout took
    styled: int  # elements
    is_shown: bool  # whether it ended with a picture


class Frame(NamedTuple):
    """What a message came to."""

    shows: bool  # whether it tells of something that happened
    applies: float  # until the first picture
    longest: float  # task, until the next message
    cpu: float  # in all, until then
    styled: int


@contextmanager
def tracing(browser: Browser) -> Iterator[list[Event]]:
    """All that Chromium does while the block lasts; the list is filled at its end."""
    session, found, ended = browser.new_browser_cdp_session(), [], []
    session.on("Tracing.dataCollected", lambda part: found.extend(part["value"]))
    session.on("Tracing.tracingComplete", lambda _: ended.append(True))
    config = {"includedCategories": CATEGORIES, "excludedCategories": ["*"]}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    yield found
    session.send("Tracing.end")
    while not ended:
        session.send("Target.getTargets")  # lets what has arrived be heard
    session.detach()


def frames(events: list[Event]) -> list[Frame]:
    """Every message that came, and its cost."""
    marks = sorted((e for e in events if e["name"] in (MARK, SHOWS)), key=lambda e: e["ts"])
    if not marks:
        return []
    done = tasks(events, marks[0]["pid"], marks[0]["tid"])
    starts = [task.start for task in done]
    firsts = [bisect_right(starts, mark["ts"]) - 1 for mark in marks]
    spans = zip(marks, pairwise([*firsts, len(done)]), strict=True)
    return [_frame(mark, done, first, last) for mark, (first, last) in spans]


def _frame(mark: Event, done: list[Task], first: int, last: int) -> Frame:
    until = next((k for k in range(first, len(done)) if done[k].is_shown), len(done) - 1)
    own = done[first : max(last, first + 1)]
    return Frame(
        mark["name"] == SHOWS,
        sum(task.applies for task in done[first : until + 1]),
        max(task.cpu for task in own),
        sum(task.cpu for task in own),
        sum(task.styled for task in own),
    )


def tasks(events: list[Event], process: int, thread: int) -> list[Task]:
    """What that thread did, in its order."""
    mine = [e for e in events if e["ph"] == "X" and (e["pid"], e["tid"]) == (process, thread)]
    mine.sort(key=lambda e: (e["ts"], -e["dur"]))
    found: list[Task] = []
    for inside in _runs(mine):
        own = _own_times(inside)
        cpu, applies = inside[0].get("tdur", 0), sum(own[name] for name in _APPLIES)
        styled = sum(e["args"].get("elementCount", 0) for e in inside if "args" in e)
        is_shown = any(e["name"] == _PICTURE for e in inside)
        found.append(Task(inside[0]["ts"], cpu / 1000, applies / 1000, styled, is_shown))
    return found


def _runs(events: list[Event]) -> Iterator[list[Event]]:
    """Each task with all that happened in it."""
    run: list[Event] = []
    for event in events:
        is_within = bool(run) and event["ts"] < run[0]["ts"] + run[0]["dur"]
        if is_within:
            run.append(event)
            continue
        if run:
            yield run
        run = [event] if event["name"] in _TASK else []
    if run:
        yield run


def _own_times(inside: list[Event]) -> dict[str, float]:
    """What each kind of work took by itself, without what was done within it."""
    kinds = (*_APPLIES, *_PAINTS)
    own = dict.fromkeys(kinds, 0.0)
    open_ones: list[Event] = []
    for event in (e for e in inside if e["name"] in own):
        while open_ones and event["ts"] >= open_ones[-1]["ts"] + open_ones[-1]["dur"]:
            open_ones.pop()
        own[event["name"]] += event.get("tdur", 0)
        if open_ones:
            own[open_ones[-1]["name"]] -= event.get("tdur", 0)
        open_ones.append(event)
    return own
