from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludotheque.core.discovery import games
from ludotheque.core.errors import BadScenario
from ludotheque.core.illustrations import FILE, illustrations


def of(folder: Path, text: str) -> Any:
    """Ludo with a file of illustrations elsewhere."""
    (folder / FILE).write_text(text, encoding="utf-8")
    ludo = games()["ludo"]
    return illustrations.__wrapped__(
        SimpleNamespace(id="ludo", folder=folder, **{name: getattr(ludo, name) for name in NEEDED})
    )


NEEDED = ("read", "chosen", "new", "engine", "rules", "notation", "options")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("frame = 2", "picture 1: unknown keys frame"),
        ("start = { die = 9 }", "picture 1: die: a whole number from 0 to 6"),
        ('play = ["roll 7"]', "picture 1: 'roll 7' is not possible here"),
        ("options = { seats = 9 }", "picture 1: option seats takes 2, 3 or 4, not 9"),
    ],
)
def test_a_mistake_in_the_file_is_told(tmp_path: Path, more: str, words: str) -> None:
    with pytest.raises(BadScenario, match=words):
        of(tmp_path, f'[[picture]]\nsection = 1\ncaption = "…"\n{more}\n')


def test_a_game_without_the_file_has_none(tmp_path: Path) -> None:
    bare = SimpleNamespace(id="bare", folder=tmp_path)
    assert illustrations.__wrapped__(bare) == ()
