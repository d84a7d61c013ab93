"""Killed with −9 at every step of a staked game: no chip is created, lost or stuck.

`make test` takes every seventh step, `make slow` all of them.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.parametrize("stride", [7, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("who", "chips"), [("people", [950, 1_050]), ("bots", [990])])
def test_killed_at_every_step(any_url, who, chips, stride):
    paths = [str(HERE.parent), str(HERE.parent.parent / "table"), *sys.path]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(HERE / "under_kill.py"), any_url, who, str(stride)],
        capture_output=True,
        text=True,
        env=environment,
        timeout=280,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    told = [json.loads(line) for line in done.stdout.splitlines()]
    killed = [line["killed"] for line in told if "killed" in line]
    ends = [line for line in told if "chips" in line]
    assert told[-1] == {"kills": len(killed), "status": 0}
    assert len(killed) > 80 // stride
    assert len(ends) == len(killed) + 1
    assert {line["reason"] for line in ends} == {"deserted"}
    for line in ends:
        assert line["problems"] == []
        assert line["escrow"] == 0
        assert line["chips"] == chips
    steps = {"INSERT INTO ledger", "INSERT INTO transfers", "INSERT INTO stakes", "commit"}
    assert stride > 1 or steps <= {*killed}
