"""Many games at once: the same games as one by one, whatever the threads."""

from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.core.batch import Batch
from ludotheque.core.compile import interpreted
from ludotheque.core.discovery import boxes, game
from ludotheque.core.errors import BadOption, BadPosition, IllegalMove, UnknownGame
from ludotheque.core.game import Box, Game
from ludotheque.core.match import Match
from ludotheque.core.simulate import simulate

LUDO = game("ludo")
EVERY = [pytest.param(*each, id=id) for id, each in boxes().items()]


def results(batch: Batch, policies: Any = "random") -> dict[str, np.ndarray[Any, Any]]:
    """What comes of every row's first game."""
    kept = {
        "ranks": batch.ranks.copy(),
        "scores": batch.scores.copy(),
        "lengths": batch.lengths.copy(),
    }
    left = np.ones(batch.n, bool)
    while left.any():
        batch.step(batch.choose(policies))
        for name, values in kept.items():
            values[left & batch.ended] = getattr(batch, name)[left & batch.ended]
        left &= ~batch.ended
    return kept


def everything(batch: Batch) -> bytes:
    saved = batch.save()
    looks = (batch.seat, batch.count, batch.seen, batch.traits, batch.ranks, batch.lengths)
    return b"".join(each.tobytes() for each in (*saved.values(), *looks))


@pytest.mark.parametrize(("each", "box"), EVERY)
def test_a_batch_plays_the_games_of_a_simulation(each: Game, box: Box) -> None:
    run = simulate(each, 40, options=box.options, seed=5)
    found = results(Batch(each, 40, options=box.options, seed=5))
    assert (found["ranks"] == run.ranks).all()
    assert (found["scores"] == run.scores).all()
    assert (found["lengths"] == np.stack((run.plies, run.rolls), axis=1)).all()


def test_policies_play_their_seats() -> None:
    policies = ["mixed", "random", "fast", "defensive"]
    run = simulate(LUDO, 30, policies=policies, seed=9)
    assert (results(Batch(LUDO, 30, seed=9), policies)["ranks"] == run.ranks).all()


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_threads_make_no_difference(threads: int) -> None:
    one, other = (Batch(LUDO, 50, seed=2, threads=count, masks=True) for count in (1, threads))
    for _ in range(600):
        for batch in (one, other):
            batch.step(batch.choose())
    assert other._workers.count == threads
    assert everything(one) == everything(other)
    assert one.finished == other.finished > 40


def test_interpreted_makes_no_difference() -> None:
    def played() -> bytes:
        batch = Batch(LUDO, 5, seed=2, masks=True)
        for _ in range(60):
            batch.step(batch.choose())
        return everything(batch) + batch.masks.tobytes()

    with interpreted():
        plain = played()
    with interpreted(False):
        assert plain == played()


@pytest.mark.parametrize(("each", "box"), EVERY)
def test_a_row_shows_what_the_engine_says(each: Game, box: Box) -> None:
    batch = Batch(each, 6, options=box.options, seed=3, masks=True)
    engine = each.engine
    for _ in range(80):
        batch.step(batch.choose())
        for k in range(batch.n):
            board, seat = engine.board(batch.states[k]), int(batch.seat[k])
            assert seat in engine.look(board).waiting
            moves = batch.moves[k, : batch.count[k]].tolist()
            assert moves == engine.moves(board, seat)
            assert np.flatnonzero(batch.mask()[k]).tolist() == moves
            traits = batch.traits[k].tolist()
            assert sorted(traits[: batch.seen[k]]) == engine.observe(board, seat)
            assert set(traits[batch.seen[k] :]) <= {len(each.traits)}


def test_the_next_game_of_a_row_has_the_next_number() -> None:
    run = simulate(LUDO, 6, seed=4)
    batch, found = Batch(LUDO, 2, seed=4), {}
    while len(found) < 6:
        numbers = batch.numbers.copy()
        batch.step(batch.choose())
        for k in np.flatnonzero(batch.ended):
            found[int(numbers[k])] = batch.ranks[k].copy()
    for number, ranks in found.items():
        if number < 6:
            assert (ranks == run.ranks[number]).all()


def test_without_auto_reset_a_game_that_is_over_stays_so() -> None:
    batch = Batch(LUDO, 8, seed=1, auto_reset=False)
    while not batch.is_over.all():
        batch.step(batch.choose())
    run = simulate(LUDO, 8, seed=1, records=True)
    assert batch.finished == 8
    assert (batch.ranks == run.ranks).all()
    assert run.records is not None
    assert batch.states.tobytes() == run.records.tobytes()
    assert (batch.seat == -1).all()
    batch.step(np.zeros(8, int))  # nobody acts: nothing happens
    assert batch.finished == 8
    assert batch.states.tobytes() == run.records.tobytes()


def test_chance_may_be_the_callers() -> None:
    drawn = Batch(LUDO, 20, seed=6)
    given = Batch(LUDO, 20, seed=6, chance=False)
    other = Batch(LUDO, 20, seed=6, chance=False)
    lot = np.random.default_rng(0)
    for _ in range(100):
        while (given.waiting == 0).any():
            given.happen()  # drawn, one at a time
        assert given.states.tobytes() == drawn.states.tobytes()
        for batch in (given, drawn):
            batch.step(batch.choose())
        outcomes = (other.weights * lot.random(other.weights.shape)).argmax(1)
        assert (other.weights.sum(1) > 0).tolist() == (other.waiting == 0).tolist()
        other.happen(outcomes)
        other.step(other.choose())
    assert other.finished + given.finished == 0


def test_an_outcome_that_cannot_fall_is_refused() -> None:
    batch = Batch(LUDO, 3, options={"seats": 2}, chance=False)
    with pytest.raises(IllegalMove, match="cannot fall"):
        batch.happen([0, 1, 2])  # two seats are in the lot
    batch.happen([0, 1, 0])
    assert batch.states["turn"].tolist() == [0, 1, 0]


def test_an_action_that_is_not_legal_is_told() -> None:
    batch = Batch(LUDO, 4, seed=1)
    actions = batch.choose()
    actions[2] = 3
    batch.moves[2, 0] = 0
    with pytest.raises(IllegalMove, match=r"game 2, seat \d: action 3 is not legal; legal are 0"):
        batch.step(actions)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"n": 0}, "n is a whole number, at least 1"),
        ({"seed": -1}, "seed is a whole number"),
        ({"threads": -1}, "threads is a whole number"),
        ({"device": "abacus"}, "device"),
    ],
)
def test_wrong_arguments_are_explained(more: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        Batch(LUDO, **{"n": 4, **more})
    with pytest.raises(BadOption, match="4 whole numbers are wanted, one a game"):
        Batch(LUDO, 4).step([0.5, 0, 0, 0])


def test_afterstates_are_what_each_action_leads_to() -> None:
    batch = Batch(LUDO, 12, seed=8)
    for _ in range(120):
        batch.step(batch.choose())
    before = batch.states.tobytes()
    after = batch.afterstates()
    assert batch.states.tobytes() == before
    assert len(after.actions) == batch.count.sum() == after.rows[-1]
    for row, (k, action) in enumerate(zip(after.games, after.actions, strict=True)):
        match = Match(LUDO, None, batch.states[k])
        seat = match.waiting[0]
        assert action in batch.moves[k, : batch.count[k]]
        match.act(seat, int(action))
        seen = after.traits[row, : after.seen[row]].tolist()
        assert sorted(seen) == LUDO.engine.observe(match.board, seat)
        assert after.is_over[row] == match.is_over


def test_an_action_that_ends_the_game_tells_its_ranks() -> None:
    state = LUDO.read({"pawns": [[57, 57, 57, 55], [3, 0, 0, 0]], "die": 2}, {"seats": 2})
    batch = Batch(LUDO, 2, options={"seats": 2})
    batch.reset(state)
    after = batch.afterstates()
    assert after.is_over.all()
    assert after.ranks.tolist() == [[1, 2], [1, 2]]
    batch.step(batch.moves[:, 0])
    assert batch.ended.all()
    assert batch.scores.tolist() == [[1000, 3]] * 2
    assert batch.states["die"].tolist() == [2, 2]  # the next one begins there too


def test_any_seat_may_look() -> None:
    batch = Batch(LUDO, 5, seed=3, traits=False)
    traits, seen = batch.observe(2)
    for k in range(5):
        found = sorted(traits[k, : seen[k]].tolist())
        assert found == LUDO.engine.observe(LUDO.engine.board(batch.states[k]), 2)
    own = Batch(LUDO, 5, seed=3)
    assert (batch.observe()[0] == own.traits).all()
    with pytest.raises(BadOption, match="seats 0 to 3"):
        batch.observe(4)


def test_a_dense_row_counts_the_traits() -> None:
    batch = Batch(LUDO, 3, seed=3)
    rows = batch.dense()
    assert rows.shape == (3, len(LUDO.traits))
    assert (rows.sum(1) == batch.seen).all()
    assert set(np.flatnonzero(rows[1])) == set(batch.traits[1, : batch.seen[1]])
    assert "seats: 4" in LUDO.terms.names(batch.terms)


def test_what_was_saved_goes_on_the_same(tmp_path: Any) -> None:
    batch = Batch(LUDO, 10, seed=7)
    for _ in range(300):
        batch.step(batch.choose())
    np.savez(tmp_path / "batch.npz", **batch.save())
    other = Batch(LUDO, 10, seed=7)
    other.load(np.load(tmp_path / "batch.npz"))
    for _ in range(200):
        for each in (batch, other):
            each.step(each.choose())
    assert batch.states.tobytes() == other.states.tobytes()
    assert (batch.numbers == other.numbers).all()
    with pytest.raises(BadOption, match="no batch of 11 such games"):
        Batch(LUDO, 11).load(batch.save())


def test_a_state_for_other_seats_is_refused() -> None:
    with pytest.raises(BadPosition, match="for 2 seats, not 4"):
        Batch(LUDO, 2).reset(LUDO.new({"seats": 2}))


def test_it_is_there_by_name() -> None:
    assert ludotheque.Batch is Batch


def test_games_begin_at_positions_of_ones_own_as_everywhere() -> None:
    batch = Batch(LUDO, 3, options={"seats": 2}, chance=False)
    near, far = ({"pawns": [[k, 0, 0, 0], [0, 0, 0, 0]], "turn": 1} for k in (50, 3))
    batch.reset(near)
    assert batch.states["pawns"][:, 0, 0].tolist() == [50, 50, 50]
    batch.reset([near, LUDO.read(far, {"seats": 2})])
    assert batch.states["pawns"][:, 0, 0].tolist() == [50, 3, 50]
    batch.reset(batch.states[1:])
    assert batch.states["pawns"][:, 0, 0].tolist() == [3, 50, 3]
    for wrong in ([], 3, ludotheque.game("superludo").new({"seats": 2}), {"pawn": 1}):
        with pytest.raises(BadPosition):
            batch.reset(wrong)
    with pytest.raises(BadOption, match="first is a whole number"):
        batch.reset(first=-1)


def test_masks_are_there_whenever_they_are_looked_at() -> None:
    early, late = (Batch(LUDO, 20, seed=4, masks=masks) for masks in (True, False))
    while not early.ended.any():
        for each in (early, late):
            each.step(each.choose())
    assert (late.masks == early.masks).all()
    assert late.ended.any()  # to look changes nothing
    assert late.finished == early.finished
    for each in (early, late):
        each.step(each.choose())
    assert (late.masks == early.masks).all()


def test_what_is_not_there_is_told() -> None:
    batch = Batch(LUDO, 4)
    with pytest.raises(BadOption, match="chance=False"):
        _ = batch.weights
    with pytest.raises(BadOption, match=r"one a game, 4, not \(3,\)"):
        batch.observe([0, 0, 0])
    with pytest.raises(BadOption, match="no batch of 4 such games: records"):
        batch.load({})
    with pytest.raises(UnknownGame, match=r"ludotheque\.game\(id\) gives, not 'ludo'"):
        Batch("ludo", 4)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="options are names with values"):
        Batch(LUDO, 4, options=[2])  # type: ignore[arg-type]
    assert Batch(LUDO, np.int64(4)).n == 4  # type: ignore[arg-type]


def test_a_code_too_long_for_32_bits_is_refused_and_not_cut_off() -> None:
    batch = Batch(LUDO, 4, seed=1)
    before = batch.records.copy()
    legal = batch.moves[:, 0].astype(np.int64)
    for codes in (np.full(4, 2**40), legal + 2**32, legal.astype(np.uint64) + np.uint64(2**63)):
        with pytest.raises(IllegalMove, match=f"action {codes[0]} is not legal"):
            batch.step(codes)
    assert (batch.records == before).all()
    with pytest.raises(BadOption, match="seats 0 to 3"):
        batch.observe(legal + 2**32)
    with pytest.raises(BadOption, match="seats 0 to 3"):
        batch.observe(0.5)
    given = Batch(LUDO, 4, seed=1, chance=False)
    with pytest.raises(IllegalMove, match="cannot fall"):
        given.happen(np.full(4, 2**32))


def test_a_function_of_a_batch_may_not_choose_more_than_32_bits_hold() -> None:
    def beyond(batch: Batch) -> Any:
        return batch.moves[:, 0].astype(np.int64) + 2**32

    with pytest.raises(IllegalMove, match=r"beyond chose action 42949672\d\d for seat"):
        Batch(LUDO, 4).choose(beyond)
    with pytest.raises(IllegalMove, match=r"beyond chose action 42949672\d\d for seat"):
        simulate(LUDO, 4, policies=[beyond, "random", "random", "random"])


def test_what_was_saved_of_another_batch_is_refused() -> None:
    saved = Batch(LUDO, 3, options={"seats": 2}, seed=1).save()
    with pytest.raises(BadOption, match="saved has seats: 2, this batch seats: 3"):
        Batch(LUDO, 3, options={"seats": 3}, seed=1).load(saved)
    other = Batch(LUDO, 3, options={"seats": 2}, seed=2)
    before = other.records.copy()
    with pytest.raises(BadOption, match="saved has the seed 1, this batch 2"):
        other.load(saved)
    for name in ("dice", "records"):
        with pytest.raises(BadOption, match=f"no batch of 3 such games: {name}"):
            other.load({**saved, name: saved[name].astype(float)})
    assert (other.records == before).all()
    with pytest.raises(BadOption, match="saved has the game superludo, this batch ludo"):
        other.load({**saved, "game": np.array("superludo")})


def test_what_was_saved_without_a_seed_is_still_loaded() -> None:
    batch = Batch(LUDO, 3, seed=1)
    saved = batch.save()
    batch.step(batch.choose())
    batch.load({name: saved[name] for name in ("records", "dice", "choices", "numbers", "tally")})
    assert (batch.records == saved["records"]).all()


def test_chance_is_left_to_the_caller_or_not() -> None:
    with pytest.raises(BadOption, match="happen: chance falls by itself here; chance=False"):
        Batch(LUDO, 2).happen()


def test_traits_that_there_are_not_make_no_dense_rows() -> None:
    batch = Batch(LUDO, 2)
    for wrong in (np.full((2, 3), 5000), [[-1]], [[0.5]], 3):
        with pytest.raises(BadOption, match="traits are"):
            batch.dense(wrong)
    assert batch.dense([[0, batch.empty]]).sum() == 1


def test_it_tells_what_it_is() -> None:
    assert repr(Batch(LUDO, 2000, seed=3)) == "Ludo: 2,000 games at once, seed 3, 0 finished"
