"""What is compiled of code from outside the package is taken for no other code's."""

import importlib.util
import os
import subprocess
import sys

import pytest

from ludotheque.core import outside
from ludotheque.core.compile import bind, compiled, folder_of
from ludotheque.core.contract import State, waiting


def twice(state: State) -> int:
    return 2 * waiting(state)


@pytest.fixture
def script(tmp_path, monkeypatch):
    """Load a text as the module that every script is, from a file of some name."""

    def load(text, file="script.py"):
        (tmp_path / file).write_text(text)
        spec = importlib.util.spec_from_file_location("a_script", tmp_path / file)
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, "a_script", module)
        exec(compile(text, tmp_path / file, "exec"), vars(module))  # never a kept bytecode
        outside.folders.cache_clear()
        return module

    return load


def answer(module):
    return compiled(bind(twice, {"waiting": module.choose}, "script"))(0)


def test_functions_of_one_name_in_two_scripts_are_told_apart(script):
    one = script("def choose(state):\n    return 1\n", "one.py")
    other = script("def choose(state):\n    return 2\n", "other.py")
    assert [answer(one), answer(other), answer(one)] == [2, 4, 2]


def test_a_function_that_was_changed_and_loaded_anew_is_another(script):
    before = answer(script("def choose(state):\n    return 1\n"))
    assert [before, answer(script("def choose(state):\n    return 2\n"))] == [2, 4]


@pytest.mark.parametrize(
    "text",
    [
        "N = {}\ndef choose(state):\n    return N\n",
        "import numpy as np\nW = np.array([{}])\ndef choose(state):\n    return W[0]\n",
        "N = {}\ndef inner():\n    return N\ndef choose(state):\n    return inner()\n",
        "import numba\nN = {}\n@numba.njit\ndef inner():\n    return N\n"
        "def choose(state):\n    return inner()\n",
        "def choose(state, n={}):\n    return n\n",
    ],
)
def test_values_that_are_compiled_in_belong_to_the_name(script, text):
    assert [answer(script(text.format(n))) for n in (3, 5)] == [6, 10]


def test_what_cannot_be_compared_is_not_kept(script):
    module = script("N = [1]\ndef choose(state):\n    return N[0]\n")
    assert outside.name_of(module.choose) is None
    assert folder_of(module.choose) is None


def test_names_are_the_same_in_every_process(script, tmp_path):
    text = "import numpy as np\nW = np.ones(3)\ndef choose(state):\n    return W[state in {1, 2}]\n"
    name = outside.name_of(script(text).choose)
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import script\n"
        "from ludotheque.core import outside; print(outside.name_of(script.choose))"
    )
    for seed in "12":
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == name


def test_kernels_of_our_own_have_no_name_from_outside():
    assert outside.name_of(waiting) == ""
