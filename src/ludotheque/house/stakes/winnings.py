"""What a game brought: of a staked one, read from the lines that paid it, never worked out again.

So such a game that is over tells the same for ever, whatever the file of rooms asks today (MA-16).
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from ludotheque.house.schema import ledger, sittings, stakes, transfers
from ludotheque.house.stakes.chips import settlement_key
from ludotheque.house.stakes.solo import Best


class Won(NamedTuple):
    """What one seat takes home."""

    chips: int  # below zero: lost
    points: int


@dataclass(frozen=True)
class Brought:
    """What a game is worth beside itself: nothing, at most tables."""

    won: dict[int, Won] = field(default_factory=dict)  # by seat, of a staked game that is over
    best: Best | None = None  # of one that somebody played alone
    at_stake: int = 0  # chips a seat: that leaving would cost now, or a rematch after the end


def winnings(connection: Connection, table: str) -> dict[int, Won]:
    """The chips won or lost and the points earned by each seat; none before the settlement."""
    settled = select(transfers.c.key).where(transfers.c.key == settlement_key(table)).exists()
    query = (
        select(sittings.c.seat, func.sum(ledger.c.chips), sittings.c.points)
        .join(transfers, transfers.c.table_id == sittings.c.table_id)
        .join(ledger, ledger.c.transfer == transfers.c.key)
        .where(sittings.c.table_id == table, settled)
        .where(ledger.c.account == "person:" + sittings.c.person)
        .group_by(sittings.c.seat, sittings.c.points)
    )
    return {seat: Won(int(chips), points) for seat, chips, points in connection.execute(query)}


def stake_of(connection: Connection, table: str) -> int | None:
    """The stake that was agreed when a game began; None: it has not, or nothing is at stake."""
    return connection.execute(select(stakes.c.stake).filter_by(table_id=table)).scalar()
