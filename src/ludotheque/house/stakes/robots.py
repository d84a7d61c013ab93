"""What people may win from bots: a little, each day (MA-34)."""

from sqlalchemy import Connection, Select, func, or_, select

from ludotheque.core.texts import mark as _
from ludotheque.house.clock import DAY, SECOND
from ludotheque.house.schema import ledger, stakes, transfers
from ludotheque.house.stakes.ledger import LOCALE, of_person
from ludotheque.house.stakes.rooms import BOTS, Rooms
from ludotheque.table import Refused

_DAY = DAY * SECOND


class EnoughWon(Refused):
    """Somebody who could win more from bots today than the house lets them lose to her."""

    sentence = _(
        "Les robots ont assez joué leurs jetons contre vous aujourd'hui : ils reviennent demain."
    )
    locale = LOCALE


def require_more(connection: Connection, person: str, rooms: Rooms, seats: int, at: int) -> None:
    """MA-34: refuse a game by which somebody could win more in a day than bots may lose to her."""
    pot = rooms.with_bots.stake * (seats - 1)  # all that the others put in
    if won_on(connection, person, at) + pot > rooms.bots_most:
        raise EnoughWon()


def won_on(connection: Connection, person: str, at: int) -> int:
    """What she won, less what she lost, in games with bots that began on that day (UTC).

    One that is still played counts as if she won the whole pot: her own lines and those of the
    table's escrow, which is empty once it is settled, add up to that.
    """
    begun = _begun(person, at - at % _DAY)
    is_hers = or_(
        ledger.c.account == of_person(person), ledger.c.account == "table:" + transfers.c.table_id
    )
    query = (
        select(func.coalesce(func.sum(ledger.c.chips), 0))
        .join(transfers, transfers.c.key == ledger.c.transfer)
        .where(transfers.c.table_id.in_(begun), is_hers)
    )
    return int(connection.execute(query).scalar_one())


def _begun(person: str, day: int) -> Select[tuple[str]]:
    """The tables with bots at which she put in her stake on a day."""
    return (
        select(stakes.c.table_id)
        .join(transfers, transfers.c.key == "stake:" + stakes.c.table_id)
        .join(ledger, ledger.c.transfer == transfers.c.key)
        .where(
            stakes.c.room == BOTS,
            transfers.c.at.between(day, day + _DAY - 1),
            ledger.c.account == of_person(person),
        )
    )
