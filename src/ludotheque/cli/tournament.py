"""``ludotheque tournament``: players meet from every side with the same dice."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ludotheque.cli.app import GameId, Settings, app, read_position, save, taken
from ludotheque.core.errors import BadOption
from ludotheque.research import Standing, Tournament
from ludotheque.research import tournament as run

_PICTURES = (".svg", ".png")
Pair = tuple[float, float]


@app.command()
def tournament(
    game_id: GameId,
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER…",
            help="Policies of the game, or bots: beginner, easy, medium, hard, master.",
        ),
    ],
    games: Annotated[int, typer.Option("-n", "--games", min=1, help="About how many games.")] = (
        10_000
    ),
    field: Annotated[
        str | None,
        typer.Option(help="Who fills the other seats: each player then meets it alone."),
    ] = None,
    unpaired: Annotated[bool, typer.Option("--unpaired", help="Other dice for each game.")] = False,
    start: Annotated[
        str | None, typer.Option(help="A position to begin at: JSON, a file of it, or -.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 0,
    threads: Annotated[int | None, typer.Option(min=1, help="Default: all cores.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw it into this file: .svg or .png.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As data.")] = False,
    option: Settings = None,
) -> None:
    """Let players meet from every side; print shares of the win, Elo and leads with 95 % intervals.

    Every lineup of a deal has the same dice. A shared first place is a shared win.
    """
    if plot and plot.suffix.lower() not in _PICTURES:
        raise BadOption(f"{plot}: a picture ends in .svg or .png")
    shelf_game, options = taken(game_id, option)
    result = run(
        shelf_game, players, games, options=options, field=field, paired=not unpaired, seed=seed,
        start=None if start is None else read_position(start), threads=threads,
    )  # fmt: skip
    if as_json:
        typer.echo(json.dumps(result.data(), ensure_ascii=False, indent=2))
    else:
        _print(result)
    if plot:
        save(plot, result.picture(plot.suffix.lower()), quietly=as_json)


def _print(result: Tournament) -> None:
    console = Console(highlight=False)
    console.print(f"{result.title}; 95 % intervals in brackets", markup=False, soft_wrap=True)
    frame = {"box": None, "pad_edge": False, "padding": (0, 2, 0, 0)}
    standings = Table("player", *_heads(result), "mean score", **frame)  # type: ignore[arg-type]
    for row in result.standings:
        standings.add_row(
            row.player, *_figures(row), _between(row.score, row.score_interval, ".2f")
        )
    console.print(standings)
    leads = Table("lead", "over", "by", **frame)  # type: ignore[arg-type]
    kind = ".2f" if result.is_solo else ".2%"
    for lead in result.leads:
        leads.add_row(lead.player, lead.over, _between(lead.difference, lead.interval, kind))
    console.print()
    console.print(leads)


def _heads(result: Tournament) -> list[str]:
    return [] if result.is_solo else [f"share of the win (even: {result.fair:.0%})", "Elo"]


def _figures(row: Standing) -> list[str]:
    if row.share is None or row.share_interval is None:
        return []
    if row.elo is None or row.elo_interval is None:
        return [_between(row.share, row.share_interval, ".2%")]
    return [
        _between(row.share, row.share_interval, ".2%"),
        _between(row.elo, row.elo_interval, "+.0f"),
    ]


def _between(value: float, interval: Pair, kind: str) -> str:
    low, high = interval
    return f"{value:{kind}} [{low:{kind}}, {high:{kind}}]"
