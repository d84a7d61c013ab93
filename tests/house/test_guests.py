import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, inspect, select

from ludotheque.house.guests import MAX_NAME, Guests, clean_name
from ludotheque.house.migrate import MIGRATIONS, migrate
from ludotheque.house.schema import metadata, sessions
from ludotheque.table import database


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = database.connect(f"sqlite:///{tmp_path / 'house.db'}")
    migrate(engine)
    yield engine
    engine.dispose()


def test_a_guest_is_known_again_by_her_secret_alone(engine: Engine) -> None:
    async def visit() -> None:
        guest, token = await Guests(engine).welcome()
        later = Guests(engine)  # another day, another process
        assert await later.find(token) == guest
        assert await later.find(token + "x") is None
        assert await later.find("") is None

    asyncio.run(visit())


def test_the_database_holds_no_secret(engine: Engine) -> None:
    _, token = asyncio.run(Guests(engine).welcome())
    with engine.connect() as connection:
        (row,) = connection.execute(select(sessions)).all()
    assert token not in map(str, row)


def test_a_new_name_is_kept_and_an_empty_one_is_not(engine: Engine) -> None:
    async def visit() -> None:
        guests = Guests(engine)
        guest, token = await guests.welcome()
        renamed = await guests.rename(guest, "  Amélie \n ")
        assert renamed.name == "Amélie"
        assert await guests.find(token) == renamed
        assert await Guests(engine).find(token) == renamed
        assert (await guests.rename(renamed, " \u200b ")).name == "Amélie"

    asyncio.run(visit())


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("<b>Bob</b>", "<b>Bob</b>"),  # pages escape; a name may look as it likes
        ("a\x00b\u202ec", "abc"),
        ("A" * 100, "A" * MAX_NAME),
        ("E\u0301lise", "\u00c9lise"),
        ("", ""),
    ],
)
def test_names_are_cleaned(given: str, shown: str) -> None:
    assert clean_name(given) == shown


def test_migrations_make_what_the_schema_says(engine: Engine) -> None:
    found = inspect(engine)
    for table in metadata.sorted_tables:
        assert {column["name"] for column in found.get_columns(table.name)} == set(table.c.keys())
    assert database.version(engine, MIGRATIONS) == MIGRATIONS.head
    migrate(engine)
