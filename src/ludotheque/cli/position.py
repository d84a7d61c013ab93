"""``ludotheque position``, ``observe`` and ``moves``: a state, how it looks, what may be done."""

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from ludotheque.cli.app import GameId, PositionText, Settings, app, read_state, taken
from ludotheque.core.errors import BadOption
from ludotheque.core.match import Match

Events = Annotated[
    list[str] | None,
    typer.Argument(metavar="[EVENT…]", help='What happens, in notation: "first 1" "roll 6" "0>1".'),
]


@app.command()
def position(game_id: GameId, events: Events = None, option: Settings = None) -> None:
    """Print a position as JSON: the opening, or what a list of events leads to."""
    match = Match(*taken(game_id, option))
    match.do(*(events or []))
    typer.echo(json.dumps(match.position(), ensure_ascii=False))


@app.command()
def observe(
    game_id: GameId,
    events: Events = None,
    option: Settings = None,
    seat: Annotated[int | None, typer.Option(min=1, help="Whose eyes; else who is to act.")] = None,
    terms: Annotated[bool, typer.Option("--terms", help="What never changes in the game.")] = False,
) -> None:
    """Print what a seat sees, one trait a line with its number, as a program is given it."""
    match = Match(*taken(game_id, option))
    match.do(*(events or []))
    if seat is not None and seat > match.seats:
        raise BadOption(f"there are seats 1 to {match.seats}, not {seat}")
    viewer = seat - 1 if seat else next(iter(match.waiting), 0)
    rules = match.game
    listed = rules.terms_of(match.state) if terms else rules.engine.observe(match.board, viewer)
    for trait in listed:
        typer.echo(f"{trait:5}  {(rules.terms if terms else rules.traits).name(trait)}")


@app.command()
def moves(game_id: GameId, text: PositionText = None, option: Settings = None) -> None:
    """List what may happen in a position, and where each move or outcome leads."""
    shelf_game, options = taken(game_id, option)
    match = Match(shelf_game, options, read_state(shelf_game, text, options))
    console = Console()
    if match.is_over:
        console.print(
            f"The game is over. Ranks: {list(match.ranks)}, scores: {list(match.scores)}."
        )
        return
    table = Table(
        "seat", "move", "action", "leads to", box=None, pad_edge=False, padding=(0, 2, 0, 0)
    )
    for seat in match.waiting:
        for move, action in match.moves(seat).items():
            leads_to = _leads_to(match, f"{seat + 1}: {move}")
            table.add_row(str(seat + 1), move, str(action), leads_to)
    for outcome, weight in match.chance().items():
        table.add_row("chance", f"{outcome} (weight {weight})", "", _leads_to(match, outcome))
    console.print(table)


def _leads_to(match: Match, event: str) -> str:
    """What changes in the position."""
    before = match.position()
    match.do(event)
    after = match.position()
    if match.is_over:
        after["over"] = True
    match.undo()
    changed: dict[str, Any] = {key: after[key] for key in after if before.get(key) != after[key]}
    return json.dumps(changed, ensure_ascii=False)
