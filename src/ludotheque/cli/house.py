"""``ludotheque house …``: what a host does from the command line, while people play or not."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from sqlalchemy import Engine

from ludotheque.cli.app import app
from ludotheque.core.errors import BadOption
from ludotheque.house import statistics as figures
from ludotheque.house.backup import back_up, check_backup
from ludotheque.house.backup import restore as put_back
from ludotheque.house.clock import date_of
from ludotheque.house.migrate import bring_up_to_date, require_served
from ludotheque.house.people.people import People, Somebody
from ludotheque.house.people.reports import Reports
from ludotheque.house.people.visitors import Visitors
from ludotheque.table.keeping import database as databases

house = typer.Typer(help="Look after a house: its people, reports, backups and figures.")
people_app = typer.Typer(help="Everybody who came, the last seen first.")
reports_app = typer.Typer(help="What people reported and the house noticed.")
house.add_typer(people_app, name="people", invoke_without_command=True)
house.add_typer(reports_app, name="reports", invoke_without_command=True)
app.add_typer(house, name="house", no_args_is_help=True)

Database = Annotated[
    str | None,
    typer.Option(help="The house's database URL; left out: as for `ludotheque serve`."),
]
Who = Annotated[str, typer.Argument(help="A member's name, or a person's id as `people` lists it.")]


@contextmanager
def opened(database: str | None) -> Iterator[Engine]:
    """The house's database; one that is not up to date is refused, not changed."""
    with reached(database) as engine:
        require_served(engine)
        yield engine


@contextmanager
def reached(database: str | None) -> Iterator[Engine]:
    """The house's database as it is; a file is not made by looking for it."""
    url = databases.database_url(database)
    if url.get_backend_name() == "sqlite" and url.database and not Path(url.database).is_file():
        raise BadOption(f"{url.database}: there is no house there; `ludotheque serve` opens one")
    engine = databases.reach(url)
    try:
        with databases.told_in_a_sentence(url):
            yield engine
    finally:
        engine.dispose()


@house.command()
def migrate(database: Database = None) -> None:
    """Bring the database up to date for this version, as `ludotheque serve` does when it starts."""
    done = bring_up_to_date(databases.database_url(database))
    for sentence in done or ["the database is up to date"]:
        typer.echo(sentence)


@house.command()
def host(
    name: Annotated[str, typer.Argument(help="A member's name; a new one if nobody has it.")],
    remove: Annotated[bool, typer.Option(help="Make the host a member like others.")] = False,
    database: Database = None,
) -> None:
    """Make somebody a host of the house; the first one too."""
    with opened(database) as engine:
        people = People(Visitors(engine))
        if remove:
            somebody = people.find(name)
            people.no_longer_host(somebody.id)
            typer.echo(f"{somebody.name} is no longer a host")
            return
        made, code = people.make_host(name)
        typer.echo(f"{made.name} is a host of this house")
        if code is not None:
            _tell_code(made.name, code)


def _tell_code(name: str, code: str) -> None:
    typer.echo(f"Recovery code, good once: {code}")
    typer.echo(
        f"On the page /signin, by recovery code: the name {name}, this code, a new password."
    )


@people_app.callback()
def people(
    context: typer.Context,
    search: Annotated[str, typer.Option(help="Only names that hold this.")] = "",
    suspended: Annotated[bool, typer.Option(help="Only those who are suspended.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=10_000)] = 100,
    database: Database = None,
) -> None:
    """List people; the commands below change something about one of them."""
    if context.invoked_subcommand is not None:
        return
    with opened(database) as engine:
        found = People(Visitors(engine)).search(search, suspended=suspended, limit=limit)
    table = _table("id", "name", "kind", "came", "seen", "reports", "suspended for")
    for each in found:
        _add(
            table,
            each.id, each.name, _kind(each), _day(each.created), _day(each.seen),
            str(each.reports or ""), "" if each.suspended is None else each.suspended_for or "-",
        )  # fmt: skip
    Console().print(table)


def _kind(somebody: Somebody) -> str:
    if somebody.is_host:
        return "host"
    return "member" if somebody.is_member else "guest"


@people_app.command()
def suspend(
    who: Who,
    reason: Annotated[str, typer.Option(help="Told to the person.")] = "",
    database: Database = None,
) -> None:
    """Suspend somebody: she may still look on and take her data with her, but not play."""
    with opened(database) as engine:
        people = People(Visitors(engine))
        somebody = people.find(who)
        people.suspend(somebody.id, reason)
    typer.echo(f"{somebody.name} is suspended")


@people_app.command()
def lift(who: Who, database: Database = None) -> None:
    """Let a suspended person play again."""
    with opened(database) as engine:
        people = People(Visitors(engine))
        somebody = people.find(who)
        people.lift(somebody.id)
    typer.echo(f"{somebody.name} may play again")


@people_app.command()
def rename(who: Who, name: str, database: Database = None) -> None:
    """Give somebody another name."""
    with opened(database) as engine:
        people = People(Visitors(engine))
        somebody = people.find(who)
        typer.echo(f"{somebody.name} is {people.rename(somebody.id, name)} now")


@people_app.command()
def code(who: Who, database: Database = None) -> None:
    """A recovery code for a member who has lost every way back."""
    with opened(database) as engine:
        people = People(Visitors(engine))
        somebody = people.find(who)
        if not somebody.is_member:
            raise BadOption(f"{somebody.name} is a guest: only members sign in")
        _tell_code(somebody.name, people.new_code(somebody.id))


@reports_app.callback()
def reports(
    context: typer.Context,
    resolved: Annotated[bool, typer.Option(help="Only those that were closed.")] = False,
    database: Database = None,
) -> None:
    """List the reports that wait for an answer; `resolve` closes one."""
    if context.invoked_subcommand is not None:
        return
    with opened(database) as engine:
        found = Reports(engine).all(resolved=resolved)
    table = _table("id", "day", "about", "reason", "by", "table", "words", "resolution")
    for each in found:
        _add(
            table,
            str(each.id), _day(each.created), f"{each.name} ({each.person})", each.reason,
            "the house" if each.reporter is None else each.reporter, each.table or "", each.words,
            each.resolution or "",
        )  # fmt: skip
    Console().print(table if found else "Nothing to report.")


@reports_app.command()
def resolve(
    id: Annotated[int, typer.Argument(help="As `ludotheque house reports` lists it.")],
    words: Annotated[str, typer.Argument(help="What was decided.")] = "",
    database: Database = None,
) -> None:
    """Close a report."""
    with opened(database) as engine:
        if not Reports(engine).resolve(id, words):
            raise BadOption(f"no report {id} waits; `ludotheque house reports` lists them")
    typer.echo(f"report {id} is resolved")


@house.command()
def backup(
    file: Annotated[Path, typer.Argument(help="A new file.")], database: Database = None
) -> None:
    """Copy the whole house into one file, while people play."""
    with reached(database) as engine:
        size = back_up(engine, file)
    typer.echo(f"{file}: {size:,} bytes, checked")


@house.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `backup` made.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: Database = None,
) -> None:
    """Put the house back as it was in a backup, while it is open or not."""
    check_backup(file)
    if not yes:
        typer.confirm("All that happened since that backup will be undone. Go on?", abort=True)
    bring_up_to_date(databases.database_url(database))  # there may be no house there yet
    with opened(database) as engine:
        before = put_back(engine, file)
    typer.echo(f"the house is as it was in {file}; as it was until now: {before}")


@house.command()
def statistics(
    days: Annotated[int, typer.Option(min=1, max=3660)] = 30, database: Database = None
) -> None:
    """People and tables, day by day."""
    with opened(database) as engine:
        found, totals = figures.by_day(engine, days), figures.totals(engine)
    most = max([1, *(day.opened.total() for day in found)])
    table = _table("day", "new people", "new members", "tables", "", "ended", "games")
    for day in found:
        opened_tables = day.opened.total()
        _add(
            table,
            str(day.date), str(day.arrivals), str(day.joined), str(opened_tables),
            "█" * -(-20 * opened_tables // most), str(day.ended),
            ", ".join(f"{game} {count}" for game, count in day.opened.most_common()),
        )  # fmt: skip
    Console().print(table)
    Console().print(
        f"In all: {totals.people} people, {totals.members} of them members; "
        f"{totals.tables} tables, {totals.ended} ended."
    )


def _table(*columns: str) -> Table:
    return Table(*columns, box=None, pad_edge=False, padding=(0, 2, 0, 0))


def _add(table: Table, *cells: str) -> None:
    """A row; what people wrote is never read as markup."""
    table.add_row(*map(escape, cells))


def _day(moment: int | None) -> str:
    if moment is None:
        return ""
    return date_of(moment).isoformat()
