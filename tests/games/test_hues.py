"""The colour of a seat in charts is that of what stands for it on the board."""

import pytest

from ludotheque.core.discovery import games
from ludotheque.core.drawing.palette import HUES, SEAT_HUES
from ludotheque.core.game import Box, Game
from ludotheque.games.ludoville.drawing.palette import STYLE, TINCTURES

PLUM, INK = "#7a4a86", "#3f3122"  # of pages
BOXES = [pytest.param(each, box, id=box.id) for each in games().values() for box in each.boxes]


@pytest.mark.parametrize(("game", "box"), BOXES)
def test_every_seat_has_a_hue_of_its_own(game: Game, box: Box) -> None:
    seats = next(option for option in game.options if option.name == "seats")
    for count in seats.values:
        if box.options.get("seats", count) != count:
            continue
        state = game.start({**box.options, "seats": count}).state
        hues = [game.hue(state, seat) for seat in range(count)]
        assert len(set(hues)) == min(count, len(SEAT_HUES))
        assert set(hues) <= set(SEAT_HUES)
        for seat, hue in enumerate(hues):
            if game.emblem(state, seat).startswith("pawn-"):
                assert game.emblem(state, seat) == f"pawn-{hue}"


def test_shields_of_ludoville_are_of_their_hue() -> None:
    bodies = {hue: HUES[hue][0] for hue in SEAT_HUES if hue in HUES} | {"plum": PLUM, "ink": INK}
    for seat, hue in enumerate(TINCTURES):
        shield = STYLE.partition(f".lv-seat-{seat}{{fill:")[2][:7]
        assert min(bodies, key=lambda each: _distance(bodies[each], shield)) == hue


def _distance(one: str, other: str) -> int:
    parts = ([int(colour[k : k + 2], 16) for k in (1, 3, 5)] for colour in (one, other))
    return sum((a - b) ** 2 for a, b in zip(*parts, strict=True))
