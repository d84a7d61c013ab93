"""``ludotheque arena``: all players of a game, round-robin, as the table that people read."""

from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ludotheque.bots import LEVELS
from ludotheque.cli.app import app, save
from ludotheque.core.discovery import box, boxes
from ludotheque.core.game import Game, Options
from ludotheque.research import Tournament, tournament

_SLOW = 20  # how many times fewer games are played where somebody thinks
_HEAD = "# How strong everybody is"
_TEXT = (
    "Policies and bots of every game, all against all, each from every side with the same dice; "
    "bots that look ahead, and those of games without a brain, against the level below them "
    "alone. Written by `ludotheque arena`; 95 % intervals in brackets."
)


@app.command()
def arena(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME…]", help="Default: every box.")
    ] = None,
    games: Annotated[int, typer.Option("-n", "--games", min=100, help="About how many.")] = 10_000,
    out: Annotated[Path | None, typer.Option(help="Write a page in Markdown.")] = None,
    seed: Annotated[int, typer.Option(min=0)] = 0,
) -> None:
    """Let all players of each game meet, with two seats and with as many as usual."""
    console = Console(highlight=False, soft_wrap=True)
    page = [_HEAD, "", _TEXT, ""]
    for id in ids or list(boxes()):
        game, its_box = box(id)
        for seats in sorted({2, int(game.chosen(its_box.options)["seats"])}):
            options = {**its_box.options, "seats": seats}
            part = [f"## {its_box.title}, {seats} seats", "", *_table(game, options, games, seed)]
            console.print("\n".join(part), markup=False)
            page += [*part, ""]
    if out:
        save(out, "\n".join(page).encode())


def _table(game: Game, options: Options, games: int, seed: int) -> list[str]:
    quick = [id for id, level in LEVELS.items() if game.has_brain and level.is_quick]
    cup = tournament(game, [*game.all_policies, *quick], games, options=options, seed=seed)
    rows = [
        f"| `{row.player}` | {_share(row.share, row.share_interval)} | {row.elo or 0:+.0f} |"
        for row in cup.standings
    ]
    lines = ["| player | share of the win | Elo |", "|---|---|---|", *rows, ""]
    names = ["random", *LEVELS]
    for below, id in pairwise(names):
        if id not in quick:
            few = max(2, games // _SLOW)
            met = tournament(game, [id], few, options=options, field=below, seed=seed)
            lines.append(f"- `{id}` against `{below}`: {_first(met)} (even: {met.fair:.0%})")
    return lines


def _first(cup: Tournament) -> str:
    best = next(row for row in cup.standings if row.player == cup.players[0])
    return _share(best.share, best.share_interval)


def _share(share: float | None, interval: tuple[float, float] | None) -> str:
    low, high = interval or (0.0, 0.0)
    return f"{share or 0:.1%} [{low:.1%}, {high:.1%}]"
