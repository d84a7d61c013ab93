"""The drawing of Ludo shows what the state says, whatever the state."""

import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import pairwise, product

import pytest

from ludotheque.core.drawing import Scene, stylesheet
from ludotheque.core.match import Match
from ludotheque.games.ludo import GAME
from ludotheque.games.ludo.board import (
    BASE_CELLS,
    CORNERS,
    ENTRIES,
    FINAL_CELLS,
    RING,
    RING_CELLS,
    SAFE_HOUSES,
    STARS,
    STRAIGHT_CELLS,
    house_cell,
)
from ludotheque.games.ludo.drawing import CANVAS, board_layer, pieces_layer
from ludotheque.games.ludo.drawing.places import HUES

SVG = "{http://www.w3.org/2000/svg}"
OPTIONS = [{"seats": seats, "pawns": pawns} for seats, pawns in ((4, 4), (3, 4), (2, 4), (2, 1))]


def walk(options: dict[str, int], seed: int, steps: int) -> Iterator[Match]:
    """A match played at random, seen after each step; near its end somebody leaves."""
    chooser = random.Random(seed)
    match = Match(GAME, options)
    for step in range(steps):
        yield match
        if match.is_over:
            return
        events = match.legal() or list(match.chance())
        match.do("leave 1" if step == steps - 2 else chooser.choice(events))


def scene_of(match: Match, **more: object) -> Scene:
    moves = {action: text for text, action in match.moves().items()}
    last = match.steps[-1] if match.steps else None
    return Scene(moves=moves, last=last, **more)  # type: ignore[arg-type]


def scene_at(position: dict[str, object], *events: str, **more: object) -> tuple[Match, Scene]:
    match = Match(GAME, state=GAME.read(position))
    match.do(*events)
    return match, scene_of(match, **more)


def tree(match: Match, scene: Scene | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(GAME.draw(match.state, scene or scene_of(match)))


def find(root: ElementTree.Element, name: str) -> ElementTree.Element | None:
    return root.find(f".//*[@id='{name}']")


def classes(element: ElementTree.Element | None) -> list[str]:
    assert element is not None
    return element.attrib["class"].split()


def place_of(element: ElementTree.Element | None) -> tuple[str, str]:
    at = classes(element).index("at")
    x, y = classes(element)[at + 1 : at + 3]
    return x, y


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_any_state_is_well_formed_with_every_pawn_in_its_order(options: dict[str, int]) -> None:
    expected = [f"p-{s}-{k}" for s, k in product(range(options["seats"]), range(options["pawns"]))]
    for match in walk(options, seed=7, steps=120):
        root = tree(match)
        ids = [e.attrib["id"] for e in root.iter() if e.attrib.get("id", "").startswith("p-")]
        assert ids == expected
        names = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
        assert len(names) == len(set(names))
        marked = {e.attrib["data-move"] for e in root.iter() if "data-move" in e.attrib}
        assert marked == set(match.legal())


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_place_is_in_the_stylesheet(options: dict[str, int]) -> None:
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


def test_the_ring_is_a_closed_walk_of_distinct_cells() -> None:
    assert len(set(RING_CELLS)) == RING
    for (x, y), (x2, y2) in pairwise((*RING_CELLS, RING_CELLS[0])):
        assert max(abs(x - x2), abs(y - y2)) == 1  # the four inner bends touch by a corner


def test_no_two_places_of_the_board_are_one() -> None:
    straights = [cell for cells in STRAIGHT_CELLS for cell in cells]
    finals = [cell for cells in FINAL_CELLS for cell in cells]
    every = [*RING_CELLS, *straights, *finals, *BASE_CELLS]
    assert len(every) == len(set(every)) == 52 + 20 + 16 + 4


@pytest.mark.parametrize("corner", range(4))
def test_a_pawn_walks_without_a_leap_from_its_entry_to_its_final(corner: int) -> None:
    way = [house_cell(corner, position) for position in range(1, 57)]
    assert way[0] == RING_CELLS[ENTRIES[corner]]
    for (x, y), (x2, y2) in pairwise(way):
        assert max(abs(x - x2), abs(y - y2)) == 1
    assert abs(way[-1][0] - 7) + abs(way[-1][1] - 7) == 2  # beside the middle


def test_the_board_has_its_houses_and_marks_the_safe_ones() -> None:
    root = tree(Match(GAME))
    board = find(root, "board")
    assert board is not None
    styles = [element.attrib.get("class", "") for element in board.iter()]
    assert styles.count("house") == RING - len(SAFE_HOUSES)
    assert styles.count("star") == styles.count("star-house") == len(STARS)
    assert styles.count("safe") + styles.count("safe-on") == len(SAFE_HOUSES)


def test_each_seat_has_its_own_shape() -> None:
    root = tree(Match(GAME))
    shapes: list[str] = []
    for seat in range(4):
        uses = {find(root, f"p-{seat}-{k}").find(f"{SVG}use").attrib["href"] for k in range(4)}  # type: ignore[union-attr]
        assert len(uses) == 1
        shapes += uses
    assert shapes == [f"#pawn-{hue}" for hue in HUES]
    assert all(find(root, shape[1:]) is not None for shape in shapes)


@pytest.mark.parametrize("seats", CORNERS)
def test_corners_where_nobody_sits_are_grey(seats: int) -> None:
    board = board_layer(Match(GAME, {"seats": seats}).state, Scene())
    assert ("grey" in board) == (seats < 4)
    used = {HUES[corner] for corner in CORNERS[seats]}
    for hue in HUES:
        assert (f'class="emblem {hue}-tint"' in board) == (hue in used)


def test_names_are_escaped_and_long_ones_cut() -> None:
    names = {0: '<script>"&', 1: "Maximilienne-Joséphine"}
    match = Match(GAME)
    svg = GAME.draw(match.state, Scene(names=names))
    assert "<script" not in svg
    root = ElementTree.fromstring(svg)
    shown = [find(root, f"n-{seat}") for seat in range(4)]
    assert [name.text for name in shown if name is not None] == [
        '<script>"&', "Maximilienne-Jo…", "Jaune", "Bleu",
    ]  # fmt: skip


def test_a_movable_pawn_is_a_button_and_its_ghost_waits_at_the_destination() -> None:
    match, scene = scene_at({"pawns": [[20, 5, 0, 0]] + [[0] * 4] * 3, "turn": 1}, "roll 6")
    root = tree(match, scene)
    pawn = find(root, "p-0-0")
    assert pawn is not None
    assert pawn.attrib["data-move"] == "20>26"
    assert (pawn.attrib["role"], pawn.attrib["tabindex"]) == ("button", "0")
    assert pawn.attrib["aria-label"] == GAME.words.label(match.state, 0, 0, str)
    ghosts = {e.attrib["data-for"]: e for e in root.iter() if "data-for" in e.attrib}
    assert set(ghosts) == set(match.legal())
    match.do("20>26")
    assert place_of(ghosts["20>26"]) == place_of(find(tree(match), "p-0-0"))


def test_pawns_on_one_position_share_their_move_but_not_the_keyboard() -> None:
    match, scene = scene_at({"pawns": [[0] * 4] * 4, "turn": 1}, "roll 6")
    root = tree(match, scene)
    pawns = [find(root, f"p-0-{k}") for k in range(4)]
    assert [p.attrib.get("data-move") for p in pawns if p is not None] == ["0>1"] * 4
    assert [p.attrib.get("tabindex") for p in pawns if p is not None] == ["0", None, None, None]


@pytest.mark.parametrize("crowd", range(1, 17))
def test_pawns_of_one_house_stand_apart_or_are_counted(crowd: int) -> None:
    # Position 14 of red is 1 of green, 40 of yellow and 27 of blue: one house.
    there = [(14, 1, 40, 27)[k % 4] if k < crowd else 0 for k in range(16)]
    pawns = [[there[4 * k + seat] for k in range(4)] for seat in range(4)]
    match, scene = scene_at({"pawns": pawns, "turn": 1})
    root = tree(match, scene)
    places = [place_of(find(root, f"p-{s}-{k}")) for s, k in product(range(4), range(4))]
    assert len(set(places)) == 16
    counts = [int(e.text or 0) for e in root.iter() if "count" in e.attrib.get("class", "").split()]
    piles = [sum(map(bool, row)) for row in pawns]
    assert counts == ([pile for pile in piles if pile > 1] if crowd > 4 else [])


def test_a_capture_shows_its_trail_its_origin_and_the_struck() -> None:
    position = {"pawns": [[20, 0, 0, 0], [12, 0, 0, 0], [0] * 4, [0] * 4], "turn": 1}
    match, scene = scene_at(position, "roll 5", "20>25")
    last = find(tree(match, scene), "last")
    assert last is not None
    styles = [element.attrib.get("class", "") for element in last]
    assert "burst green" in styles
    assert "origin red-dark-line" in styles
    assert "struck green-line" in styles
    assert styles.count("red-dark") == 5  # a dot for each house passed


def test_the_die_lies_with_who_rolls_and_a_vain_roll_stays() -> None:
    match = Match(GAME)
    assert find(tree(match), "die") is None
    match.do("first 2")
    assert find(tree(match), "die").attrib["aria-label"] == "…"  # type: ignore[union-attr]
    with_green = place_of(find(tree(match), "die"))
    match.do("roll 3")  # nothing to move: the turn is yellow's, the die still tells
    die = find(tree(match), "die")
    assert die is not None
    assert die.attrib["aria-label"] == "3"
    assert "spent" in classes(die)
    assert place_of(die) == with_green
    match.do("roll 6")
    assert find(tree(match), "last") is None
    assert place_of(find(tree(match), "die")) != with_green


def test_the_turn_frames_a_base_and_the_laurels_crown_the_winner() -> None:
    match, scene = scene_at(
        {"pawns": [[0] * 4, [57, 57, 57, 54], [0] * 4, [0] * 4], "turn": 2}, "roll 3"
    )
    root = tree(match, scene)
    green = place_of(find(root, "turn"))
    assert find(root, "laurels") is None
    match.do("54>57")
    root = tree(match)
    assert place_of(find(root, "turn")) == green
    assert place_of(find(root, "laurels"))[0] == green[0]
    assert find(root, "die") is None


def test_who_left_is_veiled() -> None:
    match = Match(GAME)
    match.do("first 1", "leave 2")
    root = tree(match)
    assert all("gone" in classes(find(root, f"p-1-{k}")) for k in range(4))
    assert "left" in classes(find(root, "n-1"))
    assert "gone" not in classes(find(root, "p-0-0"))


def test_a_draw_crowns_nobody() -> None:
    match = Match(GAME)
    match.do("first 1", "draw")
    root = tree(match)
    assert find(root, "laurels") is None
    assert find(root, "turn") is None
