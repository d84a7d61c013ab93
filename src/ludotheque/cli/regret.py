"""``ludotheque regret``: what a policy gives up, where the game is solved exactly."""

import json
from typing import Annotated

import typer

from ludotheque.cli.app import GameId, Settings, app, taken
from ludotheque.research import regret as run


@app.command()
def regret(
    game_id: GameId,
    policy: Annotated[str, typer.Argument(metavar="POLICY", help="A policy of the game.")],
    games: Annotated[int, typer.Option("-n", "--games", min=1, help="How many games.")] = 10_000,
    against: Annotated[
        str | None, typer.Option(help="The other side's policy; default: the same.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 0,
    threads: Annotated[int | None, typer.Option(min=1, help="Default: all cores.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As data.")] = False,
    option: Settings = None,
) -> None:
    """Measure what a policy gives up at each decision against exact play.

    Without --set it is the solved game with the most to choose. Solving takes some seconds.
    """
    shelf_game, options = taken(game_id, option)
    result = run(
        shelf_game, policy, games, options=options if option else None, against=against,
        seed=seed, threads=threads,
    )  # fmt: skip
    if as_json:
        typer.echo(json.dumps(result.data(), ensure_ascii=False, indent=2))
        return
    options_text = ", ".join(f"{name}={value}" for name, value in result.options.items())
    typer.echo(f"{shelf_game.title} ({options_text}), {len(result):,} games, seed {seed}")
    typer.echo(str(result))
