"""Which browsers are called: one a session, gone with it and with the account."""

import asyncio
import json

from receiving import Browser
from sqlalchemy import Engine, select

from ludotheque.house.people.deletion import delete_account
from ludotheque.house.people.export import export
from ludotheque.house.people.sessions import id_of
from ludotheque.house.people.visitors import Visitors
from ludotheque.house.push import subscriptions as book
from ludotheque.house.push.subscriptions import FAILURES, PER_PERSON, Subscription
from ludotheque.house.schema import subscriptions
from ludotheque.table.settings import DAY

BROWSER = Browser()


def write(engine: Engine, work, *args, **details) -> None:
    with engine.execution_options(writes=True).begin() as connection:
        work(connection, *args, **details)


def of(engine: Engine, person: str) -> list[Subscription]:
    with engine.connect() as connection:
        return book.of(connection, person)


def come(visitors: Visitors, endpoint: str = "https://push.test/ann") -> Subscription:
    """A guest who wants to be called."""
    visitor, token = asyncio.run(visitors.welcome())
    keys = BROWSER.receiver
    each = Subscription(id_of(token), visitor.person, endpoint, keys, "es", "https://h.test")
    write(visitors.engine, book.subscribe, each)
    return each


def test_a_browser_is_known_until_it_is_not(engine: Engine, visitors: Visitors) -> None:
    ann = come(visitors)
    assert of(engine, ann.person) == [ann]
    write(engine, book.subscribe, ann._replace(endpoint="https://push.test/anew"))
    assert [each.endpoint for each in of(engine, ann.person)] == ["https://push.test/anew"]
    write(engine, book.speak, ann.session, "en")
    assert of(engine, ann.person)[0].language == "en"
    write(engine, book.unsubscribe, ann.session)
    assert of(engine, ann.person) == []


def test_a_browser_belongs_to_whoever_used_it_last(engine: Engine, visitors: Visitors) -> None:
    ann, bob = come(visitors), come(visitors)
    assert of(engine, ann.person) == []
    assert of(engine, bob.person) == [bob]


def test_it_ends_with_its_session(engine: Engine, visitors: Visitors, later) -> None:
    ann, bob = come(visitors), come(visitors, "https://push.test/bob")
    visitors.sessions.end(ann.person, ann.session)
    with engine.connect() as connection:
        assert connection.execute(select(subscriptions.c.person)).scalars().all() == [bob.person]
    later(400 * DAY)
    assert of(engine, bob.person) == []  # also before it is cleared away


def test_it_goes_with_the_account_and_is_in_the_file(engine: Engine, visitors: Visitors) -> None:
    ann = come(visitors)
    text = export(engine, ann.person).decode()
    (row,) = json.loads(text)["subscriptions"]
    assert (row["endpoint"], row["language"]) == (ann.endpoint, "es")
    assert ann.session not in text
    delete_account(visitors, ann.person)
    with engine.connect() as connection:
        assert not connection.execute(select(subscriptions)).all()


def test_a_browser_that_never_takes_a_message_is_given_up(
    engine: Engine, visitors: Visitors
) -> None:
    ann = come(visitors)
    for _ in range(FAILURES - 1):
        write(engine, book.note, ann.session, is_sent=False)
    write(engine, book.note, ann.session, is_sent=True)  # and all is well again
    for _ in range(FAILURES - 1):
        write(engine, book.note, ann.session, is_sent=False)
    assert of(engine, ann.person) == [ann]
    write(engine, book.note, ann.session, is_sent=False)
    assert of(engine, ann.person) == []


def test_one_person_has_so_many_browsers(engine: Engine, visitors: Visitors, later) -> None:
    visitor, _ = asyncio.run(visitors.welcome())
    made = []
    for k in range(PER_PERSON + 2):
        later(1)
        token = visitors.sessions.open(visitor.person, "Firefox")
        made.append(f"https://push.test/{k}")
        each = Subscription(id_of(token), visitor.person, made[-1], BROWSER.receiver, "fr", "")
        write(engine, book.subscribe, each)
    assert {each.endpoint for each in of(engine, visitor.person)} == set(made[2:])
