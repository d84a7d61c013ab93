"""What a finished game in a room brought each seat, to be told where it was played."""

from collections.abc import Callable

from ludotheque.house.stakes.outcome import Outcome, payouts, points
from ludotheque.house.stakes.rooms import Rooms
from ludotheque.table import View

Winnings = Callable[[View], list[tuple[int, int]]]


def winnings(rooms: Rooms) -> Winnings:
    """A function that tells of a view the chips won or lost and the points earned, seat by seat.

    Empty where nothing was at stake.
    """

    def of(view: View) -> list[tuple[int, int]]:
        room = rooms.find(view.settings.room)
        if room is None or view.ended is None or not view.ended.ranks:
            return []
        sides = view.game.sides(view.options)
        left = tuple(seat.has_left for seat in view.seats)
        outcome = Outcome(view.ended.reason, view.ended.ranks, left, sides)
        shares = rooms.shares(len(set(sides)), len(sides))
        paid = payouts(outcome, room.stake, shares)
        earned = points(outcome, room.points)
        return [(chips - room.stake, each) for chips, each in zip(paid, earned, strict=True)]

    return of
