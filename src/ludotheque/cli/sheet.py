"""``ludotheque sheet`` and ``ludotheque score``: for games that people play on paper."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.app import GameId, Settings, app, save, taken
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game
from ludotheque.table import BadRecord, load

Language = Annotated[str, typer.Option(help="fr, en or es.")]


@app.command()
def sheet(
    game_id: GameId,
    output: Annotated[Path, typer.Option("-o", "--output", help="The PDF to write.")] = Path(
        "sheet.pdf"
    ),
    record: Annotated[
        Path | None, typer.Option(help="A game's record: its sheets as they stand, not blank ones.")
    ] = None,
    pages: Annotated[int, typer.Option(min=1, help="How many pages of blank sheets.")] = 1,
    language: Language = "fr",
    option: Settings = None,
) -> None:
    """Make sheets to print, as a vector PDF: blank ones, or those of a game."""
    shelf_game, chosen = taken(game_id, option)
    if shelf_game.printing is None:
        raise BadOption(f"{game_id} is not played on paper: it has no sheet to print")
    printable = shelf_game.printing.printable
    if record is not None:
        save(output, _of_record(record, shelf_game, language))
        return
    save(output, printable(sheet=chosen["sheet"], pages=pages, language=language))


def _of_record(file: Path, shelf_game: Game, language: str) -> bytes:
    try:
        found = load(file.read_bytes())
    except OSError as error:
        raise BadOption(f"{file}: cannot be read ({error.strerror})") from None
    if found.game != shelf_game.id:
        raise BadRecord(f"{file}: it is a record of {found.game}, not of {shelf_game.id}")
    printing = shelf_game.printing
    assert printing is not None
    names = {seat: each.name for seat, each in enumerate(found.seats) if each.name}
    data: bytes = printing.printable(found.match().state, names=names, language=language)
    return data


@app.command()
def score(
    game_id: GameId,
    text: Annotated[
        str,
        typer.Argument(
            metavar="[SHEET]", help="A sheet as typed text, a file of it, or - for standard input."
        ),
    ] = "-",
    language: Language = "fr",
    option: Settings = None,
) -> None:
    """Score a sheet of people who play on paper, with the detail of every group."""
    shelf_game, chosen = taken(game_id, option)
    keeper = shelf_game.keeper
    if keeper is None:
        raise BadOption(f"{game_id} is not played on paper: it has no sheet to score")
    if text == "-":
        found = keeper.score_sheet(sys.stdin.read(), sheet=chosen["sheet"])
    elif Path(text).is_file():
        found = keeper.score_file(text, sheet=chosen["sheet"])
    else:
        found = keeper.score_sheet(text, sheet=chosen["sheet"])
    for line in keeper.report(found, language):
        typer.echo(line)
