"""The map of Ludoville shows what the state says, whatever the state."""

import random
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import combinations

import pytest

from ludotheque.core.discovery import game
from ludotheque.core.drawing import Cue, Piece, Scene, png, standalone, stylesheet
from ludotheque.core.match import Match
from ludotheque.games.ludoville.board import cells_in, cells_of, mask_of, words
from ludotheque.games.ludoville.drawing import (
    CANVAS,
    SAMPLE,
    board_layer,
    choices,
    pieces,
    ways,
)
from ludotheque.games.ludoville.drawing.trays import trays

LUDOVILLE = game("ludoville")
RING = dict.fromkeys(["f2", "g2", "h2", "f3", "h3", "f4", "h4", "f5", "g5", "h5"], "wall")
CLOSED = {"g4": "castle", **RING, "f3": "gate"}


def walk(seats: int, seed: int, steps: int) -> Iterator[Match]:
    chooser = random.Random(seed)
    match = Match(LUDOVILLE, {"seats": seats})
    for step in range(steps):
        yield match
        if match.is_over:
            return
        match.do(
            "leave 1"
            if step == steps - 2
            else chooser.choice(match.legal() or list(match.chance()))
        )


def scene_of(match: Match, **more: object) -> Scene:
    moves = {action: text for text, action in match.moves().items()}
    seat = match.waiting[0] if match.waiting else None
    return Scene(seat, moves, match.steps[-1] if match.steps else None, **more)  # type: ignore[arg-type]


def at(position: dict[str, object], *events: str, seats: int = 2) -> Match:
    options = {"seats": seats}
    match = Match(LUDOVILLE, options, LUDOVILLE.read(position, options))
    match.do(*events)
    return match


def drawn(match: Match, scene: Scene | None = None) -> dict[str, Piece]:
    return {piece.id: piece for piece in pieces(match.state, scene or scene_of(match))}


def tree(match: Match) -> ElementTree.Element:
    return ElementTree.fromstring(LUDOVILLE.draw(match.state, scene_of(match)))


def find(root: ElementTree.Element, name: str) -> ElementTree.Element | None:
    return root.find(f".//*[@id='{name}']")


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_any_state_shows_its_tiles_hands_and_moves(seats: int) -> None:
    for match in walk(seats, seed=seats, steps=90):
        ids = drawn(match)
        tiles = {name[2:] for name in ids if name.startswith("t-")}
        assert tiles == set(match.position()["tiles"])
        hands = match.position()["hands"]
        held = {(seat, kind) for seat, hand in enumerate(hands) for kind in hand}
        assert {name for name in ids if name.startswith("h-")} == {f"h-{s}-{k}" for s, k in held}
        offered = [e.attrib["data-move"] for e in tree(match).iter() if "data-move" in e.attrib]
        assert sorted(offered) == sorted(match.legal())


@pytest.mark.parametrize(("seats", "viewer"), [(2, None), (4, 1), (6, None)])
def test_no_two_pieces_share_an_id_or_ever_change_their_order(
    seats: int, viewer: int | None
) -> None:
    follow: set[tuple[str, str]] = set()
    for match in walk(seats, seed=5, steps=160):
        last = match.steps[-1] if match.steps else None
        names = [piece.id for piece in pieces(match.state, Scene(viewer, {}, last))]
        assert len(names) == len(set(names))
        follow.update(combinations(names, 2))
    assert not [pair for pair in follow if pair[::-1] in follow]


def test_what_may_be_done_changes_no_piece() -> None:
    match = at({"start": "g4", "tiles": {"g4": "castle"}, "hands": [["castle"], []]}, "draw wall")
    scene = scene_of(match)
    assert scene.moves
    assert pieces(match.state, scene) == pieces(match.state, Scene(scene.seat, {}, scene.last))


@pytest.mark.parametrize("seats", [2, 5])
def test_choices_are_the_moves_and_show_pieces_of_their_own(seats: int) -> None:
    for match in walk(seats, seed=8, steps=120):
        scene = scene_of(match)
        found, there = choices(match.state, scene), drawn(match)
        assert sorted(choice.action for choice in found) == sorted(scene.moves)
        added = [piece.id for choice in found for piece in choice.shown]
        assert len({*added, *there}) == len(added) + len(there)
        for choice in found:
            assert choice.on == tuple(piece.id for piece in choice.shown)
            assert not choice.pick or choice.pick in there


def test_every_picture_that_is_used_is_defined() -> None:
    for match in walk(4, seed=9, steps=120):
        svg = LUDOVILLE.draw(match.state, scene_of(match))
        used = set(re.findall(r'href="#([\w-]+)"', svg))
        assert used <= set(re.findall(r' id="([\w-]+)"', svg))


def test_every_place_has_its_rule_in_the_stylesheet() -> None:
    served = set(re.findall(r"\.([xyz]\d+)\{", stylesheet(CANVAS)))
    for seats in (2, 4, 6):
        for match in walk(seats, seed=3, steps=100):
            scene = scene_of(match)
            ghosts = [each for choice in choices(match.state, scene) for each in choice.shown]
            for piece in (*pieces(match.state, scene), *ghosts):
                assert {f"x{piece.x}", f"y{piece.y}"} <= served
                assert piece.size == 100 or f"z{piece.size}" in served


def test_a_tile_is_picked_before_its_cells_and_the_dearest_unasked() -> None:
    position = {"start": "g4", "tiles": CLOSED, "stage": "place", "hands": [["suburb", "gate"], []]}
    match = at(position)
    found = choices(match.state, scene_of(match))
    picks = list(dict.fromkeys(choice.pick for choice in found if choice.pick))
    assert picks == ["h-0-gate", "h-0-suburb"]
    root = tree(match)
    picked, other = (find(root, name) for name in picks)
    assert picked is not None
    assert other is not None
    assert "picked" in picked.attrib["class"].split()
    assert "picked" not in other.attrib["class"].split()
    assert [pick.attrib["aria-label"] for pick in (picked, other)] == ["une porte", "un faubourg"]
    spots = [e for e in root.iter() if "spot" in e.attrib.get("class", "").split()]
    for spot in spots:
        waits = "unpicked" in spot.attrib["class"].split()
        assert waits == spot.attrib["data-move"].startswith("suburb ")
        assert spot.attrib["aria-label"]


def test_the_tile_just_drawn_is_picked_unasked() -> None:
    position = {"start": "g4", "tiles": {"g4": "castle"}, "hands": [["castle"], []]}
    match = at(position, "draw quarter")
    assert choices(match.state, scene_of(match))[0].pick == "h-0-quarter"


def test_a_pass_is_a_button_only_where_one_may_pass() -> None:
    button = find(tree(at({"start": "g4", "tiles": {"g4": "castle"}}, "draw quarter")), "lv-pass")
    assert button is not None
    assert button.attrib["data-move"] == "pass"
    assert "waits" not in button.attrib["class"].split()
    assert find(tree(at({}, "draw castle")), "lv-pass") is None


def test_ramparts_run_on_from_tile_to_tile() -> None:
    ids = drawn(at({"start": "g4", "tiles": CLOSED}))
    corner, straight, gate = (ids[f"t-{cell}"].symbols.split() for cell in ("f2", "g2", "f3"))
    assert {"lv-run-east", "lv-run-south", "lv-tower"} <= set(corner)
    assert {"lv-run-east", "lv-run-west"} <= set(straight)
    assert "lv-tower" not in straight
    assert {"lv-run-north", "lv-run-south", "lv-gatehouse"} <= set(gate)


def test_floors_are_paved_towards_the_town_and_tinted_where_nothing_stands_yet() -> None:
    ids = drawn(at({"start": "g4", "tiles": {**CLOSED, "g1": "suburb"}}))
    floors = {name[2:]: piece.symbols for name, piece in ids.items() if name.startswith("f-")}
    assert floors["g4"] == "lv-paved"
    assert floors["g1"] == "lv-cleared"
    assert floors["g3"] == "lv-within"
    assert floors["f2"] == "lv-paved-south-east"
    assert floors["g2"] == "lv-paved-south"
    assert floors["h3"] == "lv-paved-west"
    assert "g5" not in floors  # the river runs on under a wall


def test_a_disaster_is_shown_where_it_may_strike_and_where_it_struck() -> None:
    tiles = {**CLOSED, "g3": "quarter"}
    match = at({"start": "g4", "tiles": tiles, "round": 3, "stage": "roll"}, "roll 4")
    assert {choice.on for choice in choices(match.state, scene_of(match))} == {
        ("d-f3",),
        ("d-g3",),
    }
    assert (drawn(match)["lv-die"].label, drawn(match)["lv-alarm"].text) == ("4", "siège")
    match.do("destroy f3")
    smoke = [name for name in drawn(match) if name.startswith("smoke-")]
    assert smoke == ["smoke-f3"]


def test_ones_own_hand_lies_in_the_large_tray_and_onlookers_see_the_one_in_turn_there() -> None:
    position = {
        "start": "g4", "tiles": {"g4": "castle"}, "turn": 2, "hands": [["wall", "wall"], ["gate"]],
    }  # fmt: skip
    match = at(position)
    tray = trays(2, 0)[0]
    for viewer, own in ((0, 0), (1, 1), (None, 1)):
        ids = drawn(match, Scene(viewer))
        assert (ids["n-0"].style, ids["n-1"].style)[own] == "player"
        assert (ids["h-0-wall"].y == tray.middle + 4) == (own == 0)
        assert (ids["h-1-gate"].y == tray.middle + 4) == (own == 1)
        assert ids["c-0-wall"].text == "2"
        assert "c-1-gate" not in ids


def test_a_placed_tile_comes_from_where_its_hand_lies_for_the_viewer() -> None:
    position = {
        "start": "g4", "tiles": {"g4": "castle"}, "stage": "place", "hands": [["gate", "wall"], []],
    }  # fmt: skip
    match = at(position)
    seen = {viewer: drawn(match, Scene(viewer)) for viewer in (None, 0, 1)}
    match.do("wall g3")
    step = match.steps[-1]
    for viewer, before in seen.items():
        way = ways(step, viewer)
        placed = drawn(match)["t-g3"]
        assert way == {"t-g3": [before["h-0-wall"][2:4], (placed.x, placed.y)]}
    match.do(*list(match.chance())[:1])
    drawn_tile = drawn(match)["h-1-castle"]
    pile, hand = ways(match.steps[-1])["h-1-castle"]
    assert hand == drawn_tile[2:4]
    assert pile[1] < placed.y < hand[1]


def test_a_tile_drawn_in_vain_flies_to_no_tray_of_another() -> None:
    """For onlookers the trays change with the turn, after it is read why; hers stay for a seat."""
    match = Match(LUDOVILLE, {"seats": 2})
    match.do("first 1", "draw quarter")
    assert match.state.turn == 1
    assert ways(match.steps[-1]) == {}
    assert list(ways(match.steps[-1], 0)) == ["h-0-quarter"]


def test_a_step_says_what_it_came_to_and_what_is_worth_a_gesture() -> None:
    match = at(
        {"start": "g4", "tiles": {"g4": "castle", "g3": "quarter"}, "round": 3, "stage": "roll"}
    )
    match.do("roll 3")
    assert LUDOVILLE.cues(match.steps[-1]) == [Cue("alarm", "lv-die")]
    assert LUDOVILLE.caption(match.steps[-1], {}).startswith("3 : Incendie ! Maçon choisit")
    match.do(match.legal()[0])
    assert [cue.name for cue in LUDOVILLE.cues(match.steps[-1])] == ["destroy"]
    lot = Match(LUDOVILLE)
    lot.do("first 2")
    assert LUDOVILLE.caption(lot.steps[-1], {1: "Ann"}) == "Tirage au sort : Ann commence"
    assert LUDOVILLE.cues(lot.steps[-1]) == [Cue("begin", "e-1")]


def test_a_board_of_bits_and_its_cells_are_the_same() -> None:
    for cells in ([], [0], [12, 13, 60, 116], list(range(117))):
        assert cells_in(mask_of(cells)) == cells_of(words(mask_of(cells))) == cells


def test_names_are_escaped_and_departures_marked() -> None:
    match = Match(LUDOVILLE, {"seats": 3})
    match.do("first 1", "leave 2")
    svg = LUDOVILLE.draw(match.state, Scene(names={0: "<Tom & Co>"}))
    assert "&lt;Tom &amp; Co&gt;" in svg
    assert "left" in drawn(match)["n-1"].style.split()


def test_it_prints_without_a_page() -> None:
    match = at({"start": "g4", "tiles": CLOSED, "hands": [["suburb"], []], "stage": "place"})
    plain = standalone(LUDOVILLE.draw(match.state, scene_of(match)))
    assert "var(" not in plain
    assert ":has(" not in plain
    assert png(LUDOVILLE.draw(match.state, scene_of(match)), 300).startswith(b"\x89PNG")


def test_the_land_is_drawn_from_the_edition(tmp_path) -> None:
    from ludotheque.games.ludoville import edition

    text = (edition.FOLDER / "maison.toml").read_text(encoding="utf-8")
    lake = text.replace('map = """\n............#\n', 'map = """\n.#..........#\n')
    file = tmp_path / "lake.toml"
    file.write_text(lake, encoding="utf-8")
    ours, theirs = LUDOVILLE.new(), LUDOVILLE.new({"edition": str(file)})
    assert board_layer(ours, Scene()) != board_layer(theirs, Scene())
    ElementTree.fromstring(LUDOVILLE.draw(theirs, Scene()))


def test_the_lid_shows_a_town_that_is_lived_in() -> None:
    town = LUDOVILLE.read(SAMPLE)
    picture = LUDOVILLE.draw(town, Scene())
    shown = set(re.findall(r'id="t-([a-m]\d)"', picture))
    assert shown == set(SAMPLE["tiles"])
    assert town.closed
    assert not town.ended
    assert {"castle", "cathedral", "bridge", "port", "church"} <= set(SAMPLE["tiles"].values())
