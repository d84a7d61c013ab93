"""A portrait of each box: how long its games are, how much there is to choose, who wins.

``python -m benchmarks.portraits`` measures every box of the shelf, with every number of seats, and
keeps what it found in ``results/`` under the day's date; ``python -m benchmarks.portraits ludo``
one of them. The pages of the documentation are written from these files.

Only what plays by chance is measured here. What a game declares (actions, traits, outcomes) is
read from the game itself when a page is written.
"""

import argparse
import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.report import RESULTS, machine
from ludotheque import Batch, Game, Match, research
from ludotheque.bots.rollouts import points_sign
from ludotheque.core.discovery import box, boxes
from ludotheque.core.statistics import mean_interval
from ludotheque.research.results import shares_of

Numbers = NDArray[Any]

MANY_SEATS = (1, 2, 3, 4, 6, 12)  # of a game for many, these are enough
QUANTILES = (0, 5, 25, 50, 75, 95, 100)
BINS = 30
CHUNK = 10_000  # games in step
MATCHES, EXAMPLES = 3, 12  # how many matches are read for the notation of moves and outcomes


def settings(game: Game, settled: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every number of seats, and couples where there are any."""
    values = game.seat_counts
    for seats in values if len(values) <= len(MANY_SEATS) else MANY_SEATS:
        yield {**settled, "seats": seats}
        if game.couples and seats == 4:
            yield {**settled, "seats": seats, game.couples: True}


def measure(box_id: str, games: int, cup_games: int) -> dict[str, Any]:
    """All that is measured of a box, as plain data."""
    game, its_box = box(box_id)
    best = list(game.all_policies)[-1]
    found = []
    for options in settings(game, dict(its_box.options)):
        print(box_id, options, flush=True)
        played = {name: play(game, options, name, games) for name in ("random", best)}
        cup = research.tournament(
            game, list(game.all_policies), cup_games, options=options, threads=1, progress=False
        )
        found.append({"options": options, "played": played, "cup": cup.data()["standings"]})
    return {
        "box": box_id, "game": game.id, "edition": game.edition, "best": best,
        "day": date.today().isoformat(), "machine": machine(),
        "games": games, "cup_games": cup_games, "few_points_win": points_sign(game) < 0,
        "notation": notation(game, dict(its_box.options)), "settings": found,
    }  # fmt: skip


def play(game: Game, options: dict[str, Any], policy: str, games: int) -> dict[str, Any]:
    """Games in which the first seat begins and everybody plays by one policy."""
    opening = game.read({}, options)  # past the lot that names who begins
    batch = Batch(game, CHUNK, options=options, threads=1, auto_reset=False, traits=False)
    branching = np.zeros(game.rules.ACTIONS + 1, np.int64)
    lengths, free, ranks = [], [], []
    for first in range(0, games, CHUNK):
        batch.reset(opening, first=first)
        choices = np.zeros(CHUNK, np.int64)
        while (acting := batch.seat >= 0).any():
            branching += np.bincount(batch.count[acting], minlength=len(branching))
            choices += acting & (batch.count > 1)
            batch.step(batch.choose(policy))
        lengths.append(batch.lengths.copy())
        ranks.append(batch.ranks.copy())
        free.append(choices)
    counted = np.concatenate(lengths)
    return {
        "moves": spread(counted[:, 0]),
        "choices": spread(np.concatenate(free)),
        "rolls": spread(counted[:, 1]),
        "branching": branching_of(branching),
        "first": first_seat(game, options, np.concatenate(ranks)),
    }


def spread(values: Numbers) -> dict[str, Any]:
    """How a number differs from game to game."""
    least, most = int(values.min()), int(values.max())
    width = (most - least) // BINS + 1  # whole numbers, as many in each bin
    return {
        "mean": round(float(values.mean()), 2),
        "quantiles": [int(each) for each in np.quantile(values, np.array(QUANTILES) / 100)],
        "least": least,
        "width": width,
        "counts": np.bincount((values - least) // width).tolist(),
    }


def branching_of(counts: Numbers) -> dict[str, Any]:
    """How many legal actions there are at a decision."""
    actions, total = np.arange(len(counts)), counts.sum()
    order = np.cumsum(counts) / total
    free = counts[2:].sum()
    return {
        "mean": round(float((actions * counts).sum() / total), 3),
        "mean_of_choices": round(float((actions * counts)[2:].sum() / free), 3),
        "forced": round(float(counts[1] / total), 4),
        "median": int(np.searchsorted(order, 0.5)),
        "most": int(np.flatnonzero(counts)[-1]),
    }


def first_seat(game: Game, options: dict[str, Any], ranks: Numbers) -> dict[str, Any] | None:
    """The share of the win of the side that begins; None where nobody does."""
    sides = game.sides(game.chosen(options))
    if game.is_simultaneous or len(set(sides)) == 1:
        return None
    shares = shares_of(ranks, sides)[:, 0]
    low, high = mean_interval(shares)
    return {
        "share": round(float(shares.mean()), 4),
        "interval": [round(low, 4), round(high, 4)],
        "fair": round(1 / len(set(sides)), 4),
    }


def notation(game: Game, options: dict[str, Any]) -> dict[str, list[str]]:
    """How some moves and chance outcomes read, from matches played at random."""
    moves: dict[str, None] = {}
    outcomes: dict[str, None] = {}
    for number in range(MATCHES):
        lot, match = Random(number), Match(game, options)
        while not match.is_over:
            found, kept = (match.moves(), moves) if match.waiting else (match.chance(), outcomes)
            kept.update(dict.fromkeys(found))
            match.do(lot.choice(list(found)))
    return {"moves": _some(moves), "outcomes": _some(outcomes)}


def _some(texts: dict[str, None]) -> list[str]:
    return sorted(Random(1).sample(list(texts), min(EXAMPLES, len(texts))))


def latest(box_id: str) -> Path | None:
    """The newest file that was kept of a box."""
    return max(RESULTS.glob(f"????-??-??-portrait-{box_id}.json"), default=None)


def main() -> None:
    """Measure the boxes named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boxes", nargs="*", help="ids of boxes; none: all of the shelf")
    parser.add_argument("--games", type=int, default=40_000, help="games a figure")
    parser.add_argument("--cup-games", type=int, default=20_000, help="games a tournament")
    given = parser.parse_args()
    for each in given.boxes or boxes():
        found = measure(each, given.games, given.cup_games)
        file = RESULTS / f"{found['day']}-portrait-{each}.json"
        file.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
        print(file.name)


if __name__ == "__main__":
    main()
