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
    expected: tuple[int, ...]  # seats whose gesture the game waits for
    mine: tuple[int, ...]  # seats of the person who asked


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
        created=table.entries[0].at,
        changed=table.entries[-1].at,
        names=tuple(names.get(number) for number, _ in seats),
        bots=tuple(number for number, seat in seats if seat.level is not None),
        expected=table.expected,
        mine=tuple(number for number, seat in seats if person and seat.person == person),
    )
