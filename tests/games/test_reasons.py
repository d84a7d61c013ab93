"""What is told for and against a move is true, at random positions of every game."""

import random
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from ludotheque.core.contract import State
from ludotheque.core.discovery import game
from ludotheque.core.match import Match
from ludotheque.games.ludoville.record import CELLS, PASS
from ludotheque.games.ludoville.town import complete_suburbs
from ludotheque.games.superludo import board as geometry

Choice = tuple[State, int, int, State, list[str]]  # before, seat, action, after, its reasons


def choices(id: str, options: dict[str, Any], count: int, seed: int = 0) -> Iterator[Choice]:
    """Choices that people had in games played at random, each with its reasons in French."""
    chooser, found, box = random.Random(seed), 0, game(id)
    while found < count:
        match = Match(box, options)
        while not match.is_over and found < count:
            if not match.waiting:
                match.do(chooser.choice(list(match.chance())))
                continue
            seat = chooser.choice(match.waiting)
            action = chooser.choice(list(match.moves(seat).values()))
            seen = box.engine.seen(match.board, seat)[0].copy()
            before, told = match.state.copy(), box.reasons(seen, seat, action, "fr")
            match.act(seat, action)
            yield before, seat, action, match.state.copy(), told
            found += 1


def claims(told: list[str], words: str) -> list[tuple[int, ...]]:
    """The numbers of each sentence that has these words."""
    return [tuple(map(int, re.findall(r"\d+", each))) for each in told if words in each]


def sent_home(before: State, after: State, seat: int) -> list[int]:
    """How far the others' pawns had come that were sent home."""
    return [
        int(before.pawns[other, pawn])
        for other in range(int(before.seats))
        for pawn in range(4)
        if other != seat and before.pawns[other, pawn] and not after.pawns[other, pawn]
    ]


RACES = [
    ("ludo", {"seats": 4}),
    ("ludo", {"seats": 2, "pawns": 2}),
    ("superludo", {"seats": 4, "dice": 2}),
    ("superludo", {"seats": 4, "couples": True}),
    ("superludo", {"seats": 3, "dice": 1}),
]


@pytest.mark.parametrize(("id", "options"), RACES)
def test_what_a_race_tells_has_happened(id, options):
    goal = 57 if id == "ludo" else 72
    captures = arrivals = 0
    for before, seat, _, after, told in choices(id, options, 600):
        assert told
        if after.ended:
            assert told == ["Gagne la partie."]
            continue
        own, then = before.pawns[seat].tolist(), after.pawns[seat].tolist()
        eaten = claims(told, "Renvoie ")
        assert [numbers[0] for numbers in eaten] == sent_home(before, after, seat)
        captures += len(eaten)
        arrived = bool(claims(told, "à l'arrivée"))
        assert arrived == (then.count(goal) > own.count(goal))
        arrivals += arrived
        assert bool(claims(told, "Sort un pion")) == (then.count(0) < own.count(0))
        if claims(told, "Vous re"):
            assert after.turn == seat
    assert captures > 5
    assert arrivals > 2


def captors(state: State, seat: int, pawn: int) -> int:
    """How many pawns of Ludo could capture this one with a die, tried one by one."""
    ludo, found = game("ludo"), set()
    for other in range(int(state.seats)):
        for theirs in range(4):
            for die in range(1, 7):
                trial = state.copy()
                trial.turn, trial.die, position = other, die, int(state.pawns[other, theirs])
                if other == seat or position == 0 or position + die > 57:
                    continue
                ludo.rules.play(trial, other, theirs)
                if state.pawns[seat, pawn] and not trial.pawns[seat, pawn]:
                    found.add((other, theirs))
    return len(found)


def test_a_pawn_of_ludo_is_in_danger_where_somebody_can_capture_it():
    seen = set()
    for before, seat, pawn, after, told in choices("ludo", {"seats": 4}, 200, seed=2):
        if after.ended:
            continue
        threats, then = captors(before, seat, pawn), captors(after, seat, pawn)
        saved = bool(claims(told, "était menacé"))
        assert saved == (threats > 0 and then == 0)
        numbers = [each[-2:] for each in claims(told, "Pions adverses")]
        is_told = threats != then and not saved
        assert numbers == ([(threats, then)] if is_told else [])
        left = [
            other
            for other in range(4)
            if other != pawn and before.pawns[seat, other] == before.pawns[seat, pawn] != 0
        ]
        alone = any(not captors(before, seat, each) and captors(after, seat, each) for each in left)
        assert bool(claims(told, "Laisse seul")) == alone
        seen |= {name for name, is_so in (("saved", saved), ("exposed", is_told)) if is_so}
    assert {"saved", "exposed"} <= seen


@pytest.mark.parametrize("options", [{"seats": 4, "dice": 2}, {"seats": 4, "dice": 1}], ids=str)
def test_barriers_and_pursuers_of_superludo_are_counted_square_by_square(options):
    barriers = pursued = 0
    for before, seat, action, after, told in choices("superludo", options, 600, seed=3):
        if after.ended:
            continue
        start, end = (int(each.pawns[seat, action % 4]) for each in (before, after))
        built = after.pawns[seat].tolist().count(end) == 2 and end <= 64
        assert bool(claims(told, "Forme une barrière")) == built
        broken = before.pawns[seat].tolist().count(start) == 2 and 0 < start <= 64
        assert bool(claims(told, "Casse une barrière")) == broken
        barriers += built
        for numbers in claims(told, "Pions adverses"):
            reach = 7 if options["dice"] == 1 else 12
            found = (pursuers(before, seat, start, reach), pursuers(after, seat, end, reach))
            assert numbers == (reach, *found)
            pursued += 1
    assert barriers > 5
    assert pursued > 20


def pursuers(state: State, seat: int, position: int, reach: int) -> int:
    """Opposing pawns at most so many squares behind a pawn that is neither safe nor paired."""
    corners = geometry.CORNERS[int(state.seats)]
    if not 0 < position <= 64 or state.pawns[seat].tolist().count(position) == 2:
        return 0
    here = geometry.square_of(corners[seat], position)
    if here in geometry.SAFE_SQUARES:
        return 0
    count = 0
    for other, corner in enumerate(corners):
        for theirs in state.pawns[other].tolist() if other != seat else ():
            steps = [theirs + k for k in range(1, reach + 1) if theirs and theirs + k <= 64]
            count += here in {geometry.square_of(corner, each) for each in steps}
    return count


@pytest.mark.parametrize("seats", [1, 3])
def test_the_points_of_a_village_are_those_of_its_sheet(seats):
    seen = set()
    for before, seat, action, _after, told in choices("rolling-village", {"seats": seats}, 300):
        if action >= 120:
            (numbers,) = claims(told, "vous rapporte")
            assert numbers[-1] == worth(before, seat, action - 120)
            continue
        kind, cell = divmod(action, 30)
        sheet = drawn(before, seat) | {cell: kind}
        for numbers in claims(told, "Le groupe aura"):
            group = group_of(sheet, cell)
            assert numbers == (len(group), sum(printed(before, each) for each in group))
            seen.add("group")
        for numbers in claims(told, "Commence un groupe"):
            sums = [one + other for one in range(1, 7) for other in range(1, 7)]
            rolls = [total for total in sums if before.avenues[total] == cell % 5]
            assert numbers[-2:] == (len(rolls), 36)
            assert group_of(sheet, cell) == {cell}
        for numbers in claims(told, "Sa case vaut"):
            assert numbers == (printed(before, cell),)
        for numbers in claims(told, "Relie"):
            parts = {frozenset(group_of(drawn(before, seat), each)) for each in beside(cell)
                     if drawn(before, seat).get(each) == kind}  # fmt: skip
            assert numbers == (len(parts),)
        for numbers in claims(told, "À cette manche, l'avenue"):
            row = int(before.avenues[int(before.dice.sum())])
            assert numbers[-2:] == (worth(before, seat, row, sheet), worth(before, seat, row))
            seen.add("round")
        complete = parks(sheet) - parks(drawn(before, seat))
        assert bool(claims(told, "omplète") + claims(told, "est complet")) == bool(complete)
        if complete:
            seen.add("park")
    assert seen == {"group", "round", "park"}


Sheet = dict[int, int]  # cell: kind


def drawn(state: State, seat: int) -> Sheet:
    found = {}
    for kind in range(4):
        found |= {cell: kind for cell in range(30) if int(state.built[seat, kind]) >> cell & 1}
    return found


def beside(cell: int) -> list[int]:
    column, row = divmod(cell, 5)
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [5 * c + r for c, r in around if 0 <= c < 6 and 0 <= r < 5]


def group_of(sheet: Sheet, cell: int) -> set[int]:
    found, todo = set(), [cell]
    while todo:
        each = todo.pop()
        if each not in found:
            found.add(each)
            todo += [near for near in beside(each) if sheet.get(near) == sheet[cell]]
    return found


def printed(state: State, cell: int) -> int:
    return sum((int(plane) >> cell & 1) << k for k, plane in enumerate(state.points))


def worth(state: State, seat: int, row: int, sheet: Sheet | None = None) -> int:
    sheet = drawn(state, seat) if sheet is None else sheet
    cells: set[int] = set()
    for cell in sheet:
        if cell % 5 == row and sheet[cell] != 3:
            cells |= group_of(sheet, cell)
    return sum(printed(state, cell) for cell in cells)


def parks(sheet: Sheet) -> set[int]:
    return {
        cell
        for cell, kind in sheet.items()
        if kind == 3 and {0, 1, 2} <= {sheet.get(each) for each in beside(cell)}
    }


def towns() -> Iterator[Choice]:
    """Moves in Ludoville's scenarios: those played there, and some others at their positions."""
    ludoville = game("ludoville")
    for file in sorted((ludoville.folder / "scenarios").glob("*.toml")):
        for case in tomllib.loads(file.read_text("utf-8"))["case"]:
            options, start = case.get("options", {}), case.get("start")
            state = None if start is None else ludoville.read(start, options)
            match = Match(ludoville, options, state)
            steps = []
            for seat in match.waiting:
                kinds = {code // CELLS: code for code in match.moves(seat).values()}
                for action in kinds.values():
                    trial = Match(ludoville, options, match.state)
                    steps.append(trial.act(seat, action))
            match.do(*case.get("play", []))
            for step in steps + [each for each in match.steps if each.kind == "move"]:
                told = ludoville.reasons(step.before, step.seat, step.code, "fr")
                yield step.before, step.seat, step.code, step.after, told


def test_what_ludoville_tells_of_hands_ramparts_and_suburbs():
    seen: set[str] = set()
    for before, seat, action, after, told in towns():
        points = before.points.astype(int)
        held, holds = (int((each.hands[seat] * points).sum()) for each in (before, after))
        for numbers in claims(told, "de moins en main"):
            assert numbers == (held - holds,)
        assert bool(claims(told, "Ferme les remparts")) == bool(after.closed > before.closed)
        assert bool(claims(told, "Rouvre les remparts")) == bool(before.closed > after.closed)
        for numbers in claims(told, "Garde "):
            assert numbers == (held,)
            assert action == PASS
        more = complete_suburbs(after) > complete_suburbs(before)
        assert bool(claims(told, "Complète un faubourg")) == more
        assert bool(claims(told, "Achève la ville")) == (more and bool(after.ended))
        lost = standing(before) - standing(after)
        for numbers in claims(told, "Coûte à la ville un faubourg de"):
            assert numbers == (lost,)
        for _ in claims(told, "un seul pion"):
            assert lost == 1
        for numbers in claims(told, "Agrandit"):
            assert 2 <= numbers[0] <= 4
        seen |= {each for each in TOLD if claims(told, each)}
    assert seen == TOLD


TOLD = {
    "moins en main", "Garde", "plus court rempart", "Ferme", "Rouvre", "Commence", "Agrandit",
    "Complète", "Achève", "Coûte",
}  # fmt: skip


def standing(state: State) -> int:
    """How many tiles the town has."""
    return sum(int(word).bit_count() for word in state.covered)
