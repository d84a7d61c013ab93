"""Who gets chips from the house, and who may stake them: members only (docs/chips.md)."""

from collections.abc import Sequence

from sqlalchemy import Connection, func, select

from ludotheque.house.clock import date_of, now
from ludotheque.house.schema import persons, sittings, stakes, transfers
from ludotheque.house.stakes import ledger
from ludotheque.house.stakes.ledger import HOUSE, of_person, of_table

_AT_ONCE = 1_000  # people locked by one statement


def arrive(connection: Connection, person: str, chips: int) -> bool:
    """MA-12: give a new member her chips, once in her life; False: she had them."""
    legs = {HOUSE: -chips, of_person(person): chips}
    return ledger.transfer(connection, f"arrival:{person}", legs, "arrival")


def welcome_all(connection: Connection, chips: int) -> int:
    """Give their first chips to the members who have none yet; how many there were.

    They joined before there were chips, or the host made them members.
    """
    given = select(transfers.c.key).where(transfers.c.key == "arrival:" + persons.c.id).exists()
    query = select(persons.c.id).where(
        persons.c.joined.is_not(None), persons.c.deleted.is_(None), ~given
    )
    query = query.order_by(persons.c.id)
    found = connection.execute(query).scalars().all()
    for first in range(0, len(found), _AT_ONCE):
        ledger.lock(connection, found[first : first + _AT_ONCE])
    return sum(arrive(connection, person, chips) for person in found)


def gift(connection: Connection, person: str, chips: int, at: int | None = None) -> int:
    """MA-13: the daily gift tops up to ``chips``, once a day (UTC); how many were given."""
    at = now() if at is None else at
    ledger.lock(connection, [person])
    given = chips - worth(connection, person)
    if given <= 0:
        return 0
    legs = {HOUSE: -given, of_person(person): given}
    done = ledger.transfer(connection, f"gift:{person}:{date_of(at)}", legs, "gift", at=at)
    return given if done else 0


def gift_due(connection: Connection, person: str, chips: int, at: int | None = None) -> int:
    """What the daily gift would give now."""
    key = f"gift:{person}:{date_of(now() if at is None else at)}"
    if connection.execute(select(transfers.c.key).where(transfers.c.key == key)).first():
        return 0
    return max(0, chips - worth(connection, person))


def worth(connection: Connection, person: str) -> int:
    """A person's chips, those included that lie on tables where she still plays."""
    at_stake = (
        select(func.coalesce(func.sum(stakes.c.stake), 0))
        .join(sittings, sittings.c.table_id == stakes.c.table_id)
        .where(sittings.c.person == person, sittings.c.ended.is_(None))
    )
    on_tables = int(connection.execute(at_stake).scalar_one())
    return ledger.balance(connection, of_person(person)) + on_tables


def account_of(person: str | None) -> str:
    """Whose chips a seat plays with: a bot (None) has the house's (MA-33)."""
    return HOUSE if person is None else of_person(person)


def put_in(
    connection: Connection, table: str, people: Sequence[str | None], stake: int, at: int
) -> None:
    """The stakes go into the table's escrow; NotEnoughChips where somebody lacks hers."""
    legs = {of_table(table): stake * len(people)}
    for account in map(account_of, people):
        legs[account] = legs.get(account, 0) - stake
    ledger.transfer(connection, f"stake:{table}", legs, "stake", at=at, table=table)


def settlement_key(table: str) -> str:
    """The key of the one transfer that empties a table's escrow."""
    return f"settlement:{table}"


def pay_out(
    connection: Connection, table: str, paid: Sequence[tuple[str | None, int]], at: int
) -> bool:
    """The pot goes to those who won it, once; False: it was settled before."""
    legs = {of_table(table): -sum(chips for _, chips in paid)}
    for person, chips in paid:
        legs[account_of(person)] = legs.get(account_of(person), 0) + chips
    return ledger.transfer(
        connection, settlement_key(table), legs, "settlement", at=at, table=table
    )


def retire(connection: Connection, person: str) -> None:
    """MA-22: give back to the house the chips of a person who leaves it for good."""
    ledger.lock(connection, [person])
    chips = ledger.balance(connection, of_person(person))
    if chips:
        legs = {HOUSE: chips, of_person(person): -chips}
        ledger.transfer(connection, f"farewell:{person}", legs, "farewell")
