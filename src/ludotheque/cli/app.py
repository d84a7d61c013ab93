"""The application object, and what several commands ask for in the same words."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from ludotheque.core.contract import State
from ludotheque.core.discovery import box
from ludotheque.core.errors import BadOption, BadPosition
from ludotheque.core.game import Game

app = typer.Typer(
    name="ludotheque",
    help="An open house of board games: exact rules to play, host and study.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

GameId = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's id, as `ludotheque games` lists them.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
PositionText = Annotated[
    str | None,
    typer.Argument(
        metavar="[POSITION]",
        help="A position as JSON, a file of it, or - for standard input; default: the opening.",
    ),
]


def taken(game_id: str, pairs: list[str] | None = None, **more: Any) -> tuple[Game, dict[str, Any]]:
    """A game from the shelf, and its options: the box's, ``--set name=value`` and other flags."""
    shelf_game, its_box = box(game_id)
    given = dict(its_box.options)
    given |= {name: value for name, value in more.items() if value is not None}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(f"--set takes name=value, not {pair!r}")
        given[name.strip()] = value.strip()
    return shelf_game, shelf_game.chosen(given)


def read_state(shelf_game: Game, text: str | None, options: dict[str, Any]) -> State:
    """The state that a POSITION argument means."""
    if text is None:
        return shelf_game.new(options)
    return shelf_game.read(read_position(text), options)


def read_position(text: str) -> dict[str, Any]:
    """The plain data of a position: JSON, a file of it, or standard input."""
    where = "the position"
    if text == "-":
        text = sys.stdin.read()
    elif not text.lstrip().startswith("{"):
        where = text
        try:
            text = Path(text).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise BadPosition(
                f"{where}: neither JSON (it begins with a brace) nor a file to read"
            ) from None
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadPosition(f"{where}: is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise BadPosition(f"{where}: a position is an object {{…}}, not {data!r}")
    return data


def save(file: Path, data: bytes, *, quietly: bool = False) -> None:
    """Write a file and say so."""
    try:
        file.write_bytes(data)
    except OSError as error:
        raise BadOption(f"{file}: cannot be written ({error.strerror})") from None
    if not quietly:
        typer.echo(f"{file}: {len(data):,} bytes")
