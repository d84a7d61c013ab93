"""Which of a game's policies bots play by, the strongest and the weakest of those it lists."""

from ludotheque.core.game import Game


def strongest(game: Game) -> str:
    """The name of the game's strongest policy: the last it lists."""
    return list(game.all_policies)[-1]


def weakest(game: Game) -> str:
    """The name of the first policy the game lists itself."""
    return next(iter(game.policies), "random")


def warm_policies(game: Game) -> None:
    """Make a game's engine ready, and the policies that bots play by; slow at first."""
    game.engine.warm(("random", weakest(game), strongest(game)))
