"""The command line: ``ludotheque …``. One file a command; each registers itself on the app."""

import sys

from ludotheque.cli import (  # noqa: F401 (they register themselves)
    analyse,
    archive,
    arena,
    bench,
    check,
    draw,
    games,
    house,
    ledger,
    luck,
    play,
    playthrough,
    position,
    puzzles,
    regret,
    rooms,
    serve,
    sheet,
    simulate,
    tournament,
    train,
    verify,
)
from ludotheque.cli.app import app
from ludotheque.core.errors import LudothequeError

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line; a mistake is one sentence on stderr and exit code 2."""
    if len(sys.argv) == 1:
        sys.argv.append("serve")  # whoever types nothing more wants to play
    try:
        app()
    except LudothequeError as error:
        print(f"ludotheque: {error}", file=sys.stderr)
        sys.exit(2)
