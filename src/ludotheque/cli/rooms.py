"""``ludotheque house rooms``, ``privacy`` and ``rankings``: a house's files; results again."""

from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from ludotheque.cli.house import Database, house, opened
from ludotheque.house import retention
from ludotheque.house.stakes.books import Books, rebuild
from ludotheque.house.stakes.rooms import DEFAULTS, load
from ludotheque.table import Store

File = Annotated[
    str | None, typer.Option("--rooms", help="A file of rooms; left out: as for `serve`.")
]


@house.command()
def rooms(
    file: File = None,
    example: Annotated[
        bool, typer.Option(help="Print the usual file instead, to be changed.")
    ] = False,
) -> None:
    """List the rooms; says what is wrong with a file of them."""
    if example:
        typer.echo(DEFAULTS.read_text(encoding="utf-8"), nl=False)
        return
    settings = load(file)
    table = Table("id", "name", "stake", "from level", "points", "clock", box=None, pad_edge=False)
    for room in settings:
        numbers = (room.stake, room.level, room.points, room.clock)
        table.add_row(room.id, room.name, *(f"{number:,}" for number in numbers))
    Console().print(table)


@house.command()
def privacy(
    file: Annotated[
        str | None, typer.Option("--privacy", help="A file of periods; left out: as for `serve`.")
    ] = None,
    example: Annotated[
        bool, typer.Option(help="Print the usual file instead, to be changed.")
    ] = False,
) -> None:
    """Say how long what is kept; says what is wrong with a file of that."""
    if example:
        typer.echo(retention.DEFAULTS.read_text(encoding="utf-8"), nl=False)
        return
    for name, value in msgspec.structs.asdict(retention.load(file)).items():
        typer.echo(f"{name}: {value} days" if isinstance(value, int) else f"{name}: {value}")


@house.command()
def rankings(file: File = None, database: Database = None) -> None:
    """Compute all results and ratings again from the tables' logs; chips are not touched.

    While this runs the house should be closed.
    """
    with opened(database) as engine, Store(engine.url) as store:
        typer.echo(f"{rebuild(store, Books(load(file))):,} tables read")
