"""``ludotheque simulate``: many games, and what they tell."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from ludotheque.cli.app import GameId, Settings, app, taken
from ludotheque.core.errors import BadOption
from ludotheque.core.simulate import Simulation
from ludotheque.core.simulate import simulate as run
from ludotheque.core.statistics import mean_interval, share_interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@app.command()
def simulate(
    game_id: GameId,
    n: Annotated[int, typer.Option("-n", "--games", min=1, help="How many games.")] = 10_000,
    seats: Annotated[
        str | None,
        typer.Option(
            help="How many seats, or a policy for each: 4, or mixed,random,random,random."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 0,
    threads: Annotated[int | None, typer.Option(min=1, help="Default: all cores.")] = None,
    device: Annotated[str, typer.Option(help="cpu, or cuda: a GPU plays the same games.")] = "cpu",
    plot: Annotated[
        Path | None, typer.Option(help="Draw lengths and scores into this file (.png, .svg, .pdf).")
    ] = None,
    option: Settings = None,
) -> None:
    """Play many games and print wins, ranks, scores and lengths with 95 % intervals.

    A first place that several sides share is a draw for them, which is told apart, and no win.
    """
    count, policies = _seats(seats)
    shelf_game, options = taken(game_id, option, seats=count)
    if plot:
        _check_plot(plot)
    result = run(
        shelf_game, n, options=options, policies=policies or "random", seed=seed, threads=threads,
        device=device,
    )  # fmt: skip
    _print(result)
    if plot:
        _plot(result, plot)
        typer.echo(f"{plot}: lengths and scores")


def _seats(text: str | None) -> tuple[int | None, list[str]]:
    """The number of seats and their policies, from "4" or "mixed,random"."""
    if text is None:
        return None, []
    if text.strip().isdigit():
        return int(text), []
    policies = [name.strip() for name in text.split(",")]
    return len(policies), policies


def _print(result: Simulation) -> None:
    results = _results(result)
    table = Table(
        "seat",
        "policy",
        *results,
        "mean rank",
        "mean score",
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
    )
    n = len(result)
    for seat, policy in enumerate(result.policies):
        table.add_row(
            str(seat + 1),
            policy,
            *(column[seat] for column in results.values()),
            f"{result.ranks[:, seat].mean():.3f}",
            _mean(result.scores[:, seat]),
        )
    console = Console(highlight=False)
    console.print(
        f"{_title(result)}, {n:,} games, seed {result.seed}; 95 % intervals in brackets",
        markup=False,
    )
    console.print(table)
    console.print(
        f"a game: {_mean(result.plies)} moves, of them {_mean(result.choices)} with a choice; "
        f"{_mean(result.rolls)} chance outcomes",
        markup=False,
    )


def _title(result: Simulation) -> str:
    return result.game.box(result.options).title


def _results(result: Simulation) -> dict[str, list[str]]:
    """How often each seat won, and drew where anybody did; nobody wins a game alone."""
    if result.ranks.shape[1] == 1:
        return {}
    wins = {"wins": [_share(column) for column in result.won.T]}
    if not result.drawn.any():
        return wins
    return wins | {"draws": [f"{column.mean():.2%}" for column in result.drawn.T]}


def _share(happened: NDArray[np.bool_]) -> str:
    low, high = share_interval(int(happened.sum()), len(happened))
    return f"{happened.mean():7.2%} [{low:.2%}, {high:.2%}]"


def _mean(values: NDArray[np.int32]) -> str:
    low, high = mean_interval(values)
    return f"{values.mean():.2f} [{low:.2f}, {high:.2f}]"


def _check_plot(file: Path) -> None:
    if file.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise BadOption(f"{file}: a plot ends in .png, .svg or .pdf")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise BadOption("--plot needs matplotlib: pip install 'ludotheque[research]'") from None


def _plot(result: Simulation, file: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4), layout="constrained")
    lengths, scores = figure.subplots(1, 2)
    _draw_lengths(lengths, result)
    _draw_scores(scores, result)
    figure.suptitle(f"{_title(result)}: {len(result):,} games, seed {result.seed}")
    try:
        figure.savefig(file)
    except OSError as error:
        raise BadOption(f"{file}: cannot be written ({error.strerror})") from None


def _draw_lengths(axes: "Axes", result: Simulation) -> None:
    axes.hist(result.plies, bins=60, color="#c2563f")
    axes.axvline(
        float(result.plies.mean()),
        color="#333",
        linestyle="--",
        label=f"mean {result.plies.mean():.1f}",
    )
    axes.set(xlabel="moves in a game", ylabel="games")
    axes.legend(frameon=False)


def _draw_scores(axes: "Axes", result: Simulation) -> None:
    for seat, policy in enumerate(result.policies):
        axes.hist(result.scores[:, seat], bins=60, histtype="step", label=f"{seat + 1}: {policy}")
    axes.set(xlabel="final score", ylabel="games")
    axes.legend(frameon=False)
