"""The drawing of Superludo shows what the state says, whatever the state."""

import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import pairwise, product
from math import dist
from typing import Any

import pytest

from ludotheque.core.drawing import Scene, stylesheet
from ludotheque.core.match import Match
from ludotheque.games.superludo import GAME
from ludotheque.games.superludo.board import CORNERS, SAFE_SQUARES
from ludotheque.games.superludo.drawing import (
    CANVAS,
    SAMPLE,
    board_layer,
    motions,
    pieces_layer,
    places,
)
from ludotheque.games.superludo.drawing.places import HUES

SVG = "{http://www.w3.org/2000/svg}"
HOMES = [[0, 0, 0, 0]] * 3
OPTIONS: list[dict[str, Any]] = [
    {},
    {"seats": 3, "dice": 1},
    {"seats": 2, "initial_pawn": True},
    {"couples": True, "mixed_barriers": True},
]


def walk(options: dict[str, Any], seed: int, steps: int) -> Iterator[Match]:
    """A game played at random, seen after each step; near its end somebody leaves."""
    chooser = random.Random(seed)
    match = Match(GAME, options)
    for step in range(steps):
        yield match
        if match.is_over:
            return
        events = match.legal() or list(match.chance())
        match.do("leave 1" if step == steps - 2 else chooser.choice(events))


def scene_of(match: Match, **more: Any) -> Scene:
    moves = {action: text for text, action in match.moves().items()}
    return Scene(moves=moves, last=match.steps[-1] if match.steps else None, **more)


def match_at(
    position: dict[str, Any], *events: str, options: dict[str, Any] | None = None
) -> Match:
    match = Match(GAME, options, GAME.read(position, options))
    match.do(*events)
    return match


def tree(match: Match, scene: Scene | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(GAME.draw(match.state, scene or scene_of(match)))


def find(root: ElementTree.Element, name: str) -> ElementTree.Element:
    found = root.find(f".//*[@id='{name}']")
    assert found is not None, name
    return found


def has(root: ElementTree.Element, name: str) -> bool:
    return root.find(f".//*[@id='{name}']") is not None


def classes(element: ElementTree.Element) -> list[str]:
    return element.attrib["class"].split()


def place_of(element: ElementTree.Element) -> tuple[str, str]:
    at = classes(element).index("at")
    x, y = classes(element)[at + 1 : at + 3]
    return x, y


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_any_state_is_well_formed_with_every_pawn_in_its_order(options: dict[str, Any]) -> None:
    expected = [f"p-{s}-{k}" for s, k in product(range(options.get("seats", 4)), range(4))]
    for match in walk(options, seed=7, steps=60):
        root = tree(match)
        ids = [e.attrib["id"] for e in root.iter() if e.attrib.get("id", "").startswith("p-")]
        assert ids == expected
        names = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
        assert len(names) == len(set(names))
        marked = {e.attrib["data-move"] for e in root.iter() if "data-move" in e.attrib}
        assert marked == set(match.legal())
        buttons = [e for e in root.iter() if e.attrib.get("role") == "button"]
        assert len(buttons) == len(match.legal())
        assert all(button.attrib["aria-label"] for button in buttons)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_place_is_in_the_stylesheet(options: dict[str, Any]) -> None:
    css = stylesheet(CANVAS)
    for match in walk(options, seed=3, steps=60):
        pieces = ElementTree.fromstring(f"<g>{pieces_layer(match.state, scene_of(match))}</g>")
        for element in pieces.iter():
            names = element.attrib.get("class", "").split()
            if "at" in names:
                run = names[names.index("at") + 1 :]
                assert all(f".{name}{{" in css for name in run)
                assert "transform" not in element.attrib
                assert "style" not in element.attrib


def test_every_place_a_pawn_can_have_is_in_the_stylesheet() -> None:
    css = stylesheet(CANVAS)
    for corner, position, number in product(range(4), range(73), range(4)):
        points = [places.standing(corner, position, number)]
        if 0 < position < 72:
            points += [places.aside(places.spot_of(corner, position), shift) for shift in (-12, 12)]
        assert all(f".x{x}{{" in css and f".y{y}{{" in css for x, y in points)


def test_the_board_layer_never_changes_and_the_layers_are_what_is_drawn() -> None:
    boards = set()
    for match in walk({"seats": 3}, seed=1, steps=40):
        scene = scene_of(match)
        board, pieces = board_layer(match.state, scene), pieces_layer(match.state, scene)
        boards.add(board)
        assert GAME.draw(match.state, scene).endswith(
            f'<g id="board">{board}</g><g id="pieces">{pieces}</g></svg>'
        )
    assert len(boards) == 1


@pytest.mark.parametrize("corner", range(4))
def test_a_pawn_walks_without_a_leap_from_its_exit_to_its_goal(corner: int) -> None:
    way = [places.standing(corner, position, 0) for position in range(1, 72)]
    assert all(20 < dist(*pair) < 60 for pair in pairwise(way))
    assert dist(way[-1], (320, 320)) < 90
    home = places.HOMES[corner]
    assert dist(way[0], home) < 160  # the exit is beside its home


def test_every_square_is_drawn_once_with_its_number_and_the_safe_ones_with_a_circle() -> None:
    board = find(tree(Match(GAME)), "board")
    numbers = [int(e.text or 0) for e in board.iter() if "number" in e.attrib.get("class", "")]
    assert sorted(numbers) == list(range(1, 69))
    styles = [element.attrib.get("class", "") for element in board.iter()]
    assert styles.count("square") == 68 - len(SAFE_SQUARES)
    assert styles.count("safe") + styles.count("safe-on") == len(SAFE_SQUARES)
    middles = {places.aside(places.common(square), 0) for square in range(1, 69)}
    assert len(middles) == 68
    rings = {
        (float(e.attrib["cx"]), float(e.attrib["cy"]))
        for e in board.iter()
        if e.attrib.get("class", "") in ("safe", "safe-on")
    }
    spots = {(spot.x, spot.y) for spot in map(places.common, SAFE_SQUARES)}
    assert {(round(x), round(y)) for x, y in rings} == {(round(x), round(y)) for x, y in spots}


@pytest.mark.parametrize("seats", CORNERS)
def test_corners_where_nobody_sits_are_grey(seats: int) -> None:
    board = board_layer(Match(GAME, {"seats": seats}).state, Scene())
    assert ("grey" in board) == (seats < 4)
    used = {HUES[corner] for corner in CORNERS[seats]}
    for hue in HUES:
        assert (f'class="emblem {hue}-tint"' in board) == (hue in used)


def test_couples_wear_a_badge() -> None:
    alone = board_layer(Match(GAME).state, Scene())
    couples = board_layer(Match(GAME, {"couples": True}).state, Scene())
    assert 'class="badge"' not in alone
    assert couples.count('class="badge"') == 4


def test_names_are_escaped_and_long_ones_cut() -> None:
    names = {0: '<script>"&', 1: "Maximilienne-Joséphine"}
    svg = GAME.draw(Match(GAME).state, Scene(names=names))
    assert "<script" not in svg
    root = ElementTree.fromstring(svg)
    assert [find(root, f"n-{seat}").text for seat in range(4)] == [
        '<script>"&', "Maximilienne-Jo…", "Rouge", "Vert",
    ]  # fmt: skip
    mates = GAME.draw(Match(GAME, {"couples": True}).state, Scene(names=names))
    assert "Maximilien…" in mates


def test_a_pawn_with_one_move_is_a_button_and_its_ghost_waits_at_the_end() -> None:
    match = match_at({"pawns": [[10, 20, 0, 0], *HOMES]}, "roll 3", options={"dice": 1})
    root = tree(match)
    pawn = find(root, "p-0-0")
    assert pawn.attrib["data-move"] == "10>13"
    assert (pawn.attrib["role"], pawn.attrib["tabindex"]) == ("button", "0")
    assert pawn.attrib["aria-label"] == GAME.words.label(match.state, 0, 0, str)
    ghosts = {e.attrib["data-for"]: e for e in root.iter() if "data-for" in e.attrib}
    assert set(ghosts) == set(match.legal())
    match.do("10>13")
    assert place_of(ghosts["10>13"]) == place_of(find(tree(match), "p-0-0"))


def test_a_pawn_with_two_moves_offers_their_ends() -> None:
    match = match_at({"pawns": [[10, 71, 0, 0], *HOMES]}, "roll 3 1")
    root = tree(match)
    assert "data-move" not in find(root, "p-0-0").attrib
    chips = {e.attrib["data-move"]: e for e in root.iter() if e.attrib.get("id", "")[:2] == "c-"}
    assert set(chips) == {"10>13", "10>11"}
    texts = {text: "".join(chip.itertext()) for text, chip in chips.items()}
    assert texts == {"10>13": "3", "10>11": "1"}
    assert find(root, "p-0-1").attrib["data-move"] == "71>72"  # only the 1 fits


def test_two_ends_on_one_square_do_not_cover_each_other() -> None:
    match = match_at({"pawns": [[10, 12, 0, 0], *HOMES]}, "roll 4 2")  # 10>14 and 12>14
    root = tree(match)
    chips = {e.attrib["data-move"]: e for e in root.iter() if e.attrib.get("id", "")[:2] == "c-"}
    assert place_of(chips["10>14"]) != place_of(chips["12>14"])


def test_pawns_on_one_position_share_their_move_but_not_the_keyboard() -> None:
    match = match_at({}, "roll 5", options={"dice": 1})
    pawns = [find(tree(match), f"p-0-{k}") for k in range(4)]
    assert [p.attrib.get("data-move") for p in pawns] == ["0>1"] * 4
    assert [p.attrib.get("tabindex") for p in pawns] == ["0", None, None, None]


@pytest.mark.parametrize(
    ("pawns", "mixed", "walls"),
    [
        ([[10, 10, 0, 0], *HOMES], False, ["wall yellow-dark-line"]),
        ([[66, 66, 0, 0], *HOMES], False, ["wall yellow-dark-line"]),
        ([[10, 11, 0, 0], *HOMES], False, []),
        ([[8, 0, 0, 0], [59, 0, 0, 0], *HOMES[1:]], False, []),
        ([[8, 0, 0, 0], [59, 0, 0, 0], *HOMES[1:]], True, ["wall wall-mixed"]),
        ([[72, 72, 0, 0], *HOMES], False, []),
    ],
)
def test_a_wall_lies_under_what_blocks(
    pawns: list[list[int]], mixed: bool, walls: list[str]
) -> None:
    match = match_at({"pawns": pawns}, options={"mixed_barriers": mixed})
    drawn = [e.attrib["class"] for e in find(tree(match), "walls")]
    assert [style for style in drawn if style != "wall-edge"] == walls


def test_two_pawns_of_a_square_stand_apart() -> None:
    pawns = [[10, 10, 8, 1], [59, 0, 0, 0], [0, 0, 0, 0], [72, 72, 72, 0]]
    root = tree(match_at({"pawns": pawns}))
    places = [place_of(find(root, f"p-{s}-{k}")) for s, k in product(range(4), range(4))]
    assert len(set(places)) == 16


def test_a_capture_shows_its_trail_its_origin_and_the_struck() -> None:
    match = match_at(
        {"pawns": [[5, 30, 0, 0], [60, 0, 0, 0], *HOMES[1:]]},
        "roll 4", "5>9", options={"dice": 1},
    )  # fmt: skip
    styles = [element.attrib.get("class", "") for element in find(tree(match), "last")]
    assert "burst blue" in styles
    assert "origin yellow-dark-line" in styles
    assert "struck blue-line" in styles
    assert styles.count("yellow-dark") == 4  # a dot for each square passed


def test_the_third_six_marks_who_went_home() -> None:
    start = {"pawns": [[10, 0, 0, 0], *HOMES], "streak": 2, "moved": 1}
    root = tree(match_at(start, "roll 6", options={"dice": 1}))
    assert [e.attrib["class"] for e in find(root, "last")] == ["struck yellow-line"]
    assert "spent" in classes(find(root, "die-0"))


def test_dice_and_bonus_lie_with_who_plays() -> None:
    match = match_at({"pawns": [[5, 30, 0, 0], [60, 0, 0, 0], *HOMES[1:]]})
    labels = [find(tree(match), f"die-{k}").attrib["aria-label"] for k in (0, 1)]
    assert labels == ["…", "…"]
    match.do("roll 4 2")
    labels = [find(tree(match), f"die-{k}").attrib["aria-label"] for k in (0, 1)]
    assert labels == ["4", "2"]
    match.do("5>9")
    root = tree(match)
    assert find(root, "bonus").attrib["aria-label"] == "+20"
    assert find(root, "die-0").attrib["aria-label"] == "2"
    assert not has(root, "die-1")


def test_a_six_that_counts_seven_says_so() -> None:
    match = match_at({"pawns": [[10, 72, 72, 72], *HOMES]}, "roll 6", options={"dice": 1})
    assert "".join(find(tree(match), "die-0").itertext()) == "7"


def test_the_lot_shows_what_each_threw() -> None:
    match = Match(GAME, {"seats": 3})
    match.do("roll 5", "roll 5", "roll 2")
    root = tree(match)
    assert [has(root, f"lot-{seat}") for seat in range(3)] == [True, True, False]
    match.do("roll 4")
    assert find(tree(match), "lot-0").attrib["aria-label"] == "4"


def test_the_turn_frames_a_home_and_the_laurels_crown_the_winners() -> None:
    options = {"couples": True, "dice": 1}
    match = match_at({"pawns": [[72, 72, 72, 70], *HOMES]}, "roll 2", options=options)
    root = tree(match)
    assert has(root, "turn")
    assert not has(root, "turn-2")
    assert not has(root, "laurels")
    match.do("70>72")
    root = tree(match)
    assert place_of(find(root, "laurels"))[0] != place_of(find(root, "laurels-2"))[0]
    assert has(root, "turn-2")
    assert not has(root, "die-0")


def test_who_left_is_veiled_and_a_draw_crowns_nobody() -> None:
    match = match_at({}, "leave 2")
    root = tree(match)
    assert all("gone" in classes(find(root, f"p-1-{k}")) for k in range(4))
    assert "left" in classes(find(root, "n-1"))
    match.do("draw")
    root = tree(match)
    assert not has(root, "laurels")
    assert not has(root, "turn")


def test_a_moving_pawn_walks_square_by_square() -> None:
    match = match_at({"pawns": [[62, 0, 0, 0], *HOMES]}, "roll 3 1", "62>65")
    way = motions(match.steps[-1])
    assert way == {"p-0-0": [places.standing(0, position, 0) for position in range(62, 66)]}
    assert motions(match.steps[0]) == {}


def test_the_sample_can_be_read_and_drawn() -> None:
    assert GAME.draw(GAME.read(SAMPLE), Scene()).startswith("<svg")


def test_the_text_board_shows_every_pawn() -> None:
    text = GAME.notation.board(
        GAME.read({"pawns": [[10, 10, 72, 0], [59, 1, 0, 0], [66, 0, 0, 0], [4, 0, 0, 0]]})
    )
    assert len(text.splitlines()) == 19
    assert "✚✚" in text
    assert "✚1" in text
    assert "●3" in text
    assert [text.count(symbol) for symbol in "✚■●▲"] == [4, 3, 2, 2]
    assert text.count("○") == 12 - 2
