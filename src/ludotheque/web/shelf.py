"""What was made once and is kept at hand for who asks again, up to so many bytes."""

from collections import OrderedDict
from collections.abc import Hashable


class Shelf:
    """Files by a key; the longest unused go first."""

    def __init__(self, room: int):
        self._room = room  # bytes
        self._files: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0

    def get(self, key: Hashable) -> bytes | None:
        """The file, if it is still there."""
        if key in self._files:
            self._files.move_to_end(key)
        return self._files.get(key)

    def put(self, key: Hashable, file: bytes) -> bytes:
        """Keep a file."""
        self._size += len(file) - len(self._files.pop(key, b""))
        self._files[key] = file
        while self._size > self._room:
            self._size -= len(self._files.popitem(last=False)[1])
        return file
