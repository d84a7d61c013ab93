"""`ludotheque ledger verify` and `ludotheque house rooms`, as a host types them."""

from pathlib import Path

import pytest
from click.testing import Result
from sqlalchemy import update
from typer.testing import CliRunner

from ludotheque.cli import app
from ludotheque.house.migrate import migrate
from ludotheque.house.schema import ledger
from ludotheque.house.stakes import chips
from ludotheque.house.stakes.rooms import DEFAULTS, BadRooms
from ludotheque.table.keeping import database


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'house.db'}"


def typed(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


def test_the_ledger_is_verified(url: str) -> None:
    engine = database.connect(url)
    migrate(engine)
    with engine.begin() as connection:
        chips.arrive(connection, "ann", 1_000)
    sound = typed("ledger", "verify", "--database", url)
    assert sound.exit_code == 0
    assert "1 transfers, 2 lines; 1,000 chips held" in sound.output
    assert "the sum over all accounts is 0" in sound.output
    with engine.begin() as connection:
        of_house = ledger.c.account == "house:person:ann"
        connection.execute(update(ledger).where(of_house).values(chips=-999))
    engine.dispose()
    unsound = typed("ledger", "verify", "--database", url)
    assert unsound.exit_code == 1
    assert "transfer arrival:ann" in unsound.output
    assert "the sum over all accounts is 1" in unsound.output


def test_rooms_are_listed_and_their_file_is_checked(tmp_path: Path) -> None:
    listed = typed("house", "rooms").output
    assert listed.splitlines()[1].split() == ["passport", "Passport", "50", "1", "1", "30"]
    assert "25,000" in listed
    example = typed("house", "rooms", "--example").output
    assert example == DEFAULTS.read_text(encoding="utf-8")
    file = tmp_path / "rooms.toml"
    file.write_text(example.replace("[3, 1, 0, 0]", "[4, 1, 0, 0]"), encoding="utf-8")
    with pytest.raises(BadRooms, match=r"split\.four: 4 numbers that add up to 4"):
        typed("house", "rooms", "--rooms", str(file))


def test_periods_are_told_and_their_file_is_checked(tmp_path: Path) -> None:
    assert "reports: 365 days" in typed("house", "privacy").output
    example = typed("house", "privacy", "--example").output
    file = tmp_path / "privacy.toml"
    file.write_text(example.replace("reports = 365", "reports = 9"), encoding="utf-8")
    assert "reports: 9 days" in typed("house", "privacy", "--privacy", str(file)).output


def test_results_are_made_anew(url: str) -> None:
    typed("house", "migrate", "--database", url)
    assert typed("house", "rankings", "--database", url).output == "0 tables read\n"
