"""How strong a brain is: measured on the file as it is, and told on a card beside it."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean, median

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.levels import STANDBY, level
from ludotheque.bots.strength import strongest
from ludotheque.core.brains import NAME, Brain
from ludotheque.core.game import Box
from ludotheque.core.match import Match
from ludotheque.core.simulate import simulate
from ludotheque.core.statistics import mean_interval
from ludotheque.research.arena import tournament

_SIGHTS = 300  # decisions that are looked at one by one
_DOUBLINGS = 3
_TELLING = 0.47  # a share of the win with two seats that tells one level from the next
_TRIED = 1000  # games in each seat


@dataclass(frozen=True)
class Row:
    """One measurement: alone among players of one policy, or on its own for points."""

    box: Box
    seats: int
    against: str  # empty: nobody else plays
    games: int
    value: float  # the share of the win, or the mean points
    interval: tuple[float, float]

    def text(self) -> str:
        """As a line of the card."""
        low, high = self.interval
        if not self.against:
            return f"{self.box.title}, alone: {self.value:.2f} points [{low:.2f}, {high:.2f}]"
        others = "" if self.seats == 2 else f"{self.seats - 1} × "
        return (
            f"{self.box.title}, {self.seats} seats, against {others}`{self.against}`: "
            f"{self.value:.1%} [{low:.1%}, {high:.1%}] of {self.games:,} games "
            f"(even: {1 / self.seats:.0%})"
        )


def measure(brain: Brain, games: int = 10_000, seed: int = 0) -> Iterator[Row]:
    """What the brain reaches at sight, box by box: by itself, with two seats, and with the usual.

    The others play by the strongest policy that the game lists, or just anything.
    """
    game = brain.game
    usual = int(game.chosen()["seats"])
    for box in game.boxes:
        if brain.by_points:
            yield _alone(brain, box, games, seed)
        for seats in sorted({2, usual}):
            options = {**box.options, "seats": seats}
            for other in (strongest(game), "random"):
                cup = tournament(
                    game, [brain.policy(options)], games, options=options, field=other, seed=seed
                )
                found = next(row for row in cup.standings if row.player == NAME)
                assert found.share is not None
                assert found.share_interval is not None
                yield Row(box, seats, other, games, found.share, found.share_interval)


def _alone(brain: Brain, box: Box, games: int, seed: int) -> Row:
    options = {**box.options, "seats": 1}
    played = simulate(brain.game, games, options=options, policies=brain.policy(options), seed=seed)
    points = played.scores[:, 0]
    return Row(box, 1, "", games, float(points.mean()), mean_interval(points))


def spread(brain: Brain) -> float:
    """What warmth is counted in: how far, on average, the best move is above the mean of all.

    Where luck is strong or games are short, that is doubled until a medium level can be told
    from the brain itself.
    """
    found = mean(float(values.max() - values.mean()) for values in _sights(brain))
    for _ in range(_DOUBLINGS):
        if _warmed(brain, level(STANDBY).warmth * found) < _TELLING:
            break
        found *= 2
    return found


def _warmed(brain: Brain, warmth: float) -> float:
    """The share of the win of a warm brain against itself, in each of two seats."""
    options = {**brain.game.boxes[0].options, "seats": 2}
    players = (brain.policy(options, warmth=warmth), brain.policy(options))
    shares = []
    for own, policies in enumerate((players, players[::-1])):
        ranks = simulate(brain.game, _TRIED, options=options, policies=policies, seed=own).ranks
        shares.append(float(((ranks[:, own] == 1) / (ranks == 1).sum(axis=1)).mean()))
    return mean(shares)


def median_time(brain: Brain) -> float:
    """The median CPU seconds of a decision, at sight."""
    took: list[float] = []
    for _ in _sights(brain, took):
        pass
    return median(took)


def _sights(brain: Brain, took: list[float] | None = None) -> Iterator[NDArray[np.float32]]:
    """What the one who moves can expect of each move, where there is a choice, game after game."""
    engine, lot = brain.game.engine, np.random.default_rng(0)
    match, seen = Match(brain.game), 0
    while seen < _SIGHTS:
        if match.is_over:
            match = Match(brain.game)
        elif not match.waiting:
            odds = np.array(engine.weights(match.board), float)
            match.happen(int(lot.choice(len(odds), p=odds / odds.sum())))
        else:
            seat = match.waiting[0]
            begun = time.thread_time()
            moves, values = brain.prospects(match.board, seat)
            if len(moves) > 1:
                seen += 1
                if took is not None:
                    took.append(time.thread_time() - begun)
                yield values[:, seat]
            match.act(seat, moves[int(values[:, seat].argmax())])


def _guests(brain: Brain) -> str:
    part = brain.card["plan"].get("guests", 0.0)
    others = f"all seats but one played by `{strongest(brain.game)}`"
    return f" In {part:.0%} of the games {others}." if part else ""


def card(brain: Brain, rows: list[Row], date: str) -> str:
    """What people read beside the weights."""
    told, plan = brain.card, brain.card["plan"]
    layers = f"{plan['first']} and {plan['second']} units"
    games = "alone" if brain.by_points else "with all numbers of seats"
    return "\n".join(
        [
            f"# A brain for {brain.game.title}",
            "",
            f"Measured {date}. Learned by playing itself: {told['decisions']:,} decisions in "
            f"{told['seconds']:,} seconds on `{plan['device']}`, layers of {layers}, edition "
            f"{told['edition']} of the rules, {games}, all options mixed.{_guests(brain)}",
            "",
            "Its strength at sight, one look at each legal move, as the file lies here; 95 % "
            "intervals:",
            "",
            *(f"- {row.text()}" for row in rows),
            "",
            f"A decision takes {1e3 * told['decision']:.2f} ms of one core (median).",
            "",
        ]
    )
