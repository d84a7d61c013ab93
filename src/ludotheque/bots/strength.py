"""Which of a game's policies bots play by, where there is no brain, or until it can be asked."""

from ludotheque.core.game import Game


def strongest(game: Game) -> str:
    """The name of the game's strongest policy: the last it lists."""
    return list(game.all_policies)[-1]
