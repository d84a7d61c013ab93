"""``ludotheque bench``: how fast this machine plays, without peers (`make bench` has those)."""

import time
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ludotheque.cli.app import app
from ludotheque.core.compile import interpreted
from ludotheque.core.discovery import box, boxes
from ludotheque.core.game import Box, Game
from ludotheque.core.simulate import Simulation, simulate


@app.command()
def bench(
    game_id: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Left out: every box on the shelf.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="Spent on each measurement.")] = 2.0,
    device: Annotated[str, typer.Option(help="cpu, or cuda: on a GPU, results fetched.")] = "cpu",
) -> None:
    """Measure random play: moves and games a second, interpreted, compiled, on all cores."""
    table = Table(
        "game",
        "run",
        "moves/s",
        "with a choice/s",
        "games/s",
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
    )
    for shelf_game, each in [box(game_id)] if game_id else boxes().values():
        for name, row in _measure(shelf_game, each, seconds, device):
            table.add_row(each.id, name, *row)
    Console().print(table)


def _measure(
    shelf_game: Game, each: Box, seconds: float, device: str
) -> list[tuple[str, list[str]]]:
    rows = []
    if device != "cpu":
        simulate(shelf_game, 1, options=each.options, device=device)
        return [(device, _rate(shelf_game, each, seconds, None, device))]
    with interpreted():
        rows.append(("interpreted", _rate(shelf_game, each, seconds, 1)))
    with interpreted(False):
        simulate(shelf_game, 1, options=each.options)  # compiling is not playing
        rows.append(("compiled, one core", _rate(shelf_game, each, seconds, 1)))
        rows.append(("compiled, all cores", _rate(shelf_game, each, seconds, None)))
    return rows


def _rate(
    shelf_game: Game, each: Box, seconds: float, threads: int | None, device: str = "cpu"
) -> list[str]:
    """Rates over runs that double until one takes as long as asked."""
    n = 1
    while True:
        began = time.perf_counter()
        result = simulate(
            shelf_game, n, options=each.options, threads=threads, device=device, progress=False
        )
        took = time.perf_counter() - began
        if took >= seconds / 2:
            return _row(result, took)
        n *= 2


def _row(result: Simulation, took: float) -> list[str]:
    totals = (int(result.plies.sum()), int(result.choices.sum()), len(result))
    return [f"{total / took:,.0f}" for total in totals]
