"""What came of a tournament: standings, leads and ratings, with 95 % intervals.

Games of one deal hang together (they have the same players, and mostly the same dice), deals do
not: every interval comes from what differs from deal to deal.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game
from ludotheque.core.request import checked_file
from ludotheque.core.statistics import mean_interval
from ludotheque.research.chart import chart
from ludotheque.research.ratings import ratings

Interval = tuple[float, float]
Figures = NDArray[np.float64]


class Standing(NamedTuple):
    """How a player did."""

    player: str
    seats: int  # games, times the seats it had in them
    share: float | None  # of the win, a seat on average; None where everybody plays alone
    share_interval: Interval | None
    elo: float | None  # 0 is the players' mean
    elo_interval: Interval | None
    score: float
    score_interval: Interval


class Lead(NamedTuple):
    """By how much one player is ahead of another, from the differences within deals."""

    player: str
    over: str
    difference: float  # of their shares, or of their scores where everybody plays alone
    interval: Interval


@dataclass(frozen=True, eq=False)
class Tournament:
    """Many games between the same players: a row a game, a column a seat.

    The games of a deal follow each other.
    """

    game: Game
    options: dict[str, Any]
    players: tuple[str, ...]
    seed: int
    is_paired: bool
    deals: int
    lineups: NDArray[np.int32]  # the player in each seat
    numbers: NDArray[np.int64]  # the dice of each game, as in ``simulate`` with this seed
    ranks: NDArray[np.int32]
    scores: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.ranks)

    def __repr__(self) -> str:
        rows = [f"{each.player}  {_percent(each)}{_elo(each)}" for each in self.standings]
        return "\n".join([self.title, *rows])

    @property
    def title(self) -> str:
        """What was played."""
        dice = "the same dice for all lineups of a deal" if self.is_paired else "dice of their own"
        return (
            f"{self.game.box(self.options).title}: {len(self):,} games in {self.deals:,} deals, "
            f"{dice}, seed {self.seed}"
        )

    @cached_property
    def sides(self) -> NDArray[np.int64]:
        """The side of each seat."""
        return np.array(self.game.sides(self.options))

    @property
    def fair(self) -> float:
        """The share of the win that everybody would have if all were equal."""
        return 1 / len(np.unique(self.sides))

    @property
    def is_solo(self) -> bool:
        """Whether everybody plays alone: then points are compared."""
        return self.fair == 1

    @cached_property
    def shares(self) -> Figures:
        """Each seat's share of the win: sides in the first place have equal parts."""
        return shares_of(self.ranks, self.sides)

    def by_deal(self, values: NDArray[Any]) -> Figures:
        """What a player's seats had on average in each deal: a row a deal, a column a player."""
        deal = np.repeat(np.arange(self.deals), len(self) // self.deals)
        place = deal[:, np.newaxis] * len(self.players) + self.lineups
        size = self.deals * len(self.players)
        sums = np.bincount(place.ravel(), values.ravel(), size)
        counts = np.bincount(place.ravel(), minlength=size)
        with np.errstate(invalid="ignore"):  # 0 / 0: a player who does not play in every deal
            return (sums / counts).reshape(self.deals, -1)

    @property
    def _measure(self) -> Figures:
        return self.by_deal(self.scores if self.is_solo else self.shares)

    @cached_property
    def standings(self) -> list[Standing]:
        """Every player, by its share of the win, or by its points where all play alone."""
        scores, shares = self.by_deal(self.scores), self.by_deal(self.shares)
        seats = np.bincount(self.lineups.ravel(), minlength=len(self.players))
        elo, error = self._ratings
        rows = []
        for k, player in enumerate(self.players):
            points = float(scores[:, k].mean()), mean_interval(scores[:, k])
            if self.is_solo:
                rows.append(Standing(player, int(seats[k]), None, None, None, None, *points))
                continue
            share = float(shares[:, k].mean()), mean_interval(shares[:, k])
            rated = float(elo[k]), (float(elo[k] - error[k]), float(elo[k] + error[k]))
            rows.append(Standing(player, int(seats[k]), *share, *rated, *points))
        return sorted(rows, key=lambda row: -(row.score if row.share is None else row.share))

    @cached_property
    def leads(self) -> list[Lead]:
        """Each player against every one that stands below it."""
        order = [self.players.index(row.player) for row in self.standings]
        measure = self._measure
        found = []
        for place, k in enumerate(order):
            for other in order[place + 1 :]:
                differences = measure[:, k] - measure[:, other]
                mean, interval = float(differences.mean()), mean_interval(differences)
                found.append(Lead(self.players[k], self.players[other], mean, interval))
        return found

    @cached_property
    def _ratings(self) -> tuple[Figures, Figures]:
        """Elo of each player, and half its interval."""
        firsts = np.unique(self.sides, return_index=True)[1]  # a seat of each side
        return ratings(
            self.lineups[:, firsts], self.shares[:, firsts], self.deals, len(self.players)
        )

    def data(self) -> dict[str, Any]:
        """Everything but the games themselves as plain data, for JSON."""
        return {
            "game": self.game.id,
            "options": {
                name: value
                for name, value in self.options.items()
                if isinstance(value, str | int | float | bool | None)
            },
            "seed": self.seed,
            "paired": self.is_paired,
            "deals": self.deals,
            "games": len(self),
            "fair": self.fair,
            "standings": [_plain(row) for row in self.standings],
            "leads": [_plain(lead) for lead in self.leads],
        }

    def svg(self) -> str:
        """The standings as a picture: a dot with its interval for each player."""
        return chart(self)

    def picture(self, kind: str) -> bytes:
        """The picture as a file of a kind: .svg or .png."""
        if kind == ".svg":
            return self.svg().encode()
        from ludotheque.core.drawing import png

        return png(self.svg(), 1200)

    def plot(self, file: str | Path) -> None:
        """Write the picture to a file: .svg or .png."""
        file = checked_file(file)
        kind = file.suffix.lower()
        if kind not in (".svg", ".png"):
            raise BadOption(f"{file}: a picture ends in .svg or .png")
        file.write_bytes(self.picture(kind))


def shares_of(ranks: NDArray[np.int32], sides: Any) -> Figures:
    """Each seat's share of the win, its side's: those in the first place have equal parts."""
    first, sides = ranks == 1, np.asarray(sides)
    won = np.stack([first[:, sides == side].any(axis=1) for side in np.unique(sides)])
    return (won / won.sum(axis=0)).T[:, sides]


def _plain(row: NamedTuple) -> dict[str, Any]:
    """A row for JSON, which has no infinity: an interval that says nothing is null."""
    text = json.dumps(row._asdict())
    return json.loads(text, parse_constant=lambda _: None)


def _percent(row: Standing) -> str:
    if row.share is None or row.share_interval is None:
        return f"{row.score:.2f} [{row.score_interval[0]:.2f}, {row.score_interval[1]:.2f}]"
    return f"{row.share:.1%} [{row.share_interval[0]:.1%}, {row.share_interval[1]:.1%}]"


def _elo(row: Standing) -> str:
    if row.elo is None or row.elo_interval is None:
        return ""
    return f"  Elo {row.elo:+.0f} [{row.elo_interval[0]:+.0f}, {row.elo_interval[1]:+.0f}]"
