"""Editions: ours adds up, another can be played, and a mistake in one is named with its line."""

import re
from pathlib import Path

import pytest

from ludotheque.core.discovery import game
from ludotheque.core.errors import BadOption
from ludotheque.core.match import Match
from ludotheque.games.ludoville import edition

LUDOVILLE = game("ludoville")
HOUSE = (edition.FOLDER / "maison.toml").read_text(encoding="utf-8")


NO_HARBOURS = next(line for line in HOUSE.splitlines() if line.startswith("# harbours"))


def written(folder: Path, text: str) -> str:
    file = folder / "ours.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_the_house_edition_has_68_tiles() -> None:
    house = edition.load("maison")
    assert sum(house.counts) == 68
    assert len(house.cells(edition.RIVER)) == 14
    assert len(house.cells(edition.SEA)) == 9
    assert list(edition.EDITIONS.own) == ["maison"]


MIRRORED = (
    HOUSE.replace("............#", "#............")
    .replace("~~~~........#", "#........~~~~")
    .replace("...~~~~~~...#", "#...~~~~~~...")
    .replace("........~~~~#", "#~~~~........")
    .replace('"l1-l9"', '"b1-b9"')
)


def test_another_board_can_be_played(tmp_path: Path) -> None:
    options = {"seats": 2, "edition": written(tmp_path, MIRRORED)}
    match = Match(LUDOVILLE, options)
    match.do("first 1", "draw port")
    on_coast = {f"port b{row}" for row in range(2, 9)}  # LV-13: but for the board's edge
    assert set(match.legal()) == on_coast | {"port f5", "port g5", "port h5"}
    tiles = {"b4": "port"} | dict.fromkeys(("b3", "c3", "c4", "c5", "c6", "b6"), "wall")
    position = {"start": "b4", "tiles": tiles, "stage": "place", "hands": [["market"], []]}
    assert LUDOVILLE.read(position, options).closed  # the sea lies in the west now
    east = {f"{column}{row}": "wall" for column, row in zip("jjjkklll", "34534345", strict=True)}
    assert not LUDOVILLE.read({"start": "b4", "tiles": {"b4": "port", **east}}, options).closed


@pytest.mark.parametrize(
    ("harbours", "cells"),
    [
        ("", ["l2", "l3", "l4", "l5", "l6", "l7", "l8"]),
        ('harbours = ["l3-l4", "l7"]', ["l3", "l4", "l7"]),
        ('harbours = ["l1"]', ["l1"]),
        ("harbours = []", []),
    ],
)
def test_an_edition_may_name_its_harbours(tmp_path: Path, harbours: str, cells: list[str]) -> None:
    """LV-13: left out, a port may start the town on all of the coast but the board's edge."""
    options = {"seats": 2, "edition": written(tmp_path, HOUSE.replace(NO_HARBOURS, harbours))}
    match = Match(LUDOVILLE, options)
    match.do("first 1", "draw port")
    assert set(match.legal()) == {f"port {cell}" for cell in ["f5", "g5", "h5", *cells]}


def test_other_numbers_and_points_count(tmp_path: Path) -> None:
    text = HOUSE.replace("castle = { count = 2, points = 5 }", "castle = { count = 1, points = 9 }")
    options = {"seats": 2, "edition": written(tmp_path, text)}
    match = Match(LUDOVILLE, options)
    match.do("first 1")
    assert match.chance()["draw castle"] == 1
    state = LUDOVILLE.read(
        {"start": "g5", "tiles": {"g5": "bridge"}, "hands": [["castle"], []]}, options
    )
    assert Match(LUDOVILLE, options, state).scores == (9, 0)


def test_a_file_that_changes_or_goes_changes_no_game(tmp_path: Path) -> None:
    name = written(tmp_path, HOUSE)
    options = LUDOVILLE.chosen({"edition": name})
    written(tmp_path, HOUSE.replace("castle = { count = 2", "castle = { count = 4"))
    assert LUDOVILLE.new(options).counts[0] == 2
    assert LUDOVILLE.new({"edition": name}).counts[0] == 4
    Path(name).unlink()
    assert LUDOVILLE.new(LUDOVILLE.chosen(options)).counts[0] == 2


MISTAKES = [
    ("map = ", "mapp = ", 7, "mapp: no such key"),
    ('name = "Édition de la maison"\n', "", 1, "name is missing"),
    ('name = "Édition de la maison"', 'name = ""', 4, "name: what people call"),
    ("~~~~........#", "~~~~........", 11, "row 4 wants 13 squares, a to m, and has 12"),
    ("...~~~~~~...#", "...~~x~~~...#", 12, "f5 is 'x'; there are . land, ~ river, # sea"),
    (
        "............#\n............#\n",
        "............#\n",
        7,
        "9 rows are wanted, north first, not 8",
    ),
    ('["f4-h6"]', '["f4-h66"]', 19, "centre: a square from a1 to m9"),
    ('["f4-h6"]', '["h6-f4"]', 19, "runs backwards"),
    ('["f4-h6"]', '"f4-h6"', 19, "centre: a list of squares"),
    ('["f4-h6"]', '["m4"]', 19, "m4 lies in the sea"),
    ('["f4-h6"]', '["f4"]', 19, "no river square where a bridge could start (LV-12)"),
    ('["f4-h6"]', '["f5"]', 19, "no land square where a castle could start (LV-11)"),
    ('["l1-l9"]', '["k1-l9"]', 20, "k1 does not lie beside the sea"),
    (NO_HARBOURS, 'harbours = ["l2", "k3"]', 21, "k3 is not a square of the coast"),
    (NO_HARBOURS, 'harbours = "l3"', 21, "harbours: a list of squares"),
    ("castle = { count = 2", "castel = { count = 2", 24, "tiles.castel: no such kind"),
    ("fair = { count = 2, points = 3 }\n", "", 23, "fair is missing (count = 0 leaves it out)"),
    (
        "gate = { count = 6",
        "gate = { count = -6",
        32,
        "count is a whole number from 0 to 99, not -6",
    ),
    ("wall = { count = 18, points = 2 }", "wall = 18", 34, "{ count = …, points = … } is wanted"),
    (
        "church = { count = 4, points = 3",
        "church = { count = 4, points = true",
        36,
        "points is a whole",
    ),
    ("[tiles]", "[tiles", 23, "this is not TOML"),
]


@pytest.mark.parametrize(
    ("right", "wrong", "line", "said"), MISTAKES, ids=[m[3][:40] for m in MISTAKES]
)
def test_a_mistake_is_named_with_its_line(
    tmp_path: Path, right: str, wrong: str, line: int, said: str
) -> None:
    assert right in HOUSE
    name = written(tmp_path, HOUSE.replace(right, wrong, 1))
    with pytest.raises(BadOption) as error:
        LUDOVILLE.new({"edition": name})
    assert said in str(error.value)
    assert name in str(error.value)
    found = re.search(r"line (\d+)", str(error.value))
    assert found
    assert int(found[1]) == line


def test_a_town_that_could_not_start_is_refused(tmp_path: Path) -> None:
    text = re.sub(r"^(castle|bridge|port) = \{ count = 2", r"\1 = { count = 0", HOUSE, flags=re.M)
    with pytest.raises(BadOption, match="no castle, bridge or port"):
        LUDOVILLE.new({"edition": written(tmp_path, text)})


def test_what_is_no_edition_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"takes maison or a \.toml file's path, not 'nowhere'"):
        LUDOVILLE.new({"edition": "nowhere"})
    with pytest.raises(BadOption, match="cannot be read"):
        LUDOVILLE.new({"edition": str(tmp_path / "missing.toml")})
    with pytest.raises(BadOption, match=r"takes maison or a \.toml file's path, not 7"):
        LUDOVILLE.new({"edition": 7})
