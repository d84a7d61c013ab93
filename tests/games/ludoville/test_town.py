"""The town's bit boards against a second, obvious version: sets of cells, rule by rule."""

from dataclasses import dataclass, field
from functools import cache, cached_property

import numpy as np
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from ludotheque.core.compile import interpreted
from ludotheque.core.discovery import game
from ludotheque.core.match import Match
from ludotheque.core.simulate import simulate
from ludotheque.games.ludoville import rules, town
from ludotheque.games.ludoville.board import CELL_NAMES, cells_of

LUDOVILLE = game("ludoville")

LETTERS = "abcdefghijklm"
RIVER = {"a4", "b4", "c4", "d4", "d5", "e5", "f5", "g5", "h5", "i5", "i6", "j6", "k6", "l6"}
BOARD = {f"{letter}{row}" for letter in LETTERS for row in range(1, 10)}
SEA = {f"m{row}" for row in range(1, 10)}
LAND = BOARD - SEA - RIVER
COAST = {f"l{row}" for row in range(1, 10)}
CENTRE = {f"{letter}{row}" for letter in "fgh" for row in (4, 5, 6)}
HARBOURS = COAST - {"l1", "l9"}
INNER = {"castle", "cathedral", "bridge", "town-hall", "market", "fair", "gardens", "quarter"}
KINDS = (
    "castle", "cathedral", "bridge", "port", "town-hall", "market", "fair", "gardens",
    "gate", "quarter", "wall", "suburb", "church",
)  # fmt: skip


def _at(cell, east, south):
    column, row = LETTERS.index(cell[0]) + east, int(cell[1]) + south
    return f"{LETTERS[column]}{row}" if 0 <= column < 13 and 1 <= row <= 9 else None


@cache
def sides(cell):
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return {other for step in steps if (other := _at(cell, *step))}


@cache
def corners(cell):
    steps = [(east, south) for east in (-1, 0, 1) for south in (-1, 0, 1) if east or south]
    return {other for step in steps if (other := _at(cell, *step))}


def reached(sources, room, steps):
    found, new = set(), set(sources) & room
    while new:
        found |= new
        new = {other for cell in new for other in steps(cell)} & room - found
    return found


@dataclass
class Town:
    start: str = ""
    tiles: dict = field(default_factory=dict)
    cathedral_starts: bool = False
    full_inside: bool = False
    reach: int = 1

    def of(self, *kinds):
        return {cell for cell, kind in self.tiles.items() if kind in kinds}

    @cached_property
    def open_ground(self):
        return BOARD - SEA - self.of("wall", "gate")

    @cached_property
    def from_edges(self):
        edges = {cell for cell in BOARD if cell[0] == "a" or cell[1] in "19"}
        return reached(edges, self.open_ground, corners)

    @cached_property
    def closed(self):
        return bool(self.start) and self.start not in self.from_edges

    @cached_property
    def inside(self):
        if not self.start:
            return set()
        if self.closed:
            return reached({self.start}, self.open_ground, corners)
        near = {self.start}
        for _ in range(self.reach):
            near |= {other for cell in near for other in corners(cell)}
        walked = reached({self.start}, (near & self.of(*INNER)) | {self.start}, sides)
        return {other for cell in walked for other in sides(cell)} & near - SEA - {self.start}

    @cached_property
    def outside(self):
        return self.from_edges - self.inside

    @cached_property
    def free(self):
        return BOARD - SEA - set(self.tiles)

    def suburb(self, cell):
        return reached({cell}, self.of("suburb", "church") | {cell}, sides)

    @property
    def suburbs(self):
        return {frozenset(self.suburb(cell)) for cell in self.of("suburb", "church")}

    @property
    def complete(self):
        kinds = [sorted(self.tiles[cell] for cell in suburb) for suburb in self.suburbs]
        return sum(one == ["church", "suburb", "suburb", "suburb"] for one in kinds)

    def with_tile(self, kind, cell):
        return Town(
            self.start,
            {**self.tiles, cell: kind},
            self.cathedral_starts,
            self.full_inside,
            self.reach,
        )

    def seals(self, kind, cell):
        """LV-24: closes the ramparts with no uncovered cell inside."""
        if self.closed or self.full_inside:
            return False
        after = self.with_tile(kind, cell)
        return after.closed and not after.inside & after.free

    def may_stand(self, kind, cell):
        if not self.start:
            return self._may_start(kind, cell)
        if kind == "gate":
            return self._gate(cell)
        if cell not in self.free:
            return False
        if kind == "wall":
            return self._wall(cell)
        if kind == "port":
            return cell in COAST or cell in RIVER & (self.outside | sides(self.start))
        if kind in ("suburb", "church"):
            return self._suburb(kind, cell)
        return self._inner(kind, cell)

    def _may_start(self, kind, cell):
        if kind == "castle" or (kind == "cathedral" and self.cathedral_starts):
            return cell in CENTRE & LAND
        if kind == "bridge":
            return cell in CENTRE & RIVER
        return kind == "port" and cell in (CENTRE & RIVER) | HARBOURS

    def _gate(self, cell):
        if cell not in LAND or not (cell in self.free or self.tiles[cell] == "wall"):
            return False
        if not sides(cell) & self.of("wall") or sides(cell) & self.of("gate"):
            return False
        return cell not in self.free or not self.seals("gate", cell)

    def _wall(self, cell):
        ramparts = self.of("wall", "gate") or self.of(*INNER) | {self.start}
        return not self.closed and bool(sides(cell) & ramparts) and not self.seals("wall", cell)

    def _suburb(self, kind, cell):
        if not self.closed or cell not in LAND & self.outside:
            return False
        if self.full_inside and self.inside & self.free & LAND:
            return False
        if not self.full_inside and not self.inside & self.free:
            return False
        gates = {gate for gate in self.of("gate") if corners(gate) & self.inside}
        if not sides(cell) & (gates | self.of("suburb", "church")):
            return False
        after = self.with_tile(kind, cell)
        kinds = [after.tiles[other] for other in after.suburb(cell)]
        return kinds.count("suburb") <= 3 and kinds.count("church") <= 1

    def _inner(self, kind, cell):
        if self.closed and kind in ("castle", "cathedral", "bridge", "quarter"):
            return False
        if cell in self.inside:
            return cell in (RIVER if kind == "bridge" else LAND)
        beside_suburb = sides(cell) & self.of("suburb")
        in_garden = self.closed and cell in LAND & self.outside and bool(beside_suburb)
        return kind == "gardens" and in_garden

    def places(self, kind):
        return {cell for cell in BOARD if self.may_stand(kind, cell)}


STARTS = {
    "castle": sorted(CENTRE & LAND),
    "bridge": sorted(CENTRE & RIVER),
    "port": sorted(CENTRE & RIVER | HARBOURS),
}


def fits(kind, cell):
    if cell in RIVER:
        return kind in ("bridge", "port", "wall")
    return cell in LAND and kind != "bridge" and (kind != "port" or cell in COAST)


def outline(cell, west, east, north, south):
    """The outline of a rectangle around a cell and what lies in it, cut off at the edges."""
    column, row = LETTERS.index(cell[0]), int(cell[1])
    ring, heart = set(), set()
    for x in range(max(column - west, 0), min(column + east, 12) + 1):
        for y in range(max(row - north, 1), min(row + south, 9) + 1):
            is_edge = x in (column - west, column + east) or y in (row - north, row + south)
            (ring if is_edge else heart).add(f"{LETTERS[x]}{y}")
    return ring - SEA, heart - SEA


class Builder:
    """Lays tiles that fit the ground; what is taken stays."""

    def __init__(self, draw):
        self.draw = draw
        kind = draw(st.sampled_from(sorted(STARTS)))
        self.start = draw(st.sampled_from(STARTS[kind]))
        self.tiles = {self.start: kind}

    def lay(self, kind, cell):
        if fits(kind, cell):
            self.tiles.setdefault(cell, kind)

    def pick(self, cells, most):
        return self.draw(st.sets(st.sampled_from(sorted(cells)), max_size=most)) if cells else set()

    def ring(self, cell, sizes):
        """Ramparts around a cell, some of them gates, some missing; and how full they are."""
        ring, heart = outline(cell, *(self.draw(sizes) for _ in range(4)))
        gates, gaps = self.pick(ring, 4), self.pick(ring, self.draw(st.sampled_from((0, 0, 1, 2))))
        for one in sorted(ring - gaps - {self.start}):
            self.lay("gate" if one in gates else "wall", one)
            self.lay("wall", one)
        for one in sorted(heart - self.pick(heart, self.draw(st.sampled_from((0, 1, 9))))):
            self.lay("bridge" if one in RIVER else self.draw(st.sampled_from(sorted(INNER))), one)
        return ring

    def suburbs(self, ring):
        """Suburb tiles and churches in clumps near the ramparts, within LV-6."""
        near = {other for cell in ring for one in corners(cell) for other in corners(one)}
        for cell in sorted(self.pick(near & LAND, 9)):
            kind = self.draw(st.sampled_from(("suburb", "suburb", "church")))
            after = Town(tiles={**self.tiles, cell: kind})
            kinds = [after.tiles[other] for other in after.suburb(cell)]
            if kinds.count("suburb") <= 3 and kinds.count("church") <= 1:
                self.lay(kind, cell)


@st.composite
def towns(draw):
    """A town that has started; its tiles fit the ground and its suburbs LV-6."""
    builder = Builder(draw)
    if draw(st.integers(0, 3)):
        ring = builder.ring(builder.start, st.sampled_from((1, 1, 2, 2, 3)))
        builder.suburbs(ring)
    if draw(st.booleans()):
        builder.ring(draw(st.sampled_from(sorted(LAND))), st.just(1))
    for cell in sorted(builder.pick(BOARD, 15)):
        builder.lay(draw(st.sampled_from(KINDS[:-2])), cell)
    options = draw(st.booleans()), draw(st.booleans()), draw(st.integers(1, 2))
    return Town(builder.start, builder.tiles, *options)


def names(mask):
    return {CELL_NAMES[cell] for cell in cells_of(mask)}


def record(plain: Town):
    """The same town as a record."""
    options = {
        "cathedral_starts": plain.cathedral_starts,
        "full_inside": plain.full_inside,
        "reach": plain.reach,
    }
    state = LUDOVILLE.new(options)
    for cell, kind in plain.tiles.items():
        town.lay(state, KINDS.index(kind), CELL_NAMES.index(cell))
    state.start = CELL_NAMES.index(plain.start)
    town.survey(state)
    return state


@settings(max_examples=200)
@given(towns())
def test_the_bit_boards_say_what_the_obvious_version_says(plain: Town) -> None:
    state = record(plain)
    assert bool(state.closed) == plain.closed
    assert names(state.outside) == plain.from_edges
    assert names(state.inside) & plain.free == plain.inside & plain.free
    assert names(state.covered) == set(plain.tiles)
    assert town.complete_suburbs(state) == plain.complete
    for kind, name in enumerate(KINDS):
        assert names(town.places(state, kind)) == plain.places(name), name


@pytest.mark.parametrize(
    "is_rare",
    [
        lambda plain: plain.closed and bool(plain.places("suburb")),
        lambda plain: BOARD - SEA - plain.of("wall", "gate") - plain.from_edges - plain.inside,
        lambda plain: names(town.sealing(record(plain))),
        lambda plain: plain.closed and plain.places("church") != plain.places("suburb"),
    ],
    ids=["closed with suburbs to come", "a pocket elsewhere", "a town to seal", "a full suburb"],
)
def test_the_towns_tried_include_the_rare_ones(is_rare) -> None:
    many = settings(max_examples=3000, database=None, phases=[Phase.generate])
    find(towns(), lambda plain: bool(is_rare(plain)), settings=many)


@settings(max_examples=60)
@given(towns(), st.integers(0, len(KINDS) - 1), st.integers(0, 10**6))
def test_one_tile_more_brings_everything_up_to_date(plain: Town, kind: int, pick: int) -> None:
    """What is kept in the record after a placement is what a fresh survey finds."""
    state = record(plain)
    cells = cells_of(town.places(state, kind))
    if not cells:
        return
    cell = cells[pick % len(cells)]
    state.turn = state.first = 0
    state.stage = rules.PLACE
    state.hands[0, kind] = 1
    rules.play(state, 0, kind * rules.CELLS + cell)
    after = record(plain.with_tile(KINDS[kind], CELL_NAMES[cell]))
    for kept in ("outside", "inside", "closed", "covered", "tiles"):
        assert np.array_equal(state[kept], after[kept]), kept


def plain_town(match: Match) -> Town:
    position, options = match.position(), match.options
    kept = {name: options[name] for name in ("cathedral_starts", "full_inside", "reach")}
    return Town(position["start"], position["tiles"], **kept)


@settings(max_examples=3)
@given(
    seed=st.integers(0, 2**32),
    full_inside=st.booleans(),
    reach=st.integers(1, 2),
    policy=st.sampled_from(sorted(LUDOVILLE.all_policies)),
)
def test_whole_games_offer_what_the_obvious_version_allows(
    seed: int, full_inside: bool, reach: int, policy: str
) -> None:
    options = {"seats": 3, "full_inside": full_inside, "reach": reach}
    with interpreted():
        played = simulate(LUDOVILLE, 1, options=options, policies=policy, seed=seed).replay(0)
    match = Match(LUDOVILLE, options)
    for step in played.steps:
        if step.kind == "move" and step.before.stage == rules.PLACE:
            plain = plain_town(match)
            hand = set(match.position()["hands"][step.seat])
            wanted = {f"{kind} {cell}" for kind in hand for cell in plain.places(kind)}
            assert set(match.legal()) - {"pass"} == wanted
            assert ("pass" in match.legal()) == bool(plain.start)
        match.do(step.text)
