"""The command line: ``ludotheque …``. One file a command; each registers itself on the app."""

import sys

from ludotheque.cli import bench, check, draw, games, play, playthrough, position, simulate
from ludotheque.cli.app import app
from ludotheque.core.errors import LudothequeError

__all__ = [
    "app",
    "bench",
    "check",
    "draw",
    "games",
    "main",
    "play",
    "playthrough",
    "position",
    "simulate",
]


def main() -> None:
    """Run the command line; a mistake is one sentence on stderr and exit code 2."""
    try:
        app()
    except LudothequeError as error:
        print(f"ludotheque: {error}", file=sys.stderr)
        sys.exit(2)
