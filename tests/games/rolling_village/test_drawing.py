"""The drawing shows what the state says, whatever the state."""

import random
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator

import pytest

from ludotheque.core.drawing import Scene, png, stylesheet
from ludotheque.core.match import Match
from ludotheque.games.rolling_village import GAME
from ludotheque.games.rolling_village.drawing import (
    CANVAS,
    SAMPLE,
    board_layer,
    large_seat,
    pieces_layer,
)

END = "HFLPHF/HPLFLH/FFHLPL/HL.F../PF...."
FOUR = "HH..../F...../F...../....../......"
Element = ElementTree.Element


def walk(seats: int, seed: int, **options: bool) -> Iterator[Match]:
    """A game played at random, seen now and then."""
    chooser = random.Random(seed)
    match = Match(GAME, {"seats": seats, **options})
    while not match.is_over:
        if len(match.steps) % 5 == 0:
            yield match
        if match.waiting:
            seat = chooser.choice(match.waiting)
            match.act(seat, chooser.choice(list(match.moves(seat).values())))
        else:
            match.happen(chooser.randrange(36))
    yield match


def scene_of(match: Match, seat: int | None = 0, **more: object) -> Scene:
    moves = {} if seat is None else {a: t for t, a in match.moves(seat).items()}
    return Scene(seat, moves, **more)  # type: ignore[arg-type]


def at(position: dict, *events: str, seats: int = 1) -> Match:
    match = Match(GAME, {"seats": seats}, GAME.read(position, {"seats": seats}))
    match.do(*events)
    return match


def tree(match: Match, scene: Scene | None = None) -> Element:
    return ElementTree.fromstring(GAME.draw(match.state, scene or scene_of(match)))


def find(root: Element, name: str) -> Element | None:
    return root.find(f".//*[@id='{name}']")


def part(root: Element, name: str) -> Element:
    found = find(root, name)
    assert found is not None
    return found


def words(element: Element) -> list[str]:
    return [one.text for one in element.iter() if one.text]


@pytest.mark.parametrize("seats", [1, 2, 4, 7, 12])
def test_any_state_is_drawn_with_its_moves_and_every_place_is_in_the_stylesheet(seats: int) -> None:
    css = stylesheet(CANVAS)
    for match in walk(seats, seed=seats, park_bonus=True):
        root = tree(match)
        ids = Counter(e.attrib["id"] for e in root.iter() if "id" in e.attrib)
        assert max(ids.values()) == 1
        marked = [e for e in root.iter() if "data-move" in e.attrib]
        assert sorted(e.attrib["data-move"] for e in marked) == sorted(match.legal(0))
        assert all(e.attrib["aria-label"] and e.attrib["tabindex"] == "0" for e in marked)
        for element in root.iter():
            names = element.attrib.get("class", "").split()
            if "at" in names:
                assert all(f".{name}{{" in css for name in names[names.index("at") + 1 :])
                assert "transform" not in element.attrib
            assert "style" not in element.attrib


def test_the_board_layer_depends_on_the_options_alone() -> None:
    boards = {board_layer(match.state, scene_of(match)) for match in walk(3, seed=1)}
    assert len(boards) == 1
    match = Match(GAME, {"seats": 3})
    board, pieces = board_layer(match.state, Scene()), pieces_layer(match.state, Scene())
    assert GAME.draw(match.state, Scene()).endswith(
        f'<g id="board">{board}</g><g id="pieces">{pieces}</g></svg>'
    )


def test_projects_stand_in_their_cells() -> None:
    match = at({"round": 2, "sheets": ["H...../....../.F..../....../....LP"]})
    village = part(tree(match), "rv-village")
    drawn = {cell.attrib["id"]: cell[0].attrib["href"] for cell in village}
    assert drawn == {
        "rv-c-0": "#rv-house", "rv-c-7": "#rv-forest", "rv-c-24": "#rv-lake", "rv-c-29": "#rv-park",
    }  # fmt: skip


def test_what_was_drawn_since_the_roll_is_marked() -> None:
    match = at({"round": 2, "sheets": [FOUR]}, "roll 4 2", "house 2d")
    rings = [e for e in tree(match).iter() if e.attrib.get("class") == "fresh"]
    assert len(rings) == 1
    assert len(words(part(tree(match), "rv-chips"))) == 0
    ticks = [e for e in part(tree(match), "rv-chips").iter() if e.attrib.get("class") == "tick"]
    assert len(ticks) == 1


def test_the_avenue_that_scores_is_marked_and_then_the_points_it_brought() -> None:
    match = at({"round": 2, "sheets": [FOUR]}, "roll 4 2")
    assert part(tree(match), "rv-avenue")[0].attrib["class"] == "band"
    assert find(tree(match), "rv-won") is None
    match.do("house 2d", "forest 4e")
    root = tree(match)
    assert part(root, "rv-avenue")[0].attrib["class"] == "band-past"
    assert words(part(root, "rv-won")) == ["+2"]  # sum 6: the Forests of 1b and 1c
    match.do("roll 1 6")
    assert part(tree(match), "rv-won").attrib["class"] == "past"
    match.do("house 6a")
    assert find(tree(match), "rv-won") is None


def test_with_a_free_choice_each_plate_is_a_button_with_its_points() -> None:
    match = at({"round": 2, "sheets": [FOUR]}, "roll 1 1", "house 1e", "park 6a")
    root = tree(match)
    assert find(root, "rv-avenue") is None
    assert words(part(root, "rv-moves")) == ["+3", "+2", "+2", "+0", "+3"]


def test_several_kinds_share_a_cell_without_overlapping() -> None:
    match = Match(GAME, {"seats": 1})
    match.do("roll 2 4")
    boxes = []
    for button in part(tree(match), "rv-moves"):
        box = button[0].attrib
        x, y = int(box["x"]), int(box["y"])
        boxes.append((x, y, x + int(box["width"]), y + int(box["height"])))
    assert len(boxes) == 30
    for k, (x, y, x2, y2) in enumerate(boxes):
        for other in boxes[k + 1 :]:
            assert x2 <= other[0] or other[2] <= x or y2 <= other[1] or other[3] <= y


def test_rounds_subtotals_parks_and_total_are_written_down() -> None:
    scores = [4, 5, 6, 0, 1, 2, 7, 8, 9]
    match = at({"round": 9, "sheets": [END], "scores": [scores]})
    table = words(part(tree(match), "rv-table"))
    assert sorted(map(int, table)) == sorted([*scores, 15, 18, 42, 20, 62])
    assert "Réélu !" in words(tree(match))
    early = at({"round": 3, "sheets": ["HFLHFL/....../....../....../......"], "scores": [[7, 8]]})
    assert words(part(tree(early), "rv-table")) == ["7", "8"]


def test_bonus_stars_are_ticked() -> None:
    nine = "HFLHFL/HFL.../....../....../......"
    assert len(part(tree(at({"round": 4, "sheets": [nine], "bonus": ["L"]})), "rv-stars")) == 2
    assert len(part(tree(at({"round": 4, "sheets": [nine]})), "rv-stars")) == 0


def test_ones_own_sheet_is_large_and_the_leaders_for_an_onlooker() -> None:
    start = {"round": 2, "sheets": [FOUR] * 3, "scores": [[1], [5], [2]]}
    match = at(start, seats=3)
    assert large_seat(match.state, Scene(seat=2)) == 2
    assert large_seat(match.state, Scene()) == 1
    names = {0: "Ann", 1: "Bo", 2: "Cy"}
    root = tree(match, Scene(seat=2, names=names))
    assert part(root, "rv-name").text == "Cy"
    assert find(root, "rv-village-2") is None
    assert "Ann" in words(part(root, "rv-village-0"))
    assert "+5" not in words(part(root, "rv-village-1"))


def test_neighbours_show_their_points_and_the_last_round() -> None:
    start = {"round": 2, "sheets": [FOUR] * 2, "scores": [[1], [5]], "scored": ["a", "a"]}
    assert words(part(tree(at(start, seats=2)), "rv-village-1")) == ["Maire 2", "5", "+5"]


def test_names_are_escaped_and_long_ones_cut() -> None:
    match = Match(GAME, {"seats": 2})
    svg = GAME.draw(match.state, Scene(0, names={0: '<script>"&', 1: "Maximilienne-Joséphine"}))
    assert "<script" not in svg
    assert "Maximilie…" in words(ElementTree.fromstring(svg))


def test_who_won_wears_the_laurels_and_who_left_is_veiled() -> None:
    over = at({"round": 9, "sheets": [END] * 2, "scores": [[9] * 9, [1] * 9]}, seats=2)
    assert find(tree(over), "laurels") is not None
    assert find(tree(over, scene_of(over, 1)), "laurels") is None
    gone = Match(GAME, {"seats": 3})
    gone.do("leave 2")
    veils = [e for e in tree(gone).iter() if e.attrib.get("class") == "veil"]
    assert len(veils) == 1


@pytest.mark.parametrize("language", ["fr", "en", "es"])
def test_the_sheet_speaks_the_language_of_who_looks(language: str) -> None:
    match = Match(GAME, {"seats": 1})
    house = {"fr": "Maison", "en": "House", "es": "Casa"}[language]
    assert house in words(tree(match, Scene(0, language=language)))


def test_the_sample_is_a_position_and_becomes_a_picture() -> None:
    assert png(GAME.draw(GAME.read(SAMPLE)), 200).startswith(b"\x89PNG")
