"""``ludotheque playthrough``: one whole game as text, to read or to keep as a golden file."""

from typing import Annotated

import typer

from ludotheque.cli.app import GameId, Settings, app, taken
from ludotheque.core.playthrough import playthrough


@app.command("playthrough")
def print_playthrough(
    game_id: GameId,
    policy: Annotated[str, typer.Option(help="The policy that plays every seat.")] = "random",
    seed: Annotated[int, typer.Option(min=0)] = 0,
    option: Settings = None,
) -> None:
    """Print one whole game: every step with the position, the choice and the score."""
    typer.echo(playthrough(*taken(game_id, option), policy, seed), nl=False)
