"""What a game says of each of its boxes in a file of its folder: a table a box, under its id."""

import tomllib
from typing import Any

from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Game


def tables(game: Game, name: str, error: type[LudothequeError]) -> dict[str, Any]:
    """The tables of a file by the ids of boxes, none where there is no file.

    ``error`` is raised where it is no TOML, or speaks of a box that the game does not have.
    """
    file = game.folder / name
    if not file.exists():
        return {}
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as flaw:
        raise error(f"{game.id}: {name}: {flaw}") from None
    known = [box.id for box in game.boxes]
    for id in found:
        if id not in known:
            raise error(f"{game.id}: {name}: no box {id!r}; there are {', '.join(known)}")
    return found
