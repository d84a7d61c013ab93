"""Which level of bots suits somebody: what her last games against bots speak for."""

from sqlalchemy import Connection, select

from ludotheque.bots import LEVELS
from ludotheque.house.schema import matches, sittings
from ludotheque.table.events import Opened
from ludotheque.table.keeping import logs

FIRST = "easy"  # for who never played
_GAMES = 5  # the last ones that are looked at
_MANY = 3  # of them won: she is ready for more


def fitting_level(connection: Connection, person: str | None, box: str) -> str:
    """The level that a box offers to somebody.

    It is the one that she played against last; above it once she has won most of her last games
    there, below it where she has won none of them.
    """
    found = _last(connection, person, box) if person else []
    if not found:
        return FIRST
    known, (level, _) = list(LEVELS), found[0]
    won = [is_won for each, is_won in found if each == level]
    step = (sum(won) >= _MANY) - (len(won) == _GAMES and not any(won))
    return known[min(max(known.index(level) + step, 0), len(known) - 1)]


def _last(connection: Connection, person: str, box: str) -> list[tuple[str, bool]]:
    """The level of bots in her last games with nobody else, and whether she won, latest first.

    A house has few bots of another level than the table's; these games count as the table's.
    """
    other = sittings.alias()
    company = select(other.c.seat).where(
        other.c.table_id == matches.c.table_id,
        other.c.person.is_not(None),
        other.c.person != person,
    )
    bots = select(other.c.seat).where(
        other.c.table_id == matches.c.table_id, other.c.person.is_(None)
    )
    query = (
        select(matches.c.table_id, sittings.c.result)
        .join(matches, matches.c.table_id == sittings.c.table_id)
        .where(
            sittings.c.person == person,
            sittings.c.result.in_(("won", "drawn", "lost", "left")),
            matches.c.game == box,
            ~company.exists(),
            bots.exists(),
        )
        .order_by(sittings.c.ended.desc())
        .limit(_GAMES)
    )
    rows = connection.execute(query).all()
    openings = logs.openings(connection, [row.table_id for row in rows])
    found = []
    for row in rows:
        opened = openings[row.table_id].entry.event
        if isinstance(opened, Opened):
            found.append((opened.settings.bots, row.result == "won"))
    return found
