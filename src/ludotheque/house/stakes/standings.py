"""Totals that are kept as games end: what rankings and profiles go by, after years too.

They are written in the transaction that writes the end. A week's and a month's are only looked at
while they last; `forget_past` clears those from before away.
"""

from datetime import timedelta
from typing import Literal, get_args

from sqlalchemy import Connection, delete, text

from ludotheque.house.clock import SECOND, date_of, time_of
from ludotheque.house.schema import bests, totals
from ludotheque.house.stakes.settlement import Result

Period = Literal["week", "month", "ever"]
PERIODS: tuple[Period, ...] = get_args(Period)
COUNTED: tuple[Result, ...] = ("won", "drawn", "lost", "left")  # with others, or with bots
EVER = "ever"


def since(period: Period, at: int) -> int:
    """When a period began, in milliseconds: on Monday, on the first of the month, ever (UTC)."""
    if period == "ever":
        return 0
    day = time_of(at).replace(hour=0, minute=0, second=0, microsecond=0)
    back = day.weekday() if period == "week" else day.day - 1
    return int((day - timedelta(days=back)).timestamp() * SECOND)


def name_of(period: Period, at: int) -> str:
    """The period around a moment, as totals name it."""
    return EVER if period == "ever" else f"{period}:{date_of(since(period, at)).isoformat()}"


def note(connection: Connection, table: str, ended: int, *, is_alone: bool = True) -> None:
    """Add a game that is over to the totals of its people; alone, it may be somebody's best."""
    given = {"table": table}
    for period in PERIODS:
        given[period] = name_of(period, ended)
    connection.execute(_ADD, given)
    if is_alone:
        connection.execute(_COMPARE, given)


_PERIODS = "(SELECT :week AS period UNION ALL SELECT :month UNION ALL SELECT :ever) AS periods"

# By game, by room, by both, and to all; a friendly table has no room.
_ADD = text(f"""
INSERT INTO totals (person, period, game, room, points, games, won, drawn, alone, scores, best)
SELECT person, period, CASE by_game WHEN 1 THEN game ELSE '' END AS one_game,
  CASE by_room WHEN 1 THEN room ELSE '' END AS one_room, sum(points),
  sum(CASE WHEN result IN {COUNTED!r} THEN 1 ELSE 0 END),
  sum(CASE result WHEN 'won' THEN 1 ELSE 0 END),
  sum(CASE result WHEN 'drawn' THEN 1 ELSE 0 END),
  sum(CASE result WHEN 'alone' THEN 1 ELSE 0 END),
  sum(CASE result WHEN 'alone' THEN score ELSE 0 END),
  max(CASE result WHEN 'alone' THEN score END)
FROM matches JOIN sittings USING (table_id) CROSS JOIN {_PERIODS}
CROSS JOIN (SELECT 0 AS by_game UNION ALL SELECT 1) AS games
CROSS JOIN (SELECT 0 AS by_room UNION ALL SELECT 1) AS rooms
WHERE table_id = :table AND person IS NOT NULL AND (by_room = 0 OR room <> '')
GROUP BY person, period, one_game, one_room
ON CONFLICT (person, period, game, room) DO UPDATE SET points = totals.points + excluded.points,
  games = totals.games + excluded.games, won = totals.won + excluded.won,
  drawn = totals.drawn + excluded.drawn, alone = totals.alone + excluded.alone,
  scores = totals.scores + excluded.scores,
  best = CASE WHEN totals.best > excluded.best THEN totals.best
    ELSE coalesce(excluded.best, totals.best) END
""")

_COMPARE = text(f"""
INSERT INTO bests (person, period, game, score, ended, table_id)
SELECT person, period, game, max(score), matches.ended, table_id
FROM matches JOIN sittings USING (table_id) CROSS JOIN {_PERIODS}
WHERE table_id = :table AND person IS NOT NULL AND result = 'alone' AND is_shown
GROUP BY person, period, game, matches.ended, table_id
ON CONFLICT (person, period, game) DO UPDATE SET score = excluded.score, ended = excluded.ended,
  table_id = excluded.table_id WHERE excluded.score > bests.score
""")


def forget_past(connection: Connection, at: int) -> None:
    """Clear away the totals of weeks and months that are over."""
    lasting = [name_of(period, at) for period in PERIODS]
    for table in (totals, bests):
        connection.execute(delete(table).where(table.c.period.not_in(lasting)))
