"""Killed with −9 in the middle of everything: what was acknowledged is there."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from ludotheque.table import Store

HERE = Path(__file__).parent
WANTED = 300  # acknowledged moves before the kill


def acknowledged_until_killed(url):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(HERE), *sys.path])}
    with subprocess.Popen(
        [sys.executable, str(HERE / "under_load.py"), url],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        lines = [process.stdout.readline() for _ in range(WANTED)]
        process.send_signal(signal.SIGKILL)
        lines += process.stdout.readlines()  # what it had told before it died
        process.wait()
        assert process.returncode == -signal.SIGKILL
    return [line.split() for line in lines if line.endswith("\n")]


def test_every_acknowledged_move_is_found_again(any_url):
    acknowledged = acknowledged_until_killed(any_url)
    assert len(acknowledged) >= WANTED
    with Store(any_url) as store:
        logs = {table: store.entries(table) for table, _, _ in acknowledged}
    assert len(logs) > 10
    for table, number, command in acknowledged:
        assert logs[table][int(number) - 1].command == command
    for log in logs.values():
        assert [entry.number for entry in log] == list(range(1, len(log) + 1))
        commands = [entry.command for entry in log if entry.command and "-" in entry.command]
        assert len(commands) == len(set(commands))
