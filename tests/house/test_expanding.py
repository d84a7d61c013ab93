"""A migration that says it only adds does: so the version before goes on beside the next one.

See docs/decisions/0020-rolling-upgrades.md.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Engine, inspect, text

from ludotheque.house.migrate import LAYERS, migrate
from ludotheque.table.keeping import database


class Column(NamedTuple):
    """What a program that writes rows has to know of one."""

    kind: str
    is_optional: bool
    is_key: bool


class Shape(NamedTuple):
    """A database as a program knows it, and what it holds its rows to."""

    tables: dict[str, dict[str, Column]]
    rules: set[tuple[str, str]]


@pytest.fixture
def engine(postgres_url: str) -> Iterator[Engine]:
    """Where several versions meet; there is nothing in it."""
    engine = database.reach(postgres_url)
    yield engine
    engine.dispose()


def shape(engine: Engine) -> Shape:
    looker = inspect(engine)
    names = looker.get_table_names()
    return Shape(
        {name: columns(looker, name) for name in names},
        {(name, rule) for name in names for rule in rules(looker, name)},
    )


def columns(looker: Any, table: str) -> dict[str, Column]:
    keys = looker.get_pk_constraint(table)["constrained_columns"]
    return {
        each["name"]: Column(
            str(each["type"]),
            each["nullable"] or each["default"] is not None,
            each["name"] in keys,
        )
        for each in looker.get_columns(table)
    }


def rules(looker: Any, table: str) -> list[str]:
    unique = [each for each in looker.get_indexes(table) if each["unique"]]
    found = looker.get_foreign_keys(table) + looker.get_check_constraints(table) + unique
    return [str(each["name"]) for each in found]


def parted(before: Shape, after: Shape) -> list[str]:
    """Why a program of before could not work on the database of after."""
    changed = [
        f"{table}.{name} is not as it was"
        for table, columns in before.tables.items()
        for name, column in columns.items()
        if after.tables.get(table, {}).get(name) != column
    ]
    demanded = [
        f"{table}.{name} has to be given"
        for table in before.tables.keys() & after.tables.keys()
        for name in after.tables[table].keys() - before.tables[table].keys()
        if not after.tables[table][name].is_optional
    ]
    asked = [
        f"{table} has to keep to {rule}"
        for table, rule in after.rules - before.rules
        if table in before.tables
    ]
    return changed + demanded + asked


def test_a_step_that_says_it_only_adds_does(engine: Engine) -> None:
    for layer in LAYERS:
        shapes = {}
        for name in layer.names()[::-1]:
            database.migrate(engine, layer, to=name)
            shapes[name] = shape(engine)
            oldest = layer.scripts().get_revision(name).module.oldest
            assert parted(shapes[oldest], shapes[name]) == [], name


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("ALTER TABLE uploads ADD COLUMN more INTEGER NOT NULL DEFAULT 7", ""),
        ("CREATE INDEX uploads_by_size ON uploads (size)", ""),
        ("ALTER TABLE uploads ADD COLUMN more INTEGER NOT NULL", "uploads.more has to be given"),
        ("ALTER TABLE uploads DROP COLUMN size", "uploads.size is not as it was"),
        ("ALTER TABLE uploads RENAME COLUMN size TO bytes", "uploads.size is not as it was"),
        ("ALTER TABLE uploads ALTER size TYPE BIGINT", "uploads.size is not as it was"),
        ("ALTER TABLE persons ALTER joined SET NOT NULL", "persons.joined is not as it was"),
        ("ALTER TABLE uploads RENAME TO files", "uploads.id is not as it was"),
        ("CREATE UNIQUE INDEX one_a_size ON uploads (size)", "uploads has to keep to one_a_size"),
        ("ALTER TABLE uploads ADD CHECK (size > 0)", "uploads has to keep to uploads_size_check"),
    ],
)
def test_what_takes_something_away_is_seen(engine: Engine, step: str, told: str) -> None:
    migrate(engine)
    before = shape(engine)
    with engine.begin() as connection:
        connection.execute(text(step))
    assert (parted(before, shape(engine)) or [""])[0] == told
