"""The chips: a double-entry ledger of whole chips, to which is only ever added.

Accounts are names: ``person:<id>``, ``table:<id>`` (a table's escrow), and for each of them that
the house deals with an account of the house, ``house:person:<id>`` or ``house:table:<id>``. A
transfer takes from some and gives to others, so that the sum over all accounts is always zero; its
key makes it happen once. Only the house may go below zero: what it owes is what it gave out.

Whoever moves chips locks the people concerned, and nobody else: every account is one person's, or
belongs to a table whose people are locked. See docs/decisions/0018-a-lock-a-person.md.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from weakref import WeakKeyDictionary

from sqlalchemy import (
    Column,
    ColumnElement,
    CompoundSelect,
    Connection,
    Transaction,
    bindparam,
    func,
    insert,
    select,
    union_all,
)

from ludotheque.core.texts import mark as _
from ludotheque.house.clock import now
from ludotheque.house.schema import ledger, persons, transfers
from ludotheque.table import Refused
from ludotheque.table.keeping.database import inserting
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


_LOCK = (
    select(persons.c.id)
    .where(persons.c.id.in_(bindparam("people", expanding=True)))
    .order_by(persons.c.id)
    .with_for_update(key_share=True)
)
_locked: WeakKeyDictionary[Transaction, set[str]] = WeakKeyDictionary()  # by whom, on PostgreSQL


def lock(connection: Connection, people: Collection[str]) -> None:
    """Let nobody else change what these people have until this transaction ends.

    That is their chips, ratings and totals. All who lock several do so in the same order; whom the
    transaction holds already is not asked for again. On SQLite one that means to write is alone.
    """
    root, nested = connection.get_transaction(), connection.get_nested_transaction()
    if connection.dialect.name != "postgresql" or root is None:
        return
    held = _locked.setdefault(root, set())
    if nested is not None:  # what is locked from here on goes with it, where it is given up
        held = _locked.setdefault(nested, set(held))
    if missing := set(people) - held:
        connection.execute(_LOCK, {"people": list(missing)})
        held |= missing


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
    row = {"key": key, "at": now() if at is None else at, "why": why, "table_id": table}
    once = inserting(connection.dialect, transfers).on_conflict_do_nothing()
    if connection.execute(once.returning(transfers.c.key), row).first() is None:
        return False
    moved = {
        _of_house(legs) if account == HOUSE else account: n for account, n in legs.items() if n
    }
    if moved:
        last = _last(connection, list(moved))
        lines = [_line(account, chips, key, *last[account]) for account, chips in moved.items()]
        connection.execute(insert(ledger), lines)
    return True


def _line(account: str, chips: int, key: str, number: int, before: int) -> dict[str, str | int]:
    """An account's next line: its number is taken once, whoever writes."""
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


def _last(connection: Connection, accounts: Sequence[str]) -> dict[str, tuple[int, int]]:
    """The number and balance of each account's last line."""
    given = {str(place): account for place, account in enumerate(accounts)}
    rows = connection.execute(_last_of(len(accounts)), given).all()
    found = {row.account: (row.number, row.balance) for row in rows}
    return dict.fromkeys(accounts, (0, 0)) | found


@cache
def _last_of(count: int) -> CompoundSelect[tuple[str, int, int]]:
    """The last lines of so many accounts, each from the end of its index."""
    last = (
        select(ledger.c.account, ledger.c.number, ledger.c.balance)
        .where(ledger.c.account == bindparam(str(place)))
        .order_by(ledger.c.number.desc())
        .limit(1)
        .subquery()
        for place in range(count)
    )
    return union_all(*map(select, last))


def balance(connection: Connection, account: str) -> int:
    """The chips on an account."""
    return _last(connection, [account])[account][1]


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
