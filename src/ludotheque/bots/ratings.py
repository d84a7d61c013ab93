"""How strong each level is: what ``ludotheque arena --keep`` measured, as it lies with a game.

One scale a box and a number of seats: 0 plays at random, and 400 points are ten times the odds
to win. People's own ratings come of games among people alone, and are another scale.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from math import hypot, log10
from typing import Any

from ludotheque.core.game import Box, Game, Options

FILE = "levels.json"
_LEAST = 1e-3  # a share that small, or that near to 1, says no more than that


@dataclass(frozen=True)
class Row:
    """How a player did among all that choose at sight: its share of the win, or points alone."""

    player: str
    value: float
    low: float
    high: float
    elo: float | None = None  # 0 is the players' mean


@dataclass(frozen=True)
class Rung:
    """How a level did against a table of the one below: its share of the win."""

    level: str
    below: str
    games: int
    share: float
    low: float
    high: float
    seconds: float = 0.0  # the most that a decision of the level took; 0: as at a table


@dataclass(frozen=True)
class Ladder:
    """What was measured of a box with some number of seats."""

    seats: int
    date: str
    games: int  # of the table
    table: tuple[Row, ...]
    rungs: tuple[Rung, ...] = ()  # the lowest first; none where everybody plays alone
    options: Options = field(default_factory=dict)  # other than the box's own
    sides: int = 0  # where seats are partners: how many; 0: each plays for itself

    @classmethod
    def read(cls, held: Mapping[str, Any]) -> "Ladder":
        """From plain data."""
        table = tuple(Row(**each) for each in held["table"])
        rungs = tuple(Rung(**each) for each in held["rungs"])
        return cls(**{**held, "table": table, "rungs": rungs})

    @property
    def even(self) -> float:
        """The share of the win of each of equals."""
        return 1 / (self.sides or self.seats)

    @property
    def ratings(self) -> dict[str, tuple[int, int]]:
        """The rating of each level, and half of its 95 % interval."""
        found, rating, margin = {}, 0.0, 0.0
        for rung in self.rungs:
            low, middle, high = (self._gap(each) for each in (rung.low, rung.share, rung.high))
            rating, margin = rating + middle, hypot(margin, (high - low) / 2)
            found[rung.level] = round(rating), round(margin)
        return found

    def _gap(self, share: float) -> float:
        """How many points make one player win so often against a table of others."""
        share = min(max(share, _LEAST), 1 - _LEAST)
        return 400 * log10(share * (1 / self.even - 1) / (1 - share))


def ladders_of(game: Game, box: Box) -> tuple[Ladder, ...]:
    """What was measured of a box, by its number of seats."""
    return _read(game).get(box.id, ())


def ratings_at(game: Game, box: Box, seats: int) -> dict[str, tuple[int, int]]:
    """The ratings of the levels there; none where nobody measured."""
    usual = [each for each in ladders_of(game, box) if not each.options]
    return next((each.ratings for each in usual if each.seats == seats), {})


@cache
def _read(game: Game) -> dict[str, tuple[Ladder, ...]]:
    file = game.folder / FILE
    if not file.is_file():
        return {}
    held: dict[str, list[dict[str, Any]]] = json.loads(file.read_text(encoding="utf-8"))
    return {box: tuple(map(Ladder.read, found)) for box, found in held.items()}


def written(ladders: Mapping[str, Sequence[Ladder]]) -> str:
    """A file of what was measured."""
    held = {box: [_told(each) for each in found] for box, found in ladders.items()}
    return json.dumps(held, indent=1) + "\n"


def _told(ladder: Ladder) -> dict[str, Any]:
    """As plain data; what is as usual goes without saying."""
    told = asdict(ladder)
    told["rungs"] = [_less(each, "seconds") for each in told["rungs"]]
    return _less(told, "options", "sides")


def _less(told: dict[str, Any], *names: str) -> dict[str, Any]:
    """Without those of the names that stand for nothing."""
    return {name: value for name, value in told.items() if value or name not in names}
