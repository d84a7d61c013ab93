"""Who wants to be called, and in which browser: one subscription a session, gone with it."""

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, or_, select, update

from ludotheque.house.clock import now
from ludotheque.house.push.sealing import Receiver
from ludotheque.house.schema import sessions, subscriptions

FAILURES = 8  # in a row, after which a browser is given up
PER_PERSON = 10  # browsers at most, the last that subscribed


class Subscription(NamedTuple):
    """A browser that may be sent messages."""

    session: str  # the hash of its secret
    person: str
    endpoint: str
    receiver: Receiver
    language: str
    contact: str  # the house's own address, as that browser knows it


def subscribe(connection: Connection, each: Subscription) -> None:
    """Take up a browser, in the place of what was known of it."""
    keys = {"public_key": each.receiver.public, "auth": each.receiver.auth}
    row = each._asdict() | keys | {"created": now()}
    del row["receiver"]
    connection.execute(
        delete(subscriptions).where(
            or_(subscriptions.c.session == each.session, subscriptions.c.endpoint == each.endpoint)
        )
    )
    connection.execute(insert(subscriptions).values(row))
    newest = (
        select(subscriptions.c.session)
        .where(subscriptions.c.person == each.person)
        .order_by(subscriptions.c.created.desc())
    )
    too_many = connection.execute(newest.offset(PER_PERSON)).scalars().all()
    connection.execute(delete(subscriptions).where(subscriptions.c.session.in_(too_many)))


def unsubscribe(connection: Connection, session: str) -> None:
    """Forget a browser."""
    connection.execute(delete(subscriptions).where(subscriptions.c.session == session))


def speak(connection: Connection, session: str, language: str) -> None:
    """Whoever reads there reads another language from now on."""
    change = update(subscriptions).where(subscriptions.c.session == session)
    connection.execute(change.values(language=language))


def endpoint_of(connection: Connection, session: str) -> str | None:
    """Where the browser of a session is reached; None: nowhere."""
    query = select(subscriptions.c.endpoint).where(subscriptions.c.session == session)
    return connection.execute(query).scalar()


def of(connection: Connection, person: str) -> list[Subscription]:
    """The browsers in which a person wants to be called."""
    query = (
        select(subscriptions)
        .join(sessions, sessions.c.id == subscriptions.c.session)
        .where(subscriptions.c.person == person, sessions.c.expires > now())
    )
    return [
        Subscription(
            row.session,
            row.person,
            row.endpoint,
            Receiver(row.public_key, row.auth),
            row.language,
            row.contact,
        )
        for row in connection.execute(query)
    ]


def note(connection: Connection, session: str, *, is_sent: bool) -> None:
    """A message was taken, or was not; a browser that never takes one is given up."""
    own = subscriptions.c.session == session
    failures = 0 if is_sent else subscriptions.c.failures + 1
    connection.execute(update(subscriptions).where(own).values(failures=failures))
    connection.execute(delete(subscriptions).where(own, subscriptions.c.failures >= FAILURES))
