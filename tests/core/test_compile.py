import os
import runpy
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import platformdirs.unix
import platformdirs.windows
import pytest

from ludotheque.core import compile as compiling
from ludotheque.core import outside
from ludotheque.core.compile import bind, compiled, interpreted, is_interpreted, runnable
from ludotheque.core.contract import State, waiting


def double(number: int) -> int:
    return 2 * number


def quadruple(number: int) -> int:
    return double(double(number))


def count_waiting(state: State) -> int:
    return waiting(state) + 1


def calls_template(state: State) -> int:
    return count_waiting(state) * 10


def two(state: State) -> int:
    return 2


def python(code: str, **variables: str) -> str:
    environment = {**os.environ, **variables}
    run = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    return run.stdout


def test_a_compiled_kernel_and_what_it_calls_do_the_same() -> None:
    assert compiled(quadruple)(3) == quadruple(3) == 12
    assert compiled(quadruple) is compiled(quadruple)


def test_runnable_is_the_function_itself_when_interpreted() -> None:
    with interpreted():
        assert runnable(double) is double
    with interpreted(False):
        assert runnable(double) is compiled(double)


def test_the_environment_and_the_block_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_INTERPRETED", "1")
    assert is_interpreted()
    with interpreted(False):
        assert not is_interpreted()
    monkeypatch.setenv("LUDOTHEQUE_INTERPRETED", "0")
    assert not is_interpreted()


def test_bind_puts_kernels_into_a_template_and_what_it_calls() -> None:
    bound = bind(calls_template, {"waiting": two}, "test")
    assert bound(None) == 30
    assert bound is not calls_template
    with pytest.raises(NotImplementedError):
        calls_template(None)


def test_bind_leaves_functions_alone_that_need_nothing() -> None:
    assert bind(quadruple, {}, "test") is quadruple


def test_importing_compiles_nothing_and_is_light() -> None:
    loaded = python("import sys, ludotheque; ludotheque.games(); print(*sys.modules)").split()
    assert "ludotheque" in loaded
    for heavy in ("numba", "llvmlite", "matplotlib", "rich", "typer", "babel", "PIL"):
        assert heavy not in loaded


def test_kernels_are_compiled_once_for_all_processes(tmp_path: Path) -> None:
    code = (
        "import ludotheque as l; from ludotheque.core.compile import _compiled;"
        "l.simulate(l.game('ludo'), 1, threads=1);"
        "run = next(c for f, c in _compiled.items() if f.__name__ == 'play_many');"
        "print(sum(run.stats.cache_hits.values()), sum(run.stats.cache_misses.values()))"
    )
    with ThreadPoolExecutor() as pool:
        told = list(pool.map(lambda _: python(code, LUDOTHEQUE_CACHE=str(tmp_path)), range(2)))
    assert sorted(each.split() for each in told) == [["0", "1"], ["1", "0"]]


def test_kernels_are_kept_in_the_cache_of_the_user(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("LUDOTHEQUE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("platformdirs.PlatformDirs", platformdirs.unix.Unix)
    folder = compiling.cache_folder.__wrapped__()
    assert folder is not None
    assert folder.parent == tmp_path / "ludotheque"
    monkeypatch.setattr("platformdirs.PlatformDirs", platformdirs.windows.Windows)
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda name: str(tmp_path))
    assert compiling.cache_folder.__wrapped__() == folder


def test_without_platformdirs_nothing_is_kept_unless_a_folder_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("LUDOTHEQUE_CACHE", raising=False)
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    assert compiling.cache_folder.__wrapped__() is None
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    folder = compiling.cache_folder.__wrapped__()
    assert folder is not None
    assert folder.parent == tmp_path


def test_other_sources_mean_another_cache(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("a = 1")
    before = compiling._fingerprint(frozenset({tmp_path}))
    (tmp_path / "one.py").write_text("a = 2")
    assert compiling._fingerprint(frozenset({tmp_path})) != before


def test_code_typed_at_a_prompt_is_not_cached() -> None:
    scope: dict[str, object] = {}
    exec(compile("def typed(x):\n    return x + 1", "<prompt>", "exec"), scope)
    assert outside.folders(scope["typed"]) is None  # type: ignore[arg-type]
    assert compiled(scope["typed"])(1) == 2  # type: ignore[arg-type]


def test_code_of_a_module_that_cannot_be_found_again_is_not_cached(tmp_path: Path) -> None:
    file = tmp_path / "loose.py"
    file.write_text("def loose(x):\n    return x + 1\n")
    loose = runpy.run_path(str(file))["loose"]
    assert outside.folders(loose) is None
    assert compiled(loose)(1) == 2
