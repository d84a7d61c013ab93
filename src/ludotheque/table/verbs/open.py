"""Opening a table: its dice are sealed before anybody sits down."""

import secrets
from typing import Any

from ludotheque.core.game import Game, Options
from ludotheque.table import dice
from ludotheque.table.events import Entry, Opened
from ludotheque.table.keeping.store import Header
from ludotheque.table.settings import Settings

_ID_BYTES = 9  # 72 bits: nobody finds a table without its link


def new_id() -> str:
    """An id that nobody guesses."""
    return secrets.token_urlsafe(_ID_BYTES)


def opening(
    game: Game,
    options: Options | None,
    settings: Settings,
    host: str | None,
    at: int,
    *,
    id: str | None = None,
    rematch_of: str | None = None,
    seed: bytes | None = None,
) -> tuple[Header, Entry]:
    """A new table's row and the first entry of its log."""
    seed = seed or dice.new_seed()
    values: dict[str, Any] = game.chosen(options)
    opened = Opened(game.id, values, settings, dice.commitment(seed), rematch_of, game.edition)
    header = Header(id or new_id(), game.id, at, seed.hex(), settings.public)
    return header, Entry(1, at, opened, host)
