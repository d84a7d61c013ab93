"""A box learned by doing: small positions, each with a sentence, a deed, and what comes of it.

``lessons.toml`` in a game's folder, eight to twelve lessons a box. The learner has seat 1.

```toml
[[goose.lesson]]                            # the id of a box; a game with one box: its own
id    = "goose"
rule  = "JO-3"                              # what it teaches; a list where it is several
says  = "Avancez un pion de 5 : une oie vous attend."
start = { pawns = [[4, 0], [0, 0]] }        # as in a scenario, with options and play
play  = ["roll 3 2"]
do    = ["4>9"]                             # what is wished, in order: her moves, or patterns of
                                            # them ("house 2*", "4>9|0>5"), and chance; what is not
                                            # hers to do ("2: 0>6") happens by itself
well  = "L'oie double le pas."              # why that was right
then  = { pawns = [[14, 0], [0, 0]] }       # what must be true then, by any key of a scenario,
cues  = ["bonus"]                           # and the moments of the game that must have come

[[goose.lesson.otherwise]]                  # what else she may do, instead of a move of hers
do    = "0>5"                               # a move or a pattern; left out: anything else
after = ["2: roll 6 6"]                     # what happens then, by itself
says  = "Permis, mais l'oie reste seule."   # what came of it
then  = { pawns = [[4, 5], [0, 0]] }
```

Sentences are French; the game's catalogues have them in the other languages. Nothing is hidden in a
lesson; who has learned which is not known here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, NamedTuple

from ludotheque.core import boxed
from ludotheque.core.errors import BadScenario, IllegalMove
from ludotheque.core.game import Box, Game
from ludotheque.core.illustrations import Illustration, read_illustration
from ludotheque.core.match import Match
from ludotheque.core.scenario import FACTS
from ludotheque.core.step import Step

FILE = "lessons.toml"
LEARNER = 0  # her seat
ROLL = ""  # the deed of letting chance decide
WELL, OTHERWISE = "well", "otherwise"
_PLACE = {"options", "start", "play"}
_STATED = {*FACTS, "cues"}


@dataclass(frozen=True)
class Answer:
    """What is said to a deed, and what must have come of it for the words to be true."""

    says: str
    facts: Mapping[str, Any]
    does: str = "*"  # a pattern of moves
    after: tuple[str, ...] = ()


class Followed(NamedTuple):
    """How far somebody came in a lesson."""

    match: Match
    since: int  # steps before the last deed: the others came of it
    verdict: str = ""  # WELL, OTHERWISE, or nothing yet
    answer: Answer | None = None

    @property
    def steps(self) -> list[Step]:
        """What came of the last deed; before the first one, what happened by itself."""
        return self.match.steps[self.since :]

    @property
    def rolls(self) -> bool:
        """Whether chance is awaited from her."""
        return not self.verdict and not self.match.waiting


@dataclass(frozen=True, eq=False)
class Lesson:
    """One small position to learn from."""

    id: str
    rules: tuple[str, ...]
    place: Mapping[str, Any]  # as it is written: options, start, play
    picture: Illustration  # the position; its caption is the sentence above it
    does: tuple[str, ...]  # what is wished
    well: Answer
    otherwise: tuple[Answer, ...]

    def sentences(self) -> list[str]:
        """Everything in it that wants a translation."""
        return [self.picture.caption, *(each.says for each in (self.well, *self.otherwise))]

    def follow(self, did: Sequence[str]) -> Followed:
        """The lesson after some deeds of hers; IllegalMove where one was not possible."""
        place, left, since = self.picture.match, list(did), 0
        match = Match(place.game, place.options, place.state)
        for event in self.does:
            if not _is_hers(match, event):
                match.do(event)
            elif not left:
                return Followed(match, since)
            else:
                since, deed = len(match.steps), left.pop(0)
                if not _do(match, event, deed):
                    return self._astray(match, deed, left)
        if left:
            raise IllegalMove(f"{left[0]!r} is not possible here: the lesson is over")
        return Followed(match, since, WELL, self.well)

    def _astray(self, match: Match, deed: str, left: list[str]) -> Followed:
        answer = next((each for each in self.otherwise if _fits(deed, each.does)), None)
        if answer is None:
            raise BadScenario(f"{self.id}: nothing is said to {deed!r}")
        if left:
            raise IllegalMove(f"{left[0]!r} is not possible here: {deed!r} ended the lesson")
        since = len(match.steps)
        match.do(deed, *answer.after)
        return Followed(match, since, OTHERWISE, answer)


def _is_hers(match: Match, event: str) -> bool:
    """Whether the learner brings an event about; dice that are nobody's are hers to roll."""
    if match.waiting:
        return match.waiting[0] == LEARNER and ":" not in event
    return match.game.engine.look(match.board).roller in (None, LEARNER)


def _do(match: Match, event: str, deed: str) -> bool:
    """Let a deed happen that was wished; whether it was."""
    if not match.waiting:
        if deed != ROLL:
            raise IllegalMove(f"{deed!r} is not possible here: chance is awaited")
        match.do(event)
        return True
    moves = match.moves(LEARNER)
    if deed not in moves:
        raise IllegalMove(f"{deed!r} is not possible here: legal are {', '.join(moves)}")
    if is_wished := _fits(deed, event):
        match.act(LEARNER, moves[deed])
    return is_wished


def _fits(move: str, pattern: str) -> bool:
    return any(fnmatchcase(move, each) for each in pattern.split("|"))


def lessons_of(game: Game, box: Box) -> tuple[Lesson, ...]:
    """The lessons of a box; none where its game has none."""
    return lessons(game).get(box.id, ())


@cache
def lessons(game: Game) -> dict[str, tuple[Lesson, ...]]:
    """A game's lessons by the ids of its boxes; BadScenario says what is wrong with one."""
    boxes = {box.id: box for box in game.boxes}
    return {
        id: tuple(
            _read(game, boxes[id], f"{game.id}: {FILE}: [{id}] lesson {number}", each)
            for number, each in enumerate(table["lesson"], 1)
        )
        for id, table in boxed.tables(game, FILE, BadScenario).items()
    }


def _read(game: Game, box: Box, where: str, data: dict[str, Any]) -> Lesson:
    _judge(where, data, {"id", "rule", "says", "do", "well"}, {"otherwise", *_PLACE})
    rules, options = data["rule"], {**box.options, **data.get("options", {})}
    place = {key: data[key] for key in _PLACE if key in data}
    shown = {"section": 0, "caption": data["says"], "moves": True, "options": options}
    return Lesson(
        data["id"],
        (rules,) if isinstance(rules, str) else tuple(rules),
        place,
        read_illustration(game, where, {**place, **shown}),
        tuple(data["do"]),
        Answer(data["well"], dict(_facts(data))),
        tuple(
            _otherwise(f"{where}: otherwise {number}", each)
            for number, each in enumerate(data.get("otherwise", ()), 1)
        ),
    )


def _otherwise(where: str, data: dict[str, Any]) -> Answer:
    _judge(where, data, {"says"}, {"do", "after"})
    after = tuple(data.get("after", ()))
    return Answer(data["says"], dict(_facts(data)), data.get("do", "*"), after)


def _facts(data: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((key, value) for key, value in data.items() if key in _STATED)


def _judge(where: str, data: dict[str, Any], needed: set[str], more: set[str]) -> None:
    if unknown := sorted(set(data) - needed - more - _STATED):
        raise BadScenario(f"{where}: unknown keys {', '.join(unknown)}")
    if lacking := sorted(needed - set(data)):
        raise BadScenario(f"{where}: there is no {', '.join(lacking)}")
    if not set(data) & _STATED:
        raise BadScenario(f"{where}: it states nothing; there are {', '.join(sorted(_STATED))}")
