"""``ludotheque ledger verify``: count every chip of a house."""

import typer

from ludotheque.cli.app import app
from ludotheque.cli.house import Database, opened
from ludotheque.house.stakes.ledger import audit

ledger = typer.Typer(help="The ledger of a house's chips.", no_args_is_help=True)
app.add_typer(ledger, name="ledger")


@ledger.callback()
def _group() -> None:
    """The ledger of a house's chips."""


@ledger.command()
def verify(database: Database = None) -> None:
    """Check every transfer, every line and every account. Exit code 1 if something is wrong."""
    with opened(database) as engine, engine.connect() as connection:
        found = audit(connection)
    for problem in found.problems:
        typer.echo(problem)
    typer.echo(
        f"{found.transfers:,} transfers, {found.lines:,} lines; {found.held:,} chips held by "
        f"people, {found.escrow:,} on tables; the sum over all accounts is {found.total:,}"
    )
    raise typer.Exit(0 if found.is_sound else 1)
