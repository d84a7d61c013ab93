"""Reading a position's plain data with errors that name the key and what would be right."""

from collections.abc import Mapping
from typing import Any

from ludotheque.core.errors import BadPosition


class Reader:
    """Takes keys out of a position one by one; :meth:`done` refuses those nobody took."""

    def __init__(self, data: Mapping[str, Any]):
        if not isinstance(data, Mapping):
            raise BadPosition(f"a position is an object with keys, not {data!r}")
        self._data = dict(data)
        self._known: list[str] = []

    def take(self, key: str, default: Any = None) -> Any:
        """The value of a key as it is."""
        self._known.append(key)
        return self._data.pop(key, default)

    def whole(self, key: str, low: int, high: int, default: int = 0, zero: str = "") -> int:
        """A whole number in a range, or 0 where that is possible: ``zero`` says when."""
        value = self.take(key, default)
        if zero and type(value) is int and value == 0:
            return 0
        return _whole(key, value, low, high, f", or 0 {zero}" if zero else "")

    def flag(self, key: str) -> bool:
        """True or false; false where it is left out."""
        value = self.take(key, False)
        if not isinstance(value, bool):
            raise BadPosition(f"{key}: true or false, not {value!r}")
        return value

    def text(self, key: str, words: tuple[str, ...], default: str) -> str:
        """One of some words."""
        value = self.take(key, default)
        if value not in words:
            raise BadPosition(f"{key}: {', '.join(words)} are possible, not {value!r}")
        return str(value)

    def items(self, key: str) -> list[Any]:
        """A list; empty where it is left out."""
        value = self.take(key, [])
        if not isinstance(value, list):
            raise BadPosition(f"{key}: a list is wanted, not {value!r}")
        return value

    def seats(self, key: str, seats: int) -> list[int]:
        """A list of seats, from 1."""
        return [_whole(key, seat, 1, seats) for seat in self.items(key)]

    def rows(self, key: str, rows: int, width: int, low: int, high: int) -> list[list[int]] | None:
        """A row of numbers for each seat; None where it is left out."""
        value = self.take(key)
        if value is None:
            return None
        if not isinstance(value, list) or len(value) != rows:
            raise BadPosition(f"{key}: {rows} rows are wanted, one a seat, not {value!r}")
        for number, row in enumerate(value, 1):
            if not isinstance(row, list) or len(row) != width:
                raise BadPosition(f"{key}: row {number} wants {width} numbers, not {row!r}")
        return [[_whole(key, item, low, high) for item in row] for row in value]

    def done(self) -> None:
        """Refuse keys that are not part of a position."""
        for key in self._data:
            raise BadPosition(f"{key}: no such key; a position has {', '.join(self._known)}")


def _whole(key: str, value: Any, low: int, high: int, else_zero: str = "") -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        wanted = f"a whole number from {low} to {high} is wanted{else_zero}"
        raise BadPosition(f"{key}: {wanted}, not {value!r}")
    return value
