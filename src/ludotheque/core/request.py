"""What is asked of many games, checked: which game, with which options, how many, kept where."""

from pathlib import Path
from typing import Any

import numpy as np

from ludotheque.core.errors import BadOption, UnknownGame
from ludotheque.core.game import Game, Options


def settled(game: Game, options: Options | None) -> dict[str, Any]:
    """All options of the games to play; says so where this is no game."""
    if not isinstance(game, Game):
        raise UnknownGame(f"a game is what ludotheque.game(id) gives, not {game!r}")
    return game.chosen(options)


def checked_whole(name: str, value: Any, least: int) -> int:
    """The value, NumPy's numbers included; BadOption where it is no whole number of that much."""
    is_whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not is_whole or not least <= value < 2**63:
        raise BadOption(f"{name} is a whole number, at least {least}, not {value!r}")
    return int(value)


def checked_file(file: str | Path) -> Path:
    """Where a file is to be written; BadOption where there is no such folder."""
    path = Path(file)
    if not path.parent.is_dir():
        raise BadOption(f"{path.name} cannot be written: there is no folder {path.parent}")
    return path
