"""What the pages for researchers show, done."""

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["citing.md", "first-policy.md"])
def test_the_page_tells_what_happens(page):
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False, encoding="utf-8")
    assert tried > 2
    assert not failed


@pytest.mark.parametrize("page", ["batches.md", "policies.md"])
def test_programs_on_the_page_run(page):
    text = (DOCS / page).read_text("utf-8")
    programs = re.findall(r"```python\n(import .*?)```", text, re.DOTALL)
    assert programs
    for program in programs:
        exec(program, {"__name__": page})
