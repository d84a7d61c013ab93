"""What is played in the tests of the adapters: every box, with two seats and with more."""

from collections.abc import Iterator
from typing import Any

import pytest

from ludotheque.core.discovery import boxes


def configurations() -> Iterator[tuple[str, dict[str, Any]]]:
    for box, (game, _) in boxes().items():
        most = max(count for count in game.seat_counts if count <= 4)
        yield from ((box, {"seats": count}) for count in sorted({2, most}))
    yield "rolling-village", {"seats": 1}
    yield "superludo", {"seats": 4, "couples": True}
    yield "ludo", {"seats": 3, "pawns": 1, "observation": "list", "reward": "rank"}
    yield "ludoville", {"seats": 2, "reward": "points"}


@pytest.fixture(params=configurations(), ids=lambda each: f"{each[0]}-{each[1]['seats']}")
def played(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    """A box and the settings of its environment."""
    return request.param
