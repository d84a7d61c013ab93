"""What a seat of Ludoville sees beside tiles and hands, in positions where it can be counted."""

import pytest

from ludotheque.core.discovery import game

LUDOVILLE = game("ludoville")
GATES = {"g3": "gate", "e6": "gate"}
BORDER = [f"{column}{row}" for column in "efghi" for row in "37"]
BORDER += [f"{column}{row}" for column in "ei" for row in "456"]
RING = {**dict.fromkeys(BORDER, "wall"), **GATES}
TOWN = {"g5": "bridge", "g4": "castle", "f4": "quarter", "g6": "market"}


def seen(seat: int = 0, seats: int = 2, **position: object) -> set[str]:
    given = {"round": 11, "turn": 1, "start": "g5", **position}
    board = LUDOVILLE.engine.board(LUDOVILLE.read(given, {"seats": seats}))
    return set(LUDOVILLE.traits.names(LUDOVILLE.engine.observe(board, seat)))


@pytest.mark.parametrize(
    ("without", "told"),
    [
        (["i5"], "gaps of the cheapest ring: 1"),
        (["i5", "e6", "g7"], "gaps of the cheapest ring: 3"),
    ],
)
def test_the_gaps_of_a_ring_are_counted(without: list[str], told: str) -> None:
    tiles = {cell: kind for cell, kind in RING.items() if cell not in without}
    assert told in seen(stage="place", tiles={**TOWN, **tiles})


def test_closed_ramparts_tell_of_rooms_and_suburbs_instead() -> None:
    found = seen(stage="place", tiles={**TOWN, **RING, "g2": "suburb", "h2": "church"})
    assert not [each for each in found if "cheapest ring" in each]
    assert "uncovered inside the ramparts: 5" in found  # f5 f6 h4 h5 h6
    assert "places for town-hall: 3" in found  # two of them are the river's
    assert "gates with room before them: 1" in found  # the other one's is taken by the suburb
    assert "suburbs of 1 tiles, 1 churches: 1 or more" in found
    assert not [each for each in found if each.startswith("places for wall")]


def test_hands_are_compared_with_ones_own() -> None:
    hands = [["castle", "wall"], ["quarter"], ["gate", "gate"]]
    open_town = {cell: kind for cell, kind in RING.items() if cell != "i5"}
    found = seen(seats=3, stage="place", tiles={**TOWN, **open_town}, hands=hands)
    assert {"mine, points: 7", "points, next seat: -6", "points, 2 seats on: -3"} <= found
    before = "points that must be placed before the ring closes"
    assert {f"mine, {before}: 7", f"{before}, 2 seats on: -7"} <= found
    found = seen(1, seats=3, stage="place", tiles={**TOWN, **RING}, hands=hands)
    assert {"mine, points: 1", "points, next seat: 3", "points, 2 seats on: 6"} <= found
    assert {"mine, points without a place: 1", "points without a place, 2 seats on: 6"} <= found


@pytest.mark.parametrize(("round_number", "rounds"), [(9, 0), (10, 2), (11, 1)])
def test_the_next_disasters_are_told(round_number: int, rounds: int) -> None:
    found = seen(round=round_number, stage="draw", tiles=TOWN)
    assert f"rounds to the next disasters: {rounds}" in found
