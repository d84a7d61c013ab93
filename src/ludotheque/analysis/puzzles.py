"""Puzzles: positions in which one move is clearly best, and not the obvious one.

They are mined from games of bots of a middling level: where the best move, as the brain judges, is
not what the game's strongest policy plays, and the lead over the second holds when one looks much
deeper. Kept as ``puzzles.json`` in the game's folder, by box. Whoever solves one has seat 1.
"""

import hashlib
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from random import Random as Lot
from typing import Any

from ludotheque.analysis.values import MILLION, Evaluator, depths
from ludotheque.bots import bot, warm_search
from ludotheque.bots.strength import strongest
from ludotheque.core.brains import brain_of
from ludotheque.core.game import Box, Game, Options
from ludotheque.core.match import Match

FILE = "puzzles.json"
SOLVER = 0  # her seat
MIDDLE = 1200  # the rating of a puzzle that every other solver finds
_PLAYED_BY = "medium"
_LEAD = 0.03  # of a win, by which the best move leads; hundred times that in points
_FOUND_BY = "beginner"  # the level whose luck with a puzzle says how hard it is
_STEEP = 400  # points of rating for ten times the odds
_CHOICES = 3  # moves at least
_LONGEST = 3000  # steps of a game that are looked at


@dataclass(frozen=True)
class Puzzle:
    """A position with one best move."""

    start: Mapping[str, Any]  # the position, as plain data
    options: Options
    best: str  # in notation
    values: Mapping[str, int]  # of each move, for who solves it, in millionths
    rating: int  # how hard it is, on the scale of players

    @cached_property
    def id(self) -> str:
        """A name that stays when others come and go."""
        told = json.dumps([self.start, self.options], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()[:12]

    @property
    def lead(self) -> int:
        """How far the best move is above the second."""
        second = max(value for move, value in self.values.items() if move != self.best)
        return self.values[self.best] - second


def puzzles_of(game: Game, box: Box) -> tuple[Puzzle, ...]:
    """The puzzles of a box; none where its game has none."""
    return _read(game).get(box.id, ())


@cache
def _read(game: Game) -> dict[str, tuple[Puzzle, ...]]:
    file = game.folder / FILE
    if not file.is_file():
        return {}
    held = json.loads(file.read_text(encoding="utf-8"))
    return {box: tuple(Puzzle(**each) for each in found) for box, found in held.items()}


def of_day(puzzles: Sequence[Puzzle], day: int) -> int:
    """The number of a day's puzzle, from 1: all come, in an order of their own, before any again.

    >>> sorted(of_day(["a", "b", "c", "d"], day) for day in range(700_000, 700_004))
    [1, 2, 3, 4]
    """
    order = list(range(len(puzzles)))
    Lot(day // len(puzzles)).shuffle(order)
    return order[day % len(puzzles)] + 1


def written(puzzles: Mapping[str, list[Puzzle]]) -> str:
    """A file of puzzles, one a line."""
    parts = []
    for box, found in puzzles.items():
        lines = ",\n".join(json.dumps(asdict(each), ensure_ascii=False) for each in found)
        parts.append(f'"{box}": [\n{lines}\n]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def mine(game: Game, options: Options, seed: int = 0) -> Iterator[Puzzle | None]:
    """Puzzles without end, at most one a game; None after a game that had none."""
    warm_search(game)
    lot, known = Lot(seed), set[str]()
    while True:
        found = next(_in_a_game(game, options, lot), None)
        key = json.dumps(found.start, sort_keys=True) if found else ""
        yield None if key in known else found
        known.add(key)


def _in_a_game(game: Game, options: Options, lot: Lot) -> Iterator[Puzzle]:
    match, player = Match(game, options), bot(game, _PLAYED_BY)
    engine = game.engine
    sight, deep = (Evaluator(game, match.board, depth) for depth in (0, depths(game)[1]))
    for _ in range(_LONGEST):
        look = engine.look(match.board)
        if look.is_over:
            return
        if not look.waiting:
            weights = engine.weights(match.board)
            match.happen(lot.choices(range(len(weights)), weights)[0])
            continue
        seat = look.waiting[0]
        if seat == SOLVER and _is_promising(match, sight):
            values = _valued(match, deep)
            if _lead(values) >= _wanted(sight) and _is_whole(match):
                yield _puzzle(match, values)
        match.act(seat, player.choose(match, seat, lot.getrandbits(62)))


def _is_promising(match: Match, sight: Evaluator) -> bool:
    """Whether, at sight, a move leads that the strongest policy would not play."""
    if len(match.moves(SOLVER)) < _CHOICES:
        return False
    values = _valued(match, sight)
    best = max(values, key=lambda each: values[each])
    plain = match.game.engine.pick(strongest(match.game), match.board, SOLVER, 0)
    is_obvious = match.game.notation.move(match.state, SOLVER, plain) == best
    return not is_obvious and _lead(values) >= _wanted(sight) / 2


def _valued(match: Match, values: Evaluator) -> dict[str, int]:
    """What each move is worth to the solver; moves that are written alike are one."""
    found: dict[str, int] = {}
    for action, value in values.moves(match.board, SOLVER).items():
        text = match.game.notation.move(match.state, SOLVER, action)
        found[text] = max(value[SOLVER], found.get(text, value[SOLVER]))
    return found


def _lead(values: Mapping[str, int]) -> int:
    first, second, *_ = (*sorted(values.values(), reverse=True), -MILLION * MILLION)
    return first - second if len(values) > 1 else 0


def _wanted(values: Evaluator) -> int:
    return round(_LEAD * MILLION * (100 if values.by_points else 1))


def _is_whole(match: Match) -> bool:
    """Whether the position, written down and read again, is the same for everybody."""
    game, engine = match.game, match.game.engine
    again = engine.board(game.read(match.position(), match.options))
    return all(
        engine.observe(again, seat) == engine.observe(match.board, seat)
        for seat in range(match.seats)
    ) and engine.moves(again, SOLVER) == engine.moves(match.board, SOLVER)


def _puzzle(match: Match, values: dict[str, int]) -> Puzzle:
    best = max(values, key=lambda each: values[each])
    ranked = dict(sorted(values.items(), key=lambda each: -each[1]))
    return Puzzle(match.position(), match.options, best, ranked, _rating(match, values, best))


def _rating(match: Match, values: Mapping[str, int], best: str) -> int:
    """How hard it is: by the odds that a bot of the first level plays the best move."""
    brain = brain_of(match.game)
    warmth = bot(match.game, _FOUND_BY).warmth * brain.card["spread"]
    unit = MILLION * (100 if brain.by_points else 1) * warmth
    others = sum(
        math.exp((value - values[best]) / unit) for move, value in values.items() if move != best
    )
    return round(MIDDLE + _STEEP * math.log10(max(others, 1e-3)))
