"""No layer but `games/` names a game: what is on the shelf comes from the shelf.

Imports are Import Linter's business. Docstrings and comments may name games, as examples.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import ludotheque
from ludotheque.core.discovery import boxes, games

SOURCES = Path(ludotheque.__file__).parent
WRITTEN = {".html", ".toml", ".ts", ".css", ".po"}  # read whole, whatever stands in them


def names() -> set[str]:
    """The ids and titles of the games and boxes on the shelf."""
    shelf = [*games().values(), *(box for _, box in boxes().values())]
    found = {name for each in shelf for name in (each.id, each.title)}
    return found | {name.replace("-", "_") for name in found}  # as folders are called


def literals(file: Path) -> Iterator[str]:
    """The strings of a module, but for its docstrings."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    told = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in told:
            yield node.value


def texts() -> Iterator[tuple[Path, str]]:
    """All that is said outside the games' own folders."""
    for file in sorted(SOURCES.rglob("*")):
        place = file.relative_to(SOURCES)
        if place.parts[0] == "games" or "node_modules" in place.parts:
            continue
        if file.suffix == ".py":
            yield from ((place, text) for text in literals(file))
        elif file.suffix in WRITTEN:
            yield place, file.read_text(encoding="utf-8")


def test_no_layer_but_games_names_a_game() -> None:
    listed = "|".join(map(re.escape, sorted(names(), key=len, reverse=True)))
    name = re.compile(rf"(?<![\w-])({listed})(?![\w-])", re.IGNORECASE)
    found = [f"{place}: {text}" for place, said in texts() for text in name.findall(said)]
    assert found == []


def test_docstrings_alone_may_name_one(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '"""About ludo."""\nGAME = "ludo"\n\n\ndef f():\n    """Ludo."""\n    g("x")\n'
    )
    assert list(literals(module)) == ["ludo", "x"]
