"""``ludotheque draw``: a position as a picture."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.app import GameId, PositionText, Settings, app, read_state, settings
from ludotheque.core.discovery import game
from ludotheque.core.drawing import Scene, png
from ludotheque.core.errors import BadOption


@app.command()
def draw(
    game_id: GameId,
    text: PositionText = None,
    output: Annotated[
        Path, typer.Option("-o", "--output", help="The file to write: .svg or .png.")
    ] = Path("board.svg"),
    width: Annotated[int, typer.Option(min=64, max=8192, help="Of a PNG, in pixels.")] = 1024,
    option: Settings = None,
) -> None:
    """Draw a position (by default the opening) as SVG or PNG."""
    shelf_game = game(game_id)
    kind = output.suffix.lower()
    if kind not in (".svg", ".png"):
        raise BadOption(f"{output}: a picture ends in .svg or .png")
    svg = shelf_game.draw(read_state(shelf_game, text, settings(shelf_game, option)), Scene())
    data = svg.encode() if kind == ".svg" else png(svg, width)
    try:
        output.write_bytes(data)
    except OSError as error:
        raise BadOption(f"{output}: cannot be written ({error.strerror})") from None
    typer.echo(f"{output}: {len(data):,} bytes")
