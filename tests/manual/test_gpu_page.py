"""What docs/gpu.md shows: played on a CPU, or refused in a sentence where there is no GPU."""

import re
from pathlib import Path

import pytest

import ludotheque
from ludotheque.core.errors import NoDevice

PAGE = Path(__file__).parents[2] / "docs" / "gpu.md"
GAMES, NETWORK = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
FEW = GAMES.replace("10_000_000", "2")


def test_whole_games_on_a_cpu_are_the_same_lines(capsys):
    with ludotheque.interpreted():
        exec(FEW.replace('device="cuda"', 'device="cpu"'), {})
    assert capsys.readouterr().out.startswith("[")


def test_without_a_gpu_a_sentence_says_what_is_missing():
    try:
        from ludotheque.core.cuda import arrays

        arrays()
    except NoDevice:
        with pytest.raises(NoDevice):
            exec(FEW, {})


def test_a_network_plays():
    """The same lines with NumPy in CuPy's place, where PyTorch is installed."""
    pytest.importorskip("torch")
    lines = NETWORK.replace("import cupy", "import numpy as cupy").replace(").cuda()", ")")
    lines = lines.replace('device="cuda"', 'device="cpu"').replace("1 << 18", "64")
    exec(lines.replace("1_000_000", "10"), {})
