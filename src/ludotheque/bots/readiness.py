"""Whether bots can think at once: what they play by is compiled, slowly, before it is asked."""

from ludotheque.bots.rollouts import Search
from ludotheque.bots.strength import strongest
from ludotheque.bots.trying import Trying, is_for
from ludotheque.core.brains import brain_of
from ludotheque.core.compile import is_interpreted
from ludotheque.core.game import Game
from ludotheque.core.lookahead import Lookahead

_thoughtful: set[Game] = set()  # games whose brain can answer at sight
_ready: set[Game] = set()  # games in which bots can search


def warm_policies(game: Game) -> None:
    """Make a game's engine ready, and what bots play by at sight; slow at first."""
    game.engine.warm(("random", strongest(game)))
    if game.has_brain and not is_interpreted() and game not in _thoughtful:
        brain_of(game).choose(*game.engine.opening())
        _thoughtful.add(game)


def warm_search(game: Game) -> None:
    """Make everything that bots play by ready: compile it, or read it from disk."""
    if is_interpreted() or game in _ready:
        return
    warm_policies(game)
    board, seat = game.engine.opening()
    if game.has_brain:
        brain = brain_of(game)
        Lookahead(brain).warm(board, seat)
        if is_for(brain, max(game.seat_counts)):
            Trying(brain).warm(board, seat)
    else:
        actions = game.engine.moves(board, seat)
        Search(game, 1).values(board, seat, int(game.chosen()["seats"]), actions)
    _ready.add(game)


def is_warm(game: Game) -> bool:
    """Whether a search can begin at once."""
    return game in _ready and not is_interpreted()


def is_thoughtful(game: Game) -> bool:
    """Whether the game's brain can be asked at once."""
    return game in _thoughtful and not is_interpreted()
