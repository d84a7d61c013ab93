"""``ludotheque luck``: how much of a game is luck, and how much is play."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from ludotheque.analysis.drift import drift
from ludotheque.analysis.shares import FILE, Share, measured, shares_of, written
from ludotheque.cli.app import GameId, app, save
from ludotheque.core.discovery import box
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game, Options


@app.command()
def luck(
    game_id: GameId,
    games: Annotated[int, typer.Option("-n", "--games", min=2, help="For each count.")] = 1000,
    seats: Annotated[list[int] | None, typer.Option(help="Default: 2, and as usual.")] = None,
    mean: Annotated[
        bool, typer.Option("--mean", help="Only the mean of luck: nothing, if dice are fair.")
    ] = False,
    keep: Annotated[bool, typer.Option("--keep", help=f"Write the game's {FILE}.")] = False,
    seed: Annotated[int, typer.Option(min=0)] = 0,
) -> None:
    """Measure the part of luck in a box, on games of bots of all levels."""
    game, its_box = box(game_id)
    if not game.has_brain:
        raise BadOption(f"{game.id} has no brain that could tell luck apart from play")
    usual = int(game.chosen(its_box.options)["seats"])
    counts = seats or sorted({min(2, max(game.seat_counts)), usual})
    console = Console(highlight=False, soft_wrap=True, stderr=True)
    found: list[Share] = []
    for count in counts:
        options = {**its_box.options, "seats": count}
        if mean:
            typer.echo(_mean(game, options, games, seed, console))
            continue
        found.append(_measured(game, options, games, seed, console))
        typer.echo(_told(found[-1]))
    if keep and found:
        kept = {each.id: list(shares_of(game, each)) for each in game.boxes}
        save(game.folder / FILE, written({**kept, its_box.id: found}).encode())


def _measured(game: Game, options: Options, games: int, seed: int, console: Console) -> Share:
    with _bar(console, options, games) as advance:
        return measured(game, options, games, seed, advance)


def _mean(game: Game, options: Options, games: int, seed: int, console: Console) -> str:
    with _bar(console, options, games) as advance:
        found = drift(game, options, games, seed, advance)
    return (
        f"{options['seats']} seats, {games} games: mean of luck "
        f"{found.mean:+.5f} ± {found.half:.5f}"
    )


@contextmanager
def _bar(console: Console, options: Options, games: int) -> Iterator[Callable[[int], None]]:
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(f"{options['seats']} seats", total=games)
        yield lambda done: bar.update(task, completed=done)


def _told(share: Share) -> str:
    better = "" if share.better is None else f"; the better level wins {share.better:.1%}"
    return (
        f"{share.seats} seats, {share.games} games: {share.luck:.0%} luck, {1 - share.luck:.0%} "
        f"play{better}; mean of luck {share.drift:+.4f} ± {1.96 * share.drift_error:.4f}"
    )
