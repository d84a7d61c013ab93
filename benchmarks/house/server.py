"""Our house as ``ludotheque serve`` opens it, as a child process; arguments: PORT DATABASE PACE.

PACE is "paced", or "full": then bots move without waiting for people to follow.
"""

import sys
from functools import partial

from ludotheque.cli.serve import serve
from ludotheque.table import NO_PACE
from ludotheque.web import open as opening


def main(port: str, database: str, pace: str) -> None:
    if pace == "full":
        opening.open_house = partial(opening.open_house, pace=NO_PACE)  # type: ignore[assignment]
    serve(host="127.0.0.1", port=int(port), database=database, browser=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
