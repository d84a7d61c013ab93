"""The rules of the house: each has its number, and something that keeps it."""

import re
from pathlib import Path

import ludotheque.house

NUMBER = re.compile(r"\bMA-(\d+)")
HERE = Path(__file__).parent
PAGE = HERE.parent.parent / "docs" / "chips.md"


def cited(folder: Path) -> set[int]:
    files = [file for file in folder.rglob("*.py") if file != Path(__file__)]
    return {int(n) for file in files for n in NUMBER.findall(file.read_text(encoding="utf-8"))}


def test_every_rule_of_the_house_is_kept_somewhere() -> None:
    stated = [int(n) for n in re.findall(r"^\* \*\*MA-(\d+)\*\*", PAGE.read_text("utf-8"), re.M)]
    assert stated == list(range(1, len(stated) + 1))
    found = cited(Path(ludotheque.house.__file__).parent) | cited(HERE)
    assert found == set(stated)


def test_the_house_cites_its_own_numbers() -> None:
    """A game's rules may name the house's; the house, which serves every game, names none's."""
    house = Path(ludotheque.house.__file__).parent
    files = [*house.rglob("*.py"), *house.rglob("*.toml")]
    foreign = re.compile(r"\b(?!MA-)[A-Z]{2}-\d+")
    assert {
        file.name for file in files if foreign.search(file.read_text(encoding="utf-8"))
    } == set()
