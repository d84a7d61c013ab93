"""The chips: a double-entry ledger of whole chips, to which is only ever added.

Accounts are names: ``person:<id>``, ``table:<id>`` (a table's escrow), and for each of them that
the house deals with an account of the house, ``house:person:<id>`` or ``house:table:<id>``. A
transfer takes from some and gives to others, so that the sum over all accounts is always zero; its
key makes it happen once. Only the house may go below zero: what it owes is what it gave out.

Whoever moves chips locks the people concerned, and nobody else: every account is one person's, or
belongs to a table whose people are locked. See docs/decisions/0018-a-lock-a-person.md.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Column, ColumnElement, Connection, func, insert, select

from ludotheque.core.texts import mark as _
from ludotheque.house.clock import now
from ludotheque.house.schema import ledger, persons, transfers
from ludotheque.table import Refused
from ludotheque.table.keeping.schema import tables

HOUSE = "house"  # in the legs of a transfer; its lines are on one of the house's accounts
LOCALE = Path(__file__).parent / "locale"
_PERSON = "person:"


class NotEnoughChips(Refused):
    """Somebody has fewer chips than a transfer would take."""

    sentence = _("Quelqu'un n'a pas assez de jetons pour la mise.")
    locale = LOCALE


def of_person(person: str) -> str:
    """A person's account."""
    return f"{_PERSON}{person}"


def of_table(table: str) -> str:
    """A table's escrow."""
    return f"table:{table}"


def lock(connection: Connection, people: Collection[str]) -> None:
    """Let nobody else change what these people have until this transaction ends.

    That is their chips, ratings and totals. All who lock several do so in the same order. On SQLite
    a transaction that means to write is alone already.
    """
    if people and connection.dialect.name == "postgresql":
        query = select(persons.c.id).where(persons.c.id.in_(set(people))).order_by(persons.c.id)
        connection.execute(query.with_for_update(key_share=True))


def _of_house(legs: Mapping[str, int]) -> str:
    """The house's account with the table that these legs are about, else with the person."""
    return f"{HOUSE}:{max(account for account in legs if account != HOUSE)}"


def transfer(
    connection: Connection,
    key: str,
    legs: Mapping[str, int],
    why: str,
    *,
    at: int | None = None,
    table: str | None = None,
) -> bool:
    """MA-14: move chips; ``legs`` say how many each account gets (or gives), and add up to zero.

    False: the transfer of that key was made before, and nothing has changed. NotEnoughChips:
    an account would fall below zero; the caller's transaction is to be given up.
    """
    if sum(legs.values()) != 0:
        raise ValueError(f"{key}: {dict(legs)} does not add up to zero")
    lock(connection, [each.removeprefix(_PERSON) for each in legs if each.startswith(_PERSON)])
    if connection.execute(select(transfers.c.key).where(transfers.c.key == key)).first():
        return False
    row = {"key": key, "at": now() if at is None else at, "why": why, "table_id": table}
    connection.execute(insert(transfers), row)
    lines = [
        _line(connection, _of_house(legs) if account == HOUSE else account, chips, key)
        for account, chips in legs.items()
        if chips
    ]
    if lines:
        connection.execute(insert(ledger), lines)
    return True


def _line(connection: Connection, account: str, chips: int, key: str) -> dict[str, str | int]:
    """An account's next line: its number is taken once, whoever writes."""
    number, before = _last(connection, account)
    balance = before + chips
    if balance < 0 and not account.startswith(HOUSE):
        raise NotEnoughChips()
    return {
        "account": account,
        "number": number + 1,
        "transfer": key,
        "chips": chips,
        "balance": balance,
    }


def _last(connection: Connection, account: str) -> tuple[int, int]:
    """The number and balance of an account's last line."""
    query = (
        select(ledger.c.number, ledger.c.balance)
        .where(ledger.c.account == account)
        .order_by(ledger.c.number.desc())
        .limit(1)
    )
    row = connection.execute(query).first()
    return (0, 0) if row is None else (row.number, row.balance)


def balance(connection: Connection, account: str) -> int:
    """The chips on an account."""
    return _last(connection, account)[1]


@dataclass(frozen=True)
class Line:
    """A line of somebody's statement."""

    number: int
    at: int
    why: str  # "arrival", "gift", "stake", "settlement", "farewell"
    table: str | None
    chips: int
    balance: int


def statement(
    connection: Connection, account: str, limit: int = 100, before: int | None = None
) -> list[Line]:
    """An account's lines, the newest first; ``before``: only those below that number."""
    query = (
        select(
            ledger.c.number,
            transfers.c.at,
            transfers.c.why,
            transfers.c.table_id,
            ledger.c.chips,
            ledger.c.balance,
        )
        .join(transfers, transfers.c.key == ledger.c.transfer)
        .where(ledger.c.account == account)
        .order_by(ledger.c.number.desc())
        .limit(limit)
    )
    if before is not None:
        query = query.where(ledger.c.number < before)
    return [Line(*row) for row in connection.execute(query)]


@dataclass(frozen=True)
class Audit:
    """What came of checking the whole ledger."""

    transfers: int
    lines: int
    total: int  # over all accounts: zero
    held: int  # by people
    escrow: int  # on tables
    problems: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Whether everything adds up."""
        return not self.problems


def audit(connection: Connection) -> Audit:
    """Check every line, every transfer and every account."""
    count, total = connection.execute(
        select(func.count(), func.coalesce(func.sum(ledger.c.chips), 0)).select_from(ledger)
    ).one()
    moved = connection.execute(select(func.count()).select_from(transfers)).scalar_one()
    problems = list(_problems(connection, int(total)))
    return Audit(
        moved,
        count,
        int(total),
        _held(connection, "person:%"),
        _held(connection, "table:%"),
        tuple(problems),
    )


def _held(connection: Connection, accounts: str) -> int:
    query = select(func.coalesce(func.sum(ledger.c.chips), 0))
    return int(connection.execute(query.where(ledger.c.account.like(accounts))).scalar_one())


def _problems(connection: Connection, total: int) -> Iterator[str]:
    if total != 0:
        yield f"the sum over all accounts is {total}, not 0"
    yield from _unbalanced(connection)
    yield from _broken_lines(connection)
    yield from _stuck(connection)


def _unbalanced(connection: Connection) -> Iterator[str]:
    """Transfers that do not add up to zero, or moved nothing."""
    legs = func.count(ledger.c.chips)
    added = func.coalesce(func.sum(ledger.c.chips), 0)
    query = (
        select(transfers.c.key, added, legs)
        .outerjoin(ledger, ledger.c.transfer == transfers.c.key)
        .group_by(transfers.c.key)
        .having((added != 0) | (legs == 0))
    )
    for key, chips, count in connection.execute(query):
        yield f"transfer {key}: {count} lines that add up to {chips}, not to 0"


def _broken_lines(connection: Connection) -> Iterator[str]:
    """Lines whose number or balance does not follow from the line before."""
    lines = select(
        ledger.c.account,
        ledger.c.number,
        ledger.c.chips,
        ledger.c.balance,
        _before(ledger.c.number).label("last"),
        _before(ledger.c.balance).label("had"),
    ).subquery()
    wrong = (
        (lines.c.number != lines.c.last + 1)
        | (lines.c.balance != lines.c.had + lines.c.chips)
        | ((lines.c.balance < 0) & ~lines.c.account.startswith(HOUSE))
    )
    for row in connection.execute(select(lines).where(wrong)):
        yield f"{row.account}, line {row.number}: {row.had} and {row.chips} made {row.balance}"


def _before(column: Column[int]) -> ColumnElement[int]:
    """What the account's line before has in that column; 0: there is none."""
    last = func.lag(column).over(partition_by=ledger.c.account, order_by=ledger.c.number)
    return func.coalesce(last, 0)


def _stuck(connection: Connection) -> Iterator[str]:
    """Chips that still lie on a table which is over."""
    name = "table:" + tables.c.id
    query = (
        select(tables.c.id, func.sum(ledger.c.chips))
        .join(ledger, ledger.c.account == name)
        .where(tables.c.ended.is_not(None))
        .group_by(tables.c.id)
        .having(func.sum(ledger.c.chips) != 0)
    )
    for table, chips in connection.execute(query):
        yield f"table {table} is over and still holds {chips} chips"
