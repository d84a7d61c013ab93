import pytest

from ludotheque.core.discovery import box, game
from ludotheque.core.errors import BadOption, BadPosition, IllegalMove, UnknownGame
from ludotheque.core.match import Match

LUDO = game("ludo")


def test_what_is_impossible_is_refused_with_what_is_possible() -> None:
    match = LUDO.start(seats=2)
    with pytest.raises(IllegalMove, match=r"chance is awaited \(first 1, first 2\)"):
        match.do("0>1")
    match.do("first 2", "roll 6")
    with pytest.raises(IllegalMove, match="legal are 0>1"):
        match.do("0>2")
    with pytest.raises(IllegalMove, match="seat 1 does not act now, seat 2 does"):
        match.do("1: 0>1")
    with pytest.raises(IllegalMove, match="seats 1 to 2"):
        match.do("3: 0>1")
    with pytest.raises(IllegalMove, match="no such seat"):
        match.do("leave 3")


def test_a_refused_event_changes_nothing_and_the_rest_is_not_done() -> None:
    match = LUDO.start(seats=2)
    before = match.state.tobytes()
    with pytest.raises(IllegalMove):
        match.do("roll 6", "first 1")
    assert match.state.tobytes() == before
    assert match.steps == []


def test_undo_takes_back_one_step() -> None:
    match = LUDO.start(seats=2)
    match.do("first 1", "roll 6")
    before = match.state.tobytes()
    match.do("0>1")
    match.undo()
    assert match.state.tobytes() == before
    assert match.legal() == ["0>1"]


def test_what_is_no_notation_and_nothing_to_take_back_are_refused() -> None:
    match = LUDO.start(seats=2)
    with pytest.raises(IllegalMove, match=r"told in notation, as 'roll 6', not as 3"):
        match.do(3)  # type: ignore[arg-type]
    with pytest.raises(IllegalMove, match="nothing has happened yet"):
        match.undo()


def test_what_is_no_position_and_no_options_is_refused() -> None:
    with pytest.raises(BadPosition, match="a position is names with values, not 'x'"):
        LUDO.read("x")  # type: ignore[arg-type]
    with pytest.raises(BadOption, match=r"options are names with values, .* not 2"):
        LUDO.start(2)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match=r"options are names with values, .* not 'x'"):
        LUDO.new("x")  # type: ignore[arg-type]


def test_steps_keep_before_and_after() -> None:
    match = LUDO.start(seats=2)
    match.do("first 1", "roll 6", "1: 0>1")
    step = match.steps[-1]
    assert (step.kind, step.seat, step.text) == ("move", 0, "0>1")
    assert step.before.pawns[0, 0] == 0
    assert step.after.pawns[0, 0] == 1


def test_nothing_happens_once_it_is_over() -> None:
    match = Match(LUDO, {"seats": 2}, LUDO.read({"pawns": [[57] * 4, [0] * 4]}, {"seats": 2}))
    assert match.is_over
    assert match.waiting == ()
    assert match.chance() == {}
    for event in ("roll 1", "draw", "leave 2"):
        with pytest.raises(IllegalMove):
            match.do(event)


def test_a_match_does_not_share_its_state() -> None:
    state = LUDO.new()
    match = Match(LUDO, {}, state)
    match.do("first 3")
    assert state.tobytes() == LUDO.new().tobytes()


@pytest.mark.parametrize("language", ["fr", "en", "es"])
def test_steps_are_told(language: str) -> None:
    match = LUDO.start(seats=2)
    match.do("first 1", "roll 6", "0>1", "roll 5", "1>6", "roll 1")
    told = [sentence for step in match.steps for sentence in match.tell(step, language)]
    assert len(told) == 8
    assert all("{" not in sentence for sentence in told)


def test_options_are_read_from_text_and_checked() -> None:
    assert LUDO.chosen({"seats": "3"})["seats"] == 3
    with pytest.raises(BadOption, match="option seats takes 2, 3 or 4, not 5"):
        LUDO.chosen({"seats": 5})
    with pytest.raises(BadOption, match="not True"):
        LUDO.chosen({"pawns": True})


def test_an_unknown_game_names_those_there_are() -> None:
    with pytest.raises(UnknownGame, match="ludo"):
        game("chess")
    for wrong in (None, 3, ["ludo"]):
        for asked in (game, box):
            with pytest.raises(UnknownGame, match="asked for by its id, a text, not by"):
                asked(wrong)  # type: ignore[arg-type]


def test_a_seat_that_there_is_not_is_told() -> None:
    match = LUDO.start(seats=2)
    for look in (match.observe, match.moves, match.legal):
        for seat in (2, -1, "first"):
            with pytest.raises(BadOption, match=f"seats 0 to 1, not {seat}"):
                look(seat)  # type: ignore[arg-type]


def test_the_name_of_a_box_leads_to_its_game() -> None:
    with pytest.raises(UnknownGame, match=r"game\('superludo'\).*{'dice': 1}"):
        game("ludo-classique")
