"""Record layouts: a game's state is one fixed-size record."""

from typing import Any

import numpy as np


class Record(np.void):  # type: ignore[misc]  # as numpy.record does
    """One state, whose fields are attributes: as ``numpy.record``, in a third of the time."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(f"no field {name!r}; there are {self.dtype.names}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            self[name] = value
        except ValueError:
            if name in (self.dtype.names or ()):
                raise  # it does not fit
            raise AttributeError(f"no field {name!r}; there are {self.dtype.names}") from None


def settle(state: Any) -> Any:
    """The same state with its fields read once: for one that stands and is only looked at.

    A field of a record takes a microsecond each time; these are plain attributes, until
    :func:`unsettle`. What is written to the state meanwhile would not be seen in them.
    """
    read = vars(state)
    if not read:
        read.update(zip(state.dtype.names, state.item(), strict=True))
    return state


def unsettle(state: Any) -> None:
    """Let go of what :func:`settle` read."""
    vars(state).clear()


def record(*fields: tuple[Any, ...]) -> "np.dtype[np.void]":
    """The record of these fields: ``state.field`` reads and writes each."""
    return np.dtype((Record, [*fields]))


def overlay(fields: list[tuple[Any, ...]], name: str, word: str, over: str) -> "np.dtype[np.void]":
    """The record of these fields, with one more that reads another's bytes as wider words."""
    plain = np.dtype(fields)
    assert plain.fields is not None
    base, offset = plain.fields[over][:2]
    names = [*plain.fields, name]
    formats = [*(plain.fields[field][0] for field in plain.fields)]
    formats.append(np.dtype((word, (base.itemsize // np.dtype(word).itemsize,))))
    offsets = [*(plain.fields[field][1] for field in plain.fields), offset]
    layout = {"names": names, "formats": formats, "offsets": offsets, "itemsize": plain.itemsize}
    return np.dtype((Record, layout))
