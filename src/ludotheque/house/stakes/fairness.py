"""Fair company at staked tables: who may meet, who leaves, who always loses to whom."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Connection, Select, and_, bindparam, func, insert, or_, select

from ludotheque.house.clock import DAY, SECOND
from ludotheque.house.schema import company, invitations, matches, reports, sittings, stakes
from ludotheque.house.stakes.rooms import BOTS
from ludotheque.table.keeping import logs

ONE_SIDED = "one-sided"  # the reason of the house's own reports

_GAMES, _LOST, _WITHIN = 8, 7, 30 * DAY * SECOND  # so many of the last staked games of a pair lost

_FADES = 0.8  # what a game played to its end leaves of a leaver's record
_ABSENT = 0.5  # what an appointment missed adds to it
_RECALLED = 60  # games that a record goes back
_FEW, _MANY = 5, 20  # gestures that make a game played: by its rules to the end, or stopped sooner
TOO_MUCH = 2.0  # a record that closes the rooms


def blocked_pairs(connection: Connection, people: Iterable[str]) -> set[frozenset[str]]:
    """MA-23: the pairs among these people where one has blocked the other."""
    known = list(people)
    query = select(company.c.person, company.c.other).where(
        company.c.kind == "block", company.c.person.in_(known), company.c.other.in_(known)
    )
    return {frozenset((row.person, row.other)) for row in connection.execute(query)}


class _Past(NamedTuple):
    """Something in somebody's past that her leaver's record comes from."""

    at: int
    adds: float  # 0: it may fade by it
    table: str = ""
    reason: str = ""


def leavers_record(connection: Connection, person: str) -> float:
    """MA-25: how much somebody leaves staked games, one more for each, fading with good games.

    Half a one for a table where she was expected and did not come. Good games are those really
    played with other people (MA-30), at whatever table.
    """
    past = sorted([*_ended(connection, person), *_missed(connection, person)])[-_RECALLED:]
    first = next((number for number, each in enumerate(past) if each.adds), len(past))
    past = past[first:]  # what came before has nothing to fade
    played = _played(connection, person, [each for each in past if not each.adds])
    record = 0.0
    for each in past:
        record = record * _FADES if each.table in played else record + each.adds
    return record


def _ended(connection: Connection, person: str) -> list[_Past]:
    """The games with others that she saw the end of, or left."""
    other = sittings.alias()
    with_others = (
        select(other.c.seat)
        .where(other.c.table_id == sittings.c.table_id)
        .where(other.c.person.is_not(None), other.c.person != person)
        .exists()
    )
    query = (
        select(matches, sittings.c.left)
        .join(matches, matches.c.table_id == sittings.c.table_id)
        .where(
            sittings.c.person == person,
            sittings.c.ended.is_not(None),
            matches.c.began.is_not(None),
            with_others,
            or_(sittings.c.left.is_(None), and_(matches.c.is_contest, matches.c.room != BOTS)),
        )
        .order_by(sittings.c.ended.desc())
        .limit(_RECALLED)
    )
    return [
        _Past(row.ended, 0.0 if row.left is None else 1.0, row.table_id, row.reason)
        for row in connection.execute(query)
    ]


def _played(connection: Connection, person: str, games: Sequence[_Past]) -> set[str]:
    """MA-30: the tables among these where she and somebody else really played."""
    gestures = _gestures(connection, [each.table for each in games])
    return {
        each.table
        for each in games
        if each.reason != "abandoned"
        and _is_played(gestures[each.table], person, _FEW if each.reason == "finished" else _MANY)
    }


def _is_played(gestures: Counter[str], person: str, least: int) -> bool:
    able = {who for who, count in gestures.items() if count >= least}
    return person in able and len(able) > 1


def _gestures(connection: Connection, tables: Sequence[str]) -> defaultdict[str, Counter[str]]:
    """How many rolls and moves each person made at these tables; what was taken back is none."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in logs.lines(connection, *tables, kinds=("fell", "moved", "undone")):
        if line.person is not None:
            is_taken_back = line.event.startswith('{"event":"undone"')
            found[line.table][line.person] += -1 if is_taken_back else 1
    return found


def _missed(connection: Connection, person: str) -> list[_Past]:
    """When tables were given up at which she was expected and did not sit."""
    sat = (
        select(sittings.c.seat)
        .where(sittings.c.table_id == matches.c.table_id, sittings.c.person == person)
        .exists()
    )
    query = (
        select(matches.c.ended)
        .join(invitations, invitations.c.table_id == matches.c.table_id)
        .where(
            invitations.c.person == person,
            matches.c.is_contest,
            matches.c.room != BOTS,  # MA-35: bots wait for nobody
            matches.c.began.is_(None),
            matches.c.ended.is_not(None),
            ~sat,
        )
        .order_by(matches.c.ended.desc())
        .limit(_RECALLED)
    )
    return [_Past(ended, _ABSENT) for ended in connection.execute(query).scalars()]


def good_games_missing(record: float) -> int:
    """How many games played to the end open the rooms again."""
    games = 0
    while record >= TOO_MUCH:
        record, games = record * _FADES, games + 1
    return games


def watch(connection: Connection, table: str, people: Sequence[str], at: int) -> None:
    """MA-24: tell the host of pairs at this table where one nearly always loses to the other."""
    pairs = _pairs(connection, people, at)
    for (loser, winner), games in sorted(pairs.items()):
        lost = [stake for was_lost, stake in games if was_lost]
        if len(games) < _GAMES or len(lost) < _LOST or _is_told(connection, loser, winner, at):
            continue
        words = f"/people/{winner} {len(lost)}/{len(games)} {sum(lost)}"
        row = {
            "created": at,
            "person": loser,
            "table_id": table,
            "reason": ONE_SIDED,
            "words": words,
        }
        connection.execute(insert(reports), row)


def _pairs(
    connection: Connection, people: Sequence[str], at: int
) -> defaultdict[tuple[str, str], list[tuple[bool, int]]]:
    """Each pair's last staked games: whether the first lost to the second, and the stake."""
    found: defaultdict[tuple[str, str], list[tuple[bool, int]]] = defaultdict(list)
    if len(set(people)) > 1:
        rows = connection.execute(_TOGETHER, {"people": people, "since": at - _WITHIN})
        for own, other, was_lost, stake in rows:
            found[own, other].append((was_lost, stake))
    return found


def _together() -> Select[Any]:
    own, other = sittings.alias(), sittings.alias()
    latest = func.row_number().over(
        partition_by=(own.c.person, other.c.person), order_by=own.c.ended.desc()
    )
    among: BindParameter[str] = bindparam("people", expanding=True)
    games = (
        select(
            own.c.person,
            other.c.person.label("other"),
            or_(own.c.left.is_not(None), own.c.rank > other.c.rank).label("was_lost"),
            stakes.c.stake,
            latest.label("place"),
        )
        .join(other, other.c.table_id == own.c.table_id)
        .join(stakes, stakes.c.table_id == own.c.table_id)
        .join(matches, matches.c.table_id == own.c.table_id)
        .where(
            own.c.person.in_(among),
            other.c.person.in_(among),
            own.c.person != other.c.person,
            own.c.ended > bindparam("since"),
            matches.c.reason != "abandoned",
        )
        .subquery()
    )
    columns = (games.c.person, games.c.other, games.c.was_lost, games.c.stake)
    return select(*columns).where(games.c.place <= _GAMES)


_TOGETHER = _together()


def _is_told(connection: Connection, loser: str, winner: str, at: int) -> bool:
    """Whether the host was told of this pair lately."""
    query = select(reports.c.id).where(
        reports.c.person == loser,
        reports.c.reason == ONE_SIDED,
        reports.c.words.like(f"/people/{winner} %"),
        reports.c.created > at - 7 * DAY * SECOND,
    )
    return connection.execute(query).first() is not None
