"""Room for a few values while a kernel runs.

The plain function says what is meant, and runs interpreted. Compiled, nothing is allocated: the
room lies on the stack of what calls it (:mod:`ludotheque.core.instructions`), or in the memory
that each thread of a GPU has to itself (:mod:`ludotheque.core.gpu`).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def room(count: int, kind: Any) -> NDArray[Any]:
    """An array of so many values, of a number's type or a record's; what is in it is anything.

    ``count`` and ``kind`` are constants: numbers written in the code, or a module's.
    """
    return np.empty(count, kind)
