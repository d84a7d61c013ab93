"""Killed with −9 at every step of a staked game: no chip is created, lost or stuck."""

import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def test_killed_at_every_step(any_url):
    paths = [str(HERE.parent), str(HERE.parent.parent / "table"), *sys.path]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", str(HERE / "under_kill.py"), any_url],
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
    assert told[-1] == {"steps": len(killed), "status": 0}
    assert len(killed) > 80
    assert len(ends) == len(killed) + 1
    assert {line["reason"] for line in ends} == {"deserted"}
    for line in ends:
        assert line["problems"] == []
        assert line["escrow"] == 0
        assert line["chips"] == [950, 1_050]
    for step in ("INSERT INTO ledger", "INSERT INTO transfers", "INSERT INTO stakes", "commit"):
        assert step in killed
