"""What is true in every game of Superludo, whatever the dice, the options and whoever plays."""

from typing import Any

import numpy as np
import pytest

from ludotheque.core import chance
from ludotheque.core.chance import below, start
from ludotheque.core.compile import runnable
from ludotheque.core.contract import whole
from ludotheque.core.discovery import game
from ludotheque.core.errors import BadOption
from ludotheque.core.match import Match
from ludotheque.core.simulate import simulate
from ludotheque.core.turns import WON, is_over
from ludotheque.games.superludo import board
from ludotheque.games.superludo.board import BARRIER, GOAL, HOME, MOUTH, PAWNS, SAFE, SEATS, SHARED
from ludotheque.games.superludo.rules import (
    ACTIONS,
    STATE,
    happen,
    legal,
    outcomes,
    play,
    quarter_of,
    waiting,
)

SUPERLUDO = game("superludo")


def seen(state: Any, seat: int) -> Any:
    """What a seat may see of a state."""
    return SUPERLUDO.engine.seen(SUPERLUDO.engine.board(state), seat)[0]


EVERY = [
    {
        "seats": seats,
        "couples": couples,
        "dice": dice,
        "initial_pawn": initial,
        "mixed_barriers": mixed,
        "six_counts_seven": seven,
    }
    for seats, couples in ((2, False), (3, False), (4, False), (4, True))
    for dice in (1, 2)
    for initial in (False, True)
    for mixed in (False, True)
    for seven in (False, True)
]
NAMES = (
    "a square holds more than two",
    "two colours stand on an unsafe square",
    "a position is out of range",
    "more than one pawn went home",
    "a chance outcome moved a pawn on",
    "a pawn went home by chance without a streak",
    "more or less than one pawn advanced",
    "the notes on crowded squares are wrong",
    "a seat waits and has no move",
)
LONGEST = 20_000  # steps, far above any game seen


def count_broken(states: Any, seed: int, random: Any, moves: Any, broken: Any) -> None:
    """Play the games at random and count what ought never to be, by the order of NAMES."""
    for k in range(len(states) - 1):
        state, before = states[k], states[-1]
        start(random, seed, k, 0)
        steps = 0
        while not is_over(state) and steps < LONGEST:
            for seat in range(SEATS):
                for pawn in range(PAWNS):
                    before.pawns[seat, pawn] = state.pawns[seat, pawn]
            before.streak = state.streak
            seat = whole(state.turn)
            is_move = waiting(state) != 0
            if is_move:
                count = legal(state, seat, moves)
                broken[8] += count == 0
                play(state, seat, whole(moves[below(random, count)]))
            else:
                happen(state, below(random, outcomes(state)))
            note_step(before, state, is_move, broken)
            note_squares(state, broken)
            steps += 1
        broken[9] += steps == LONGEST


def note_step(before: Any, after: Any, is_move: bool, broken: Any) -> None:
    advanced, sent = 0, 0
    for seat in range(SEATS):
        for pawn in range(PAWNS):
            was, now = whole(before.pawns[seat, pawn]), whole(after.pawns[seat, pawn])
            broken[2] += now > GOAL
            advanced += now > was
            sent += now < was
            broken[3] += HOME < now < was  # nobody goes back but home
    broken[3] += sent > 1
    if is_move:
        broken[6] += advanced != 1
    else:
        broken[4] += advanced != 0
        broken[5] += sent == 1 and before.streak != 2


def note_squares(state: Any, broken: Any) -> None:
    """A second look at every pair of pawns beside the record's own notes."""
    for one in range(SEATS * PAWNS):
        seat, position = one // PAWNS, whole(state.pawns[one // PAWNS, one % PAWNS])
        if position in (HOME, GOAL):
            continue
        there, colours = 1, 1
        for other in range(SEATS * PAWNS):
            if other != one and same_square(state, one, other):
                there += 1
                colours += other // PAWNS != seat
        broken[0] += there > 2
        broken[1] += colours > 1 and SAFE[position] == 0
        if position <= MOUTH:
            word = whole(state.crowded[quarter_of(state, seat, position)])
            broken[7] += (word & BARRIER[position] != 0) != (there == 2 and colours == 1)
            if SAFE[position] != 0:
                broken[7] += (word & SAFE[position] != 0) != (colours == 2)


def same_square(state: Any, one: int, other: int) -> bool:
    step = 34 if state.seats == 2 else 17
    mine = whole(state.pawns[one // PAWNS, one % PAWNS])
    theirs = whole(state.pawns[other // PAWNS, other % PAWNS])
    if one // PAWNS == other // PAWNS:
        return mine == theirs
    if theirs == HOME or theirs > MOUTH or mine > MOUTH:
        return False
    return (mine + step * (one // PAWNS)) % 68 == (theirs + step * (other // PAWNS)) % 68


def play_all(options: dict[str, Any], games: int, seed: int) -> None:
    """Play so many games at random; nothing that must never be was, and every game ended."""
    states = np.zeros(games + 1, STATE)
    states[:] = SUPERLUDO.new(options)
    broken = np.zeros(10, np.int64)
    run = runnable(count_broken)
    run(states, seed, chance.new(), np.zeros(ACTIONS, np.uint16), broken)
    found = dict(zip((*NAMES, "a game does not end"), broken.tolist(), strict=True))
    assert not any(found.values()), (options, found)
    assert (states["ended"][:-1] == WON).all()


@pytest.mark.parametrize("dice", [1, 2])
def test_what_must_never_be_never_is(dice: int) -> None:
    for number, options in enumerate(EVERY):
        if options["dice"] == dice:
            play_all(options, games=60, seed=number)


@pytest.mark.slow
def test_a_hundred_thousand_games_of_every_option_come_to_their_end() -> None:
    each = 100_000 // len(EVERY) + 1
    for number, options in enumerate(EVERY):
        play_all(options, games=each, seed=1000 + number)


def test_the_squares_are_those_of_the_standard_board() -> None:
    assert [board.square_of(corner, 1) for corner in range(4)] == [5, 22, 39, 56]
    assert [board.square_of(corner, 64) for corner in range(4)] == [68, 17, 34, 51]
    assert board.SAFE_SQUARES == (5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63, 68)
    for corner in range(4):
        for position in range(1, 65):
            square = board.square_of(corner, position)
            assert board.position_at(corner, square) == position
            assert (SAFE[position] != 0) == (square in board.SAFE_SQUARES)
    assert SHARED == 1 << 17


@pytest.mark.parametrize("options", EVERY, ids=lambda options: "-".join(map(str, options.values())))
def test_every_combination_of_options_plays_to_its_end(options: dict[str, Any]) -> None:
    runs = simulate(SUPERLUDO, 40, options=options, seed=3, threads=1)
    assert ((runs.scores == 4).sum(axis=1) == 1).all()
    if options["couples"]:
        assert (np.sort(runs.ranks, axis=1) == [1, 1, 3, 3]).all()
        assert (runs.ranks[:, :2] == runs.ranks[:, 2:]).all()
    else:
        assert ((runs.ranks == 1) == (runs.scores == 4)).all()


@pytest.mark.parametrize("seats", [2, 3])
def test_couples_need_four_seats(seats: int) -> None:
    with pytest.raises(BadOption, match="couples needs 4 seats"):
        SUPERLUDO.new({"seats": seats, "couples": True})


@pytest.mark.parametrize(
    ("dice", "seats", "low", "high"),
    [
        (1, 2, 147, 163), (1, 3, 210, 232), (1, 4, 275, 305),
        (2, 2, 70, 78), (2, 3, 101, 113), (2, 4, 132, 146),
    ],
)  # fmt: skip
def test_random_games_take_as_many_turns_as_known(
    dice: int, seats: int, low: int, high: int
) -> None:
    """Medians of turns: 155, 221, 290 with one die, 74, 107, 139 with two, within 5 %."""
    runs = simulate(SUPERLUDO, 2000, options={"dice": dice, "seats": seats}, seed=5)
    # Of the rolls one in six is rolled again; the lot is not a turn.
    turns = (runs.rolls - seats) * 5 / 6
    assert low < np.median(turns) < high


def test_every_seat_wins_as_often_with_the_same_policy() -> None:
    for options in ({"seats": 2}, {"seats": 4}, {"seats": 4, "dice": 1}):
        runs = simulate(SUPERLUDO, 10_000, options=options, seed=9)
        wins = (runs.ranks == 1).sum(axis=0)
        expected = 10_000 / len(wins)
        chi_square = ((wins - expected) ** 2 / expected).sum()
        assert chi_square < len(wins) - 1 + 5 * np.sqrt(2 * (len(wins) - 1))


def test_a_leaver_never_leaves_a_seat_without_a_move() -> None:
    """Leaving changes what others may do: the record follows."""
    for number in range(3):
        match = simulate(SUPERLUDO, 1, options={"seats": 4}, seed=number, threads=1).replay(0)
        before = next(s.before for s in match.steps[100:] if s.kind == "move" and s.seat != 2)
        again = Match(SUPERLUDO, {"seats": 4}, before)
        again.do("leave 3")
        assert again.legal()
        assert SUPERLUDO.read(again.position()).tobytes() == again.state.tobytes()


def test_nothing_is_hidden() -> None:
    state = SUPERLUDO.read({"pawns": [[1, 0, 0, 0]] * 4, "dice": [2, 3]}, {"initial_pawn": True})
    assert seen(state, -1).tobytes() == state.tobytes()


def test_the_record_is_small() -> None:
    assert STATE.itemsize <= 64
    assert STATE.itemsize % 4 == 0  # words stay aligned in a batch
