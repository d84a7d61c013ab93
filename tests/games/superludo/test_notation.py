from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.core.discovery import game
from ludotheque.core.errors import BadPosition
from ludotheque.core.match import Match

SUPERLUDO = game("superludo")
HOMES = [[0, 0, 0, 0]] * 3


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"pawns": [[1, 2, 3, 4]]}, "pawns: 4 rows are wanted"),
        ({"pawns": [[73, 0, 0, 0], *HOMES]}, "from 0 to 72"),
        ({"pawns": [[9, 9, 9, 0], *HOMES]}, "3 on square 13, which holds two"),
        ({"pawns": [[8, 0, 0, 0], [59, 59, 0, 0], *HOMES[1:]]}, "3 on square 12"),
        ({"pawns": [[9, 0, 0, 0], [60, 0, 0, 0], *HOMES[1:]]}, "two colours on square 13"),
        ({"pawns": [[66, 66, 66, 0], *HOMES]}, "more than two of seat 1 on 66"),
        ({"pawns": [[72] * 4, [72] * 4, *HOMES[1:]]}, "cannot all have won"),
        ({"pawns": [[72] * 4, *HOMES], "dice": [3]}, "the game is over"),
        ({"turn": 5}, "turn: a whole number from 1 to 4 is wanted, or 0 before the lot, not 5"),
        ({"turn": 0, "dice": [5, 5]}, "before anybody's turn"),
        ({"turn": 0, "pawns": [[1, 0, 0, 0], *HOMES]}, "seat 1 has moved"),
        ({"turn": 0, "lot": [6, 5, 4, 3]}, "lot: .* is decided"),
        ({"turn": 0, "lot": [6, -1, -1, -1]}, "lot: .* is decided"),
        ({"turn": 0, "lot": [0, 7, 0, 0]}, "lot: what each seat threw"),
        ({"turn": 0, "lot": [0, 0]}, "lot: what each seat threw"),
        ({"dice": [3, 4, 5]}, "dice: 2 are played with"),
        ({"dice": [8]}, "dice: 1, 2, 3, 4, 5, 6, 7 are possible"),
        ({"dice": ["5"]}, "dice: 1, 2"),
        ({"dice": 5}, "dice: a list is wanted"),
        ({"dice": [3, 4]}, "seat 1 can move none of them"),
        ({"dice": [7, 1], "pawns": [[10, 0, 0, 0], *HOMES]}, "a 6 counts 7 only"),
        ({"dice": [5, 5], "streak": 0}, "streak: 0 does not fit the dice"),
        ({"dice": [5, 4], "streak": 1}, "streak: 1 does not fit the dice"),
        ({"streak": 3}, "streak: a whole number from 0 to 2"),
        ({"bonus": 5}, "bonus: 0, 10, 20 are possible"),
        ({"bonus": 20}, "seat 1 cannot move 20"),
        ({"moved": 1}, "moved: pawn 1 is at home"),
        ({"moved": 5}, "moved: a whole number from 0 to 4"),
        ({"barred": 1, "pawns": [[10, 0, 0, 0], *HOMES]}, "barred: only a pawn on its way"),
        ({"stood": 10, "pawns": [[10, 10, 0, 0], *HOMES]}, "stood: own position"),
        ({"last_in": {"39": 2}}, "no two colours share square '39'"),
        ({"last_in": [39]}, "last_in: a table"),
        (
            {"pawns": [[8, 0, 0, 0], [59, 0, 0, 0], *HOMES[1:]], "last_in": {"12": 3}},
            "seat 3 does not stand on square 12",
        ),
        ({"left": [1, 2, 3, 4]}, "somebody must have stayed"),
        ({"left": [1]}, "seat 1 has left"),
        ({"left": [2], "pawns": [[0] * 4, [1, 0, 0, 0], *HOMES[1:]]}, "were taken off"),
        ({"agreed": 1}, "true or false"),
        ({"die": 6}, "die: no such key; a position has pawns, turn, left, dice"),
        ({"turn": 0, "dice": [5], "moved": 1, "streak": 1}, "turn: 0 is the lot"),
    ],
)
def test_an_impossible_position_says_why(position: dict[str, object], words: str) -> None:
    with pytest.raises(BadPosition, match=words):
        SUPERLUDO.read(position)


def test_one_die_is_one_die() -> None:
    with pytest.raises(BadPosition, match="dice: 1 are played with"):
        SUPERLUDO.read({"dice": [5, 5]}, {"dice": 1})
    with pytest.raises(BadPosition, match="streak: 1 does not fit"):
        SUPERLUDO.read({"dice": [5], "streak": 1}, {"dice": 1})


def test_keys_left_out_are_those_of_the_opening_past_the_lot() -> None:
    assert SUPERLUDO.position(SUPERLUDO.read({}, {"initial_pawn": True})) == {
        "pawns": [[1, 0, 0, 0]] * 4, "turn": 1, "dice": [], "bonus": 0, "streak": 0,
        "moved": 0, "barred": 0, "last_in": {},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "dice", "streak"),
    [
        ({"dice": 1}, [6], 1),
        ({"dice": 1}, [5], 0),
        ({"dice": 2}, [5, 5], 1),
        ({"dice": 2}, [5, 4], 0),
        ({"dice": 2}, [5], 0),
    ],
)
def test_a_six_or_a_double_on_the_table_counts_itself(
    options: dict[str, Any], dice: list[int], streak: int
) -> None:
    position = {"pawns": [[10, 0, 0, 0], *HOMES], "dice": dice}
    assert SUPERLUDO.position(SUPERLUDO.read(position, options))["streak"] == streak


def test_a_barred_pawn_tells_of_a_double() -> None:
    state = SUPERLUDO.read({"pawns": [[10, 12, 0, 0], *HOMES], "dice": [2], "barred": 1})
    assert SUPERLUDO.position(state)["streak"] == 1
    assert Match(SUPERLUDO, {}, state).legal() == ["12>14"]


def test_the_lot_is_part_of_the_position() -> None:
    match = Match(SUPERLUDO, {"seats": 3})
    match.do("roll 4", "roll 4", "roll 1", "roll 2")
    assert match.position()["lot"] == [2, 0, -1]
    again = SUPERLUDO.read(match.position(), {"seats": 3})
    assert again.tobytes() == match.state.tobytes()


def test_last_in_is_compared_on_the_squares_that_are_named() -> None:
    found = {"12": 1, "39": 2}
    assert SUPERLUDO.notation.same("last_in", {"39": 2}, found)
    assert not SUPERLUDO.notation.same("last_in", {"39": 1}, found)
    assert not SUPERLUDO.notation.same("last_in", {"5": 1}, found)
    assert not SUPERLUDO.notation.same("last_in", {}, found)
    assert SUPERLUDO.notation.same("last_in", {}, {})


spots = st.one_of(
    st.sampled_from([0, 0, 1, 8, 13, 18, 25, 30, 35, 52, 64, 65, 71, 72]), st.integers(0, 72)
)
positions = st.fixed_dictionaries(
    {
        "pawns": st.lists(st.lists(spots, min_size=4, max_size=4), min_size=4, max_size=4),
        "turn": st.integers(1, 4),
    },
    optional={
        "dice": st.lists(st.integers(1, 7), max_size=2),
        "bonus": st.sampled_from([0, 10, 20]),
        "streak": st.integers(0, 2),
        "moved": st.integers(0, 4),
        "barred": st.integers(0, 4),
        "left": st.lists(st.integers(1, 4), max_size=1),
        "agreed": st.booleans(),
    },
)


@settings(max_examples=150)
@given(positions, st.booleans())
def test_a_position_is_refused_or_read_back_to_the_byte(
    position: dict[str, Any], mixed: bool
) -> None:
    options = {"mixed_barriers": mixed}
    try:
        state = SUPERLUDO.read(position, options)
    except BadPosition:
        return
    written = SUPERLUDO.position(state)
    assert SUPERLUDO.read(written, options).tobytes() == state.tobytes()
    match = Match(SUPERLUDO, options, state)
    if written["dice"] or written["bonus"]:
        assert match.legal()
        assert len(set(match.legal())) == len(match.moves())
    else:
        assert match.is_over or len(match.chance()) == 36
