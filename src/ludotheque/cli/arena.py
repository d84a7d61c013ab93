"""``ludotheque arena``: all players of a game, round-robin, as the table that people read."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console

from ludotheque.bots import LEVELS, Bot, Ladder, Row, Rung, ladders_of
from ludotheque.bots.ratings import FILE, written
from ludotheque.bots.strength import strongest
from ludotheque.cli.app import Settings, app, save, taken
from ludotheque.core.discovery import box, boxes
from ludotheque.core.game import Box, Game, Options
from ludotheque.research import Tournament, tournament
from ludotheque.research.players import Player

_ALL = 2  # seats up to which all policies meet
_TEXT = (
    "# How strong everybody is\n\n"
    "Written by `ludotheque arena`. Policies and bots at sight meet all against all, each from "
    "every side with the same dice (of the policies with more than two seats only the strongest); "
    "the Elo of these tables has the players' mean at 0. `brain` is a brain at its best. Then each "
    "level meets a table of the one below, and the ratings that the house shows follow from that: "
    "0 plays at random, and 400 points are ten times the odds to win. People's ratings come of "
    "games among people alone, so the two scales cannot be compared. Bots play here without a "
    "temper. Where a time is told, who looks ahead had so much CPU time for a decision, and not "
    f"the {1000 * LEVELS['master'].seconds:.0f} ms that it has at a table. "
    "95 % intervals in brackets."
)


class _Plan(NamedTuple):
    """How much is played."""

    games: int  # of all against all
    rungs: int  # of a level at sight against the one below
    thought: int  # of who looks ahead
    seconds: float  # that a decision of it takes at most; 0: as at a table
    seed: int


@app.command()
def arena(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME…]", help="Default: every box.")
    ] = None,
    games: Annotated[int, typer.Option("-n", "--games", min=0, help="All against all.")] = 10_000,
    rungs: Annotated[int, typer.Option(min=0, help="Of a level with the one below.")] = 2_500,
    thought: Annotated[int, typer.Option(min=0, help="Of who looks ahead.")] = 500,
    seconds: Annotated[
        float, typer.Option(min=0, help="That it looks ahead; default: as at a table.")
    ] = 0.0,
    seats: Annotated[list[int] | None, typer.Option(help="Default: 2, as usual, and 1.")] = None,
    keep: Annotated[bool, typer.Option("--keep", help=f"Write the games' {FILE}.")] = False,
    out: Annotated[Path | None, typer.Option(help="Write all that is kept as a page.")] = None,
    seed: Annotated[int, typer.Option(min=0)] = 0,
    option: Settings = None,
) -> None:
    """Let all players of each game meet; alone, with two seats and with as many as usual.

    What is played 0 times stays as it was kept; where all of it is, only the page is written.
    """
    console = Console(highlight=False, soft_wrap=True)
    plan = _Plan(games, rungs, thought, seconds, seed)
    kept = {id: {_key(each): each for each in ladders_of(*its)} for id, its in boxes().items()}
    is_played = any((games, rungs, thought))
    for id in (ids or list(kept)) if is_played else ():
        game, its_box = box(id)
        for count in seats or _counts(game, its_box):
            _, options = taken(id, option, seats=count)
            found = _measured(game, its_box, options, plan, kept[id])
            kept[id][_key(found)] = found
            console.print("\n".join(_section(its_box, found)), markup=False)
            if keep:
                _keep(game, kept)
    if out:
        save(out, _page(kept).encode())


def _key(ladder: Ladder) -> tuple[Any, ...]:
    """What tells the ladders of a box apart, in the order in which they are shown."""
    return ladder.seats, *sorted(ladder.options.items())


def _counts(game: Game, its_box: Box) -> list[int]:
    usual = int(game.chosen(its_box.options)["seats"])
    return sorted({1, 2, usual} & set(game.seat_counts))


def _keep(game: Game, kept: dict[str, dict[Any, Ladder]]) -> None:
    own = {each.id: [kept[each.id][n] for n in sorted(kept[each.id])] for each in game.boxes}
    save(game.folder / FILE, written(own).encode())


def _measured(
    game: Game, its_box: Box, options: Options, plan: _Plan, kept: dict[Any, Ladder]
) -> Ladder:
    seats, sides = int(options["seats"]), len(set(game.sides(options)))
    usual = game.chosen({**its_box.options, "seats": seats})
    unusual = {name: value for name, value in options.items() if value != usual[name]}
    empty = Ladder(seats, "", 0, (), (), unusual, sides if sides != seats else 0)
    before = kept.get(_key(empty), empty)
    table, count = before.table, before.games
    if plan.games:
        table, count = _meeting(game, options, plan)
    rungs = () if sides == 1 else tuple(_rungs(game, options, plan, before.rungs))
    date = datetime.now(UTC).date().isoformat()
    return replace(empty, date=date, games=count, table=table, rungs=rungs)


def _meeting(game: Game, options: Options, plan: _Plan) -> tuple[tuple[Row, ...], int]:
    """All against all, the best first, and in how many games; alone also who looks ahead."""
    quick = [id for id, level in LEVELS.items() if game.has_brain and level.is_quick]
    players = [*_policies(game, int(options["seats"])), *quick]
    cup = tournament(game, players, plan.games, options=options, seed=plan.seed)
    table = [_row(cup, player) for player in cup.players]
    if cup.is_solo and plan.thought:
        for id in (id for id in LEVELS if id not in quick):
            player = _player(game, id, plan)
            alone = tournament(game, player, plan.thought, options=options, seed=plan.seed)
            table.append(_row(alone, id))
    return tuple(sorted(table, key=lambda row: -row.value)), len(cup)


def _rungs(game: Game, options: Options, plan: _Plan, kept: tuple[Rung, ...]) -> Iterator[Rung]:
    """Each level against the one below, the lowest first."""
    for below, id in pairwise(["random", *LEVELS]):
        is_quick = game.has_brain and LEVELS[id].is_quick
        count = plan.rungs if is_quick else plan.thought
        if not count:
            yield from (each for each in kept if each.level == id)
        else:
            player = _player(game, id, plan)
            met = tournament(game, player, count, options=options, field=below, seed=plan.seed)
            row = _row(met, id)
            seconds = 0.0 if is_quick else plan.seconds
            yield Rung(id, below, len(met), row.value, row.low, row.high, seconds)


def _player(game: Game, id: str, plan: _Plan) -> Player:
    level = LEVELS[id]
    if level.is_quick or not plan.seconds:
        return id
    return Bot(game, replace(level, seconds=plan.seconds))


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


def _page(kept: dict[str, dict[Any, Ladder]]) -> str:
    parts = [
        "\n".join(_section(its_box, kept[id][count]))
        for id, (_, its_box) in boxes().items()
        for count in sorted(kept[id])
    ]
    return "\n\n".join([_TEXT, *parts]) + "\n"


def _section(its_box: Box, found: Ladder) -> Iterator[str]:
    seats = "alone" if found.seats == 1 else f"{found.seats} seats"
    set_so = "".join(f", {_setting(name, value)}" for name, value in found.options.items())
    yield f"## {its_box.title}, {seats}{set_so}"
    yield f"\nMeasured {found.date}."
    if found.table:
        yield from _table(found)
    if found.rungs:
        yield f"\n| level | rating | share against the level below (even: {found.even:.0%}) |"
        yield "|---|---|---|"
    for rung in found.rungs:
        rating, margin = found.ratings[rung.level]
        told = f"{_share(rung.share, rung)} of {rung.games:,} games against `{rung.below}`"
        if rung.seconds:
            told += f", looking ahead {1000 * rung.seconds:.0f} ms"
        yield f"| `{rung.level}` | {rating} ± {margin} | {told} |"


def _setting(name: str, value: Any) -> str:
    return name if value is True else f"{name}={value}"


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
