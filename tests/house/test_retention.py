"""Nothing is kept that the page does not tell of, and nothing longer than it says."""

import asyncio

import pytest
from sqlalchemy import Engine, insert, select, update

from ludotheque.house.migrate import LAYERS
from ludotheque.house.people.members import Members
from ludotheque.house.people.reports import Reports
from ludotheque.house.people.visitors import Visitors
from ludotheque.house.retention import DEFAULTS, KEPT, BadPrivacy, Periods, enforce, load
from ludotheque.house.schema import challenges, devices, metadata, persons, reports, sessions
from ludotheque.table.keeping.schema import attendance, tables
from ludotheque.table.keeping.schema import metadata as table_metadata

DAY = 86_400
SECRET = "cheval batterie agrafe"


def everything() -> dict[str, set[str]]:
    both = {**metadata.tables, **table_metadata.tables}
    return {name: {f"{name}.{column.name}" for column in both[name].c} for name in both}


def test_every_column_is_accounted_for_once() -> None:
    """Who adds a table or a column says here, and so on the page, what it keeps of people."""
    of_table = everything()
    named = [name for matter in KEPT for name in matter.columns]
    told = [column for name in named for column in of_table.get(name, {name})]
    assert sorted(told) == sorted(column for columns in of_table.values() for column in columns)


def test_a_database_holds_nothing_else(engine: Engine) -> None:
    from sqlalchemy import inspect

    versions = {layer.version_table for layer in LAYERS}
    assert set(inspect(engine).get_table_names()) - versions == set(everything())


def test_every_period_is_about_something() -> None:
    named = {period for matter in KEPT for period in matter.periods}
    assert named == {name for name, value in _days(Periods()).items()}


def _days(periods: Periods) -> dict[str, int]:
    values = {name: getattr(periods, name) for name in periods.__struct_fields__}
    return {name: value for name, value in values.items() if isinstance(value, int)}


def test_the_file_that_comes_with_the_package_says_what_is_usual() -> None:
    assert load(DEFAULTS) == Periods()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("reports = 0", "reports"),
        ("member_sessions = 91", "member_sessions"),
        ("cookies = 3", "cookies"),
        ("reports =", "is not TOML"),
    ],
)
def test_a_wrong_file_is_told_in_a_sentence(tmp_path, text: str, told: str) -> None:
    (tmp_path / "privacy.toml").write_text(text)
    with pytest.raises(BadPrivacy, match=told):
        load(tmp_path / "privacy.toml")
    with pytest.raises(BadPrivacy, match="cannot be read"):
        load(tmp_path / "nowhere.toml")


def _names(engine: Engine) -> set[str]:
    with engine.connect() as connection:
        return set(connection.execute(select(persons.c.name)).scalars()) - {""}


def test_sessions_end_and_lost_guests_are_forgotten(
    engine: Engine, visitors: Visitors, members: Members, later
) -> None:
    async def come(name: str) -> str:
        visitor, token = await visitors.welcome()
        await visitors.rename(visitor, name)
        return token

    async def story() -> None:
        periods = Periods(guest_sessions=100, member_sessions=20, guests=30)
        ann, _ = await come("Ann"), await come("Bob")
        visitor = await visitors.find(await come("Cleo"))
        assert visitor
        await members.join(visitor, "Cleo", SECRET)
        later(60 * DAY)
        assert await visitors.find(ann)  # she is back: her session lasts
        later(50 * DAY)
        forgotten = enforce(engine, periods)
        assert len(forgotten) == 1
        assert _names(engine) == {"Ann", "Cleo"}  # a member has a way back
        assert await visitors.find(ann)
        with engine.connect() as connection:
            assert len(connection.execute(select(sessions)).all()) == 1
        assert enforce(engine, periods) == []
        later(400 * DAY)
        assert enforce(engine, Periods(guests=0)) == []
        assert _names(engine) == {"Ann", "Cleo"}

    asyncio.run(story())


def test_a_guest_whose_game_goes_on_is_not_forgotten(
    engine: Engine, visitors: Visitors, later
) -> None:
    visitor, _ = asyncio.run(visitors.welcome())
    table = {"id": "t", "game": "ludo", "created": 1, "seed": "", "public": True}
    with engine.begin() as connection:
        connection.execute(insert(tables), table)
        connection.execute(insert(attendance), {"person": visitor.person, "table_id": "t"})
    later(500 * DAY)
    assert enforce(engine, Periods()) == []
    with engine.begin() as connection:
        connection.execute(update(tables).values(ended=2))
    assert enforce(engine, Periods()) == [visitor.person]


def test_reports_challenges_and_devices_go(engine: Engine, visitors: Visitors, later) -> None:
    visitor, _ = asyncio.run(visitors.welcome())
    told = Reports(engine)
    told.file(visitor.person, "name", "that name", table=None, reporter=None)
    told.file(visitor.person, "insults", "those words", table=None, reporter=None)
    [first, _] = told.all()
    told.resolve(first.id, "done")
    with engine.begin() as connection:
        connection.execute(insert(challenges), {"id": "c", "expires": 5})
        connection.execute(insert(devices), {"id": "d", "person": visitor.person, "created": 5})
    later(40 * DAY)
    enforce(engine, Periods(reports=39, devices=400))
    with engine.connect() as connection:
        [left] = connection.execute(select(reports)).all()
        assert left.resolved is None  # the host has still to look at it
        assert not connection.execute(select(challenges)).all()
        assert not connection.execute(select(devices)).all()
