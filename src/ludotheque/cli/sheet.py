"""``ludotheque sheet`` and ``ludotheque score``: for games that people play on paper."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.app import GameId, Settings, app, save, taken
from ludotheque.core.errors import BadOption
from ludotheque.core.game import Game
from ludotheque.core.keeping import report
from ludotheque.core.pages import as_pdf, as_pngs, blank_sheets, filled_sheets
from ludotheque.table import BadRecord, load

Language = Annotated[str, typer.Option(help="fr, en or es.")]


@app.command()
def sheet(
    game_id: GameId,
    output: Annotated[
        Path, typer.Option("-o", "--output", help="The file to write: .pdf or .png.")
    ] = Path("sheet.pdf"),
    record: Annotated[
        Path | None, typer.Option(help="A game's record: its sheets as they stand, not blank ones.")
    ] = None,
    pages: Annotated[int, typer.Option(min=1, help="How many pages of blank sheets.")] = 1,
    language: Language = "fr",
    option: Settings = None,
) -> None:
    """Make sheets to print, two to an A4 page: blank ones, or those of a game."""
    shelf_game, chosen = taken(game_id, option)
    kind = output.suffix.lower()
    if kind not in (".pdf", ".png"):
        raise BadOption(f"{output}: sheets are written to a .pdf or a .png")
    if record is not None:
        sheets = _of_record(record, shelf_game, language)
    elif kind == ".png" and pages > 1:
        raise BadOption("a PNG is one page: print it several times, or write a .pdf")
    else:
        sheets = blank_sheets(shelf_game, chosen, pages, language)
    if kind == ".pdf":
        save(output, as_pdf(sheets, shelf_game.translate(language)(shelf_game.title)))
    else:
        _save_pages(output, as_pngs(sheets))


def _save_pages(output: Path, pages: list[bytes]) -> None:
    """Under the name given, or, where there are several, numbered."""
    for number, page in enumerate(pages, 1):
        name = output if len(pages) == 1 else output.with_stem(f"{output.stem}-{number}")
        save(name, page)


def _of_record(file: Path, shelf_game: Game, language: str) -> list[str]:
    try:
        found = load(file.read_bytes())
    except OSError as error:
        raise BadOption(f"{file}: cannot be read ({error.strerror})") from None
    if found.game != shelf_game.id:
        raise BadRecord(f"{file}: it is a record of {found.game}, not of {shelf_game.id}")
    names = {seat: each.name for seat, each in enumerate(found.seats) if each.name}
    return filled_sheets(shelf_game, found.match().state, names, language)


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
    filled = keeper.read(_typed(text))
    for line in report(keeper.account(shelf_game.new(chosen), filled, language), language):
        typer.echo(line)


def _typed(text: str) -> str:
    """What a SHEET argument means."""
    if text == "-":
        return sys.stdin.read()
    try:
        return Path(text).read_text(encoding="utf-8") if Path(text).is_file() else text
    except (OSError, UnicodeDecodeError):
        raise BadOption(f"{text}: cannot be read, or is not a text file") from None
