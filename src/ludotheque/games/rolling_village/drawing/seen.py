"""What the drawing reads of a state, as plain numbers."""

from typing import Any, NamedTuple

from ludotheque.core.contract import State
from ludotheque.core.drawing import fields
from ludotheque.games.rolling_village.record import FINISHED, ROUNDS
from ludotheque.games.rolling_village.scoring import park_points


class Seen(NamedTuple):
    """A state, read once."""

    state: Any  # its fields
    large: int  # the seat whose sheet is large
    built: list[list[int]]  # of each seat, the cells with each kind
    scores: list[list[int]]  # of each seat, by round
    parks: list[int]  # of each seat, once all rounds were played (RV-13)
    points: list[int]  # of each seat, all together
    rounds: int  # that are finished

    @property
    def is_finished(self) -> bool:
        """Whether all rounds were played."""
        return self.rounds == ROUNDS

    def has_won(self, seat: int) -> bool:
        """Whether all rounds were played and nobody has more points (RV-2)."""
        return self.is_finished and self.points[seat] == max(self.points)


def see(state: State, seat: int | None) -> Seen:
    """Read a state for a seat, whose sheet is large; for an onlooker the leader's is."""
    seen = fields(state)
    built, scores = (each[: seen.seats].tolist() for each in (seen.built, seen.scores))
    points, parks, rounds = [sum(row) for row in scores], [0] * seen.seats, max(seen.stage - 1, 0)
    if seen.ended == FINISHED:
        parks = [int(park_points(seen, seat)) for seat in range(seen.seats)]
        points, rounds = list(map(sum, zip(points, parks, strict=True))), ROUNDS
    large = points.index(max(points)) if seat is None else seat
    return Seen(seen, large, built, scores, parks, points, rounds)
