"""``ludotheque puzzles``: positions with one best move, mined from self-play."""

from itertools import cycle
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from ludotheque.analysis.puzzles import FILE, Puzzle, mine, puzzles_of, written
from ludotheque.cli.app import GameId, app, save
from ludotheque.core.discovery import box
from ludotheque.core.game import Box, Game, Options

puzzles = typer.Typer(help="Positions with one best move that is not the obvious one.",
                      no_args_is_help=True)  # fmt: skip
app.add_typer(puzzles, name="puzzles")


@puzzles.command("mine")
def mine_them(
    game_id: GameId,
    count: Annotated[int, typer.Option("-n", "--count", min=1, help="How many.")] = 100,
    games: Annotated[int, typer.Option(min=1, help="Games to look through at most.")] = 100_000,
    out: Annotated[Path | None, typer.Option(help=f"The file; default: the game's {FILE}.")] = None,
    seed: Annotated[int, typer.Option(min=0)] = 0,
) -> None:
    """Look for puzzles of a box in games of bots, each checked by looking deeper."""
    game, its_box = box(game_id)
    console = Console(highlight=False, soft_wrap=True, stderr=True)
    found = _mined(game, its_box, count, games, seed, console)
    kept = {each.id: list(puzzles_of(game, each)) for each in game.boxes}
    save(out or game.folder / FILE, written({**kept, its_box.id: found}).encode())


def _mined(
    game: Game, its_box: Box, count: int, games: int, seed: int, console: Console
) -> list[Puzzle]:
    """Puzzles of a box, with its numbers of seats in turn."""
    found: list[Puzzle] = []
    mines = [mine(game, each, seed) for each in _played(game, its_box)]
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("puzzles", total=count)
        for _, source in zip(range(games), cycle(mines), strict=False):
            puzzle = next(source)
            if puzzle is not None:
                found.append(puzzle)
                bar.update(task, completed=len(found))
            if len(found) == count:
                break
    return sorted(found, key=lambda each: each.rating)


def _played(game: Game, its_box: Box) -> list[Options]:
    """Alone where one can be; else for two, and for as many as usual."""
    usual = int(game.chosen(its_box.options)["seats"])
    counts = (1,) if 1 in game.seat_counts else sorted({2, usual})
    return [{**its_box.options, "seats": seats} for seats in counts]
