"""How much of a game is luck: measured on games of bots of all levels at sight.

In each game every seat plays at a level drawn by lot. The report of a game says what luck did for
each seat and what play did, its own and the others'; over many games the two vary, and the part of
luck is its variance in that of both. Beside it stands how often the better of two neighbouring
levels wins.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from random import Random as Lot
from statistics import mean, pvariance
from typing import Any

from ludotheque.analysis.report import report
from ludotheque.bots import LEVELS, bot, warm_search
from ludotheque.core.game import Box, Game, Options
from ludotheque.core.match import Match
from ludotheque.core.policies import Weighted
from ludotheque.core.simulate import simulate

FILE = "luck.json"
_QUICK = [id for id, level in LEVELS.items() if level.is_quick]
_DUELS = 4000  # games of two neighbouring levels


@dataclass(frozen=True)
class Share:
    """What luck is worth in a box with some number of seats."""

    seats: int
    games: int
    luck: float  # the part of luck in what luck and play do to results
    better: float | None  # how often the better of two neighbouring levels wins; two seats alone
    drift: float  # the mean of luck over all seats and games: nothing, but for chance
    drift_error: float  # its standard error


def measured(
    game: Game, options: Options, games: int, seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Share:  # fmt: skip
    """Play games and tell luck apart from play in all of them."""
    warm_search(game)
    lot, lucks, plays, firsts = Lot(seed), [], [], []
    for number in range(games):
        match = _played(game, options, lot)
        found = report(match)
        accounts = [found.account(seat) for seat in range(match.seats)]
        lucks += [each.luck for each in accounts]
        plays += [each.play + each.others for each in accounts]
        firsts.append(accounts[0].luck)  # seats of one game are not independent: one of each
        if progress is not None:
            progress(number + 1)
    luck, play = pvariance(lucks), pvariance(plays)
    seats = int(game.chosen(options)["seats"])
    error = (pvariance(firsts) / len(firsts)) ** 0.5
    return Share(
        seats, games, luck / (luck + play), _better(game, options, seed) if seats == 2 else None,
        mean(firsts) / 1e6, error / 1e6,
    )  # fmt: skip


def _played(game: Game, options: Options, lot: Lot) -> Match:
    match, engine = Match(game, options), game.engine
    players = [bot(game, lot.choice(_QUICK)) for _ in range(match.seats)]
    while not (look := engine.look(match.board)).is_over:
        if look.waiting:
            seat = look.waiting[0]
            match.act(seat, players[seat].choose(match, seat, lot.getrandbits(62)))
        else:
            weights = engine.weights(match.board)
            match.happen(lot.choices(range(len(weights)), weights)[0])
    return match


def _better(game: Game, options: Options, seed: int) -> float:
    """How often the better of two neighbouring levels wins, each from both sides."""
    shares = []
    for worse, better in pairwise(_QUICK):
        players = [_policy(game, id, options) for id in (better, worse)]
        for seat, order in enumerate((players, players[::-1])):
            played = simulate(game, _DUELS // 2, options=options, policies=order, seed=seed)
            shares.append(float(played.won[:, seat].mean()))
    return mean(shares)


def _policy(game: Game, level: str, options: Options) -> Weighted:
    policy = bot(game, level).policy(options)
    assert policy is not None, "a game with a brain has one for every quick level"
    return policy


def shares_of(game: Game, box: Box) -> tuple[Share, ...]:
    """What was measured of a box, by its number of seats."""
    return _read(game).get(box.id, ())


@cache
def _read(game: Game) -> dict[str, tuple[Share, ...]]:
    file = game.folder / FILE
    if not file.is_file():
        return {}
    held: dict[str, list[dict[str, Any]]] = json.loads(file.read_text(encoding="utf-8"))
    return {box: tuple(Share(**each) for each in found) for box, found in held.items()}


def written(shares: dict[str, list[Share]]) -> str:
    """A file of what was measured."""
    held = {
        box: [{name: _short(value) for name, value in asdict(each).items()} for each in found]
        for box, found in shares.items()
    }
    return json.dumps(held, indent=1) + "\n"


def _short(value: Any) -> Any:
    return round(value, 4) if isinstance(value, float) else value
