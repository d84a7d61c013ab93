"""The drawing of Ludo shows what the state says, whatever the state."""

import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import pairwise, product
from typing import Any

import pytest

from ludotheque.core.drawing import Choice, Cue, Piece, Scene
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
from ludotheque.games.ludo.drawing import board_layer, choices, pieces, places, ways
from ludotheque.games.ludo.drawing.places import HUES

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


def match_at(position: dict[str, object], *events: str) -> Match:
    match = Match(GAME, state=GAME.read(position))
    match.do(*events)
    return match


def drawn(match: Match, **more: object) -> dict[str, Piece]:
    return {piece.id: piece for piece in pieces(match.state, scene_of(match, **more))}


def offered(match: Match) -> dict[str, Choice]:
    scene = scene_of(match)
    return {scene.moves[choice.action]: choice for choice in choices(match.state, scene)}


def place_of(piece: Piece) -> tuple[int, int]:
    return piece.x, piece.y


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_any_state_has_every_pawn_in_its_order_and_every_move_once(options: dict[str, int]) -> None:
    expected = [f"p-{s}-{k}" for s, k in product(range(options["seats"]), range(options["pawns"]))]
    for match in walk(options, seed=7, steps=120):
        assert [name for name in drawn(match) if name.startswith("p-")] == expected
        assert sorted(offered(match)) == sorted(match.legal())


def test_the_board_layer_never_changes() -> None:
    walked = walk({"seats": 3}, seed=1, steps=40)
    assert len({board_layer(match.state, scene_of(match)) for match in walked}) == 1


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
    board = ElementTree.fromstring(f"<g>{board_layer(Match(GAME).state, Scene())}</g>")
    styles = [element.attrib.get("class", "") for element in board.iter()]
    assert styles.count("house") == RING - len(SAFE_HOUSES)
    assert styles.count("star upright") == styles.count("star-house") == len(STARS)
    assert styles.count("safe") + styles.count("safe-on") == len(SAFE_HOUSES)


def test_each_seat_has_its_own_shape() -> None:
    shown = drawn(Match(GAME))
    for seat, hue in enumerate(HUES):
        assert {shown[f"p-{seat}-{k}"].symbols for k in range(4)} == {f"pawn-{hue}"}


@pytest.mark.parametrize("seats", CORNERS)
def test_corners_where_nobody_sits_are_grey(seats: int) -> None:
    board = board_layer(Match(GAME, {"seats": seats}).state, Scene())
    assert ("grey" in board) == (seats < 4)
    used = {HUES[corner] for corner in CORNERS[seats]}
    for hue in HUES:
        assert (f'class="emblem {hue}-tint' in board) == (hue in used)


def test_names_are_escaped_and_long_ones_cut() -> None:
    names = {0: '<script>"&', 1: "Maximilienne-Joséphine"}
    assert "<script" not in GAME.draw(Match(GAME).state, Scene(names=names))
    shown = drawn(Match(GAME), names=names)
    assert [shown[f"n-{seat}"].text for seat in range(4)] == [
        '<script>"&', "Maximilienne-Jo…", "Jaune", "Bleu",
    ]  # fmt: skip


def test_a_movable_pawn_is_a_button_and_its_ghost_waits_at_the_destination() -> None:
    match = match_at({"pawns": [[20, 5, 0, 0]] + [[0] * 4] * 3, "turn": 1}, "roll 6")
    root = ElementTree.fromstring(GAME.draw(match.state, scene_of(match)))
    pawn = root.find(".//*[@id='p-0-0']")
    assert pawn is not None
    assert pawn.attrib["data-move"] == "20>26"
    assert (pawn.attrib["role"], pawn.attrib["tabindex"]) == ("button", "0")
    assert pawn.attrib["aria-label"] == GAME.words.label(match.state, 0, 0, str)
    (ghost,) = offered(match)["20>26"].shown
    match.do("20>26")
    assert ghost[2:5] == drawn(match)["p-0-0"][2:5]


def test_pawns_on_one_position_share_their_move() -> None:
    match = match_at({"pawns": [[0] * 4] * 4, "turn": 1}, "roll 6")
    assert offered(match)["0>1"].on == ("p-0-0", "p-0-1", "p-0-2", "p-0-3")


@pytest.mark.parametrize("crowd", range(1, 17))
def test_pawns_of_one_house_stand_apart_or_are_counted(crowd: int) -> None:
    # Position 14 of red is 1 of green, 40 of yellow and 27 of blue: one house.
    there = [(14, 1, 40, 27)[k % 4] if k < crowd else 0 for k in range(16)]
    pawns = [[there[4 * k + seat] for k in range(4)] for seat in range(4)]
    shown = drawn(match_at({"pawns": pawns, "turn": 1}))
    assert len({place_of(shown[f"p-{s}-{k}"]) for s, k in product(range(4), range(4))}) == 16
    counts = [int(piece.text) for name, piece in shown.items() if name.startswith("pile-")]
    piles = [sum(map(bool, row)) for row in pawns]
    assert counts == ([pile for pile in piles if pile > 1] if crowd > 4 else [])


def test_a_capture_shows_its_trail_its_origin_and_the_struck() -> None:
    position = {"pawns": [[20, 0, 0, 0], [12, 0, 0, 0], [0] * 4, [0] * 4], "turn": 1}
    shown = drawn(match_at(position, "roll 5", "20>25"))
    assert shown["burst"].symbols == "burst-green"
    assert shown["trail-origin"].symbols == "origin-red"
    assert shown["struck"].symbols == "struck-green"
    assert {shown[id].style for id in ("burst", "trail-origin", "struck")} == {"fixed"}
    assert shown["trail-dots"].path.count("M") == 5  # a dot for each house passed


def test_a_moving_pawn_walks_house_by_house_and_one_from_its_base_leaves_it_first() -> None:
    """Before anything comes of it: what it hits there is hit when it has come."""
    match = match_at({"pawns": [[20, 0, 0, 0]] + [[0] * 4] * 3, "turn": 1}, "roll 6", "20>26")
    walked = [places.standing(0, position, 0) for position in range(20, 27)]
    assert [ways(step) for step in match.steps] == [{}, {"p-0-0": walked}]
    match.do("roll 6", "0>1")
    assert ways(match.steps[-1]) == {"p-0-1": [places.standing(0, at, 1) for at in (0, 1)]}


def test_the_die_lies_with_who_rolls_and_a_vain_roll_stays() -> None:
    match = Match(GAME)
    assert "die" not in drawn(match)
    match.do("first 2")
    waiting = drawn(match)["die"]
    assert waiting.label == "…"
    match.do("roll 3")  # nothing to move: the turn is yellow's, the die still tells
    spent, die = drawn(match)["spent"], drawn(match)["die"]
    assert (spent.label, spent.style) == ("3", "die spent")
    assert place_of(spent) == place_of(waiting)
    assert (die.label, die.style) == ("…", "die")
    match.do("roll 6")
    assert not {"trail-line", "spent"} & set(drawn(match))
    assert place_of(drawn(match)["die"]) == place_of(die) != place_of(waiting)


@pytest.mark.parametrize(
    ("start", "events", "caption", "cues"),
    [
        ({}, ["roll 4"], "4 : il faut un 6 pour sortir", []),
        ({}, ["roll 6"], "", [Cue("again", "die")]),
        ({}, ["roll 6", "0>1"], "Un 6 : Rouge rejoue", [Cue("out", "p-0-0")]),
        (
            {"sixes": 2},
            ["roll 6"],
            "Troisième 6 de suite : le tour passe",
            [Cue("penalty", "spent")],
        ),
        (
            {"pawns": [[54, 0, 0, 0], *[[0] * 4] * 3]},
            ["roll 5"],
            "5 : il faut un 6 pour sortir, il faut le compte exact pour arriver",
            [],
        ),
        (
            {"pawns": [[54, 0, 0, 0], *[[0] * 4] * 3]},
            ["roll 3", "54>57"],
            "Un pion arrivé : Rouge rejoue",
            [Cue("arrive", "p-0-0")],
        ),
        (
            {"pawns": [[10, 0, 0, 0], [0] * 4, [38, 0, 0, 0], [0] * 4]},
            ["roll 2", "10>12"],
            "Rouge capture Jaune et rejoue",
            [Cue("hit", "p-2-0")],
        ),
    ],
)
def test_a_step_says_what_it_came_to_and_what_is_worth_a_gesture(
    start: dict[str, Any], events: list[str], caption: str, cues: list[Cue]
) -> None:
    match = match_at(start, *events)
    assert GAME.caption(match.steps[-1], {}) == caption
    assert GAME.cues(match.steps[-1]) == cues


def test_only_a_six_is_said_to_be_one() -> None:
    """LC-21's own sequence: two of its extra turns were owed by earlier rolls."""
    pawns = [[51, 0, 0, 0], [0] * 4, [0] * 4, [23, 0, 0, 0]]
    match, told = match_at({"pawns": pawns}), []
    for roll, move in ((6, "0>1"), (6, "1>7"), (3, "7>10"), (6, "51>57"), (2, "10>12")):
        match.do(f"roll {roll}", move)
        told.append(GAME.caption(match.steps[-1], {}))
    assert told == [
        "Un 6 : Rouge rejoue",
        "Un 6 : Rouge rejoue",
        "Rouge capture Bleu et rejoue",
        "Un pion arrivé : Rouge rejoue",
        "Encore un tour pour Rouge",
    ]
    match.do("roll 4", "12>16")
    assert GAME.caption(match.steps[-1], {}) == ""


def test_who_was_drawn_begins() -> None:
    match = Match(GAME)
    match.do("first 2")
    assert GAME.caption(match.steps[-1], {1: "Ann"}) == "Tirage au sort : Ann commence"
    assert GAME.cues(match.steps[-1]) == [Cue("begin", "die")]


def test_the_turn_frames_a_base_and_the_laurels_crown_the_winner() -> None:
    match = match_at({"pawns": [[0] * 4, [57, 57, 57, 54], [0] * 4, [0] * 4], "turn": 2}, "roll 3")
    green = drawn(match)["turn"]
    assert "laurels" not in drawn(match)
    match.do("54>57")
    shown = drawn(match)
    assert shown["turn"] == green
    assert shown["laurels"].x == green.x
    assert "die" not in shown


def test_who_left_is_veiled() -> None:
    match = Match(GAME)
    match.do("first 1", "leave 2")
    shown = drawn(match)
    assert all("gone" in shown[f"p-1-{k}"].style for k in range(4))
    assert "left" in shown["n-1"].style
    assert "gone" not in shown["p-0-0"].style


def test_a_draw_crowns_nobody() -> None:
    match = Match(GAME)
    match.do("first 1", "draw")
    assert not {"laurels", "turn"} & set(drawn(match))
