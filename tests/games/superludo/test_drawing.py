"""The drawing of Superludo shows what the state says, whatever the state."""

import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import pairwise, product
from math import dist
from typing import Any

import pytest

from ludotheque.core.drawing import Choice, Cue, Piece, Scene, stylesheet
from ludotheque.core.match import Match
from ludotheque.games.superludo import GAME
from ludotheque.games.superludo.board import CORNERS, SAFE_SQUARES
from ludotheque.games.superludo.drawing import (
    CANVAS,
    SAMPLE,
    board_layer,
    choices,
    pieces,
    places,
    ways,
)
from ludotheque.games.superludo.drawing.places import HUES

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


def drawn(match: Match, **more: Any) -> dict[str, Piece]:
    return {piece.id: piece for piece in pieces(match.state, scene_of(match, **more))}


def offered(match: Match) -> dict[str, Choice]:
    scene = scene_of(match)
    return {scene.moves[choice.action]: choice for choice in choices(match.state, scene)}


def added(match: Match) -> list[Piece]:
    return [piece for choice in offered(match).values() for piece in choice.shown]


def chips(match: Match) -> dict[str, Piece]:
    return {text: c.shown[-1] for text, c in offered(match).items() if c.on[0].startswith("c-")}


def place_of(piece: Piece) -> tuple[int, int]:
    return piece.x, piece.y


def board_of(match: Match) -> ElementTree.Element:
    layer = board_layer(match.state, Scene())
    return ElementTree.fromstring(f"<g>{layer}</g>")


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_any_state_has_every_pawn_in_its_order_and_every_move_once(options: dict[str, Any]) -> None:
    expected = [f"p-{s}-{k}" for s, k in product(range(options.get("seats", 4)), range(4))]
    for match in walk(options, seed=7, steps=60):
        names = list(drawn(match))
        assert [name for name in names if name.startswith("p-")] == expected
        assert sorted(offered(match)) == sorted(match.legal())
        for choice in offered(match).values():
            assert set(choice.on) <= {*names, *(piece.id for piece in choice.shown)}
        above = [piece.id for piece in added(match)]
        assert len({*names, *above}) == len(names) + len(above)


def test_every_place_a_pawn_can_have_is_in_the_stylesheet() -> None:
    css = stylesheet(CANVAS)
    for corner, position, number in product(range(4), range(73), range(4)):
        points = [places.standing(corner, position, number)]
        if 0 < position < 72:
            points += [places.aside(places.spot_of(corner, position), shift) for shift in (-12, 12)]
        assert all(f".x{x}{{" in css and f".y{y}{{" in css for x, y in points)


def test_the_board_layer_never_changes() -> None:
    walked = walk({"seats": 3}, seed=1, steps=40)
    assert len({board_layer(match.state, scene_of(match)) for match in walked}) == 1


@pytest.mark.parametrize("corner", range(4))
def test_a_pawn_walks_without_a_leap_from_its_exit_to_its_goal(corner: int) -> None:
    way = [places.standing(corner, position, 0) for position in range(1, 72)]
    assert all(20 < dist(*pair) < 60 for pair in pairwise(way))
    assert dist(way[-1], (320, 320)) < 90
    home = places.HOMES.middles[corner]
    assert dist(way[0], home) < 160  # the exit is beside its home


def test_every_square_is_drawn_once_with_its_number_and_the_safe_ones_with_a_circle() -> None:
    board = board_of(Match(GAME))
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
        assert (f'class="emblem {hue}-tint' in board) == (hue in used)


def test_couples_wear_a_badge() -> None:
    alone = board_layer(Match(GAME).state, Scene())
    couples = board_layer(Match(GAME, {"couples": True}).state, Scene())
    assert 'class="badge"' not in alone
    assert couples.count('class="badge"') == 4


def test_names_are_escaped_and_long_ones_cut() -> None:
    names = {0: '<script>"&', 1: "Maximilienne-Joséphine"}
    assert "<script" not in GAME.draw(Match(GAME).state, Scene(names=names))
    shown = drawn(Match(GAME), names=names)
    assert [shown[f"n-{seat}"].text for seat in range(4)] == [
        '<script>"&', "Maximilienne-Jo…", "Rouge", "Vert",
    ]  # fmt: skip
    mates = drawn(Match(GAME, {"couples": True}), names=names)
    assert mates["n-1"].text == "Maximilien…"
    assert mates["n-1"].x < shown["n-1"].x  # beside the badge


def test_a_pawn_with_one_move_takes_the_click_and_its_ghost_waits_at_the_end() -> None:
    match = match_at({"pawns": [[10, 20, 0, 0], *HOMES]}, "roll 3", options={"dice": 1})
    choice = offered(match)["10>13"]
    (ghost,) = choice.shown
    assert choice.on == ("p-0-0",)
    match.do("10>13")
    assert ghost[2:5] == drawn(match)["p-0-0"][2:5]


def test_a_pawn_with_two_moves_offers_their_ends() -> None:
    match = match_at({"pawns": [[10, 71, 0, 0], *HOMES]}, "roll 3 1")
    assert {text: chip.text for text, chip in chips(match).items()} == {"10>13": "3", "10>11": "1"}
    assert offered(match)["71>72"].on == ("p-0-1",)  # only the 1 fits
    ring = next(piece for piece in added(match) if piece.id == "choosing-0")
    assert ring[2:5] == drawn(match)["p-0-0"][2:5]
    threads = [piece for piece in added(match) if piece.style == "thread"]
    ends = [f"L{x},{y}" for x, y in map(place_of, chips(match).values())]
    assert [thread.path.endswith(end) for thread, end in zip(threads, ends, strict=True)] == [
        True, True,
    ]  # fmt: skip


def test_no_thread_lies_over_a_chip() -> None:
    match = match_at({"pawns": [[10, 12, 30, 30], *HOMES]}, "roll 4 2")
    kinds = [piece.id.partition("-")[0] for piece in added(match)]
    assert kinds == ["choosing"] * 4 + ["thread"] * 6 + ["c"] * 6


def test_two_ends_on_one_square_do_not_cover_each_other() -> None:
    match = match_at({"pawns": [[10, 12, 0, 0], *HOMES]}, "roll 4 2")  # 10>14 and 12>14
    assert place_of(chips(match)["10>14"]) != place_of(chips(match)["12>14"])


def test_pawns_on_one_position_share_their_move() -> None:
    match = match_at({}, "roll 5", options={"dice": 1})
    assert offered(match)["0>1"].on == ("p-0-0", "p-0-1", "p-0-2", "p-0-3")


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
    found = [piece for name, piece in drawn(match).items() if name.startswith("wall-")]
    assert [piece.style for piece in found[1::2]] == walls
    assert [piece.style for piece in found[::2]] == ["wall-edge"] * len(walls)


def test_two_pawns_of_a_square_stand_apart() -> None:
    pawns = [[10, 10, 8, 1], [59, 0, 0, 0], [0, 0, 0, 0], [72, 72, 72, 0]]
    shown = drawn(match_at({"pawns": pawns}))
    assert len({place_of(shown[f"p-{s}-{k}"]) for s, k in product(range(4), range(4))}) == 16


def test_a_capture_shows_its_trail_its_origin_and_the_struck() -> None:
    match = match_at(
        {"pawns": [[5, 30, 0, 0], [60, 0, 0, 0], *HOMES[1:]]},
        "roll 4", "5>9", options={"dice": 1},
    )  # fmt: skip
    shown = drawn(match)
    assert shown["burst"].symbols == "burst-blue"
    assert shown["trail-origin"].symbols == "origin-yellow"
    assert (shown["struck"].symbols, *place_of(shown["struck"])) == (
        "struck-blue", *places.HOMES.spots[1][0],
    )  # fmt: skip
    assert shown["trail-dots"].path.count("M") == 4  # a dot for each square passed


def test_the_third_six_marks_who_went_home() -> None:
    start = {"pawns": [[10, 0, 0, 0], *HOMES], "streak": 2, "moved": 1}
    shown = drawn(match_at(start, "roll 6", options={"dice": 1}))
    assert shown["struck"].symbols == "struck-yellow"
    assert not {"burst", "trail-line"} & set(shown)
    assert (shown["spent-0"].style, shown["die-0"].label) == ("die spent", "…")


def test_dice_and_bonus_lie_with_who_plays() -> None:
    match = match_at({"pawns": [[5, 30, 0, 0], [60, 0, 0, 0], *HOMES[1:]]})
    assert [drawn(match)[f"die-{k}"].label for k in (0, 1)] == ["…", "…"]
    match.do("roll 4 2")
    assert [drawn(match)[f"die-{k}"].label for k in (0, 1)] == ["4", "2"]
    match.do("5>9")
    shown = drawn(match)
    assert shown["bonus"].text == "+20"
    assert shown["die-0"].label == "2"
    assert "die-1" not in shown


def test_a_six_that_counts_seven_says_so() -> None:
    match = match_at({"pawns": [[10, 72, 72, 72], *HOMES]}, "roll 6", options={"dice": 1})
    die = drawn(match)["die-0"]
    assert (die.symbols, die.label) == ("die-7", "7")


def test_the_lot_shows_what_each_threw() -> None:
    match = Match(GAME, {"seats": 3})
    match.do("roll 5", "roll 5", "roll 2")
    assert lot_of(match) == ["5", "5", "2 spent"]
    assert GAME.caption(match.steps[-1], {}) == "Égalité : Jaune et Bleu tirent de nouveau."
    match.do("roll 4")
    assert lot_of(match) == ["4", "…", ""]
    match.do("roll 1")
    assert lot_of(match) == ["4 spent", "1 spent", ""]
    assert GAME.caption(match.steps[-1], {}) == "Le plus grand dé commence : Jaune"
    assert GAME.cues(match.steps[-1]) == [Cue("begin", "lot-0")]


@pytest.mark.parametrize("dice", [1, 2])
def test_once_the_lot_is_decided_only_the_dice_to_throw_look_like_it(dice: int) -> None:
    match = Match(GAME, {"seats": 2, "dice": dice})
    match.do("roll 4", "roll 1")
    shown = pieces(match.state, scene_of(match))
    thrown = [piece.id for piece in shown if {"die"} == {*piece.style.split()}]
    assert thrown == [f"die-{k}" for k in range(dice)]
    places = [place_of(piece) for piece in shown if piece.id.startswith(("lot", "die"))]
    assert len({*places}) == 2 + dice


def test_only_the_last_throw_of_the_lot_falls() -> None:
    match = Match(GAME, {"seats": 3})
    match.do("roll 5", "roll 2", "roll 5")  # a tie: the 2 is out, and lies where it lay
    assert lot_of(match) == ["5", "2 spent", "5"]
    assert "die" not in drawn(match)["lot-1"].style.split()


def lot_of(match: Match) -> list[str]:
    """What each of three seats threw, and whether it is out."""
    shown = drawn(match)
    found = [shown.get(f"lot-{seat}", Piece("")) for seat in range(3)]
    return [f"{die.label} spent" if "spent" in die.style else die.label for die in found]


@pytest.mark.parametrize(
    ("start", "events", "caption", "cues"),
    [
        ({}, ["roll 4 2"], "4 et 2 : il faut un 5 pour sortir", []),
        (
            {"pawns": [[68, 72, 72, 72], *HOMES]},
            ["roll 6 5"],
            "6 (compte 7) et 5 : il faut le compte exact pour arriver",
            [],
        ),
        (
            {},
            ["roll 3 3"],
            "3 et 3 : il faut un 5 pour sortir. Jaune relance.",
            [Cue("again", "spent-0"), Cue("again", "spent-1")],
        ),
        (
            {"pawns": [[5, 30, 0, 0], [60, 0, 0, 0], *HOMES[1:]]},
            ["roll 4 2", "5>9"],
            "Jaune mange un pion de Bleu. Bonus de 20.",
            [Cue("bonus", "bonus"), Cue("hit", "p-1-0")],
        ),
        (
            {"pawns": [[5, 9, 0, 0], *HOMES]},
            ["roll 4 2", "5>9"],
            "Une barrière se forme.",
            [Cue("wall", "p-0-0")],
        ),
        (
            {"pawns": [[9, 0, 0, 0], *HOMES]},
            ["roll 2 2", "9>11", "11>13"],
            "Double : Jaune relance.",
            [],
        ),
        (
            {"pawns": [[70, 9, 0, 0], *HOMES]},
            ["roll 2 1", "70>72"],
            "Bonus de 10.",
            [Cue("bonus", "bonus"), Cue("arrive", "p-0-0")],
        ),
        (
            {"pawns": [[68, 72, 72, 72], *HOMES]},
            ["roll 6 6"],
            "6 (compte 7) et 6 (compte 7) : il faut le compte exact pour arriver. Jaune relance.",
            [Cue("again", "spent-0"), Cue("again", "spent-1")],
        ),
        (
            {"pawns": [[5, 72, 72, 72], [60, 0, 0, 0], *HOMES[1:]], "streak": 2, "moved": 1},
            ["roll 3 3"],
            "Troisième double : le pion rentre",
            [Cue("penalty", "spent-0"), Cue("penalty", "spent-1"), Cue("hit", "p-0-0")],
        ),
    ],
)  # fmt: skip
def test_a_step_says_what_it_came_to_and_what_is_worth_a_gesture(
    start: dict[str, Any], events: list[str], caption: str, cues: list[Cue]
) -> None:
    match = match_at(start, *events)
    assert GAME.caption(match.steps[-1], {}) == caption
    assert GAME.cues(match.steps[-1]) == cues


def test_the_turn_frames_a_home_and_the_laurels_crown_the_winners() -> None:
    options = {"couples": True, "dice": 1}
    match = match_at({"pawns": [[72, 72, 72, 70], *HOMES]}, "roll 2", options=options)
    assert "turn" in drawn(match)
    assert not {"turn-2", "laurels"} & set(drawn(match))
    match.do("70>72")
    shown = drawn(match)
    assert shown["laurels"].x != shown["laurels-2"].x
    assert "turn-2" in shown
    assert "die-0" not in shown


def test_who_left_is_veiled_and_a_draw_crowns_nobody() -> None:
    match = match_at({}, "leave 2")
    shown = drawn(match)
    assert all("gone" in shown[f"p-1-{k}"].style for k in range(4))
    assert shown["n-1"].style == "name left"
    assert list(shown).index("veil-1") < list(shown).index("n-1")  # who it was is still read
    match.do("draw")
    assert not {"laurels", "turn"} & set(drawn(match))


def test_a_moving_pawn_walks_square_by_square() -> None:
    match = match_at({"pawns": [[62, 0, 0, 0], *HOMES]}, "roll 3 1", "62>65")
    way = ways(match.steps[-1])
    assert way == {"p-0-0": [places.standing(0, position, 0) for position in range(62, 66)]}
    assert ways(match.steps[0]) == {}


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
