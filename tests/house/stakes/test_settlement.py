import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.core.discovery import game
from ludotheque.core.match import Match
from ludotheque.house.stakes.rooms import load
from ludotheque.house.stakes.settlement import Ending, payouts, points

ROOMS = load()
ALONE = {2: (0, 1), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
COUPLES = (0, 1, 0, 1)
STAYED = (False,) * 4


def ended(ranks, *, reason="finished", left=(), sides=None):
    seats = len(ranks)
    gone = tuple(seat in left for seat in range(seats))
    return Ending(reason, tuple(ranks), gone, sides or ALONE[seats])


def paid(ending, stake=50):
    shares = ROOMS.shares(len(set(ending.sides)), len(ending.sides))
    return payouts(ending, stake, shares)


# MA-6, as the game's own rules print it (CA-30): by seats, a row a result, a column a room.
SEED = {
    2: {
        (1, 2): ((100, 500, 2_000, 10_000, 50_000), (20, 100, 400, 2_000, 10_000)),
    },
    3: {
        (1, 2, 3): (
            (200, 1_000, 4_000, 20_000, 100_000),
            (30, 150, 600, 3_000, 15_000),
            (10, 50, 200, 1_000, 5_000),
        ),
    },
    4: {
        (1, 2, 3, 4): (
            (300, 1_500, 6_000, 30_000, 150_000),
            (50, 250, 1_000, 5_000, 25_000),
            (30, 150, 600, 3_000, 15_000),
            (10, 50, 200, 1_000, 5_000),
        ),
    },
}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_points_by_room_seats_and_place(seats):
    for ranks, rows in SEED[seats].items():
        for column, room in enumerate(ROOMS):
            assert points(ended(ranks), room.points) == tuple(row[column] for row in rows)


@pytest.mark.parametrize(
    ("ending", "results"),
    [
        (ended((1, 2, 2)), "won lost lost"),
        (ended((1, 1, 3)), "drawn drawn lost"),
        (ended((1, 2), reason="drawn"), "drawn drawn"),
        (ended((1, 2, 3), reason="drawn", left=[2]), "drawn drawn left"),
        (ended((1, 3, 1, 3), sides=COUPLES), "won lost won lost"),
        (ended((1, 1, 1, 1), sides=COUPLES), "drawn drawn drawn drawn"),
        (ended((3, 1, 3, 1), reason="deserted", left=[0], sides=COUPLES), "left won lost won"),
        (ended((1, 2), reason="abandoned"), "void void"),
        (ended((1, 1), reason="deserted", left=[0, 1]), "void void"),
        (ended((1,), sides=(0,)), "alone"),
        (ended((1,), reason="drawn", sides=(0,)), "void"),
    ],
)
def test_what_a_game_was_to_each_seat(ending, results):
    """MA-7, MA-9, MA-10: a shared first place is a draw, a couple's is a win of both."""
    assert ending.results == tuple(results.split())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_draw_by_agreement(seats):
    drawn = ended((1,) * seats, reason="drawn")
    for room, each in zip(ROOMS, (40, 200, 800, 4_000, 20_000), strict=True):
        assert points(drawn, room.points) == (each,) * seats
    assert paid(drawn) == (50,) * seats


def test_couples():
    won = ended((1, 3, 1, 3), sides=COUPLES)
    assert points(won, 1) == (100, 20, 100, 20)
    assert paid(won) == (100, 0, 100, 0)
    drawn = ended((1, 1, 1, 1), sides=COUPLES, reason="drawn")
    assert points(drawn, 5) == (200, 200, 200, 200)


def test_who_leaves_gets_nothing_and_her_partner_a_loss():
    left = ended((3, 1, 3, 1), sides=COUPLES, reason="deserted", left=(0,))
    assert points(left, 1) == (0, 100, 20, 100)
    assert paid(left) == (0, 100, 0, 100)
    assert points(ended((2, 1), reason="deserted", left=(0,)), 20) == (0, 2_000)
    assert paid(ended((2, 1), reason="deserted", left=(0,))) == (0, 100)


def test_a_leavers_place_is_never_paid():
    two_left = ended((1, 2, 2, 2), left=(1, 2, 3), reason="deserted")
    assert paid(two_left) == (200, 0, 0, 0)
    one_left = ended((1, 3, 2), left=(1,))
    assert paid(one_left) == (100, 0, 50)
    assert points(one_left, 1) == (200, 0, 30)


def test_a_leaver_comes_last_whatever_the_game_says():
    assert ended((1, 2, 3), left=(0,)).places == (3, 1, 2)


def test_shared_places():
    """MA-8, and MA-17 for the chips."""
    assert points(ended((1, 2, 2, 4)), 1) == (300, 50, 50, 10)
    assert paid(ended((1, 2, 2, 4))) == (150, 25, 25, 0)
    assert paid(ended((1, 1, 1, 4)), 50) == (67, 67, 66, 0)  # MA-21


def test_a_first_place_that_is_shared_is_a_draw():
    """MA-7: for those who share it; the others have the points of their place."""
    assert points(ended((1, 1)), 5) == (200, 200)
    assert paid(ended((1, 1))) == (50, 50)
    assert points(ended((1, 1, 3)), 1) == (40, 40, 10)
    assert paid(ended((1, 1, 3))) == (75, 75, 0)
    assert points(ended((1, 1, 3, 3)), 1) == (40, 40, 30, 30)
    assert points(ended((1, 1, 1, 1), sides=COUPLES), 1) == (40, 40, 40, 40)
    assert points(ended((1, 1, 2), left=(0,)), 1) == (0, 200, 30)  # who left shares nothing


def test_a_leavers_stake_is_shared_by_those_who_draw():
    drawn = ended((1, 1, 3), reason="drawn", left=(2,))
    assert points(drawn, 1) == (40, 40, 0)
    assert paid(drawn) == (75, 75, 0)


def test_an_abandoned_game_counts_for_nothing():
    gone = ended((1, 2, 3), reason="abandoned")
    assert points(gone, 500) == (0, 0, 0)
    assert paid(gone) == (50, 50, 50)


def test_in_ludo_the_matchs_own_points_rank_the_others():
    """LC-16, LC-17: 250 a pawn in the final, else its position; equal points share the rank."""
    pawns = [[57, 57, 57, 57], [57, 3, 0, 0], [50, 50, 50, 50], [57, 1, 1, 1]]
    ludo = game("ludo")
    match = Match(ludo, {"seats": 4}, ludo.read({"pawns": pawns}, {"seats": 4}))
    assert match.scores == (1000, 253, 200, 253)
    assert points(ended(match.ranks), 1) == (300, 50, 10, 50)


@st.composite
def endings(draw):
    sides = draw(st.sampled_from([*ALONE.values(), COUPLES]))
    reason = draw(st.sampled_from(["finished", "drawn", "deserted", "abandoned"]))
    merit = draw(st.lists(st.integers(0, 3), min_size=len(sides), max_size=len(sides)))
    if sides == COUPLES:
        merit = [merit[0], merit[1]] * 2
    ranks = tuple(1 + sum(other > own for other in merit) for own in merit)
    left = tuple(draw(st.lists(st.booleans(), min_size=len(sides), max_size=len(sides))))
    return Ending(reason, ranks, left, sides)


@given(endings(), st.sampled_from([1, 7, 50, 25_000]))
def test_the_pot_is_paid_out_whole(ending, stake):
    each = paid(ending, stake)
    assert sum(each) == stake * len(ending.sides)
    assert min(each) >= 0
    if not ending.is_void:
        assert all(not chips for chips, left in zip(each, ending.left, strict=True) if left)
    if not ending.is_void and not ending.is_drawn:
        assert max(each) == max(
            chips for chips, place in zip(each, ending.places, strict=True) if place == 1
        )


@given(endings(), st.sampled_from([1, 5, 20, 100, 500]))
def test_points_are_those_of_the_table(ending, multiple):
    earned = points(ending, multiple)
    known = {0, 10, 20, 30, 40, 50, 100, 200, 300}
    assert {each / multiple for each in earned} <= known
    assert all(not each for each, left in zip(earned, ending.left, strict=True) if left)
