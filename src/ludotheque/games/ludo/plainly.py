"""What a move would do, found from plain numbers: for words, which are wanted one at a time.

The kernels of the rules, interpreted, take many times as long on a record; a test holds both to
the same answers.
"""

from collections.abc import Sequence

from ludotheque.games.ludo.board import BASE, CORNERS, ENTRY, MEETS

Rows = Sequence[Sequence[int]]  # own position of each pawn, a row a seat

_MEETS: list[list[int]] = MEETS.tolist()


def end_of(position: int, die: int) -> int:
    """Where the die takes a pawn: from the base to its entry (LC-4), else by its count (LC-8)."""
    return ENTRY if position == BASE else position + die


def captive(rows: Rows, seats: int, seat: int, end: int) -> int | None:
    """Whose pawn one ending there captures: it stands there alone, and is an opponent's (LC-9)."""
    corners, there = CORNERS[seats], []
    for other, row in zip(range(seats), rows, strict=False):
        target = _MEETS[(corners[other] - corners[seat]) % len(_MEETS)][end]
        if target in row:
            there += [other] * row.count(target)
    return there[0] if len(there) == 1 and there[0] != seat else None
