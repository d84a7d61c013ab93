"""A house that opens again whenever it is killed, for tests that do so: prints the id of each life.

The rules and the server are read once, so a life begins in a moment.
"""

import os
import sys
import threading

from serving import Served


def live(database: str, port: int) -> None:
    """Keep a house open until the end, which comes from outside."""
    Served(database, port=port)
    threading.Event().wait()


def main(database: str, port: int) -> None:
    while True:
        child = os.fork()
        if child == 0:
            live(database, port)
        print(child, flush=True)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
