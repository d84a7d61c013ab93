import numpy as np
import pytest

import ludotheque
from ludotheque.core.compile import interpreted
from ludotheque.core.contract import Moves, Random, State
from ludotheque.core.errors import BadOption, IllegalMove
from ludotheque.research import load, recorder, trajectories

LUDO = ludotheque.game("ludo")
TWO = {"seats": 2}
POLICIES = ["mixed", "random"]


def seventh(state: State, seat: int, moves: Moves, count: int, random: Random) -> int:
    return 7


@pytest.fixture(scope="module")
def taken():
    return trajectories(LUDO, 60, POLICIES, options=TWO, seed=5)


@pytest.fixture(scope="module")
def alike():
    return ludotheque.simulate(LUDO, 60, options=TWO, policies=POLICIES, seed=5)


def arrays(taken):
    names = (*recorder.Trajectories.__dataclass_fields__,)[4:]
    return {name: getattr(taken, name) for name in names}


def test_they_are_the_games_of_simulate(taken, alike):
    assert (taken.ranks == alike.ranks).all()
    assert (taken.scores == alike.scores).all()
    assert (np.bincount(taken.game_of) == alike.plies).all()


def test_each_decision_is_what_was_seen_and_done(taken, alike):
    for number in (0, 59):
        rows = np.flatnonzero(taken.game_of == number)
        moves = [step for step in alike.replay(number).steps if step.kind == "move"]
        for k, step in zip(rows, moves, strict=True):
            board = LUDO.engine.board(step.before)
            seen = taken.traits[taken.traits_at[k] : taken.traits_at[k + 1]]
            legal = taken.moves[taken.moves_at[k] : taken.moves_at[k + 1]]
            assert (taken.seat[k], taken.action[k]) == (step.seat, step.code)
            assert sorted(seen.tolist()) == LUDO.engine.observe(board, step.seat)
            assert legal.tolist() == LUDO.engine.moves(board, step.seat)


def test_dense_rows_masks_and_returns(taken):
    rows = np.array([0, 7, len(taken) - 1])
    dense, masks = taken.dense(rows), taken.masks(rows)
    assert dense.shape == (3, len(LUDO.traits))
    assert (dense.sum(axis=1) == np.diff(taken.traits_at)[rows]).all()
    assert masks[np.arange(3), taken.action[rows]].all()
    assert (taken.masks()[rows] == masks).all()
    assert taken.returns[-1] == taken.shares[taken.game_of[-1], taken.seat[-1]]
    assert set(np.unique(taken.returns)) == {0, 1}


def test_nothing_depends_on_threads_chunks_or_room(taken, monkeypatch):
    monkeypatch.setattr(recorder, "_ROOM", 64)
    monkeypatch.setattr(recorder, "_CHUNK", 7)
    again = trajectories(LUDO, 60, POLICIES, options=TWO, seed=5, threads=3)
    for name, array in arrays(taken).items():
        assert array.dtype == getattr(again, name).dtype
        assert (array == getattr(again, name)).all()


def test_they_are_told_in_a_line(taken):
    played = f"{len(taken):,} decisions of 60 games"
    assert str(taken) == f"Ludo: {played}, mixed, random, seed 5"


def test_forced_moves_can_be_left_out(alike):
    free = trajectories(LUDO, 60, POLICIES, options=TWO, seed=5, forced=False)
    assert len(free) == alike.choices.sum()
    assert (np.diff(free.moves_at) > 1).all()


@pytest.mark.parametrize("id", sorted(ludotheque.games()))
def test_every_game_can_be_written_down(id):
    game = ludotheque.game(id)
    with interpreted():
        taken = trajectories(game, 1, seed=1)
    assert len(taken) > 10
    assert taken.masks()[np.arange(len(taken)), taken.action].all()
    assert taken.traits.max() < len(game.traits)
    assert taken.shares.sum() == pytest.approx(1)


def test_files_hold_everything(taken, tmp_path):
    taken.save(tmp_path / "games.npz")
    again = load(tmp_path / "games.npz")
    assert (again.game, again.options, again.policies) == (LUDO, taken.options, tuple(POLICIES))
    for name, array in arrays(taken).items():
        assert (array == getattr(again, name)).all()
    with pytest.raises(BadOption, match=r"\.npz or \.parquet"):
        taken.save(tmp_path / "games.csv")


def test_parquet_has_a_row_a_decision(taken, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    taken.save(tmp_path / "games.parquet")
    table = parquet.read_table(tmp_path / "games.parquet")
    assert table.column_names == ["game", "seat", "action", "traits", "moves", "share"]
    row = table.slice(9, 1).to_pylist()[0]
    assert row["traits"] == taken.traits[taken.traits_at[9] : taken.traits_at[10]].tolist()
    assert row["action"] in row["moves"]
    assert b'"game": "ludo"' in table.schema.metadata[b"ludotheque"]


def test_without_pyarrow_a_sentence_says_what_is_missing(taken, tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(BadOption, match=r"pip install 'ludotheque\[parquet\]'"):
        taken.save(tmp_path / "games.parquet")


def test_games_begin_where_they_are_told_and_wrong_choices_are_told():
    near = {"pawns": [[55, 57, 57, 57], [0, 0, 0, 0]], "turn": 1}
    short = trajectories(LUDO, 20, POLICIES, options=TWO, start=near)
    assert len(short) < 20 * 100
    with interpreted(), pytest.raises(IllegalMove, match="seventh chose action 7"):
        trajectories(LUDO, 5, seventh, options=TWO)


def test_a_file_of_something_else_is_told(tmp_path):
    other, text = tmp_path / "other.npz", tmp_path / "text.npz"
    np.savez(other, weights=np.zeros(3))
    text.write_text("no arrays")
    for file in (other, text):
        with pytest.raises(BadOption, match=f"{file.name} is no file .npz that trajectories"):
            load(file)


def test_rows_are_counted_as_numpy_does_and_others_told(taken):
    assert (taken.dense([-1, 0]) == taken.dense([len(taken) - 1, 0])).all()
    assert (taken.dense(slice(0, 5)) == taken.dense(range(5))).all()
    assert (taken.masks(taken.seat == 0) == taken.masks()[taken.seat == 0]).all()
    assert taken.dense([]).shape == (0, len(LUDO.traits))
    for wrong in ([10**9], [-(10**9)], [0.5], [[0, 1]], [True], "all"):
        with pytest.raises(BadOption, match=f"decisions, 0 to {len(taken) - 1}, not"):
            taken.dense(wrong)


def test_a_folder_that_is_not_there_is_named(taken, tmp_path):
    with pytest.raises(BadOption, match=r"games.npz cannot be written: there is no folder .*gone"):
        taken.save(tmp_path / "gone" / "games.npz")
    with pytest.raises(BadOption, match=r"there is no file .*games\.npz"):
        load(tmp_path / "games.npz")
