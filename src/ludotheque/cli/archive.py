"""``ludotheque house archive``: the logs of games that are long over, packed."""

from typing import Annotated

import typer
from rich.progress import Progress

from ludotheque.cli.house import Database, house, opened
from ludotheque.house.clock import DAY, SECOND, now
from ludotheque.table.keeping import archive as packing


@house.command()
def archive(
    days: Annotated[
        int, typer.Option(min=1, help="Pack the tables that ended so many days ago.")
    ] = 30,
    verify: Annotated[
        bool, typer.Option("--verify", help="Pack nothing: check all that is packed.")
    ] = False,
    shrink: Annotated[
        bool, typer.Option("--shrink", help="Give the freed room back to the disk; people wait.")
    ] = False,
    database: Database = None,
) -> None:
    """Pack the logs of games that are long over, while people play. Replays stay the same.

    It may be stopped and started again at any time.
    """
    with opened(database) as engine:
        if verify:
            _verify(list(packing.verify(engine)))
            return
        before, done = packing.size(engine), packing.Done(0, 0, 0)
        with Progress(transient=True) as progress:
            task = progress.add_task("packing", total=None)
            for some in packing.archive(engine, now() - days * DAY * SECOND):
                done = packing.Done(*map(sum, zip(done, some, strict=True)))
                progress.update(task, completed=done.tables)
        typer.echo(f"{done.tables:,} tables, {done.events:,} events: {done.bytes:,} bytes packed")
        if shrink:
            packing.shrink(engine)
        typer.echo(f"the database takes {packing.size(engine):,} bytes; before: {before:,}")


def _verify(found: list[str | None]) -> None:
    problems = [each for each in found if each is not None]
    for problem in problems:
        typer.echo(problem)
    typer.echo(f"{len(found):,} packed logs, {len(problems):,} damaged")
    raise typer.Exit(1 if problems else 0)
