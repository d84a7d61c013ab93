"""A house's own sheet."""

import re
from pathlib import Path

import pytest

from ludotheque.core.discovery import game
from ludotheque.core.errors import BadOption
from ludotheque.core.match import Match
from ludotheque.games.rolling_village import tables

VILLAGE = game("rolling-village")
DEFAULT = (VILLAGE.folder / "sheets" / "default.toml").read_text(encoding="utf-8")


def own(folder: Path, *changes: tuple[str, str]) -> str:
    text = DEFAULT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    file = folder / "own.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_the_default_sheet_is_that_of_the_ledger() -> None:
    sheet = tables.load("default")
    assert sheet.points[0] == (3, 0, 2, 2, 0, 3)
    assert sheet.avenues == ((3, 4), (5, 6), (7,), (8, 9), (10, 11))
    assert sheet.legend == ((1, 4), (2, 5), (3, 6))
    assert VILLAGE.new().rolls.tolist() == [5, 9, 6, 9, 5, 2]


def test_points_avenues_and_legend_of_a_house(tmp_path: Path) -> None:
    sheet = own(
        tmp_path,
        ("[2, 0, 1, 1, 0, 2]", "[2, 9, 1, 1, 0, 2]"),
        ("c = [7]", "c = [6]"),
        ("b = [5, 6]", "b = [5]"),
        ("house = [1, 4]", "house = [1, 2]"),
        ("forest = [2, 5]", "forest = [4, 5]"),
    )
    options = {"seats": 1, "sheet": sheet}
    two = "L...../....../....../....../.....L"
    match = Match(VILLAGE, options, VILLAGE.read({"round": 1, "sheets": [two]}, options))
    match.do("roll 4 2")
    assert match.position()["left"] == [["forest 2", "house 4"]]
    match.do("forest 2c", "house 4c")
    assert match.scores == (10,)
    match.do("roll 1 6")  # no avenue lists 7 here, so everybody chooses
    assert match.position()["left"] == [["house 6", "lake 1", "avenue"]]


def test_a_sheet_without_free_choice(tmp_path: Path) -> None:
    sheet = own(tmp_path, ("a = [3, 4]", "a = [2, 3, 4]"), ("e = [10, 11]", "e = [10, 11, 12]"))
    two = "L...../....../....../....../.....L"
    options = {"seats": 1, "sheet": sheet}
    match = Match(VILLAGE, options, VILLAGE.read({"round": 1, "sheets": [two]}, options))
    match.do("roll 1 1")
    assert match.position()["left"] == [["house 1", "park"]]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("points = [", "punkte = ["), "punkte: no such key; a sheet has points"),
        (("[legend]", "[legende]"), "legende: no such key"),
        (("[3, 0, 2, 2, 0, 3]", "[3, 0, 2, 2, 0]"), "points: row a wants 6 numbers"),
        (
            ("[2, 0, 1, 1, 0, 2]", "[2, 0, 1, 1, 0, 10]"),
            "points: c wants whole numbers from 0 to 9",
        ),
        (("[2, 0, 1, 1, 0, 2]", "[2, 0, 1, 1, 0, true]"), "points: c wants whole numbers"),
        (("    [2, 0, 1, 1, 0, 2],\n", ""), "points: 5 rows are wanted"),
        (("a = [3, 4]", "a = [3, 5]"), "avenues: 5 stands under a and b"),
        (("a = [3, 4]", "a = [1, 4]"), "avenues: a wants whole numbers from 2 to 12"),
        (("a = [3, 4]", "a = 3"), "avenues: a wants a list"),
        (("a = [3, 4]", "f = [3, 4]"), "avenues: a table with a, b, c, d, e"),
        (("house = [1, 4]", "house = [1]"), "legend: no kind has face 4"),
        (("lake = [3, 6]", "lake = [3, 6, 1]"), "legend: 1 stands under house and lake"),
        (("lake = [3, 6]", "lake = [3, 7]"), "legend: lake wants whole numbers from 1 to 6"),
        (("lake = [3, 6]", "park = [3, 6]"), "legend: a table with house, forest, lake"),
        (('name = "Feuille de la boîte"', "name = 3"), "name: a name of 40 letters at most, not 3"),
        (('name = "Feuille de la boîte"\n', ""), None),
        (("points = [", "points = ["), None),
    ],
)
def test_a_wrong_sheet_says_what_is_wrong(
    tmp_path: Path, change: tuple[str, str], words: str | None
) -> None:
    sheet = own(tmp_path, change)
    if words is None:
        VILLAGE.chosen({"sheet": sheet})
        return
    with pytest.raises(BadOption, match=rf"option sheet: .*own\.toml, .*{re.escape(words)}"):
        VILLAGE.chosen({"sheet": sheet})


def test_a_file_that_is_no_sheet(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"nowhere\.toml cannot be read"):
        VILLAGE.chosen({"sheet": str(tmp_path / "nowhere.toml")})
    (tmp_path / "picture.toml").write_bytes(b"\x89PNG\xff")
    with pytest.raises(BadOption, match="is not a text file"):
        VILLAGE.chosen({"sheet": str(tmp_path / "picture.toml")})
    with pytest.raises(BadOption, match=r"option sheet takes default or a \.toml file's path"):
        VILLAGE.chosen({"sheet": 3})
    with pytest.raises(BadOption, match=r"option sheet takes default or a \.toml file's path"):
        VILLAGE.chosen({"sheet": ""})
