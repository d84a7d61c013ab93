"""Games on a GPU: what can be told without one, and, where there is one, that nothing differs."""

import sys

import numpy as np
import pytest

import ludotheque
from ludotheque.core import cuda, gpu
from ludotheque.core.choosing import without_lists
from ludotheque.core.discovery import boxes
from ludotheque.core.errors import BadOption, BadPolicy, NoDevice
from ludotheque.core.policies import seated

LUDO = ludotheque.game("ludo")

PTX = """\
.version 9.4
.target sm_90
.const .align 1 .b8 _cudapy_cmem[2] = {1, 2};
.const .align 1 .b8 _cudapy_cmem_$_1[2] = {1, 2};
.const .align 1 .b8 _cudapy_cmem$7[2] = {3, 4};
 mov.u64 %rd1, _cudapy_cmem_$_1;
 ld.const.u8 %rs1, [%rd1];
 mov.u64 %rd2, _cudapy_cmem$7;
"""


def has_gpu() -> bool:
    try:
        return bool(cuda.arrays())
    except NoDevice:
        return False


def test_a_table_is_written_once_and_where_all_can_read_at_once():
    text = gpu.with_tables_once(PTX)
    assert text.count("{1, 2}") == text.count("{3, 4}") == 1
    assert "mov.u64 %rd1, _cudapy_cmem;" in text
    assert "mov.u64 %rd2, _cudapy_cmem$7;" in text
    assert "ld.global.nc.u8 %rs1, [%rd1];" in text
    assert "const" not in text


def test_kernels_take_no_more_registers_than_leave_room_for_many_threads():
    text = gpu.with_few_registers(".visible .entry play(\n.param .u64 a\n)\n{\nret;\n}\n")
    assert text == ".visible .entry play(\n.param .u64 a\n)\n.maxnreg 128\n{\nret;\n}\n"


def test_threads_that_wait_for_each_other_may_come_one_by_one():
    assert gpu.with_patient_barriers("\tbar.red.or.pred %p2, 0, %p1;\n\tbar.sync 0;") == (
        "\tbarrier.red.or.pred %p2, 0, %p1;\n\tbar.sync 0;"
    )


def test_games_in_step_are_launched_in_blocks_as_large_as_a_multiprocessor_takes():
    blocks = {
        box: cuda.Launcher.of_games(
            without_lists(game, ["random"] * 2), game.dtype, game.is_in_step
        ).block
        for box, (game, _) in boxes().items()
    }
    assert blocks == {
        "ludo": 128, "ludo-classique": 128, "superludo": 128, "rolling-village": 512,
        "ludoville": 512,
    }  # fmt: skip


@pytest.mark.parametrize(("size", "word"), [(504, "u8"), (580, "u4"), (6, "u2"), (7, "u1")])
def test_records_are_copied_by_the_largest_words_that_they_are_made_of(size, word):
    assert cuda.word_of(np.dtype([("bytes", "u1", size)])) == np.dtype(word)


def test_only_random_play_does_without_lists_and_only_where_a_game_counts():
    ludoville = ludotheque.game("ludoville")
    assert without_lists(ludoville, ["random"] * 4).kind is np.uint64
    assert without_lists(ludoville, ["random", "builder"]).kind is np.uint16
    assert without_lists(LUDO, ["random"]).kind is np.uint16


def test_ptx_says_it_needs_no_newer_driver_than_there_is():
    assert ".version 8.6" in gpu._readable_by(PTX, (8, 6))
    assert ".version 9.4" in gpu._readable_by(PTX, (9, 5))


def test_arguments_are_named_by_what_they_are():
    arguments = (3, np.zeros((2, 3), np.uint16), (), (np.zeros(1), np.zeros(2, np.int8)))
    assert cuda.kind_of(arguments) == ("i8", "u2.2", (), ("f8.1", "i1.1"))


def test_a_device_is_cpu_or_cuda():
    with pytest.raises(BadOption, match="device is cpu or cuda, not 'tpu'"):
        ludotheque.simulate(LUDO, 1, device="tpu")
    with pytest.raises(BadOption, match="device is cpu or cuda, not 'tpu'"):
        ludotheque.Batch(LUDO, 1, device="tpu")


def test_a_plain_function_does_not_play_on_a_gpu():
    with pytest.raises(BadPolicy, match="plain Python"):
        ludotheque.simulate(LUDO, 1, policies=lambda match: 0, device="cuda")


@pytest.mark.skipif(has_gpu(), reason="there is a GPU")
def test_without_a_gpu_it_is_said_what_is_missing():
    with pytest.raises(NoDevice, match="GPU"):
        ludotheque.simulate(LUDO, 1, device="cuda")
    with pytest.raises(NoDevice, match="GPU"):
        ludotheque.Batch(LUDO, 1, device="cuda")


on_gpu = pytest.mark.skipif(not has_gpu(), reason="there is no GPU")


@on_gpu
@pytest.mark.parametrize("box", boxes())
def test_a_gpu_plays_the_same_games(box):
    game, options = boxes()[box][0], boxes()[box][1].options
    for policy in game.all_policies:
        one, other = (
            ludotheque.simulate(
                game, 500, options=options, policies=policy, seed=7, records=True, device=device
            )
            for device in ("cpu", "cuda")
        )
        for name in ("ranks", "scores", "plies", "choices", "rolls", "records"):
            assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), (policy, name)


@on_gpu
@pytest.mark.parametrize("box", boxes())
def test_a_batch_on_a_gpu_goes_the_same_way(box):
    game, options = boxes()[box][0], boxes()[box][1].options
    one, other = (
        ludotheque.Batch(game, 200, options=options, seed=2, masks=True, device=device)
        for device in ("cpu", "cuda")
    )
    for _ in range(60):
        assert one.states.tobytes() == other.states.tobytes()
        for name in ("seat", "count", "traits", "masks", "ranks", "lengths"):
            assert getattr(one, name).tolist() == getattr(other, name).tolist(), name
        tried = one.afterstates(), other.afterstates()
        for name in ("games", "actions", "traits", "is_over", "ranks"):
            assert getattr(tried[0], name).tolist() == getattr(tried[1], name).tolist(), name
        actions = one.choose("random")
        assert actions.tolist() == other.choose("random").tolist()
        one.step(actions)
        other.step(actions)


def test_nothing_else_has_the_name_that_says_how_many_lanes_there_are():
    """Copies for a GPU see another number under it, whatever function it stands in."""
    modules = {name for name, each in sys.modules.items() if hasattr(each, "TOGETHER")}
    ours = {f"ludotheque.core.{name}" for name in ("lanes", "brains", "cuda")}
    assert {name for name in modules if name.startswith("ludotheque")} <= ours


def test_a_warp_plays_where_a_network_is_asked_and_a_thread_elsewhere():
    brain, random = (
        cuda.Launcher.of_games(
            without_lists(LUDO, seated(LUDO, policy, LUDO.chosen())), LUDO.dtype, False
        )
        for policy in ("brain", "random")
    )
    assert (brain.lanes, random.lanes) == (gpu.WARP, 1)
