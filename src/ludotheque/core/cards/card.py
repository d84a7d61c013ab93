"""Reading a game's cards.

```toml
[goose]                                     # the id of a box; a game with one box: its own
kinds     = ["course", "dés"]               # in a word or two; boxes that share some are alike
age       = 5
announced = 20                              # minutes, where the game itself names them
pace      = { choice = 10 }                 # seconds; others than PACE has
contents  = ["un plateau", "deux dés"]
feel      = "…"                             # two sentences
history   = "…"
credits   = { author = "…" }                # roles of ROLES, each left out where nobody knows

[goose.measured]                            # as `ludotheque measure goose` prints it
```

Sentences are French; the game's catalogues have them in the other languages.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from functools import cache
from typing import Any

from ludotheque.core import boxed
from ludotheque.core.errors import BadCard
from ludotheque.core.game import Box, Game

FILE = "cards.toml"
ROLES = ("origin", "author", "illustrator", "translator", "publisher", "thanks")
PACE = {"roll": 4, "choice": 6, "forced": 3}  # seconds that people take at a real table
DOTS = 5  # that luck and skill share
_ROUND = 5  # minutes


@dataclass(frozen=True)
class Measured:
    """What many simulated games told, and when.

    The counts are a game's on average, with the fewest seats and with the most; the shares
    are the strongest policy's wins in duels, a draw being half a win: against itself with one
    move in four played at random, and against one that plays at random throughout.
    """

    on: date
    games: int
    seats: tuple[int, int]
    rolls: tuple[float, float]  # whatever chance decides
    choices: tuple[float, float]  # moves with more than one to choose from
    forced: tuple[float, float]
    over_absent: float
    over_random: float

    @property
    def luck(self) -> float:
        """How much of a fair half the absent-minded one still wins: 1 is chance alone."""
        return min(1.0, 2 * (1 - self.over_absent))

    @property
    def dots(self) -> tuple[int, int]:
        """Luck and skill, DOTS in all."""
        luck = round(DOTS * self.luck)
        return luck, DOTS - luck


@dataclass(frozen=True, eq=False)
class Card:
    """What a toy library notes of a box; sentences in French."""

    kinds: tuple[str, ...]
    age: int
    contents: tuple[str, ...]
    feel: str
    history: str
    measured: Measured
    credits: Mapping[str, str] = field(default_factory=dict)
    announced: int | None = None
    pace: Mapping[str, int] = field(default_factory=dict)

    @property
    def minutes(self) -> tuple[int, int]:
        """How long a game takes, with the fewest seats and with the most, to five minutes."""
        pace = {**PACE, **self.pace}
        counts = self.measured
        seconds = (
            pace["roll"] * rolls + pace["choice"] * choices + pace["forced"] * forced
            for rolls, choices, forced in zip(
                counts.rolls, counts.choices, counts.forced, strict=True
            )
        )
        few, many = (max(_ROUND, _ROUND * round(each / 60 / _ROUND)) for each in seconds)
        return few, many

    def sentences(self) -> list[str]:
        """Everything on it that wants a translation."""
        return [*self.kinds, *self.contents, self.feel, self.history, *self.credits.values()]


def card_of(game: Game, box: Box) -> Card | None:
    """The card of a box; None where its game keeps none."""
    return cards(game).get(box.id)


@cache
def cards(game: Game) -> dict[str, Card]:
    """A game's cards by the ids of its boxes; BadCard says what is wrong with one."""
    tables = boxed.tables(game, FILE, BadCard)
    return {id: _read(f"{game.id}: {FILE}: [{id}]", table) for id, table in tables.items()}


def _read(where: str, table: dict[str, Any]) -> Card:
    table = dict(table)
    measured = table.pop("measured", {})
    try:
        card = Card(
            measured=Measured(**_frozen(where, Measured, measured)), **_frozen(where, Card, table)
        )
    except TypeError as error:  # a key is missing: Python names it
        raise BadCard(f"{where}: {error}") from None
    _within(where, "credits", card.credits, ROLES)
    _within(where, "pace", card.pace, PACE)
    return card


def _frozen(where: str, kind: type[Any], table: Any) -> dict[str, Any]:
    names = [each.name for each in fields(kind)]
    _within(where, kind.__name__.lower(), table, names)
    return {key: tuple(each) if isinstance(each, list) else each for key, each in table.items()}


def _within(where: str, what: str, table: Any, names: Any) -> None:
    unknown = sorted(set(table) - set(names))
    if unknown:
        raise BadCard(f"{where}: {what} has no {', '.join(unknown)}; it has {', '.join(names)}")
