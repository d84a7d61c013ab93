"""What is true in every game of Rolling Village, whatever the dice and whoever plays."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.core.discovery import game
from ludotheque.core.match import Match
from ludotheque.core.simulate import simulate
from ludotheque.games.rolling_village.record import FIRST_AVENUE
from ludotheque.games.rolling_village.rules import can_undo, undo

VILLAGE = game("rolling-village")


def seen(state: Any, seat: int) -> Any:
    """What a seat may see of a state."""
    return VILLAGE.engine.seen(VILLAGE.engine.board(state), seat)[0]


POINTS = ("302203", "010010", "201102", "010010", "302203")
AVENUE = {3: 0, 4: 0, 5: 1, 6: 1, 7: 2, 8: 3, 9: 3, 10: 4, 11: 4}
LEGEND = {1: "house", 2: "forest", 3: "lake", 4: "house", 5: "forest", 6: "lake"}
LETTERS = {"house": "H", "forest": "F", "lake": "L", "park": "P"}

Cell = tuple[int, int]  # column and row, from 0
Sheet = dict[Cell, str]


def sheet_of(text: str) -> Sheet:
    rows = enumerate(text.split("/"))
    return {(c, r): k for r, row in rows for c, k in enumerate(row) if k != "."}


def sides(cell: Cell) -> list[Cell]:
    column, row = cell
    return [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]


# The rules once more, as slowly and plainly as possible.


def cells_for(sheet: Sheet, column: int) -> set[Cell]:
    free = {c: {(c, r) for r in range(5)} - set(sheet) for c in range(6)}
    for distance in range(6):
        near = [c for c in {column - distance, column + distance} if 0 <= c < 6 and free[c]]
        most = max((len(free[c]) for c in near), default=0)
        if near:
            return {cell for c in near if len(free[c]) == most for cell in free[c]}
    raise AssertionError("a sheet is never full")


def group_of(sheet: Sheet, cell: Cell) -> frozenset[Cell]:
    group, edge = {cell}, [cell]
    while edge:
        for side in sides(edge.pop()):
            if sheet.get(side) == sheet[cell] and side not in group:
                group.add(side)
                edge.append(side)
    return frozenset(group)


def avenue_score(sheet: Sheet, row: int) -> int:
    groups = {group_of(sheet, cell) for cell in sheet if cell[1] == row and sheet[cell] != "P"}
    return sum(int(POINTS[r][c]) for group in groups for c, r in group)


def park_score(sheet: Sheet) -> int:
    parks = [cell for cell, kind in sheet.items() if kind == "P"]
    around = ({sheet.get(side) for side in sides(park)} for park in parks)
    return 10 * sum({"H", "F", "L"} <= kinds for kinds in around)


def expected_moves(position: dict, seat: int, options: dict) -> set[str]:
    sheet, left = sheet_of(position["sheets"][seat]), position["left"][seat]
    empty = {(c, r) for c in range(6) for r in range(5)} - set(sheet)
    moves: set[tuple[str, Cell]] = set()
    for step in left:
        kind, _, column = step.partition(" ")
        if kind in ("bonus", "avenue"):
            continue
        kinds = ["house", "forest", "lake"] if kind == "any" else [kind]
        if kind == "any" and options.get("different_start"):
            kinds = [one for one in kinds if LETTERS[one] not in sheet.values()]
        cells = empty if kind == "park" else cells_for(sheet, int(column) - 1)
        moves |= {(one, cell) for one in kinds for cell in cells}
    if not moves and "bonus" in left:
        kinds = ["house", "forest", "lake", *(["park"] if options.get("park_bonus") else [])]
        unused = [one for one in kinds if LETTERS[one] not in position["bonus"][seat]]
        moves = {(one, cell) for one in unused for cell in empty}
    if not moves:
        return {f"avenue {row}" for row in "abcde"}
    return {f"{kind} {c + 1}{'abcde'[r]}" for kind, (c, r) in moves}


def expected_left(stage: int, dice: list[int]) -> list[str]:
    one, two = dice
    if stage == 0:
        return [f"any {one}", f"any {two}"]
    left = [f"{LEGEND[one]} {two}", "park" if one == two else f"{LEGEND[two]} {one}"]
    left += ["bonus"] if stage in (3, 6, 9) else []
    return left + (["avenue"] if sum(dice) in (2, 12) else [])


def played(seats: int, seed: int, **options: bool) -> Match:
    """A game by random players, in a random order among them."""
    match, chooser = Match(VILLAGE, {"seats": seats, **options}), random.Random(seed)
    while not match.is_over:
        if match.waiting:
            seat = chooser.choice(match.waiting)
            match.act(seat, chooser.choice(list(match.moves(seat).values())))
        else:
            match.happen(chooser.randrange(36))
    return match


seeds = st.integers(0, 2**40)
quick = settings(max_examples=10)
slow = settings(max_examples=3)


@quick
@given(st.integers(1, 3), seeds, st.booleans(), st.booleans())
def test_the_moves_are_those_of_the_plain_rules(
    seats: int, seed: int, different_start: bool, park_bonus: bool
) -> None:
    options = {"seats": seats, "different_start": different_start, "park_bonus": park_bonus}
    match = Match(VILLAGE, options)
    for step in played(**options, seed=seed).steps:  # type: ignore[arg-type]
        position = match.position()
        for seat in match.waiting:
            assert set(match.legal(seat)) == expected_moves(position, seat, options)
        match.do(step.text if step.seat is None else f"{step.seat + 1}: {step.text}")
        after = match.position()
        if step.kind == "chance":
            assert after["left"] == [expected_left(after["round"], after["dice"])] * seats


@quick
@given(st.integers(1, 3), seeds)
def test_the_points_are_those_of_the_plain_rules(seats: int, seed: int) -> None:
    match = played(seats, seed)
    totals = [0] * seats
    chosen: dict[int, int] = {}
    for step in match.steps:
        before, after = VILLAGE.position(step.before), VILLAGE.position(step.after)
        if step.text.startswith("avenue"):
            assert step.seat is not None
            chosen[step.seat] = "abcde".index(step.text[-1])
        if len(after["scores"][0]) > len(before["scores"][0]):
            for seat in range(seats):
                row = AVENUE.get(sum(before["dice"]), chosen.get(seat, -1))
                points = avenue_score(sheet_of(after["sheets"][seat]), row)
                assert after["scores"][seat][-1] == points
                assert after["scored"][seat] == "abcde"[row]
                totals[seat] += points
            chosen = {}
    sheets = match.position()["sheets"]
    finals = [
        total + park_score(sheet_of(text)) for total, text in zip(totals, sheets, strict=True)
    ]
    assert list(match.scores) == finals
    assert list(match.ranks) == [1 + sum(other > one for other in finals) for one in finals]


def test_a_game_fills_23_cells_in_nine_rounds() -> None:
    many = simulate(VILLAGE, 2000, options={"seats": 2}, seed=5, threads=1, records=True)
    assert many.records is not None
    built = many.records["built"][:, :2]
    union = np.bitwise_or.reduce(built, axis=2)
    assert (np.bitwise_count(union) == 23).all()
    assert (np.bitwise_count(built).sum(axis=2) == 23).all()
    assert (many.rolls == 10).all()


@quick
@given(st.integers(2, 4), seeds)
def test_a_seat_scores_what_it_would_score_alone(seats: int, seed: int) -> None:
    together = played(seats, seed)
    for seat in range(seats):
        alone = Match(VILLAGE, {"seats": 1})
        for step in together.steps:
            if step.seat in (None, seat):
                alone.do(step.text)
        assert alone.scores[0] == together.scores[seat]
        assert alone.position()["sheets"][0] == together.position()["sheets"][seat]


@quick
@given(st.integers(2, 4), seeds, seeds)
def test_the_order_among_the_seats_does_not_matter(seats: int, seed: int, other: int) -> None:
    match, chooser = played(seats, seed), random.Random(other)
    again = Match(VILLAGE, {"seats": seats})
    for roll, turns in rounds(match, seats):
        again.do(roll)
        while any(turns):
            seat = chooser.choice([seat for seat in range(seats) if turns[seat]])
            again.do(f"{seat + 1}: {turns[seat].pop(0)}")
    assert again.state.tobytes() == match.state.tobytes()


def rounds(match: Match, seats: int) -> Iterator[tuple[str, list[list[str]]]]:
    """Each roll with what every seat did after it."""
    steps = iter([*match.steps, None])
    step = next(steps)
    while step is not None:
        roll, turns = step.text, [[] for _ in range(seats)]
        step = next(steps)
        while step is not None and step.kind == "move":
            turns[step.seat].append(step.text)
            step = next(steps)
        yield roll, turns


# The default sheet turned upside down, with House and Lake swapped and dice d read as 7 − d.


def turned(text: str) -> str:
    word, _, rest = text.partition(" ")
    if word == "roll":
        return "roll " + " ".join(str(7 - int(die)) for die in rest.split())
    if word == "avenue":
        return f"avenue {'edcba'['abcde'.index(rest)]}"
    swapped = {"house": "lake", "lake": "house"}.get(word, word)
    return f"{swapped} {7 - int(rest[0])}{'edcba'['abcde'.index(rest[1])]}"


@quick
@given(seeds, st.booleans(), st.booleans())
def test_the_turned_sheet_plays_and_scores_the_same(
    seed: int, different_start: bool, park_bonus: bool
) -> None:
    options = {"seats": 1, "different_start": different_start, "park_bonus": park_bonus}
    match, mirror = Match(VILLAGE, options), Match(VILLAGE, options)
    for step in played(**options, seed=seed).steps:  # type: ignore[arg-type]
        assert set(mirror.legal()) == {turned(move) for move in match.legal()}
        match.do(step.text)
        mirror.do(turned(step.text))
        assert mirror.scores == match.scores
        assert mirror.position()["scores"] == match.position()["scores"]


# Unfinished work.


@slow
@given(st.integers(2, 3), seeds)
def test_a_view_does_not_change_while_others_work(seats: int, seed: int) -> None:
    match = Match(VILLAGE, {"seats": seats})
    for step in played(seats, seed).steps:
        before = match.state.copy()
        match.do(step.text if step.seat is None else f"{step.seat + 1}: {step.text}")
        if step.kind == "chance" or not match.waiting:
            continue
        for seat in {*range(seats), -1} - {step.seat}:
            view = seen(match.state, seat)
            assert view.tobytes() == seen(before, seat).tobytes()
        for seat in set(range(seats)) - {step.seat}:
            board = VILLAGE.engine.board(before)
            assert VILLAGE.engine.observe(board, seat) == VILLAGE.engine.observe(match.board, seat)


@quick
@given(st.integers(1, 3), seeds)
def test_one_own_work_stays_in_view_and_the_onlooker_sees_the_roll_only(
    seats: int, seed: int
) -> None:
    rolled = None
    for step in played(seats, seed).steps:
        if step.kind == "chance":
            rolled = step.after
        elif VILLAGE.rules.waiting(step.after):
            assert rolled is not None
            assert step.seat is not None
            assert seen(step.after, -1).tobytes() == rolled.tobytes()
            own = seen(step.after, step.seat)
            for field in ("built", "todo", "bonus", "done"):
                assert (own[field][step.seat] == step.after[field][step.seat]).all()


def test_a_finished_round_is_seen_by_everybody() -> None:
    match = played(3, 7)
    for step in match.steps:
        if not VILLAGE.rules.waiting(step.after):
            assert seen(step.after, -1).tobytes() == step.after.tobytes()


@quick
@given(st.integers(1, 3), seeds)
def test_undo_goes_back_to_the_roll_and_touches_nobody_else(seats: int, seed: int) -> None:
    rolled = None
    for step in played(seats, seed).steps:
        if step.kind == "chance":
            rolled = step.after
        elif not VILLAGE.rules.waiting(step.after):
            assert not any(can_undo(step.after, seat) for seat in range(seats))
        else:
            assert rolled is not None
            assert step.seat is not None
            assert can_undo(step.after, step.seat)
            state = step.after.copy()
            undo(state, step.seat)
            for field in state.dtype.names:
                if field in ("built", "todo", "owed", "done", "bonus"):
                    assert (state[field][step.seat] == rolled[field][step.seat]).all()
                    others = [seat for seat in range(seats) if seat != step.seat]
                    assert (state[field][others] == step.after[field][others]).all()
                else:
                    assert (state[field] == rolled[field]).all()


def test_a_seat_may_undo_after_it_has_finished_until_the_round_is_scored() -> None:
    match = VILLAGE.start(seats=2)
    match.do("roll 2 4", "1: house 2a", "1: lake 4b", "2: house 2a")
    assert match.waiting == (1,)
    undo(match.state, 0)
    assert match.waiting == (0, 1)
    assert match.position()["left"] == [["any 2", "any 4"], ["any 4"]]
    match.do("2: lake 4a", "1: forest 4e", "1: forest 2e")
    assert match.position()["round"] == 1


# Leaving and agreeing.


def test_who_leaves_takes_the_unfinished_work_along_and_the_round_goes_on() -> None:
    match = VILLAGE.start(seats=3)
    match.do("roll 2 4", "1: house 2a", "2: house 2a", "2: lake 4b", "3: lake 2c", "3: lake 4c")
    match.do("leave 1")
    position = match.position()
    assert position["round"] == 1
    assert position["gone"] == [1]
    assert position["sheets"][0] == "....../....../....../....../......"
    assert not match.is_over
    match.do("roll 1 2")
    assert match.waiting == (1, 2)


def test_the_last_one_left_wins_and_the_round_does_not_count() -> None:
    match = VILLAGE.start(seats=2)
    match.do("roll 2 4", "1: house 2a", "1: lake 4b", "2: house 2a", "leave 1")
    assert match.is_over
    assert match.ranks == (2, 1)
    assert match.position()["sheets"] == ["....../....../....../....../......"] * 2
    assert VILLAGE.read(match.position(), match.options).tobytes() == match.state.tobytes()


def test_who_left_comes_last_whatever_the_points() -> None:
    sheet = "HH..../....../....../....../HH...."
    start = {"round": 2, "sheets": [sheet] * 3, "scores": [[9], [3], [5]]}
    match = Match(VILLAGE, {"seats": 3}, VILLAGE.read(start, {"seats": 3}))
    match.do("leave 1")
    assert match.ranks == (3, 2, 1)
    match.do("draw")
    assert match.is_over
    assert match.ranks == (3, 1, 1)


def test_a_mayor_alone_may_leave() -> None:
    match = VILLAGE.start(seats=1)
    match.do("roll 1 2", "house 1a", "leave 1")
    assert match.is_over
    assert match.ranks == (1,)
    assert "reelected" not in match.position()


def test_actions_are_projects_then_avenues() -> None:
    match = VILLAGE.start(seats=1)
    match.do("roll 1 1")
    assert max(match.moves().values()) < FIRST_AVENUE


@pytest.mark.parametrize("seats", range(1, 13))
def test_any_number_of_mayors_from_1_to_12(seats: int) -> None:
    match = VILLAGE.start(seats=seats)
    match.do("roll 3 5")
    assert match.waiting == tuple(range(seats))
