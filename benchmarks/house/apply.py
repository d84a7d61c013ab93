"""How long a slow phone takes to show what happens: ``python -m benchmarks.house.apply``.

Opens a house on a new file and watches bots play each box in Chromium (``CHROME_PATH``, else the
one on the PATH), its processor throttled to a quarter. First without motion: milliseconds from a
message to the picture that it makes, and the size of messages. Then at the usual pace: the longest
task while things move. Prints a table and keeps it.
"""

import argparse
import os
import shutil
import sys
import time
from datetime import date
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks import scratch
from benchmarks.house.processes import answers, free_port, running
from benchmarks.report import RESULTS, machine, markdown_table
from ludotheque.core.discovery import boxes

HERE = Path(__file__).parent
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True}
THROTTLE = 4
SEATS = "4"
APPLY_AIM, TASK_AIM, FRAME_AIM, LARGEST_AIM = 12, 50, 1024, 8192  # milliseconds, bytes

# Times each message from its arrival until everything that it queued has been done.
WATCH = """
window.applied = []; window.sizes = []; window.tasks = [];
new PerformanceObserver(list => tasks.push(...list.getEntries().map(each => each.duration)))
  .observe({type: "longtask"});
const {set} = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
Object.defineProperty(WebSocket.prototype, "onmessage", {set(handle) {
  set.call(this, event => {
    const start = performance.now(), channel = new MessageChannel();
    handle.call(this, event);
    channel.port1.onmessage = () => {
      document.body.getBoundingClientRect();
      if (event.data.includes('"shots"')) {
        applied.push(performance.now() - start); sizes.push(event.data.length);
      }
    };
    channel.port2.postMessage(0);
  });
}});
"""
PLAY = """
() => setInterval(() => document.querySelector("#roll, #actions [data-move]")?.click(), 400)
"""


class Shown(NamedTuple):
    """What was measured of one box."""

    box: str
    applied: list[float]
    sizes: list[int]
    tasks: list[float]


def watch(browser: Browser, address: str, box: str, seconds: float) -> Shown:
    """Play a box without motion and then with it."""
    still = play_box(browser, address, box, "reduce", seconds)
    moving = play_box(browser, address, box, "no-preference", seconds)
    return Shown(box, still["applied"], still["sizes"], moving["tasks"])


def play_box(
    browser: Browser, address: str, box: str, motion: Any, seconds: float
) -> dict[str, list[Any]]:
    """Somebody on a slow phone against bots: she takes what is offered first."""
    context = browser.new_context(**PHONE, reduced_motion=motion, base_url=address)
    page = context.new_page()
    page.add_init_script(WATCH)
    sit_among_bots(page, box)
    slow_down(page)
    page.evaluate("() => { applied.length = sizes.length = tasks.length = 0 }")
    page.evaluate(PLAY)
    page.wait_for_timeout(1000 * seconds)
    found: dict[str, list[Any]] = page.evaluate("() => ({applied, sizes, tasks})")
    context.close()
    return found


def sit_among_bots(page: Page, box: str) -> str:
    """Open a table, sit down and let bots come; the page as it was before that."""
    page.goto(f"/games/{box}/new")
    seats = page.locator(f"input[name='option.seats'][value='{SEATS}']")
    if seats.count():
        seats.first.check(force=True)
    page.click("form[action$='/tables'] button.primary")
    page.wait_for_selector("#table")
    page.wait_for_timeout(1000)
    before = page.request.get(page.url).text()
    for command in ("sit", "fill"):
        button = page.locator(f"#controls [data-command*={command}]")
        if button.count():
            button.first.click()
            page.wait_for_timeout(300)
    return before


def chromium() -> str | None:
    """The browser to measure with."""
    return os.environ.get("CHROME_PATH") or shutil.which("chromium")


def slow_down(page: Page) -> None:
    """Let the page have a quarter of the processor."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})


def line(shown: Shown) -> list[str]:
    """A line of the table."""
    if len(shown.applied) < 2:
        return [shown.box, "0", *["–"] * 5]
    late = quantiles(shown.applied, n=20)[-1]
    longest = max(shown.tasks, default=0.0)
    return [
        shown.box,
        str(len(shown.applied)),
        f"{median(shown.applied):.1f} ms",
        f"{late:.1f} ms{'' if late <= APPLY_AIM else ' (!)'}",
        f"{longest:.0f} ms{'' if longest <= TASK_AIM else ' (!)'}" if longest else "< 50 ms",
        f"{median(shown.sizes):.0f} B",
        f"{max(shown.sizes)} B",
    ]


HEADINGS = ["box", "frames", "apply, median", "p95", "longest task", "frame, median", "largest"]


def write(rows: list[list[str]]) -> Path:
    """Keep the table."""
    here, day = machine(), date.today().isoformat()
    parts = [
        f"# Frames on a slow phone, {day}",
        f"Chromium at a quarter of its speed, 390 px wide; four seats, bots play. Aims: p95 ≤"
        f" {APPLY_AIM} ms, no task over {TASK_AIM} ms, frames ≤ {FRAME_AIM} B in the middle and"
        f" {LARGEST_AIM} B at most; (!) falls short. Machine: {here['processor']},"
        f" {here['cores']} cores, load average {os.getloadavg()[0]:.1f}.",
        markdown_table(HEADINGS, rows),
    ]
    file = RESULTS / f"{day}-apply.md"
    file.write_text("\n\n".join(parts) + "\n", "utf-8")
    return file


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.house.apply")
    parser.add_argument("boxes", nargs="*", help="all by default")
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    port, rows = free_port(), []
    with TemporaryDirectory(prefix="ludotheque-bench-") as folder, sync_playwright() as play:
        database = f"sqlite:///{Path(folder) / 'house.db'}"
        server = [sys.executable, HERE / "server.py", str(port), database, "paced"]
        with running(server, scratch.variables()) as process:
            answers(port, process)
            time.sleep(5)
            browser = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            for box in given.boxes or list(boxes()):
                rows.append(line(watch(browser, f"http://127.0.0.1:{port}", box, given.seconds)))
                print(*rows[-1], sep="  ")
            browser.close()
    print(f"kept in benchmarks/results/{write(rows).name}")


if __name__ == "__main__":
    main()
