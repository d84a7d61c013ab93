"""Who sits at which unfinished table in memory: kept as things happen, so that asking is free.

Every unfinished table is in memory once the house has read them all, soon after it opens.
"""

from ludotheque.table.table import Table


class Seated:
    """Persons, and the tables that wait for them or that they wait at."""

    def __init__(self) -> None:
        self._persons: dict[str, frozenset[str]] = {}  # by table
        self._tables: dict[str, dict[str, None]] = {}  # by person, in the order they sat down

    def note(self, table: Table) -> None:
        """Something may have happened there to who sits."""
        before = self._persons.get(table.id, frozenset())
        now = frozenset() if table.phase == "over" else frozenset(table.persons())
        if now == before:
            return
        for person in before - now:
            self._stand(person, table.id)
        for person in now - before:
            self._tables.setdefault(person, {})[table.id] = None
        if now:
            self._persons[table.id] = now
        else:
            del self._persons[table.id]

    def _stand(self, person: str, table: str) -> None:
        tables = self._tables[person]
        del tables[table]
        if not tables:
            del self._tables[person]

    def of(self, person: str) -> list[str]:
        """The ids of a person's unfinished tables."""
        return list(self._tables.get(person, ()))

    def forget(self, table: str) -> None:
        """A table is no longer in memory."""
        for person in self._persons.pop(table, frozenset()):
            self._stand(person, table)
