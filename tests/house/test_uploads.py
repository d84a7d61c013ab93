from collections.abc import Callable

import pytest
from sqlalchemy import Engine

from ludotheque.house import uploads
from ludotheque.house.uploads import Uploads


def test_the_oldest_files_make_room(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, later: Callable[[float], None]
) -> None:
    monkeypatch.setattr(uploads, "ROOM", 10)
    files = Uploads(engine)
    for name in "ab":
        files.put(name, b"12345")
        later(1)
    files.put("a", b"12345")  # again: now it is the newest
    later(1)
    files.put("c", b"12345")
    assert [files.get(name) for name in "abc"] == [b"12345", None, b"12345"]
    later(2 * 86_400)
    files.put("d", b"")
    assert files.get("a") is None
