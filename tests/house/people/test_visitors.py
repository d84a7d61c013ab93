import asyncio

import pytest
from sqlalchemy import Engine, select

from ludotheque.house.people.names import MAX_NAME, clean_name, fold
from ludotheque.house.people.visitors import Visitors
from ludotheque.house.schema import sessions


def test_a_guest_is_known_again_by_her_secret_alone(engine: Engine) -> None:
    async def visit() -> None:
        guest, token = await Visitors(engine).welcome()
        later = Visitors(engine)  # another day, another process
        assert await later.find(token) == guest
        assert await later.find(token + "x") is None
        assert await later.find("") is None

    asyncio.run(visit())


def test_the_database_holds_no_secret(engine: Engine) -> None:
    _, token = asyncio.run(Visitors(engine).welcome())
    with engine.connect() as connection:
        (row,) = connection.execute(select(sessions)).all()
    assert token not in map(str, row)


def test_a_new_name_is_kept_and_an_empty_one_is_not(engine: Engine) -> None:
    async def visit() -> None:
        visitors = Visitors(engine)
        guest, token = await visitors.welcome()
        renamed = await visitors.rename(guest, "  Amélie \n ")
        assert renamed.name == "Amélie"
        assert await visitors.find(token) == renamed
        assert await Visitors(engine).find(token) == renamed
        assert (await visitors.rename(renamed, " \u200b ")).name == "Amélie"

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


@pytest.mark.parametrize(
    ("one", "other"), [("Élise", "ELISE"), ("Jean-Paul", "jean paul"), ("ﬁn", "Fin"), ("ß", "SS")]
)
def test_names_that_look_alike_fold_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other) != fold("somebody else")
