"""``ludotheque analyse``: luck told apart from play in the record of a finished game."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from ludotheque.analysis import MILLION, Moment, Report, depths, report
from ludotheque.analysis.picture import picture
from ludotheque.cli.app import app, save
from ludotheque.core.errors import BadOption
from ludotheque.table import load


@app.command()
def analyse(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A game, as tables give them.")],
    deep: Annotated[bool, typer.Option("--deep", help="Look further ahead; takes longer.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Everything, as JSON.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Write the curves as SVG.")] = None,
) -> None:
    """Say how much of a finished game was luck and how much was play.

    For every seat start + luck + play + others + revision = result. Luck is what the dice did
    beyond their mean, play what a seat gave away against the best moves, others what the others
    gave away, revision what the evaluator corrected by itself.
    """
    try:
        record = load(file.read_bytes())
    except OSError as error:
        raise BadOption(f"{file}: cannot be read ({error.strerror})") from None
    match = record.match()
    usual, deepest = depths(match.game)
    console = Console(highlight=False, soft_wrap=True, stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("events", total=len(match.steps))
        found = report(
            match, deepest if deep else usual, lambda done, _: bar.update(task, completed=done)
        )
    words, people = match.game.words, {k: seat.name for k, seat in enumerate(record.seats)}
    translate = match.game.translate("en")
    names = [words.seat_name(match.state, seat, people, translate) for seat in range(found.seats)]
    if as_json:
        seats = [
            {"name": name, **each} for name, each in zip(names, found.plain()["seats"], strict=True)
        ]
        typer.echo(json.dumps({**found.plain(), "seats": seats}, ensure_ascii=False))
    else:
        typer.echo(_told(found, names))
    if plot:
        title = translate(match.game.box(match.options).title)
        save(plot, picture(found, title, names).encode(), quietly=as_json)


def _told(found: Report, names: list[str]) -> str:
    """The report as a table, then each seat's best and worst moments."""
    heads = ("start", "luck", "play", "others", "revision", "result")
    wide = max(map(len, names))
    lines = [f"{'':{wide}}  " + "".join(f"{head:>10}" for head in (*heads, "accuracy"))]
    for seat, name in enumerate(names):
        account, kept = found.account(seat), found.accuracy(seat)
        cells = [
            _value(getattr(account, head), found.by_points, head not in ("start", "result"))
            for head in heads
        ]
        cells.append("–" if kept is None else f"{kept:.0%}")
        lines.append(f"{name:{wide}}  " + "".join(f"{cell:>10}" for cell in cells))
    for seat, name in enumerate(names):
        best, worst = found.turning_points(seat)
        lines += ["", f"{name}:"]
        lines += [f"  {_moment(each, seat, found.by_points)}" for each in (*best, *worst)]
    return "\n".join(lines)


def _moment(each: Moment, seat: int, by_points: bool) -> str:
    better = f" (better: {each.best})" if each.cost > 0 else ""
    change = _value(each.change[seat], by_points, True)
    return f"{change:>8}  {each.number:>4}. {each.text}{better}"


def _value(millionths: int, by_points: bool, signed: bool) -> str:
    sign = "+" if signed else ""
    if by_points:
        return f"{millionths / MILLION:{sign}.1f}"
    return f"{100 * millionths / MILLION:{sign}.1f} %"
