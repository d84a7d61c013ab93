"""What is true in every match of Ludo, whatever the dice and whoever plays."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.core.discovery import game
from ludotheque.core.match import Match, Step
from ludotheque.core.simulate import simulate
from ludotheque.games.ludo.board import BASE, CORNERS, FINAL, LAST_COMMON, SAFE_HOUSES, ring_index
from ludotheque.games.ludo.rules import STATE

LUDO = game("ludo")


def played(seats: int, pawns: int, seed: int) -> Match:
    options = {"seats": seats, "pawns": pawns}
    return simulate(LUDO, 1, options=options, seed=seed, threads=1).replay(0)


# What a strategy draws is plain; a test plays the match.
chosen = st.tuples(st.integers(2, 4), st.integers(1, 4), st.integers(0, 2**40))


def houses(step: Step, seats: int, each: int) -> dict[tuple[int, int], int | None]:
    """The ring house of each pawn before a step, None off the ring."""
    return {
        (seat, pawn): ring_index(CORNERS[seats][seat], int(at)) if 0 < at <= LAST_COMMON else None
        for seat in range(seats)
        for pawn, at in enumerate(step.before.pawns[seat, :each])
    }


@settings(max_examples=25)
@given(chosen)
def test_only_the_mover_advances_and_only_a_lone_exposed_opponent_goes_back(
    chosen: tuple[int, int, int],
) -> None:
    match = played(*chosen)
    seats, each = match.seats, match.options["pawns"]
    for step in match.steps:
        changed = [
            (seat, pawn)
            for seat in range(seats)
            for pawn in range(each)
            if step.before.pawns[seat, pawn] != step.after.pawns[seat, pawn]
        ]
        if step.kind == "chance":
            assert not changed  # LC-7 too: the third 6 moves nothing
            continue
        mover = (step.seat, step.code)
        assert mover in changed
        at, end = int(step.before.pawns[mover]), int(step.after.pawns[mover])
        assert end == (1 if at == BASE else at + step.before.die) <= FINAL
        victims = [pawn for pawn in changed if pawn != mover]
        where = houses(step, seats, each)
        there = ring_index(CORNERS[seats][mover[0]], end) if end <= LAST_COMMON else None
        company = [p for p, house in where.items() if p != mover and house == there is not None]
        exposed = there is not None and there not in SAFE_HOUSES
        lone = exposed and len(company) == 1 and company[0][0] != mover[0]
        assert victims == (company if lone else [])
        assert all(step.after.pawns[victim] == BASE for victim in victims)


@settings(max_examples=25)
@given(chosen)
def test_extra_turns_and_streaks_add_up(chosen: tuple[int, int, int]) -> None:
    """A second bookkeeping of LC-6, LC-7, LC-9, LC-14, LC-20, LC-21 beside the rules' own."""
    match = played(*chosen)
    owed = sixes = 0
    for step in match.steps[1:]:
        turn = int(step.before.turn)
        if step.kind == "chance":
            die = step.code + 1
            sixes = sixes + 1 if die == 6 else 0
            if not step.after.die:
                owed = sixes = 0
                assert step.after.turn == (turn + 1) % match.seats
            continue
        captured = int((step.before.pawns > step.after.pawns).sum())
        arrived = int((step.after.pawns == FINAL).sum() - (step.before.pawns == FINAL).sum())
        owed += (step.before.die == 6) + captured + arrived
        if step.after.ended:
            break
        if owed:
            owed -= 1
            assert step.after.turn == turn
        else:
            sixes = 0
            assert step.after.turn == (turn + 1) % match.seats
        assert (step.after.extra, step.after.sixes) == (owed, sixes)


@settings(max_examples=25)
@given(chosen)
def test_a_match_ends_with_one_winner_and_ranks_that_follow_the_points(
    chosen: tuple[int, int, int],
) -> None:
    match = played(*chosen)
    scores, ranks = match.scores, match.ranks
    winner = ranks.index(1)
    assert ranks.count(1) == 1
    assert scores[winner] == 250 * match.options["pawns"]
    assert [1 + sum(other > score for other in scores) for score in scores] == list(ranks)


def test_random_play_with_four_seats_takes_300_to_340_decisions() -> None:
    mean = simulate(LUDO, 20_000, seed=5).plies.mean()
    assert 300 < mean < 340


def test_every_seat_wins_as_often_with_the_same_policy() -> None:
    for seats in (2, 3, 4):
        wins = (simulate(LUDO, 40_000, options={"seats": seats}, seed=9).ranks == 1).sum(axis=0)
        expected = 40_000 / seats
        chi_square = ((wins - expected) ** 2 / expected).sum()
        # Three seats do not sit evenly round the board: no equal chances are owed there.
        assert seats == 3 or chi_square < seats - 1 + 5 * np.sqrt(2 * (seats - 1))


def test_the_record_is_small() -> None:
    assert STATE.itemsize <= 32
