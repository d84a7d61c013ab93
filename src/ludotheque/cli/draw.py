"""``ludotheque draw``: a position as a picture."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.app import GameId, PositionText, Settings, app, read_state, save, taken
from ludotheque.core.drawing import Scene, pdf, png
from ludotheque.core.errors import BadOption


@app.command()
def draw(
    game_id: GameId,
    text: PositionText = None,
    output: Annotated[
        Path, typer.Option("-o", "--output", help="The file to write: .svg, .png or .pdf.")
    ] = Path("board.svg"),
    width: Annotated[int, typer.Option(min=64, max=8192, help="Of a PNG, in pixels.")] = 1024,
    option: Settings = None,
) -> None:
    """Draw a position (by default the opening) as SVG, PNG or PDF."""
    shelf_game, options = taken(game_id, option)
    kind = output.suffix.lower()
    if kind not in (".svg", ".png", ".pdf"):
        raise BadOption(f"{output}: a picture ends in .svg, .png or .pdf")
    svg = shelf_game.draw(read_state(shelf_game, text, options), Scene())
    makers: dict[str, Callable[[], bytes]] = {
        ".svg": svg.encode,
        ".png": lambda: png(svg, width),
        ".pdf": lambda: pdf(svg),
    }
    save(output, makers[kind]())
