import pytest

from ludotheque.core.discovery import game
from ludotheque.core.errors import BadPosition

LUDO = game("ludo")
BASES = [[0, 0, 0, 0]] * 3


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"pawns": [[1, 2, 3, 4]]}, "pawns: 4 rows are wanted"),
        ({"pawns": [[1, 2, 3], *BASES]}, "row 1 wants 4 numbers"),
        ({"pawns": [[58, 0, 0, 0], *BASES]}, "from 0 to 57"),
        ({"pawns": [[-1, 0, 0, 0], *BASES]}, "from 0 to 57"),
        ({"pawns": [["a", 0, 0, 0], *BASES]}, "from 0 to 57"),
        ({"pawns": [[57] * 4, [57] * 4, *BASES[:2]]}, "cannot both have won"),
        ({"pawns": [[57] * 4, *BASES], "die": 3}, "the match is over"),
        ({"turn": 5}, "turn: a whole number from 1 to 4 is wanted, or 0 before the lot, not 5"),
        ({"turn": 0, "die": 6}, "before anything was rolled"),
        ({"turn": True}, "turn: a whole number"),
        ({"die": 7}, "die: a whole number from 0 to 6"),
        ({"die": 3}, "seat 1 cannot move a 3"),
        ({"die": 6, "sixes": 0}, "sixes: 0 does not fit a 6"),
        ({"pawns": [[5, 0, 0, 0], *BASES], "die": 3, "sixes": 1}, "does not fit a 3"),
        ({"sixes": 3}, "sixes: a whole number from 0 to 2"),
        ({"extra": -1}, "extra"),
        ({"left": [1, 2, 3, 4]}, "somebody must have stayed"),
        ({"left": [1]}, "seat 1 has left"),
        ({"left": 2}, "left: a list"),
        ({"left": [2], "pawns": [[0] * 4, [1, 0, 0, 0], *BASES[:2]]}, "were taken off"),
        ({"agreed": 1}, "true or false"),
        ({"dice": 6}, "dice: no such key; a position has pawns, turn, left, die"),
    ],
)
def test_an_impossible_position_says_why(position: dict[str, object], words: str) -> None:
    with pytest.raises(BadPosition, match=words):
        LUDO.read(position)


def test_keys_left_out_are_those_of_the_opening_past_the_lot() -> None:
    assert LUDO.position(LUDO.read({})) == {
        "pawns": [[0, 0, 0, 0]] * 4, "turn": 1, "die": 0, "sixes": 0, "extra": 0,
    }  # fmt: skip


def test_the_opening_itself_waits_for_the_lot() -> None:
    assert LUDO.position(LUDO.new())["turn"] == 0


def test_a_six_on_the_table_counts_itself() -> None:
    assert LUDO.position(LUDO.read({"die": 6}))["sixes"] == 1


def test_the_text_board_shows_every_pawn() -> None:
    state = LUDO.read({"pawns": [[1, 1, 57, 0], [9, 0, 0, 0], [0] * 4, [22, 0, 0, 0]]})
    text = LUDO.notation.board(state)
    assert "●2" in text
    assert "✚4" in text
    assert len(text.splitlines()) == 15
