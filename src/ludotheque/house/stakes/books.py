"""What follows from what happens at a table: stakes, the settlement, results, ratings.

:class:`Books` is a consequence of a store's appends: it writes in the very transaction that
writes the log (MA-15). A crash leaves both or neither, so no chip is ever created, lost or
stuck, and nothing has to be repaired afterwards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Row, bindparam, delete, insert, select, update

from ludotheque.core.discovery import games
from ludotheque.core.texts import mark as _
from ludotheque.house.schema import (
    bests,
    invitations,
    matches,
    ratings,
    sittings,
    stakes,
    totals,
)
from ludotheque.house.stakes import chips, doors, fairness, ledger, rating, robots, standings
from ludotheque.house.stakes.rooms import BOTS, Room, Rooms
from ludotheque.house.stakes.settlement import Ending, Result, payouts, points
from ludotheque.table import Refused, Store
from ludotheque.table.errors import Suspended
from ludotheque.table.events import (
    Began,
    Ended,
    Entry,
    Left,
    Opened,
    Placed,
    Sat,
    Stood,
)
from ludotheque.table.keeping import logs
from ludotheque.table.keeping.schema import tables
from ludotheque.table.keeping.store import Write


class NotInvited(Refused):
    """Somebody sits down where others are expected."""

    sentence = _("Cette table attend d'autres personnes.")
    locale = ledger.LOCALE


class NotAgain(Refused):
    """A rematch at which somebody may not sit, or two who are not to meet."""

    sentence = _("La revanche n'est plus possible entre ces personnes.")
    locale = ledger.LOCALE


@dataclass(frozen=True)
class Page:
    """One append, as the books read it."""

    connection: Connection
    table: str
    is_new: bool  # the table was opened by this very append
    moves_chips: bool = True  # not when the books are written anew


class Books:
    """Keeps the books of a house's tables."""

    def __init__(self, rooms: Rooms):
        self.rooms = rooms

    def keep(self, store: Store) -> None:
        """Write with all that a store writes from now on."""
        store.consequences.append(self)
        store.preparations.append(self.prepare)

    def __call__(self, connection: Connection, write: Write) -> None:
        """Write what follows from an append."""
        if not any(type(entry.event) in _VERBS for entry in write.entries):
            return
        page = Page(connection, write.table, write.header is not None)
        if not page.is_new:
            self.learn(connection, write.table)
        for entry in write.entries:
            self.take(page, entry)

    def prepare(self, connection: Connection, writes: Sequence[Write]) -> None:
        """Lock the people of all tables that begin or end with these writes."""
        if connection.dialect.name != "postgresql":
            return
        found = [write for write in writes if any(map(_moves_chips, write.entries))]
        if not found:
            return
        there = select(sittings.c.person).where(
            sittings.c.table_id.in_([write.table for write in found]),
            sittings.c.person.is_not(None),
        )
        people = set(connection.execute(there).scalars())
        for write in found:
            people |= _who_sat(write.entries)
        ledger.lock(connection, people)

    def learn(self, connection: Connection, table: str) -> bool:
        """Read a table's log so far, where the books know nothing of it; False: they do."""
        if _knows(connection, table):
            return False
        entries = [line.entry for line in logs.lines(connection, table)]
        ledger.lock(connection, _who_sat(entries))
        logs.lock(connection, table)  # another process may do the same
        if _knows(connection, table):
            return False
        page = Page(connection, table, is_new=True, moves_chips=False)
        for entry in entries:
            self.take(page, entry)
        return True

    def take(self, page: Page, entry: Entry) -> None:
        """Write what follows from one entry; most have no consequence."""
        verb = _VERBS.get(type(entry.event))
        if verb is not None:
            verb(self, page, entry, entry.event)

    def opened(self, page: Page, entry: Entry, event: Opened) -> None:
        """A table stands there."""
        game, seats = games().get(event.game), int(event.options["seats"])
        sides = tuple(range(seats)) if game is None else game.sides(event.options)
        row = {
            "table_id": page.table,
            "game": event.game if game is None else game.box(event.options).id,
            "room": event.settings.room,
            "sides": _text(sides),
            "is_contest": event.settings.contest,
            "is_shown": event.settings.spectators,
            "opened": entry.at,
        }
        page.connection.execute(insert(matches), row)

    def sat(self, page: Page, entry: Entry, event: Sat) -> None:
        """Somebody sits down, if she is allowed to."""
        self._require_invited(page, entry.person, event.seat)
        _seat(page, event.seat, entry.person)

    def _require_invited(self, page: Page, person: str | None, seat: int) -> None:
        if page.is_new or not page.moves_chips:
            return  # a rematch: the same people; or long done
        query = select(invitations.c.person, invitations.c.seat)
        listed = page.connection.execute(query.where(invitations.c.table_id == page.table))
        kept = {row.person: row.seat for row in listed}
        if (kept or _match(page).is_contest) and person not in kept:
            raise NotInvited()  # MA-3
        if kept.get(person) not in (None, seat):
            raise NotInvited()  # MA-36

    def placed(self, page: Page, _: Entry, event: Placed) -> None:
        """A bot sits down."""
        _seat(page, event.seat, None)

    def stood(self, page: Page, _: Entry, event: Stood) -> None:
        """A seat is free again."""
        page.connection.execute(delete(sittings).filter_by(table_id=page.table, seat=event.seat))

    def began(self, page: Page, entry: Entry, _: Began) -> None:
        """The game starts, and with it the stakes go into escrow."""
        match = _match(page)
        _update(page, matches, began=entry.at)
        room = self.rooms.find(match.room)
        people = [row.person for row in _sittings(page)]
        if page.is_new and page.moves_chips:
            _require_again(page, [person for person in people if person], room)
        if room is None or not page.moves_chips:
            return
        if room.has_bots:
            self._require_bots(page, people, entry.at)
        shares = self.rooms.shares(len(set(_numbers(match.sides))), len(people))
        agreed = {  # MA-16: holds for this game, whatever the file says later
            "table_id": page.table,
            "room": room.id,
            "stake": room.stake,
            "multiple": room.points,
            "shares": _text(shares),
        }
        page.connection.execute(insert(stakes), agreed)
        chips.put_in(page.connection, page.table, people, room.stake, entry.at)

    def _require_bots(self, page: Page, people: Sequence[str | None], at: int) -> None:
        """MA-34: no game by which somebody could win more from bots today than she may."""
        ledger.lock(page.connection, [*filter(None, people)])  # two of her games may begin at once
        for person in filter(None, people):
            robots.require_more(page.connection, person, self.rooms, len(people), at)

    def left(self, page: Page, entry: Entry, event: Left) -> None:
        """A seat is out of the game."""
        _update(page, sittings, sittings.c.seat == event.seat, left=entry.at)

    def ended(self, page: Page, entry: Entry, event: Ended) -> None:
        """The end: results, points, the pot, ratings, and a check on who keeps losing to whom."""
        match, rows = _match(page), _sittings(page)
        _update(page, matches, ended=entry.at, reason=event.reason)
        if match.began is None:
            _update(page, sittings, ended=entry.at)
            return
        people = [row.person for row in rows]
        ledger.lock(page.connection, [*filter(None, people)])  # two of her games may end at once
        ending = _ending(match, rows, event)
        results = _results(page, ending)
        agreed = _agreed(page) if match.room else None
        none = (0,) * len(rows)
        earned = none if agreed is None else points(ending, agreed.multiple)
        paid = none if agreed is None else payouts(ending, agreed.stake, _numbers(agreed.shares))
        numbers = [row.seat for row in rows]
        seats = zip(numbers, results, event.ranks, event.scores, earned, paid, strict=True)
        given = {"table": page.table, "at": entry.at}
        values = [given | dict(zip(_SEAT_ENDS, each, strict=True)) for each in seats]
        page.connection.execute(_END_SEAT, values)
        if agreed is not None and page.moves_chips:
            won = list(zip(people, paid, strict=True))
            chips.pay_out(page.connection, page.table, won, entry.at)
            fairness.watch(page.connection, page.table, [*filter(None, people)], entry.at)
        standings.note(page.connection, page.table, entry.at, is_alone="alone" in results)
        if rating.is_rated(people, ending) and (match.room or not _was_advised(page)):
            rating.note(page.connection, match.game, people, ending)


Verb = Callable[[Books, Page, Entry, Any], None]
_VERBS: dict[type, Verb] = {
    Opened: Books.opened,
    Sat: Books.sat,
    Placed: Books.placed,
    Stood: Books.stood,
    Began: Books.began,
    Left: Books.left,
    Ended: Books.ended,
}


def _moves_chips(entry: Entry) -> bool:
    return isinstance(entry.event, (Began, Ended))


def _who_sat(entries: Sequence[Entry]) -> set[str]:
    return {each.person for each in entries if isinstance(each.event, Sat) and each.person}


def _knows(connection: Connection, table: str) -> bool:
    return connection.execute(_KNOWN, {"table": table}).first() is not None


def _require_again(page: Page, people: Sequence[str], room: Room | None) -> None:
    """A rematch has to pass the doors that its people passed the first time (MA-2, MA-23)."""
    if fairness.blocked_pairs(page.connection, people):
        raise NotAgain()
    try:
        for person in people:
            doors.require_open(page.connection, person, room)
    except (doors.Closed, Suspended) as refusal:
        raise NotAgain() from refusal


def _seat(page: Page, seat: int, person: str | None) -> None:
    row = {"table_id": page.table, "seat": seat, "person": person}
    page.connection.execute(insert(sittings), row)


def _match(page: Page) -> Row[Any]:
    return page.connection.execute(_MATCH, {"table": page.table}).one()


def _sittings(page: Page) -> Sequence[Row[Any]]:
    return page.connection.execute(_SITTINGS, {"table": page.table}).all()


def _agreed(page: Page) -> Row[Any] | None:
    return page.connection.execute(_STAKES, {"table": page.table}).first()


_KNOWN = select(matches.c.table_id).where(matches.c.table_id == bindparam("table"))
_MATCH = select(matches).where(matches.c.table_id == bindparam("table"))
_STAKES = select(stakes).where(stakes.c.table_id == bindparam("table"))
_SITTINGS = (
    select(sittings).where(sittings.c.table_id == bindparam("table")).order_by(sittings.c.seat)
)
_SEAT_ENDS = ("number", "result", "rank", "score", "points", "chips")
_END_SEAT = (
    update(sittings)
    .where(sittings.c.table_id == bindparam("table"), sittings.c.seat == bindparam("number"))
    .values({"ended": bindparam("at"), **{name: bindparam(name) for name in _SEAT_ENDS[1:]}})
)


def _ending(match: Row[Any], rows: Sequence[Row[Any]], event: Ended) -> Ending:
    left = tuple(row.left is not None for row in rows)
    is_deserted = match.room == BOTS and any(left) and event.reason == "abandoned"
    reason = "deserted" if is_deserted else event.reason  # MA-35: who leaves the bots loses to them
    return Ending(reason, event.ranks, left, _numbers(match.sides))


def _update(page: Page, table: Any, *conditions: Any, **values: Any) -> None:
    where = (table.c.table_id == page.table, *conditions)
    page.connection.execute(update(table).where(*where).values(values))


def _results(page: Page, ending: Ending) -> tuple[Result, ...]:
    """What the game was to each seat; alone by another document, or with hints, it is apart."""
    if ending.results != ("alone",):
        return ending.results
    if _was_advised(page):
        return ("apart",)  # MA-37
    opened = logs.openings(page.connection, [page.table])[page.table].entry.event
    assert isinstance(opened, Opened)
    game = games().get(opened.game)
    is_apart = game is not None and game.has_own_documents(opened.options)  # MA-32
    return ("apart" if is_apart else "alone",)


def _was_advised(page: Page) -> bool:
    """MA-37: whether anybody asked for a hint."""
    return bool(logs.lines(page.connection, page.table, kinds=["advised"]))


def _text(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def invite(
    connection: Connection, table: str, people: Sequence[str], seats: Sequence[int] | None = None
) -> None:
    """Keep a table for these people, and its seats where each has one of her own."""
    rows = [
        {"table_id": table, "person": person, "seat": None if seats is None else seats[number]}
        for number, person in enumerate(people)
    ]
    connection.execute(insert(invitations), rows)


def kept_for(connection: Connection, table: str, person: str) -> int | None:
    """The seat that is kept for somebody at a table; None: any will do."""
    query = select(invitations.c.seat).filter_by(table_id=table, person=person)
    return connection.execute(query).scalar()


def catch_up(store: Store, books: Books) -> int:
    """Write what is missing about tables from before there were books; how many there were."""
    known = select(matches.c.table_id)
    query = select(tables.c.id).where(tables.c.id.not_in(known))
    query = query.order_by(tables.c.ended.is_(None), tables.c.ended, tables.c.created)
    with store.engine.connect() as connection:
        missing = list(connection.execute(query).scalars())
    learned = 0
    for table in missing:
        with store.engine.execution_options(writes=True).begin() as connection:
            learned += books.learn(connection, table)
    return learned


def rebuild(store: Store, books: Books) -> int:
    """Make results and ratings anew from the logs; the chips are not touched."""
    _clear(store.engine)
    return catch_up(store, books)


def _clear(engine: Engine) -> None:
    with engine.execution_options(writes=True).begin() as connection:
        for table in (matches, sittings, ratings, totals, bests):
            connection.execute(delete(table))
