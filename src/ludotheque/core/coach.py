"""A coach for a first game: tips that come when the game itself gives them their occasion.

``coach.toml`` in a game's folder, four to six tips a box:

```toml
[[goose.tip]]                               # the id of a box; a game with one box: its own
id    = "roll"
asked = ["roll"]                            # the kinds of prompt that are its occasion, or
at    = "roll"                              # "roll", "moves", "banner", or the id of a piece
says  = "Lancez les deux dés : un pion avance de leur somme."

[[goose.tip]]
id    = "hit"
cue   = "hit"                               # a moment of the game that its drawing has a cue for,
by    = "me"                                # brought about by "me" or "others"; left out: anybody
says  = "…"
```

Sentences are French; the game's catalogues have them in the other languages. Who has seen which
tip is not known here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, NamedTuple

from ludotheque.core import boxed
from ludotheque.core.errors import BadScenario
from ludotheque.core.game import Box, Game
from ludotheque.core.step import Step

FILE = "coach.toml"
PLACES = ("roll", "moves", "banner")  # of a page, beside the pieces
ME, OTHERS = "me", "others"


class Moment(NamedTuple):
    """Something that happened, in the eyes of a seat."""

    cue: str
    by: str  # ME, OTHERS, or nobody
    on: str  # the piece that it befell


class Due(NamedTuple):
    """A tip whose occasion has come."""

    id: str
    says: str  # French
    at: str  # what it speaks of


@dataclass(frozen=True)
class Tip:
    """A sentence for somebody who plays for the first time, and its occasion."""

    id: str
    says: str
    asked: tuple[str, ...] = ()
    cue: str = ""
    by: str = ""
    at: str = ""

    def occasion(self, asked: str, moments: Iterable[Moment]) -> Due | None:
        """The tip as it is due now; None where it is not."""
        if asked in self.asked:
            return Due(self.id, self.says, self.at or "banner")
        for each in moments:
            if each.cue == self.cue and self.by in ("", each.by):
                return Due(self.id, self.says, self.at or each.on or "banner")
        return None


def due(tips: Iterable[Tip], asked: str, moments: Sequence[Moment]) -> list[Due]:
    """The tips whose occasion has come, in the order of the file."""
    return [found for tip in tips if (found := tip.occasion(asked, moments))]


def moments(game: Game, steps: Iterable[Step], seat: int) -> list[Moment]:
    """What steps brought about, in the eyes of a seat."""
    return [
        Moment(cue.name, "" if step.seat is None else ME if step.seat == seat else OTHERS, cue.on)
        for step in steps
        for cue in game.cues(step, seat)
    ]


def tips_of(game: Game, box: Box) -> tuple[Tip, ...]:
    """The tips of a box; none where its game has no coach."""
    return coaches(game).get(box.id, ())


@cache
def coaches(game: Game) -> dict[str, tuple[Tip, ...]]:
    """A game's tips by the ids of its boxes; BadScenario says what is wrong with one."""
    return {
        id: tuple(
            _read(f"{game.id}: {FILE}: [{id}] tip {number}", tip)
            for number, tip in enumerate(table["tip"], 1)
        )
        for id, table in boxed.tables(game, FILE, BadScenario).items()
    }


def _read(where: str, data: dict[str, Any]) -> Tip:
    known = [each.name for each in fields(Tip)]
    if unknown := sorted(set(data) - set(known)):
        raise BadScenario(f"{where}: unknown keys {', '.join(unknown)}")
    for key in ("id", "says"):
        if not data.get(key):
            raise BadScenario(f"{where}: there is no {key}")
    if ("asked" in data) == ("cue" in data):
        raise BadScenario(f"{where}: its occasion is what is asked, or a cue")
    if data.get("by", ME) not in (ME, OTHERS):
        raise BadScenario(f"{where}: by: {ME!r} or {OTHERS!r}, not {data['by']!r}")
    return Tip(**{**data, "asked": tuple(data.get("asked", ()))})
