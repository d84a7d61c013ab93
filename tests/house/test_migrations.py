from typing import Any

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, Row, delete, inspect, select, text

from ludotheque.house.clock import now
from ludotheque.house.migrate import MIGRATIONS, migrate
from ludotheque.house.schema import bests, metadata, sittings, totals
from ludotheque.house.stakes import standings
from ludotheque.table.keeping import database
from ludotheque.table.keeping.schema import metadata as table_metadata


def config() -> Config:
    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS.folder))
    return made


def go(engine: Engine, revision: str) -> None:
    with engine.execution_options(writes=True).begin() as connection:
        settings = config()
        settings.attributes["connection"] = connection
        if revision == "base":
            command.downgrade(settings, revision)
        else:
            command.upgrade(settings, revision)


def test_migrations_make_the_schema(engine: Engine) -> None:
    """What the migrations make is what the code believes, on both databases."""
    others = {*table_metadata.tables, database.VERSION_TABLE}
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection,
            opts={
                "version_table": MIGRATIONS.version_table,
                "include_name": lambda name, kind, _: kind != "table" or name not in others,
            },
        )
        assert compare_metadata(context, metadata) == []
    assert database.version(engine, MIGRATIONS) == MIGRATIONS.head
    migrate(engine)


def test_the_head_named_in_the_code_is_the_newest_migration() -> None:
    assert ScriptDirectory.from_config(config()).get_current_head() == MIGRATIONS.head


def test_migrations_go_back_and_forth(engine: Engine) -> None:
    go(engine, "base")
    assert not inspect(engine).has_table("persons")
    migrate(engine)
    assert database.version(engine, MIGRATIONS) == MIGRATIONS.head


def test_guests_of_a_house_without_members_keep_name_and_session(engine: Engine) -> None:
    go(engine, "base")
    go(engine, "first_people")
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO persons VALUES ('p', 'Amélie', 5)"))
        connection.execute(text("INSERT INTO sessions VALUES ('s', 'p', 7)"))
    migrate(engine)
    with engine.connect() as connection:
        person = connection.execute(text("SELECT * FROM persons")).mappings().one()
        session = connection.execute(text("SELECT * FROM sessions")).mappings().one()
    assert (person["name"], person["folded"], person["joined"]) == ("Amélie", "amelie", None)
    assert session["seen"] == 7
    assert session["expires"] > 7


def test_games_of_a_house_without_results_are_judged(engine: Engine) -> None:
    """What was a shared first place then is a draw now, and no win."""
    go(engine, "base")
    go(engine, "rooms")
    match = "('{0}', 'ludo', '', '{1}', false, true, 1, {2}, {3}, {4})"
    games = [
        ("a", "0 1", 1, 2, "'finished'"),
        ("b", "0 1", 1, 2, "'drawn'"),
        ("c", "0", 1, 2, "'finished'"),
        ("d", "0 1", 1, "NULL", "NULL"),
    ]
    with engine.begin() as connection:
        for each in games:
            connection.execute(text(f"INSERT INTO matches VALUES {match.format(*each)}"))
            for seat, _ in enumerate(each[1].split()):
                rank = "NULL" if each[3] == "NULL" else 1
                row = f"('{each[0]}', {seat}, 'p{seat}', NULL, {rank}, 60, 0, 0)"
                connection.execute(text(f"INSERT INTO sittings VALUES {row}"))
        connection.execute(text("UPDATE sittings SET rank = 2 WHERE table_id = 'b' AND seat = 1"))
    migrate(engine)
    with engine.connect() as connection:
        query = "SELECT table_id, result FROM sittings ORDER BY table_id, seat"
        found = [tuple(row) for row in connection.execute(text(query))]
    assert found == [
        ("a", "drawn"), ("a", "drawn"), ("b", "drawn"), ("b", "drawn"), ("c", "alone"),
        ("d", None), ("d", None),
    ]  # fmt: skip


def test_totals_of_an_old_house_are_as_if_kept_from_the_start(
    engine: Engine,
) -> None:
    """What the migration reckons is what the ends of the same games would have added."""
    go(engine, "base")
    go(engine, "puzzles")
    today = now() // 97 * 97 - 57  # what its games score, see below, is never what the old ones do
    games = [
        ("a", "ludo", "passport", today, "won lost", "100 20"),
        ("b", "ludo", "", today, "drawn drawn", "0 0"),
        ("c", "village", "", today, "alone", "0"),
        ("d", "village", "", 5, "alone", "0"),
        ("e", "ludo", "passport", 5, "left won", "0 100"),
    ]
    with engine.begin() as connection:
        for table, game, room, ended, results, points in games:
            match = (
                f"('{table}', '{game}', '{room}', '0 1', false, true, 1, 1, {ended}, 'finished')"
            )
            connection.execute(text(f"INSERT INTO matches VALUES {match}"))
            columns = "table_id, seat, person, rank, score, result, points"
            for seat, each in enumerate(zip(results.split(), points.split(), strict=True)):
                row = f"('{table}', {seat}, 'p{seat}', 1, {ended % 97}, '{each[0]}', {each[1]})"
                connection.execute(text(f"INSERT INTO sittings ({columns}) VALUES {row}"))
    migrate(engine)
    with engine.execution_options(writes=True).begin() as connection:
        reckoned = _standings(connection)
        for kept in (totals, bests):
            connection.execute(delete(kept))
        for table, _, _, ended, *_ in games:
            standings.note(connection, table, ended)
        standings.forget_past(connection, today)
        assert _standings(connection) == reckoned
        assert len(reckoned[0]) > 20
        assert {row.ended for row in connection.execute(select(sittings))} == {5, today}


def _standings(connection: Connection) -> list[list[Row[Any]]]:
    found = (connection.execute(select(table)).all() for table in (totals, bests))
    return [sorted(rows, key=lambda row: row[:4]) for rows in found]
