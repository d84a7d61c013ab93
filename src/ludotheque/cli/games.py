"""``ludotheque games``: what is on the shelf."""

from rich.console import Console
from rich.table import Table

from ludotheque.cli.app import app
from ludotheque.core.discovery import boxes


@app.command("games")
def list_games() -> None:
    """List the games on the shelf with their options and policies."""
    table = Table(
        "id", "game", "options", "policies", box=None, pad_edge=False, padding=(0, 2, 0, 0)
    )
    for game, box in boxes().values():
        defaults = {option.name: option.default for option in game.options} | dict(box.options)
        options = "\n".join(
            f"{option.name}: {option.takes} ({_short(defaults[option.name])})"
            for option in game.options
        )
        table.add_row(box.id, box.title, options, ", ".join(game.all_policies))
        table.add_row()
    Console().print(table)


def _short(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
