"""What docs/research.md shows, done."""

import doctest
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_page_tells_what_happens() -> None:
    pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this system")
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert tried > 10
    assert not failed
