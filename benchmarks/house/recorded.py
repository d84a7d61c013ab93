"""What frames cost a slow phone, the same ones every time: ``python -m benchmarks.house.recorded``.

``record FOLDER`` plays each box against bots and keeps its page and every message that came, with
its moment. ``show FOLDER`` has Chromium show them again without a house, with scripts and styles
of this checkout, and prints CPU milliseconds of the page's main thread (:mod:`.trace`), times four;
of several runs the least of every message, as a busy machine makes CPU time longer too. Two
checkouts are compared by showing them the same folder.
"""

import argparse
import json
import re
import sys
import time
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, Route, sync_playwright

from benchmarks import scratch
from benchmarks.house import trace
from benchmarks.house.apply import HERE, PHONE, PLAY, THROTTLE, chromium, sit_among_bots
from benchmarks.house.processes import answers, free_port, running
from benchmarks.report import markdown_table
from ludotheque.core.discovery import boxes
from ludotheque.web.assets import Assets

RECORD = """
window.recorded = [];
const {set} = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
Object.defineProperty(WebSocket.prototype, "onmessage", {set(handle) {
  set.call(this, event => {
    recorded.push([performance.now(), event.data]);
    handle.call(this, event);
  });
}});
"""
# A connection that tells what was recorded, with the time between two messages halved.
TELL = """
(messages => {
  localStorage["ludotheque.settings"] = '{"pace": "fast"}';
  let told = false;
  window.WebSocket = class {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      if (told) return;
      told = true;
      const [begun] = messages[0];
      window.lasts = (messages.at(-1)[0] - begun) / 2 + 300;
      setTimeout(() => this.onopen(), 50);
      for (const [at, data] of messages) setTimeout(() => {
        performance.mark(data.includes('"shots"') ? "message that shows" : "message");
        this.onmessage({data});
      }, 300 + (at - begun) / 2);
    }
    send() {}
    close() {}
  };
})(%s)
"""
HEADINGS = [
    "box",
    "motion",
    "frames",
    "apply, median",
    "p95",
    "longest task",
    "CPU in all",
    "styled",
]


def record(browser: Browser, address: str, box: str, seconds: float) -> dict[str, Any]:
    """A table's page before anybody sits there, and all that it is told while somebody plays."""
    context = browser.new_context(**PHONE, has_touch=True, base_url=address, locale="fr-FR")
    page = context.new_page()
    page.add_init_script(RECORD)
    html = sit_among_bots(page, box)
    page.evaluate(PLAY)
    page.wait_for_timeout(1000 * seconds)
    found = {"path": page.url.removeprefix(address).partition("#")[0], "html": html}
    found["messages"] = page.evaluate("() => recorded")
    context.close()
    return found


def show(browser: Browser, recorded: dict[str, Any], motion: Any) -> list[trace.Frame]:
    """Have a page show it, and what each message cost."""
    context = browser.new_context(
        **PHONE, has_touch=True, base_url="http://house.test", locale="fr-FR", reduced_motion=motion
    )
    page = context.new_page()
    page.add_init_script(TELL % json.dumps(recorded["messages"]))
    _serve(page, recorded)
    with trace.tracing(browser) as events:
        page.goto(recorded["path"])
        page.wait_for_function("() => window.lasts")
        page.wait_for_timeout(page.evaluate("() => lasts") + 1500)
    context.close()
    return trace.frames(events)


def _serve(page: Page, recorded: dict[str, Any]) -> None:
    """Give a page what was recorded, and whatever it links to from this checkout."""
    assets = Assets()

    def answer(route: Route) -> None:
        path = re.sub(r"^\w+://[^/]*", "", route.request.url)
        if path == recorded["path"]:
            route.fulfill(body=recorded["html"], content_type="text/html")
            return
        try:
            asset = assets[re.sub(r"\.[0-9a-f]{10}\.", ".", path.removeprefix("/static/"))]
        except KeyError:
            route.fulfill(status=404, body="")
        else:
            route.fulfill(body=asset.data, content_type=asset.type)

    page.route("**/*", answer)


def least(runs: list[list[trace.Frame]]) -> list[trace.Frame]:
    """Of several runs the least that each message cost."""
    return [
        trace.Frame(one[0].shows, *(min(values) for values in list(zip(*one, strict=True))[1:]))
        for one in zip(*runs, strict=False)
    ]


def line(box: str, motion: str, found: list[trace.Frame]) -> list[str]:
    """A line of the table; the first messages are those that make the page."""
    applied = [THROTTLE * each.applies for each in found if each.shows]
    longest = THROTTLE * max(each.longest for each in found[4:])
    return [
        box,
        "no" if motion == "reduce" else "yes",
        str(len(applied)),
        f"{median(applied):.1f} ms",
        f"{quantiles(applied, n=20)[-1]:.1f} ms",
        f"{longest:.0f} ms",
        f"{THROTTLE * sum(each.cpu for each in found):.0f} ms",
        str(sum(each.styled for each in found)),
    ]


def record_all(browser: Browser, folder: Path, names: list[str], seconds: float) -> None:
    """Open a house and keep a game of each box."""
    port = free_port()
    with TemporaryDirectory(prefix="ludotheque-bench-") as home:
        server = [sys.executable, HERE / "server.py", port, f"sqlite:///{home}/house.db", "paced"]
        with running(server, scratch.variables()) as process:
            answers(port, process)
            time.sleep(5)
            for box in names:
                found = record(browser, f"http://127.0.0.1:{port}", box, seconds)
                (folder / f"{box}.json").write_text(json.dumps(found), "utf-8")


def show_all(browser: Browser, folder: Path, names: list[str], runs: int) -> None:
    """Show each box without motion and with it, and print what it cost."""
    rows = []
    for box in names:
        recorded = json.loads((folder / f"{box}.json").read_text("utf-8"))
        for motion in ("reduce", "no-preference"):
            found = least([show(browser, recorded, motion) for _ in range(runs)])
            rows.append(line(box, motion, found))
            print(*rows[-1], sep="  ", flush=True)
    print(markdown_table(HEADINGS, rows))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.house.recorded")
    parser.add_argument("act", choices=["record", "show"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("boxes", nargs="*", help="all by default")
    parser.add_argument("--seconds", type=float, default=30.0, help="of a game that is recorded")
    parser.add_argument("--runs", type=int, default=3, help="of which the least is told")
    given = parser.parse_args()
    names = given.boxes or list(boxes())
    given.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        if given.act == "record":
            record_all(browser, given.folder, names, given.seconds)
        else:
            show_all(browser, given.folder, names, given.runs)
        browser.close()


if __name__ == "__main__":
    main()
