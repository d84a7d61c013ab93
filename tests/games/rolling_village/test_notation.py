import random

import pytest

from ludotheque.core.discovery import game
from ludotheque.core.errors import BadPosition
from ludotheque.core.match import Match
from ludotheque.games.rolling_village.notation import same

VILLAGE = game("rolling-village")
EMPTY = "....../....../....../....../......"
TWO = "H...../....../....../....../.....L"
FOUR = "HFLH../....../....../....../......"
SIX = "HFLHFL/....../....../....../......"
FULL = "HFLPHF/HPLFLH/FFHLPL/HL.F../PF...."


def read(position: dict, seats: int = 1, **options: bool) -> Match:
    chosen = {"seats": seats, **options}
    return Match(VILLAGE, chosen, VILLAGE.read(position, chosen))


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"round": 10}, "round: a whole number from 0 to 9"),
        ({"round": 1}, "sheets: seat 1 has 0 projects; at this point of round 1 there are 2"),
        ({"round": 2, "sheets": [TWO]}, "has 2 projects; at this point of round 2 there are 4"),
        ({"sheets": [TWO]}, "round 0 there are 0"),
        ({"sheets": []}, "sheets: 1 texts are wanted"),
        ({"sheets": [3]}, "a text is wanted"),
        ({"sheets": ["H"]}, "five rows of six"),
        ({"sheets": ["x...../....../....../....../......"]}, "H, F, L, P or . are possible"),
        ({"dice": [1]}, "dice: two numbers"),
        ({"dice": [0, 1]}, "dice: two numbers"),
        ({"dice": [1, 7]}, "dice: two numbers"),
        ({"dice": [True, 2]}, "dice: two numbers"),
        ({"dice": "12"}, "dice: a list"),
        ({"round": 1, "sheets": [TWO], "left": [["house 2"]]}, "while there are no dice"),
        ({"round": 1, "sheets": [TWO], "dice": [4, 2], "left": [["house 4"]]}, "only some of"),
        ({"round": 1, "sheets": [TWO], "dice": [4, 2], "left": [["avenue"]]}, "only some of"),
        ({"round": 1, "sheets": [TWO], "dice": [4, 2], "left": [[]]}, "has been scored"),
        ({"round": 1, "sheets": [TWO], "dice": [4, 2], "left": [["house 2"]]}, "there are 3"),
        ({"round": 1, "sheets": [TWO], "dice": [4, 2], "left": ["house 2"]}, "for each seat"),
        ({"round": 1, "sheets": [TWO], "dice": [4, 2], "left": []}, "1 lists are wanted"),
        ({"round": 1, "sheets": [TWO], "dice": [4, 2], "left": [["house 2"] * 2]}, "cannot have"),
        (
            {"round": 3, "sheets": [SIX], "dice": [4, 2], "left": [["house 2"]]},
            "builds, then takes its bonus",
        ),
        ({"round": 2, "sheets": [FOUR], "bonus": ["H"]}, "has had 0 so far"),
        ({"round": 4, "sheets": ["HFLHFL/HFL.../....../....../......"], "bonus": ["P"]}, "of HFL"),
        ({"round": 7, "sheets": ["HFLHFL/HFLHFL/HFLH../....../......"], "bonus": ["HH"]}, "once"),
        ({"round": 2, "sheets": [FOUR], "scores": [[]]}, "row 1 wants 1 numbers"),
        ({"round": 2, "sheets": [FOUR], "scores": [[-1]]}, "scores: a whole number"),
        ({"round": 2, "sheets": [FOUR], "scored": ["f"]}, "scored: the avenue a to e"),
        ({"round": 1, "sheets": [TWO], "scored": ["a"]}, "scored: the avenue"),
        ({"round": 1, "sheets": [TWO], "dice": [4, 2], "done": [["castle 2c"]]}, "is no move"),
        (
            {"round": 1, "sheets": [TWO], "dice": [4, 2], "done": [["house 2c"]]},
            "does not lead to what seat 1",
        ),
        ({"reelected": True}, "only a mayor alone knows"),
        ({"round": 9, "sheets": [FULL], "reelected": True}, "does not fit the points"),
        ({"gone": [2]}, "gone: a whole number from 1 to 1"),
        ({"agreed": True, "dice": [1, 2]}, "the match is over"),
        ({"turn": 1}, "no such key"),
    ],
)
def test_an_impossible_position_says_why(position: dict, words: str) -> None:
    with pytest.raises(BadPosition, match=words.replace("(", r"\(")):
        read(position)


def test_an_avenue_that_was_chosen_must_be_told() -> None:
    nine = "HFLHFL/HFL.../....../....../......"
    eleven = "HFLHFL/HFLP../....../....../.....L"
    start = {"round": 4, "dice": [6, 6], "sheets": [nine, eleven]}
    left = [["lake 6", "park", "avenue"], []]
    with pytest.raises(BadPosition, match="the avenue that seat 2 chose is wanted"):
        read({**start, "left": left}, 2)
    match = read({**start, "left": left, "done": [[], ["lake 6e", "park 4b", "avenue e"]]}, 2)
    match.do("lake 6c", "park 1e", "avenue a")
    assert match.position()["scored"] == ["a", "e"]


@pytest.mark.parametrize("seats", [1, 3])
def test_every_position_read_back_is_the_same_state(seats: int) -> None:
    chooser = random.Random(seats)
    match = Match(VILLAGE, {"seats": seats, "park_bonus": True})
    while not match.is_over:
        again = VILLAGE.read(match.position(), match.options)
        assert again.tobytes() == match.state.tobytes()
        view = match.state.copy()
        VILLAGE.rules.conceal(view, seats - 1)
        again = VILLAGE.read(VILLAGE.position(view), match.options)
        assert again.tobytes() == view.tobytes()
        if match.waiting:
            seat = chooser.choice(match.waiting)
            match.act(seat, chooser.choice(list(match.moves(seat).values())))
        else:
            match.happen(chooser.randrange(36))
    assert VILLAGE.read(match.position(), match.options).tobytes() == match.state.tobytes()


def test_a_position_in_mid_round_without_its_moves_goes_on_from_there() -> None:
    start = {"round": 3, "dice": [4, 2], "sheets": ["HFLHFL/.H..../....../....../......"]}
    match = read({**start, "left": [["forest 4", "bonus"]]})
    assert not VILLAGE.rules.can_undo(match.state, 0)
    match.do("forest 4b")
    again = VILLAGE.read(match.position(), match.options)
    assert again.tobytes() == match.state.tobytes()
    VILLAGE.rules.undo(match.state, 0)
    assert match.position()["left"] == [["forest 4", "bonus"]]


def test_a_finished_game_is_read_with_its_last_dice_or_without() -> None:
    start = {"round": 9, "sheets": [FULL], "bonus": ["HFL"]}
    without, dice = read(start), read({**start, "dice": [3, 4], "left": [[]]})
    assert without.is_over
    assert without.state.tobytes() == dice.state.tobytes()
    assert without.position()["reelected"] is False


def test_there_is_no_election_among_several() -> None:
    match = read({"round": 9, "sheets": [FULL, FULL]}, 2)
    assert match.is_over
    assert "reelected" not in match.position()


def test_what_is_left_has_no_order() -> None:
    assert same("left", [["forest 4", "house 2"]], [["house 2", "forest 4"]])
    assert not same("left", [["forest 4"]], [["house 2", "forest 4"]])
    assert not same("left", [["forest 4"], []], [["forest 4"]])
    assert not same("sheets", ["a", "b"], ["b", "a"])
