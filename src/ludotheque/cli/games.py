"""``ludotheque games`` and ``ludotheque measure``: what is on the shelf, and the cards of boxes."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ludotheque.cli.app import GameId, app, save
from ludotheque.core import cards
from ludotheque.core.discovery import box, boxes
from ludotheque.core.errors import BadOption
from ludotheque.core.texts import LANGUAGES


@app.command("games")
def list_games(
    name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="One of them: its card.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As data, the cards included.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="The card on a sheet of A6: .pdf, .svg or .png."),
    ] = None,
    language: Annotated[str, typer.Option(help="fr, en or es.")] = LANGUAGES[0],
) -> None:
    """List the games on the shelf with their options and policies; or show the card of one."""
    if language not in LANGUAGES:
        raise BadOption(f"language: one of {', '.join(LANGUAGES)}, not {language!r}")
    if output is not None:
        _print_card(name, output, language)
    elif as_json:
        _print_data(name, language)
    elif name is not None:
        _show(name, language)
    else:
        _list()


def _list() -> None:
    table = Table(
        "id", "game", "options", "policies", box=None, pad_edge=False, padding=(0, 2, 0, 0)
    )
    for game, its_box in boxes().values():
        defaults = {option.name: option.default for option in game.options} | dict(its_box.options)
        options = "\n".join(
            f"{option.name}: {option.takes} ({_short(defaults[option.name])})"
            for option in game.options
        )
        table.add_row(its_box.id, its_box.title, options, ", ".join(game.policy_names))
        table.add_row()
    Console().print(table)


def _short(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _print_data(name: str | None, language: str) -> None:
    found = [cards.data(*each, language) for each in ([box(name)] if name else boxes().values())]
    typer.echo(json.dumps(found[0] if name else found, ensure_ascii=False, indent=2))


def _print_card(name: str | None, output: Path, language: str) -> None:
    kind = output.suffix.lower().removeprefix(".")
    if name is None:
        raise BadOption("a card is one game's: ludotheque games GAME -o card.pdf")
    if kind not in cards.KINDS:
        raise BadOption(f"{output}: a card ends in .{', .'.join(cards.KINDS)}")
    save(output, cards.card_file(box(name)[1].id, language, kind))


def _show(name: str, language: str) -> None:
    """A card as a terminal shows it; what there is, where a box has none."""
    shelf_game, its_box = box(name)
    card, own = cards.told(shelf_game, its_box, language), shelf_game.translate(language)
    console = Console(highlight=False)
    console.print(Text(own(its_box.title), style="bold"))
    console.print(Text(own(its_box.summary), style="italic"))
    if card is None:
        return
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for fact in card.facts:
        table.add_row(fact.label, Text(fact.text))
    for scale in card.scales:
        table.add_row(scale.label, "●" * scale.dots + "○" * (cards.DOTS - scale.dots))
    for line in card.lines:
        table.add_row(line.label, Text(line.text))
    console.print(table)


@app.command()
def measure(
    game_id: GameId,
    n: Annotated[int, typer.Option("-n", "--games", min=2, help="Games a figure.")] = cards.GAMES,
) -> None:
    """Play many games of a box and print the figures of its card, as `cards.toml` has them."""
    shelf_game, its_box = box(game_id)
    today = datetime.now(UTC).date()
    typer.echo(cards.toml(its_box.id, cards.measure(shelf_game, its_box, today, n)))
