"""The map of Ludoville shows what the state says, whatever the state."""

import random
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

import pytest

from ludotheque.core.discovery import game
from ludotheque.core.drawing import Scene, png, standalone, stylesheet
from ludotheque.core.match import Match
from ludotheque.games.ludoville.drawing import CANVAS, SAMPLE, board_layer, pieces_layer

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


def at(
    position: dict[str, object], *events: str, seats: int = 2
) -> tuple[Match, ElementTree.Element]:
    options = {"seats": seats}
    match = Match(LUDOVILLE, options, LUDOVILLE.read(position, options))
    match.do(*events)
    return match, ElementTree.fromstring(LUDOVILLE.draw(match.state, scene_of(match)))


def find(root: ElementTree.Element, name: str) -> ElementTree.Element | None:
    return root.find(f".//*[@id='{name}']")


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_any_state_shows_its_tiles_hands_and_moves(seats: int) -> None:
    for match in walk(seats, seed=seats, steps=90):
        root = ElementTree.fromstring(LUDOVILLE.draw(match.state, scene_of(match)))
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids))
        tiles = {name[2:] for name in ids if name.startswith("t-")}
        assert tiles == set(match.position()["tiles"])
        offered = [e.attrib["data-move"] for e in root.iter() if "data-move" in e.attrib]
        assert sorted(offered) == sorted(match.legal())


def test_every_picture_that_is_used_is_defined() -> None:
    for match in walk(4, seed=9, steps=120):
        svg = LUDOVILLE.draw(match.state, scene_of(match))
        used = set(re.findall(r'href="#([\w-]+)"', svg))
        assert used <= set(re.findall(r' id="([\w-]+)"', svg))


def test_every_place_has_its_rule_in_the_stylesheet() -> None:
    served = set(re.findall(r"\.([xyz]\d+)\{", stylesheet(CANVAS)))
    for seats in (2, 4, 6):
        for match in walk(seats, seed=3, steps=100):
            layers = board_layer(match.state, scene_of(match)) + pieces_layer(
                match.state, scene_of(match)
            )
            places = re.findall(r"\bat (x\d+) (y\d+)(?: (z\d+))?", layers)
            assert {name for place in places for name in place if name} <= served


def test_ghosts_lie_after_the_hand_tile_they_belong_to() -> None:
    position = {"start": "g4", "tiles": CLOSED, "stage": "place", "hands": [["suburb", "gate"], []]}
    _, root = at(position)
    hands = find(root, "lv-hands")
    assert hands is not None
    order = [e.attrib["id"] for e in hands if e.attrib.get("id", "").startswith(("pick", "spots"))]
    assert order == ["pick-gate", "spots-gate", "pick-suburb", "spots-suburb"]
    for kind in ("gate", "suburb"):
        pick, spots = find(root, f"pick-{kind}"), find(root, f"spots-{kind}")
        assert pick is not None
        assert spots is not None
        assert pick.attrib["tabindex"] == "0"
        assert pick.attrib["data-tile"] == spots.attrib["data-tile"] == kind
        assert all(spot.attrib["data-move"].startswith(f"{kind} ") for spot in spots)
        assert all(spot.attrib["aria-label"] for spot in spots)


def test_the_tile_just_drawn_shows_its_cells_unasked() -> None:
    position = {"start": "g4", "tiles": {"g4": "castle"}, "hands": [["castle"], []]}
    _, root = at(position, "draw quarter")
    shown = [e.attrib["id"] for e in root.iter() if e.attrib.get("class") == "spots shown"]
    assert shown == ["spots-quarter"]


def test_a_pass_is_a_button_only_where_one_may_pass() -> None:
    _, root = at({"start": "g4", "tiles": {"g4": "castle"}}, "draw quarter")
    button = find(root, "lv-pass")
    assert button is not None
    assert button.attrib["data-move"] == "pass"
    _, root = at({}, "draw castle")
    assert find(root, "lv-pass") is None


def test_ramparts_run_on_from_tile_to_tile() -> None:
    _, root = at({"start": "g4", "tiles": CLOSED})
    corner, straight, gate = (find(root, f"t-{cell}") for cell in ("f2", "g2", "f3"))
    assert corner is not None
    assert straight is not None
    assert gate is not None
    symbols = [[use.attrib["href"] for use in group] for group in (corner, straight, gate)]
    assert {"#lv-run-east", "#lv-run-south", "#lv-tower"} <= set(symbols[0])
    assert {"#lv-run-east", "#lv-run-west"} <= set(symbols[1])
    assert "#lv-tower" not in symbols[1]
    assert {"#lv-run-north", "#lv-run-south", "#lv-gatehouse"} <= set(symbols[2])


def test_a_disaster_is_shown_where_it_may_strike_and_where_it_struck() -> None:
    tiles = {**CLOSED, "g3": "quarter"}
    match, root = at({"start": "g4", "tiles": tiles, "round": 3, "stage": "roll"}, "roll 4")
    targets = find(root, "lv-targets")
    assert targets is not None
    assert {e.attrib["data-move"] for e in targets} == {"destroy f3", "destroy g3"}
    die = find(root, "lv-die")
    assert die is not None
    assert die.attrib["aria-label"] == "4"
    match.do("destroy f3")
    root = ElementTree.fromstring(LUDOVILLE.draw(match.state, scene_of(match)))
    last = find(root, "lv-last")
    assert last is not None
    assert "#lv-smoke" in ElementTree.tostring(last, encoding="unicode")


def test_names_are_escaped_and_departures_marked() -> None:
    match = Match(LUDOVILLE, {"seats": 3})
    match.do("first 1", "leave 2")
    svg = LUDOVILLE.draw(match.state, Scene(names={0: "<Tom & Co>"}))
    assert "&lt;Tom &amp; Co&gt;" in svg
    name = find(ElementTree.fromstring(svg), "n-1")
    assert name is not None
    assert "left" in name.attrib["class"]


def test_it_prints_without_a_page() -> None:
    match, _ = at({"start": "g4", "tiles": CLOSED, "hands": [["suburb"], []], "stage": "place"})
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
