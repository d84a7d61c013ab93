"""A policy with weights, in a file of its own: what is compiled of it is kept on disk."""

from ludotheque.core.contract import whole


def heaviest(state, seat, moves, count, random, weights):
    """The legal action of the greatest weight."""
    best = whole(moves[0])
    for k in range(count):
        action = whole(moves[k])
        if weights[action] > weights[best]:
            best = action
    return best
