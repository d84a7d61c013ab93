"""``ludotheque verify``: compute the dice of a record again, offline."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.app import app
from ludotheque.core.errors import BadOption
from ludotheque.table import load
from ludotheque.table import verify as check_record


@app.command()
def verify(
    files: Annotated[
        list[Path], typer.Argument(metavar="RECORD…", help="Records of games, as tables give them.")
    ],
) -> None:
    """Check records: the seal, every roll, every move, the result. Exit code 1 if one is wrong."""
    failed = False
    for file in files:
        try:
            record = load(file.read_bytes())
        except OSError as error:
            raise BadOption(f"{file}: cannot be read ({error.strerror})") from None
        report = check_record(record)
        for problem in report.problems:
            typer.echo(f"{file}: {problem}")
        failed |= bool(report.problems)
        if report.outdated:
            typer.echo(f"{file}: {report.outdated}")
        if report.is_sealed:
            typer.echo(f"{file}: the game is not over, its seed is still sealed; moves checked")
        elif report.is_fair:
            typer.echo(f"{file}: {report.outcomes} outcomes, all as the sealed dice say")
    raise typer.Exit(1 if failed else 0)
