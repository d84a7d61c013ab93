"""A table in a list: what a house shows of it to people looking for a table."""

from dataclasses import dataclass
from typing import Any

from ludotheque.table.settings import Settings
from ludotheque.table.table import Phase, Table


@dataclass(frozen=True)
class Listing:
    """One table, in short."""

    table: str
    game: str
    options: dict[str, Any]
    settings: Settings
    phase: Phase
    created: int  # milliseconds since 1970
    changed: int
    names: tuple[str | None, ...]  # at each seat; None: free
    bots: tuple[int, ...]  # seats where a bot acts
    people: int  # persons still there, whatever seats they have
    expected: tuple[int, ...]  # seats whose gesture the game waits for
    mine: tuple[int, ...]  # seats of the person who asked, but those she has left

    @property
    def is_free_for_you(self) -> bool:
        """Whether the person who asked can still sit down there."""
        return self.phase == "open" and not self.mine and None in self.names

    @property
    def is_yours(self) -> bool:
        """Whether the game waits for a gesture of the person who asked."""
        return any(seat in self.mine and seat not in self.bots for seat in self.expected)

    @property
    def keeps_people_waiting(self) -> bool:
        """Whether it is not only bots that wait for that gesture."""
        return self.is_yours and self.people > 1


def listing(table: Table, person: str | None = None) -> Listing:
    """A table as a person finds it in a list."""
    names = table.names
    seats = list(enumerate(table.seats))
    return Listing(
        table=table.id,
        game=table.game.id,
        options=table.options,
        settings=table.settings,
        phase=table.phase,
        created=table.created,
        changed=table.changed,
        names=tuple(names.get(number) for number, _ in seats),
        bots=tuple(number for number, seat in seats if seat.level is not None),
        people=len(table.persons()),
        expected=table.expected,
        mine=tuple(table.held_by(person)) if person else (),
    )
