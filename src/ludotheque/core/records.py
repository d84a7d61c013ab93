"""Record layouts: a game's state is one fixed-size record."""

from typing import Any

import numpy as np


def record(*fields: tuple[Any, ...]) -> "np.dtype[np.void]":
    """The record of these fields: ``state.field`` reads and writes each."""
    return np.dtype((np.record, [*fields]))


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
    return np.dtype((np.record, layout))
