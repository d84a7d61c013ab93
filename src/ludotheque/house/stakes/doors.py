"""Who may enter a room, and what the others still lack."""

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, select

from ludotheque.core.texts import mark as _
from ludotheque.house.schema import persons, totals
from ludotheque.house.stakes import fairness, ledger
from ludotheque.house.stakes.levels import Level, level_of
from ludotheque.house.stakes.rooms import Room
from ludotheque.house.stakes.standings import EVER
from ludotheque.table import Refused
from ludotheque.table.errors import Suspended

What = Literal["member", "level", "chips", "games"]


@dataclass(frozen=True)
class Missing:
    """What somebody lacks to enter: membership, a level, so many chips or good games."""

    what: What
    number: int = 0


class Closed(Refused):
    """A room that somebody may not enter; ``missing`` says what she lacks."""

    sentence = _("Cette salle vous est fermée.")
    locale = ledger.LOCALE

    def __init__(self, *missing: Missing):
        self.missing = missing
        super().__init__()


@dataclass(frozen=True)
class Standing:
    """Where somebody stands in the house."""

    is_member: bool
    chips: int
    level: Level
    record: float  # a leaver's

    def missing(self, room: Room) -> list[Missing]:
        """Why a room is closed to her; nothing: it is open."""
        if not self.is_member:
            return [Missing("member")]
        found = []
        if self.level.number < room.level:
            found.append(Missing("level", room.level))
        if self.chips < room.stake:
            found.append(Missing("chips", room.stake - self.chips))
        if games := fairness.good_games_missing(self.record):
            found.append(Missing("games", games))
        return found


STRANGER = Standing(False, 0, level_of(0), 0.0)


def standing(connection: Connection, person: str) -> Standing:
    """Where a person stands."""
    return Standing(
        is_member(connection, person),
        ledger.balance(connection, ledger.of_person(person)),
        level_of(points_of(connection, person)),
        fairness.leavers_record(connection, person),
    )


def require_open(connection: Connection, person: str, room: Room | None) -> None:
    """MA-2: refuse those who may not wait for a room; a friendly table (None) asks less."""
    if _is_suspended(connection, person):
        raise Suspended()
    if room is not None and (missing := standing(connection, person).missing(room)):
        raise Closed(*missing)


def _is_suspended(connection: Connection, person: str) -> bool:
    query = select(persons.c.id).where(persons.c.id == person, persons.c.suspended.is_not(None))
    return connection.execute(query).first() is not None


def is_member(connection: Connection, person: str) -> bool:
    """Whether somebody is a member: chips and rankings are for those the house knows again."""
    query = select(persons.c.id).where(
        persons.c.id == person, persons.c.joined.is_not(None), persons.c.deleted.is_(None)
    )
    return connection.execute(query).first() is not None


def points_of(connection: Connection, person: str) -> int:
    """All the points that a person ever earned."""
    query = select(totals.c.points).filter_by(person=person, period=EVER, game="", room="")
    return connection.execute(query).scalar() or 0
