"""What is true in every game of Ludoville, whatever is drawn and whoever plays."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.core.compile import interpreted
from ludotheque.core.discovery import game
from ludotheque.core.match import Match
from ludotheque.core.simulate import simulate
from ludotheque.games.ludoville.board import KINDS, cells_of
from ludotheque.games.ludoville.masks import size
from ludotheque.games.ludoville.record import BUILT, LAST_ROUND, QUIET, STATE
from ludotheque.games.ludoville.town import suburb_at, survey

LUDOVILLE = game("ludoville")
ALL = 68
BRIDGE, PORT, WALL, SUBURB, CHURCH = (
    KINDS.index(name) for name in ("bridge", "port", "wall", "suburb", "church")
)
OPTIONS = st.fixed_dictionaries(
    {
        "seats": st.integers(2, 6),
        "cathedral_starts": st.booleans(),
        "full_inside": st.booleans(),
        "reach": st.integers(1, 2),
        "placements": st.integers(1, 2),
    }
)


def total(state) -> int:
    placed = sum(size(*mask) for mask in state.tiles)
    return placed + int(state.pile.sum(dtype=int)) + int(state.hands.sum(dtype=int))


def suburbs_are_small(state) -> bool:
    groups = (
        suburb_at(state, cell) for cell in cells_of(state.tiles[SUBURB] | state.tiles[CHURCH])
    )
    return all(
        size(low & state.tiles[SUBURB, 0], high & state.tiles[SUBURB, 1]) <= 3
        and size(low & state.tiles[CHURCH, 0], high & state.tiles[CHURCH, 1]) <= 1
        for low, high in groups
    )


def random_match(options: dict[str, object], seed: int) -> Match:
    """A whole game of legal moves and possible draws, each as likely."""
    chooser = np.random.default_rng(seed)
    match = Match(LUDOVILLE, options)
    while not match.is_over:
        match.do(str(chooser.choice(match.legal() or list(match.chance()))))
    return match


@settings(max_examples=6)
@given(OPTIONS, st.integers(0, 2**32))
def test_tiles_are_conserved_and_stand_where_they_may(
    options: dict[str, object], seed: int
) -> None:
    match = random_match(options, seed)
    for step in match.steps:
        state = step.after
        assert total(state) == ALL
        on_river = state.river & state.covered
        others = state.tiles[[k for k in range(len(KINDS)) if k not in (BRIDGE, PORT, WALL)]]
        assert not (others & on_river).any()  # LV-23
        assert not (state.covered & ~(state.land | state.river)).any()
        assert sum(size(*mask) for mask in state.tiles) == size(*state.covered)
        assert suburbs_are_small(state)  # LV-6
    assert match.state.ended in (BUILT, QUIET, LAST_ROUND)
    assert match.state.round_number <= 80


@settings(max_examples=4)
@given(OPTIONS, st.integers(0, 2**32))
def test_what_the_record_keeps_of_the_town_is_up_to_date(
    options: dict[str, object], seed: int
) -> None:
    for step in random_match(options, seed).steps[::3]:
        fresh = step.after.copy()
        survey(fresh)
        assert fresh.tobytes() == step.after.tobytes()


def test_every_game_ends_and_says_how() -> None:
    played = simulate(LUDOVILLE, 3000, seed=11, records=True)
    assert played.records is not None
    assert set(np.unique(played.records["ended"])) <= {BUILT, QUIET, LAST_ROUND}
    assert (played.records["round_number"] <= 80).all()
    covered = np.bitwise_count(played.records["tiles"]).sum(axis=(1, 2))
    held = played.records["hands"].sum(axis=(1, 2), dtype=int)
    assert (covered + held + played.records["pile"].sum(axis=1, dtype=int) == ALL).all()


def test_words_of_a_record_lie_at_whole_addresses() -> None:
    assert STATE.itemsize % 8 == 0
    assert all(offset % 8 == 0 for form, offset, *_ in STATE.fields.values() if form.base == "u8")


START = {"start": "g4", "tiles": {"g4": "castle"}}


def match_at(position: dict[str, object], **options: object) -> Match:
    return Match(LUDOVILLE, options, LUDOVILLE.read({**START, **position}, options))


def test_who_leaves_gives_the_hand_back_and_is_passed_over() -> None:
    match = match_at({"turn": 2, "hands": [["wall"], ["castle", "gate"], []]}, seats=3)
    match.do("leave 2")
    position = match.position()
    assert position["turn"] == 3
    assert position["hands"] == [["wall"], [], []]
    assert position["pile"]["castle"] == 1
    assert position["pile"]["gate"] == 6
    assert match.ranks == (2, 3, 1)
    match.do("draw church")
    assert match.position()["turn"] == 1
    assert match.position()["round"] == 2


def test_a_round_still_ends_when_whoever_began_it_has_left() -> None:
    match = match_at({"turn": 3, "first": 1, "hands": [[], [], []]}, seats=3)
    match.do("leave 1", "draw church")
    assert match.position()["turn"] == 2
    assert match.position()["round"] == 2


def test_who_leaves_in_a_disaster_leaves_it_undone() -> None:
    tiles = {"g4": "castle", "f4": "quarter", "h4": "quarter"}
    match = match_at({"tiles": tiles, "round": 3, "stage": "roll"}, seats=3)
    match.do("roll 3", "leave 1")
    assert match.position()["tiles"] == tiles
    assert match.position()["turn"] == 2
    assert "disaster" not in match.position()


def test_a_start_tile_goes_back_when_its_owner_leaves() -> None:
    match = Match(LUDOVILLE, {"seats": 3})
    match.do("first 1", "draw castle", "leave 1")
    assert match.position()["start"] == ""
    assert match.position()["pile"]["castle"] == 2
    assert match.position()["turn"] == 2


def test_in_the_fourth_round_the_first_who_is_still_there_starts_the_town() -> None:
    match = Match(LUDOVILLE, {"seats": 3}, LUDOVILLE.read({"round": 4}, {"seats": 3}))
    match.do("leave 1")
    assert match.position()["turn"] == 2
    assert set(match.chance()) == {"draw castle", "draw bridge", "draw port"}


@pytest.mark.parametrize("placements", [1, 2])
def test_a_turn_that_begins_with_the_start_is_read_back_at_every_step(placements: int) -> None:
    """LV-3: the start tile is neither the draw nor a placement of that turn."""
    options = {"seats": 2, "placements": placements}
    match = Match(LUDOVILLE, options)
    match.do("first 2", *["draw quarter", "draw wall"] * 3)
    turn = ["draw castle", "castle g4", "draw church", "quarter g3", "quarter f4"]
    for event in turn[: 3 + placements]:
        assert match.position()["turn"] == 2
        match.do(event)
        assert LUDOVILLE.read(match.position(), options).tobytes() == match.state.tobytes()
    assert match.position()["turn"] == 1
    assert match.position()["hands"][1] == ["quarter"] * (3 - placements) + ["church"]


def test_the_lot_leaves_out_who_has_left() -> None:
    match = Match(LUDOVILLE, {"seats": 3})
    match.do("leave 2")
    assert match.chance() == {"first 1": 1, "first 3": 1}


def test_the_last_one_left_wins() -> None:
    match = match_at({"hands": [["castle"], []]}, seats=2)
    match.do("leave 2")
    assert match.is_over
    assert match.ranks == (1, 2)


def test_an_agreed_draw_ranks_all_alike() -> None:
    match = match_at({"hands": [["castle"], []]}, seats=2)
    match.do("draw")
    assert match.is_over
    assert match.ranks == (1, 1)


@pytest.mark.parametrize("name", sorted(LUDOVILLE.all_policies))
def test_every_policy_plays_with_every_option(name: str) -> None:
    options = {"seats": 2, "reach": 2, "placements": 2, "full_inside": True}
    with interpreted():
        played = simulate(LUDOVILLE, 1, options=options, policies=name, seed=3)
    assert played.replay(0).is_over
