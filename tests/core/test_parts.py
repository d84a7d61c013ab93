import gc
import os
import subprocess
import sys
from pathlib import Path

from ludotheque.core import compile as compiling
from ludotheque.core.compile import compiled
from ludotheque.core.masks import first_seat

CODE = """
from ludotheque.core import parts
from ludotheque.core.compile import compiled
from ludotheque.core.masks import first_seat

def next_one(number):
    return first_seat(number) + 1

if {is_kept}:
    parts._Compiler.compile_extra = None  # nothing is left to be compiled
print(compiled(next_one)(4))
"""


def thrice(number: int) -> int:
    return number + number + number


def test_a_part_is_compiled_once_for_all_numbers_written_out() -> None:
    def seats(mask: int) -> int:  # nothing is kept of a function in a function
        return first_seat(mask) + first_seat(8)

    compiling._parts.pop(first_seat, None)
    assert compiled(seats)(4) == 5
    part = compiling._parts[first_seat]
    assert len(part.overloads) == 1  # type: ignore[attr-defined]


def test_parts_are_kept_for_other_processes(tmp_path: Path) -> None:
    for is_kept in (False, True):
        run = subprocess.run(
            [sys.executable, "-c", CODE.format(is_kept=is_kept)],
            env={**os.environ, "LUDOTHEQUE_CACHE": str(tmp_path)},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert run.stdout == "3\n"


def test_garbage_is_looked_for_as_before_once_something_is_compiled() -> None:
    before = gc.get_threshold()
    assert compiled(thrice)(5) == 15
    assert gc.get_threshold() == before
