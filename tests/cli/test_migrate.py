"""Only `ludotheque house migrate` and the start of `serve` change a schema."""

import sys

import pytest
from services import free_port
from sqlalchemy import inspect
from typer.testing import CliRunner

from ludotheque.cli import app, main
from ludotheque.house.migrate import MIGRATIONS, migrate, versions
from ludotheque.table.keeping import database

READING = [
    ["ledger", "verify"],
    ["house", "people"],
    ["house", "reports"],
    ["house", "statistics"],
    ["house", "host", "Ann"],
    ["house", "rankings"],
]


def told(capsys, monkeypatch, *arguments: str) -> str:
    """The one line of a command that fails."""
    monkeypatch.setattr(sys, "argv", ["ludotheque", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


@pytest.mark.parametrize("arguments", READING)
def test_an_older_schema_is_left_alone(empty_url, arguments, capsys, monkeypatch) -> None:
    engine = database.connect(empty_url)
    database.migrate(engine, MIGRATIONS, to="members")
    error = told(capsys, monkeypatch, *arguments, "--database", empty_url)
    assert "ludotheque house migrate" in error
    assert versions(engine) == [database.HEAD, "members"]
    assert not inspect(engine).has_table("ledger")
    engine.dispose()


@pytest.mark.parametrize("arguments", READING)
def test_no_house_is_made_by_looking_for_one(tmp_path, arguments, capsys, monkeypatch) -> None:
    file = tmp_path / "house.db"
    error = told(capsys, monkeypatch, *arguments, "--database", f"sqlite:///{file}")
    assert "no house there" in error
    assert not file.exists()


def test_migrating_is_a_command_of_its_own(empty_url) -> None:
    def typed() -> str:
        arguments = ["house", "migrate", "--database", empty_url]
        return CliRunner().invoke(app, arguments, catch_exceptions=False).output

    assert "tables are made" in typed()
    assert "up to date" in typed()


def test_serve_says_what_it_migrated_and_refuses_what_is_newer(
    empty_url, capsys, monkeypatch
) -> None:
    started = []
    monkeypatch.setattr("uvicorn.Server.run", lambda server, _: started.append(server))
    monkeypatch.setattr("ludotheque.cli.serve.collect_quietly", lambda: None)
    monkeypatch.setattr("sys.setswitchinterval", lambda _: None)
    engine = database.connect(empty_url)
    database.migrate(engine, MIGRATIONS, to="members")
    arguments = ["serve", "--port", str(free_port()), "--database", empty_url]
    output = CliRunner().invoke(app, arguments, catch_exceptions=False).output
    assert f"members → {MIGRATIONS.head}" in output
    assert started
    migrate(engine)
    with engine.execution_options(writes=True).begin() as connection:
        connection.exec_driver_sql("UPDATE house_version SET version_num = 'x', oldest = 'x'")
    engine.dispose()
    assert "install a newer" in told(capsys, monkeypatch, *arguments)
    assert len(started) == 1
