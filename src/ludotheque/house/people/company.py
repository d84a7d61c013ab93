"""Whom a person would rather not meet (block), or not hear (mute)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Engine, delete, select

from ludotheque.house.clock import now
from ludotheque.house.people.gathered import Gathered
from ludotheque.house.schema import company, persons
from ludotheque.table.keeping.database import inserting

Kind = Literal["block", "mute"]
KINDS: tuple[Kind, ...] = ("block", "mute")


@dataclass(frozen=True)
class Other:
    """Somebody whom a person blocked or muted."""

    person: str
    name: str  # empty: she left the house
    kind: str


class Company:
    """Who keeps whom at a distance. Methods read the database: call them in a thread."""

    def __init__(self, engine: Engine):
        self._engine = engine
        self._writing = engine.execution_options(writes=True)
        self._add = inserting(engine.dialect, company).on_conflict_do_nothing()
        self._blocks = Gathered(self._blocked)

    def keep_away(self, person: str, other: str, kind: Kind) -> None:
        """Block or mute somebody; oneself, never."""
        if person == other:
            return
        row = {"person": person, "other": other, "kind": kind, "created": now()}
        with self._writing.begin() as connection:
            connection.execute(self._add, row)

    def let_be(self, person: str, other: str, kind: Kind) -> None:
        """Take that back."""
        with self._writing.begin() as connection:
            connection.execute(
                delete(company).where(
                    company.c.person == person, company.c.other == other, company.c.kind == kind
                )
            )

    def has_blocked(self, person: str, other: str) -> bool:
        """Whether a person blocks another, who then may not sit at her tables."""
        query = select(company.c.person).where(
            company.c.person == person, company.c.other == other, company.c.kind == "block"
        )
        with self._engine.connect() as connection:
            return connection.execute(query).first() is not None

    async def blocks(self, person: str, other: str) -> bool:
        """The same, asked by many at once."""
        return await self._blocks.ask((person, other)) is not None

    def _blocked(self, pairs: Sequence[tuple[str, str]]) -> dict[tuple[str, str], bool]:
        query = select(company.c.person, company.c.other).where(
            company.c.person.in_({person for person, _ in pairs}),
            company.c.other.in_({other for _, other in pairs}),
            company.c.kind == "block",
        )
        with self._engine.connect() as connection:
            return dict.fromkeys(connection.execute(query), True)

    def unheard(self, person: str) -> frozenset[str]:
        """Whose gestures are not shown to a person: those she muted, and those she blocked."""
        query = select(company.c.other).where(company.c.person == person)
        with self._engine.connect() as connection:
            return frozenset(connection.execute(query).scalars())

    def deaf_to(self, person: str) -> frozenset[str]:
        """Who does not want to hear a person: those who muted or blocked her."""
        query = select(company.c.person).where(company.c.other == person)
        with self._engine.connect() as connection:
            return frozenset(connection.execute(query).scalars())

    def kept_away(self, person: str, among: Iterable[str] | None = None) -> list[Other]:
        """Whom a person blocked or muted, by name."""
        query = (
            select(company.c.other, persons.c.name, company.c.kind)
            .join(persons, persons.c.id == company.c.other)
            .where(company.c.person == person)
            .order_by(persons.c.folded, company.c.kind)
        )
        if among is not None:
            query = query.where(company.c.other.in_(list(among)))
        with self._engine.connect() as connection:
            return [Other(*row) for row in connection.execute(query)]
