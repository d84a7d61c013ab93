"""``ludotheque arena``: all players of a game, round-robin, as the table that people read."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ludotheque.bots import LEVELS, Ladder, Row, Rung, ladders_of
from ludotheque.bots.ratings import FILE, written
from ludotheque.bots.strength import strongest
from ludotheque.cli.app import app, save
from ludotheque.core.discovery import box, boxes
from ludotheque.core.game import Box, Game, Options
from ludotheque.research import Tournament, tournament

_ALL = 2  # seats up to which all policies meet
_PART = 4  # how many times fewer games a level plays against the one below
_TEXT = (
    "# How strong everybody is\n\n"
    "Written by `ludotheque arena`. Policies and bots at sight meet all against all, each from "
    "every side with the same dice (of the policies with more than two seats only the strongest); "
    "the Elo of these tables has the players' mean at 0. `brain` is a brain at its best. Then each "
    "level meets a table of the one below, and the ratings that the house shows follow from that: "
    "0 plays at random, and 400 points are ten times the odds to win. People's ratings come of "
    "games among people alone, so the two scales cannot be compared. Bots play here without a "
    "temper. 95 % intervals in brackets."
)


@app.command()
def arena(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME…]", help="Default: every box.")
    ] = None,
    games: Annotated[int, typer.Option("-n", "--games", min=100, help="About how many.")] = 10_000,
    thought: Annotated[int, typer.Option(min=0, help="Games of who looks ahead.")] = 500,
    seats: Annotated[list[int] | None, typer.Option(help="Default: 2, as usual, and 1.")] = None,
    keep: Annotated[bool, typer.Option("--keep", help=f"Write the games' {FILE}.")] = False,
    out: Annotated[Path | None, typer.Option(help="Write all that is kept as a page.")] = None,
    seed: Annotated[int, typer.Option(min=0)] = 0,
) -> None:
    """Let all players of each game meet; alone, with two seats and with as many as usual."""
    console = Console(highlight=False, soft_wrap=True)
    kept = {id: {each.seats: each for each in ladders_of(*its)} for id, its in boxes().items()}
    for id in ids or list(kept):
        game, its_box = box(id)
        for count in seats or _counts(game, its_box):
            found = _measured(game, {**its_box.options, "seats": count}, games, thought, seed)
            kept[id][count] = found
            console.print("\n".join(_section(its_box, found)), markup=False)
            if keep:
                _keep(game, kept)
    if out:
        save(out, _page(kept).encode())


def _counts(game: Game, its_box: Box) -> list[int]:
    usual = int(game.chosen(its_box.options)["seats"])
    return sorted({1, 2, usual} & set(game.seat_counts))


def _keep(game: Game, kept: dict[str, dict[int, Ladder]]) -> None:
    own = {each.id: [kept[each.id][n] for n in sorted(kept[each.id])] for each in game.boxes}
    save(game.folder / FILE, written(own).encode())


def _measured(game: Game, options: Options, games: int, thought: int, seed: int) -> Ladder:
    quick = [id for id, level in LEVELS.items() if game.has_brain and level.is_quick]
    players = [*_policies(game, int(options["seats"])), *quick]
    cup = tournament(game, players, games, options=options, seed=seed)
    table = [_row(cup, player) for player in cup.players]
    rungs = []
    if cup.is_solo:
        table += [
            _row(tournament(game, [id], thought, options=options, seed=seed), id)
            for id in LEVELS
            if id not in quick and thought
        ]
    else:
        for below, id in pairwise(["random", *LEVELS]):
            count = max(2, games // _PART) if id in quick else thought
            if not count:
                continue
            met = tournament(game, [id], count, options=options, field=below, seed=seed)
            row = _row(met, id)
            rungs.append(Rung(id, below, len(met), row.value, row.low, row.high))
    table.sort(key=lambda row: -row.value)
    date = datetime.now(UTC).date().isoformat()
    return Ladder(int(options["seats"]), date, len(cup), tuple(table), tuple(rungs))


def _policies(game: Game, seats: int) -> list[str]:
    """All policies; where more than two play, and everybody meets in every order, fewer."""
    names = game.policy_names
    return names if seats <= _ALL else [names[0], strongest(game), *names[len(game.all_policies) :]]


def _row(cup: Tournament, player: str) -> Row:
    row = next(each for each in cup.standings if each.player == player)
    value, (low, high) = row.score, row.score_interval
    if row.share is not None and row.share_interval is not None:
        value, (low, high) = row.share, row.share_interval
        low, high = max(0.0, low), min(1.0, high)
    elo = None if row.elo is None else round(row.elo, 1)
    return Row(player, round(value, 4), round(low, 4), round(high, 4), elo)


def _page(kept: dict[str, dict[int, Ladder]]) -> str:
    parts = [
        "\n".join(_section(its_box, kept[id][count]))
        for id, (_, its_box) in boxes().items()
        for count in sorted(kept[id])
    ]
    return "\n\n".join([_TEXT, *parts]) + "\n"


def _section(its_box: Box, found: Ladder) -> Iterator[str]:
    yield f"## {its_box.title}, {'alone' if found.seats == 1 else f'{found.seats} seats'}"
    yield f"\nMeasured {found.date}."
    if found.table:
        yield from _table(found)
    if found.rungs:
        yield f"\n| level | rating | share against the level below (even: {1 / found.seats:.0%}) |"
        yield "|---|---|---|"
    for rung in found.rungs:
        rating, margin = found.ratings[rung.level]
        told = f"{_share(rung.share, rung)} of {rung.games:,} games against `{rung.below}`"
        yield f"| `{rung.level}` | {rating} ± {margin} | {told} |"


def _table(found: Ladder) -> Iterator[str]:
    """All against all."""
    if found.seats == 1:
        yield f"\n| player | points, {found.games:,} games |\n|---|---|"
        for row in found.table:
            yield f"| `{row.player}` | {row.value:.1f} [{row.low:.1f}, {row.high:.1f}] |"
    else:
        yield f"\n| player | share of the win, {found.games:,} games | Elo |\n|---|---|---|"
        for row in found.table:
            yield f"| `{row.player}` | {_share(row.value, row)} | {row.elo or 0:+.0f} |"


def _share(share: float, interval: Row | Rung) -> str:
    return f"{share:.1%} [{interval.low:.1%}, {interval.high:.1%}]"
