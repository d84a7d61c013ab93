"""Positions of Ludoville in writing: what is read, what is refused, how they are compared."""

import pytest

from ludotheque.core.discovery import game
from ludotheque.core.errors import BadPosition
from ludotheque.core.match import Match
from ludotheque.games.ludoville import notation

LUDOVILLE = game("ludoville")
TWO = {"seats": 2}
TOWN = {"start": "g4", "tiles": {"g4": "castle"}}

IMPOSSIBLE = [
    ({"tiles": {"g4": "castle"}}, "start: which of the tiles"),
    ({"start": "g4"}, "holds no tile"),
    ({"start": "g4", "tiles": {"g4": "quarter"}}, "holds quarter, which starts no town"),
    ({"start": "b2", "tiles": {"b2": "castle"}}, "cannot start with a castle on b2"),
    ({**TOWN, "tiles": {"g4": "castle", "m4": "wall"}}, "m4 is sea"),
    ({**TOWN, "tiles": {"g4": "castle", "g5": "quarter"}}, "g5 is a river cell, where no quarter"),
    ({**TOWN, "tiles": {"g4": "castle", "g3": "bridge"}}, "g3 is land, where no bridge"),
    ({**TOWN, "tiles": {"g4": "castle", "g3": "port"}}, "g3 is neither river nor coast"),
    ({**TOWN, "tiles": {"g4": "castle", "n4": "wall"}}, "a cell from a1 to m9 is wanted, not 'n4'"),
    ({**TOWN, "tiles": {"g4": "castle", "g3": "keep"}}, "are possible, not 'keep'"),
    (
        {**TOWN, "tiles": {"g4": "castle", **dict.fromkeys(("a1", "a2", "b1", "b2"), "suburb")}},
        "LV-6",
    ),
    ({**TOWN, "tiles": {"g4": "castle", "a1": "church", "a2": "church"}}, "2 churches"),
    (
        {**TOWN, "tiles": {"g4": "castle", "g3": "castle"}, "hands": [["castle"], []]},
        "castle: 3 on",
    ),
    ({**TOWN, "hands": [[]]}, "hands: 2 lists of tiles are wanted"),
    ({**TOWN, "hands": [["keep"], []]}, "hands: castle, cathedral"),
    ({**TOWN, "stage": "roll"}, "stage: roll comes every third round"),
    ({"round": 3, "stage": "roll"}, "stage: roll comes every third round"),
    ({**TOWN, "round": 3, "stage": "destroy"}, "disaster: one of pillage"),
    ({**TOWN, "round": 3, "stage": "destroy", "disaster": "fire"}, "nothing is left for a fire"),
    ({**TOWN, "disaster": "fire"}, "in the stage destroy only"),
    ({**TOWN, "stage": "over"}, "nothing has ended this game"),
    ({"round": 5}, "the town starts by round 4"),
    ({"round": 4, "turn": 2}, "turn: seat 1, the first still there, starts the town now (LV-3)"),
    ({"round": 4, "first": 2}, "turn: seat 2, the first still there"),
    ({"hands": [["castle"], []]}, "before the town starts"),
    ({"stage": "place", "hands": [["wall"], []]}, "before the town starts"),
    ({"pile": {"wall": 3}}, "nothing in it could ever start the town"),
    ({"round": 81}, "round: a whole number from 1 to 80"),
    ({"turn": 3}, "turn: a whole number from 1 to 2 is wanted, or 0 before"),
    ({**TOWN, "turn": 0, "first": 0}, "the lot comes before anything"),
    ({**TOWN, "first": 0}, "both are 0 before the lot"),
    ({**TOWN, "pile": {"wall": -1}}, "pile: a whole number from 0 to 99 of wall"),
    ({**TOWN, "placed_this_turn": 1}, "placed_this_turn: a whole number from 0 to 0"),
    ({**TOWN, "colour": "red"}, "colour: no such key; a position has round"),
]


@pytest.mark.parametrize(
    ("position", "said"), IMPOSSIBLE, ids=[said[:40] for _, said in IMPOSSIBLE]
)
def test_an_impossible_position_says_why(position: dict[str, object], said: str) -> None:
    with pytest.raises(BadPosition) as error:
        LUDOVILLE.read(position, TWO)
    assert said in str(error.value)


def test_positions_read_back_in_the_middle_of_things() -> None:
    tiles = {"g4": "castle", "f4": "quarter", "h4": "quarter", "g5": "wall"}
    options = {"seats": 2, "placements": 2}
    start = {
        "start": "g4",
        "tiles": tiles,
        "round": 3,
        "stage": "roll",
        "hands": [["quarter"], ["market"]],
    }
    match = Match(LUDOVILLE, options, LUDOVILLE.read(start, options))
    seen = []
    for event in (
        "roll 3",
        "destroy f4",
        "destroy g5",
        "destroy h4",
        "roll 7",
        "draw wall",
        "wall g5",
    ):
        match.do(event)
        position = match.position()
        seen.append(sorted(position))
        assert LUDOVILLE.read(position, options).tobytes() == match.state.tobytes()
    assert {"disaster", "destroy"} <= set(seen[1])
    assert match.position()["placed_this_turn"] == 1
    assert match.position()["placed_this_round"]


def test_a_stage_that_the_rules_leave_at_once_is_left() -> None:
    stuck = {**TOWN, "stage": "place", "hands": [["suburb"], []]}
    assert notation.position(LUDOVILLE.read(stuck, TWO))["turn"] == 2
    empty = {**TOWN, "pile": {}, "hands": [["quarter"], []]}
    assert notation.position(LUDOVILLE.read(empty, TWO))["stage"] == "place"


def test_two_complete_suburbs_are_the_end() -> None:
    suburbs = dict.fromkeys(("a1", "a2", "b1", "k8", "k9", "j9"), "suburb")
    tiles = {"g4": "castle", **suburbs, "b2": "church", "j8": "church"}
    state = LUDOVILLE.read({"start": "g4", "tiles": tiles}, TWO)
    assert notation.position(state)["stage"] == "over"


def test_hands_compare_without_order_and_piles_by_the_kinds_given() -> None:
    assert notation.same("hands", [["wall", "gate"], []], [["gate", "wall"], []])
    assert not notation.same("hands", [["wall"], []], [["gate", "wall"], []])
    assert notation.same("pile", {"wall": 3, "castle": 0}, {"wall": 3, "gate": 1})
    assert not notation.same("pile", {"castle": 1}, {"wall": 3})
    assert not notation.same("tiles", {"g4": "castle"}, {"g4": "castle", "g3": "wall"})


def test_nobody_who_left_has_the_turn_of_a_game_that_goes_on() -> None:
    options = {"seats": 3}
    with pytest.raises(BadPosition, match="turn: seat 1 has left"):
        LUDOVILLE.read({**TOWN, "left": [1], "hands": [[], [], []]}, options)
    assert LUDOVILLE.read({**TOWN, "left": [1, 2]}, options).ended
