"""What an ending is worth to each seat.

Whatever the kind, more is better, and a reward is given once, when the game is over.
"""

from collections.abc import Sequence

from ludotheque.bots.rollouts import points_sign
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game

AUTO = "auto"  # the share of the win; of somebody who plays alone, the points
KINDS = ("win", "rank", "points")
_FAR = 10_000.0  # further from nought than the points of any game


class Reward:
    """One kind of reward in one game.

    >>> import ludotheque
    >>> Reward(ludotheque.game("ludo"), 3, "rank").of(ranks=(1, 1, 3), scores=(70, 70, 9))
    [0.75, 0.75, 0.0]
    """

    def __init__(self, game: Game, seats: int, kind: str = AUTO):
        if kind not in (AUTO, *KINDS):
            raise BadOption(f"a reward is {AUTO}, {', '.join(KINDS)}; not {kind!r}")
        self.kind = kind if kind != AUTO else "win" if seats > 1 else "points"
        self.seats = seats
        self.sign = points_sign(game) if self.kind == "points" else 1

    def of(self, ranks: Sequence[int], scores: Sequence[int]) -> list[float]:
        """Each seat's reward."""
        if self.kind == "points":
            return [float(self.sign * score) for score in scores]
        if self.kind == "rank":
            return [self._place(ranks, rank) for rank in ranks]
        return [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]

    def _place(self, ranks: Sequence[int], rank: int) -> float:
        """1 for the first place and 0 for the last; seats that share some get their mean."""
        place = rank + (ranks.count(rank) - 1) / 2
        return (self.seats - place) / (self.seats - 1) if self.seats > 1 else 1.0

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the most that a game can give."""
        return (-_FAR, _FAR) if self.kind == "points" else (0.0, 1.0)

    @property
    def total(self) -> float | None:
        """What all seats get together, where that is always the same."""
        shared = {"win": 1.0, "rank": self.seats / 2 if self.seats > 1 else 1.0}
        return shared.get(self.kind)

    @property
    def illegal(self) -> float:
        """What playing an illegal action is worth: less than any ending."""
        return -_FAR if self.kind == "points" else -1.0
