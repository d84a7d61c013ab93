"""Reference from docstrings: what a name does, how it is called, what its fields are.

A line ``::: ludotheque.Batch`` in a page stands for this. Signatures are told as they are written,
fields by the comments that stand beside them in the source, as everywhere in this code base.
"""

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from dataclasses import is_dataclass
from types import ModuleType
from typing import Any

_ROLE = re.compile(r":(?:mod|class|func|meth|data|attr):`~?([^`]+)`")
_FIELD = re.compile(r"^    (\w+): ([^=#\n]+?)(?: = ([^#\n]+?))?(?:  # (.+))?$", re.M)
_WIDE = 80  # characters up to which a signature stays on one line


def reference(name: str, level: int = 2) -> str:
    """A name's reference as Markdown; of a module all that it offers."""
    found = _found(name)
    if isinstance(found, ModuleType):
        return "\n\n".join([prose(found.__doc__ or ""), *_offered(found, level)])
    return "\n\n".join(_described(name.rpartition(".")[2], found, level, name))


def _found(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        module, _, last = name.rpartition(".")
        return getattr(importlib.import_module(module), last)


def _offered(module: ModuleType, level: int) -> Iterator[str]:
    """What a module offers: its ``__all__``, else the functions and classes it defines."""
    names = getattr(module, "__all__", None) or [
        name
        for name, value in vars(module).items()
        if inspect.isroutine(value) or inspect.isclass(value)
        if value.__module__ == module.__name__ and not name.startswith("_")
    ]
    for name in names:
        yield from _described(name, getattr(module, name), level, f"{module.__name__}.{name}")


def _described(name: str, value: Any, level: int, full: str) -> Iterator[str]:
    yield _heading(name, level, full)
    if inspect.isclass(value):
        yield from _class(name, value, level, full)
    elif inspect.isroutine(inspect.unwrap(value)):
        yield _signature(name, inspect.unwrap(value))
        yield prose(value.__doc__ or "")
    else:
        yield _code(f"{name} = {value}".replace("collections.abc.", "").replace("typing.", ""))


def _class(name: str, owner: type, level: int, full: str) -> Iterator[str]:
    made = owner.__dict__.get("__init__")
    has_signature = inspect.isfunction(made) and not is_dataclass(owner)
    if has_signature:
        yield _signature(name, made)
    yield prose(owner.__doc__ or "")
    if has_signature and made.__doc__:  # type: ignore[union-attr]
        yield prose(made.__doc__)  # type: ignore[union-attr]
    yield from _fields(owner)
    for member, value in vars(owner).items():
        called = getattr(value, "__func__", value)  # of a method of the class
        function = getattr(called, "fget", None) or getattr(called, "func", None) or called
        if inspect.isfunction(function) and function.__doc__ and not member.startswith("_"):
            yield _heading(member, level + 1, f"{full}.{member}")
            yield _signature(member, function) if function is called else ""
            yield prose(function.__doc__)


def _fields(owner: type) -> Iterator[str]:
    """The fields that a class declares, with the comments beside them."""
    declared = inspect.get_annotations(owner)
    body = inspect.getsource(owner).split("\n    def ", 1)[0]
    rows = [
        f"| `{name}` | {_cell(f'{kind} = {default}' if default else kind)} | {_plain(note)} |"
        for name, kind, default, note in _FIELD.findall(body)
        if name in declared and not name.startswith("_")
    ]
    if rows:
        yield "\n".join(["| field | type | |", "|---|---|---|", *rows])


def _cell(text: str) -> str:
    return f"`{text}`" if text else ""


def _heading(name: str, level: int, full: str) -> str:
    return f"{'#' * level} `{name}` {{ #{full} }}"


def _signature(name: str, function: Any) -> str:
    """How a function is called, as its source has it."""
    node = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(node, ast.FunctionDef)
    node.args.args = [each for each in node.args.args if each.arg not in ("self", "cls")]
    each = [
        one.replace("=", " = ", 1) if ": " in one else one for one in _split(ast.unparse(node.args))
    ]
    returns = ast.unparse(node.returns) if node.returns and node.name != "__init__" else ""
    end = f" -> {returns.strip(chr(39))}" if returns else ""
    if len(text := f"{name}({', '.join(each)}){end}") <= _WIDE:
        return _code(text)
    return _code(f"{name}(\n" + "".join(f"    {one},\n" for one in each) + f"){end}")


def _split(arguments: str) -> list[str]:
    """Arguments one by one: commas between brackets part nothing."""
    parts, depth, start = [], 0, 0
    for at, sign in enumerate(arguments):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and depth == 0:
            parts.append(arguments[start:at].strip())
            start = at + 1
    return [*parts, arguments[start:].strip()]


def _code(text: str) -> str:
    return f"```python\n{text}\n```"


def prose(docstring: str) -> str:
    """A docstring as Markdown: examples become code, roles and doubled backticks plain code."""
    blocks = inspect.cleandoc(docstring).split("\n\n")
    return "\n\n".join(
        f"```pycon\n{block}\n```" if block.startswith(">>>") else _plain(block) for block in blocks
    )


def _plain(text: str) -> str:
    text = _ROLE.sub(lambda found: f"`{found[1].rpartition('.')[2]}`", text)
    return text.replace("``", "`")
