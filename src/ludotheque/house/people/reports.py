"""What the host should see: somebody's behaviour, as others or the house itself noticed it."""

from dataclasses import dataclass

from sqlalchemy import Engine, insert, select, update

from ludotheque.house.clock import now
from ludotheque.house.schema import persons, reports

REASONS = ("cheating", "insults", "leaving", "name", "other")  # what a person can complain of
WORDS = 1000  # letters


@dataclass(frozen=True)
class Report:
    """One of them."""

    id: int
    created: int  # milliseconds since 1970
    person: str
    name: str  # of the person it is about
    reporter: str | None  # her name; None: the house itself
    table: str | None
    reason: str
    words: str
    resolved: int | None
    resolution: str | None


class Reports:
    """All of them. Methods use the database: call them in a thread."""

    def __init__(self, engine: Engine):
        self._engine = engine
        self._writing = engine.execution_options(writes=True)

    def file(
        self, person: str, reason: str, words: str = "", *, table: str | None, reporter: str | None
    ) -> None:
        """Tell the host; once for each matter: more words replace those from before."""
        same = (
            update(reports)
            .where(
                reports.c.person == person,
                reports.c.reason == reason,
                reports.c.table_id.is_not_distinct_from(table),
                reports.c.reporter.is_not_distinct_from(reporter),
                reports.c.resolved.is_(None),
            )
            .values(words=words[:WORDS], created=now())
        )
        row = {
            "created": now(),
            "person": person,
            "reporter": reporter,
            "table_id": table,
            "reason": reason,
            "words": words[:WORDS],
        }
        with self._writing.begin() as connection:
            if not connection.execute(same).rowcount:
                connection.execute(insert(reports).values(row))

    def all(self, *, resolved: bool = False, limit: int = 200) -> list[Report]:
        """Those that wait, or those that are done with; the newest first."""
        about, by = persons.alias("about"), persons.alias("by")
        query = (
            select(reports, about.c.name.label("name"), by.c.name.label("by"))
            .join(about, about.c.id == reports.c.person)
            .outerjoin(by, by.c.id == reports.c.reporter)
            .where(reports.c.resolved.is_not(None) if resolved else reports.c.resolved.is_(None))
            .order_by(reports.c.created.desc(), reports.c.id.desc())
            .limit(limit)
        )
        with self._engine.connect() as connection:
            return [
                Report(
                    row.id, row.created, row.person, row.name,
                    None if row.reporter is None else row.by,
                    row.table_id, row.reason, row.words, row.resolved, row.resolution,
                )
                for row in connection.execute(query)
            ]  # fmt: skip

    def resolve(self, id: int, words: str = "") -> bool:
        """Be done with one; False where there is no such open report."""
        done = (
            update(reports)
            .where(reports.c.id == id, reports.c.resolved.is_(None))
            .values(resolved=now(), resolution=words[:WORDS])
        )
        with self._writing.begin() as connection:
            return connection.execute(done).rowcount == 1
