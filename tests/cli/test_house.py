"""`ludotheque house …` as a host types it."""

import asyncio
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine
from typer.testing import CliRunner

from ludotheque.cli import app, main
from ludotheque.house.migrate import migrate
from ludotheque.house.people.members import Members
from ludotheque.house.people.reports import Reports
from ludotheque.house.people.visitors import Visitor, Visitors
from ludotheque.table.keeping import database

SECRET = "cheval batterie agrafe"


@pytest.fixture
def engine(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    yield from opened(sqlite_url, monkeypatch)


@pytest.fixture
def any_engine(any_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    yield from opened(any_url, monkeypatch)


def opened(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", url)
    monkeypatch.setenv("COLUMNS", "200")
    engine = database.connect(url)
    migrate(engine)
    yield engine
    engine.dispose()


def run(*arguments: str, input: str | None = None) -> str:
    result = CliRunner().invoke(app, ["house", *arguments], input=input, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def guest(engine: Engine, name: str) -> Visitor:
    async def come() -> Visitor:
        visitors = Visitors(engine)
        return await visitors.rename((await visitors.welcome())[0], name)

    return asyncio.run(come())


def test_the_first_host_enters_by_the_code_she_is_shown(engine: Engine) -> None:
    text = run("host", "Gaël")
    code = re.search(r"[0-9A-Z]{4}(-[0-9A-Z]{4}){3}", text)
    assert code
    entered = asyncio.run(Members(Visitors(engine)).recover("Gaël", code[0], SECRET))
    assert entered.is_host
    assert "code" not in run("host", "gael")  # she is one already
    assert "host" in run("people")
    run("host", "Gaël", "--remove")
    assert "host" not in run("people")


def test_people_are_listed_suspended_renamed_and_helped(engine: Engine) -> None:
    guest(engine, "Bob [red]")
    run("host", "Gaël")
    assert "Bob [red]" in run("people")
    assert "Gaël" not in run("people", "--search", "BOB")
    run("people", "suspend", "Bob [red]", "--reason", "moqueries")
    assert "moqueries" in run("people", "--suspended")
    run("people", "lift", "Bob [red]")
    assert "Bob" not in run("people", "--suspended")
    run("people", "rename", "Bob [red]", "Robert")
    assert "Robert" in run("people")
    assert "Recovery code" in run("people", "code", "Gaël")


def test_reports_are_listed_and_resolved(engine: Engine) -> None:
    bob = guest(engine, "Bob")
    assert "Nothing" in run("reports")
    Reports(engine).file(bob.person, "cheating", "a die of his own", table="t", reporter=None)
    assert "a die of his own" in run("reports")
    run("reports", "resolve", "1", "spoke to him")
    assert "Nothing" in run("reports")
    assert "spoke to him" in run("reports", "--resolved")


def test_backup_and_restore(any_engine: Engine, tmp_path: Path) -> None:
    guest(any_engine, "Bob")
    file = tmp_path / "copy.db"
    assert "checked" in run("backup", str(file))
    guest(any_engine, "Eve")
    result = CliRunner().invoke(app, ["house", "restore", str(file)], input="n\n")
    assert result.exit_code == 1
    assert "Eve" in run("people")
    run("restore", str(file), input="y\n")
    assert "Eve" not in run("people")
    assert "Bob" in run("people")


def test_statistics_count(engine: Engine) -> None:
    guest(engine, "Bob")
    run("host", "Gaël")
    text = run("statistics", "--days", "2")
    assert len(text.splitlines()) == 4
    assert "2 people, 1 of them members" in text


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["people", "suspend", "nobody"], "nobody is called"),
        (["people", "code", "Bob"], "only members"),
        (["reports", "resolve", "7"], "no report 7"),
        (["restore", "nowhere.db"], "no such file"),
        (["host", ""], "needs letters or digits"),
        (["host", "!"], ""),
        (["people", "--database", "mysql://x"], "not supported"),
    ],
)
def test_mistakes_are_told_in_a_sentence(
    engine: Engine,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    told: str,
) -> None:
    guest(engine, "Bob")
    monkeypatch.setattr(sys, "argv", ["ludotheque", "house", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert told in capsys.readouterr().err


def test_old_logs_are_packed_and_checked(engine: Engine) -> None:
    text = run("archive", "--shrink")
    assert "0 tables, 0 events" in text
    assert "the database takes" in text
    assert "0 packed logs, 0 damaged" in run("archive", "--verify")
