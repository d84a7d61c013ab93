"""Superludo once more, the slow way: a second reading of the ledger to hold the kernels against.

Written without a look at the kernels' tables: squares are numbers, pawns are objects, and
every square keeps its pawns in the order in which they arrived.
"""

import random
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from ludotheque.core.compile import runnable
from ludotheque.core.contract import whole
from ludotheque.core.discovery import game
from ludotheque.games.superludo.rules import STATE, happen, legal, play

SUPERLUDO = game("superludo")
FLAGS = ("initial_pawn", "mixed_barriers", "six_counts_seven")
SIDES = ({"seats": 2}, {"seats": 3}, {"seats": 4}, {"seats": 4, "couples": True})
OPTIONS = [
    {"couples": False, **sides, "dice": dice, **dict(zip(FLAGS, flags, strict=True))}
    for sides, dice, flags in product(SIDES, (1, 2), product((False, True), repeat=3))
]

EXITS = {"yellow": 5, "blue": 22, "red": 39, "green": 56}
SAFE = {5, 22, 39, 56, 12, 29, 46, 63, 17, 34, 51, 68}
COLOURS = {
    2: ["yellow", "red"],
    3: ["yellow", "blue", "red"],
    4: ["yellow", "blue", "red", "green"],
}


@dataclass(eq=False)
class Pawn:
    seat: int
    number: int
    colour: str
    at: int = 0

    @property
    def square(self) -> Any:
        """The common square, or a private place no other colour has."""
        if self.at == 0:
            return None
        if self.at <= 64:
            return (EXITS[self.colour] + self.at - 2) % 68 + 1
        return (self.colour, self.at)


@dataclass
class Reference:
    options: dict
    pawns: list = field(default_factory=list)
    arrivals: dict = field(default_factory=dict)  # square: pawns in order of arrival
    turn: int = 0
    dice: list = field(default_factory=list)
    is_first_die: bool = True
    bonus: int = 0
    streak: int = 0
    moved: Pawn | None = None
    barred: Pawn | None = None
    came_out: bool = False
    stood: list = field(default_factory=list)  # the barriers when the dice were rolled
    shifted: set = field(default_factory=set)  # pawns moved since then
    over: bool = False

    def __post_init__(self):
        self.pawns = [
            [Pawn(seat, number, colour) for number in range(4)]
            for seat, colour in enumerate(COLOURS[self.options["seats"]])
        ]
        if self.options["initial_pawn"]:
            for row in self.pawns:
                self.put(row[0], 1)

    # The board

    def put(self, pawn, at):
        if pawn.square is not None:
            self.arrivals[pawn.square].remove(pawn)
        pawn.at = at
        if pawn.square is not None:
            self.arrivals.setdefault(pawn.square, []).append(pawn)

    def on(self, square):
        return list(self.arrivals.get(square, []))

    def blocks(self, square):
        there = self.on(square)
        if len(there) < 2:
            return False
        return there[0].colour == there[1].colour or self.options["mixed_barriers"]

    def way(self, pawn, count):
        """The squares from the next one to the end; None where the goal is overshot."""
        if pawn.at == 0 or pawn.at + count > 72:
            return None
        ghost = Pawn(pawn.seat, pawn.number, pawn.colour)
        squares = []
        for at in range(pawn.at + 1, pawn.at + count + 1):
            ghost.at = at
            squares.append(ghost.square)
        return squares

    def can(self, pawn, count):
        way = self.way(pawn, count)
        if way is None:
            return False
        goal = (pawn.colour, 72)
        if any(square != goal and self.blocks(square) for square in way):
            return False
        return way[-1] == goal or len(self.on(way[-1])) < 2

    def barriers(self, row):
        """Pairs of one's own, from the exit to the end of the corridor."""
        return [
            {one, other}
            for one, other in combinations(row, 2)
            if one.at == other.at and 1 <= one.at <= 71
        ]

    # The choice

    def must_come_out(self, row):
        return any(pawn.at == 0 for pawn in row) and sum(pawn.at == 1 for pawn in row) < 2

    def choices(self):
        """Every (pawn, dice used, end) that is allowed, before twins are told apart."""
        row = self.pawns[self.turn]
        if self.bonus:
            return [(p, "bonus", p.at + self.bonus) for p in row if self.can(p, self.bonus)]
        home = [pawn for pawn in row if pawn.at == 0]
        if len(self.dice) == 2 and sum(self.dice) == 5 and self.must_come_out(row):
            return [(home[0], tuple(self.dice), 1)]
        found = []
        for die in dict.fromkeys(self.dice):
            if die == 5 and self.must_come_out(row):
                found.append((home[0], (die,), 1))
                continue
            able = [p for p in row if self.can(p, die) and p is not self.barred]
            able = self.bound(row, able)
            found += [(p, (die,), p.at + die) for p in able]
        return found

    def bound(self, row, able):
        """The duty to break a barrier."""
        pairs = []
        if self.streak and self.is_first_die:
            pairs = self.barriers(row)
        elif self.streak and self.came_out:
            pairs = [pair for pair in self.stood if not pair & self.shifted]
        breaking = [pawn for pawn in able if any(pawn in pair for pair in pairs)]
        return breaking or able

    def legal(self):
        """Notation to choice; of two pawns on one position the lowest number."""
        found = {}
        for pawn, used, end in self.choices():
            text = f"{pawn.at}>{end}"
            if text not in found or pawn.number < found[text][0].number:
                found[text] = (pawn, used, end)
        return found

    # What happens

    def roll(self, *dice):
        row = self.pawns[self.turn]
        again = dice[0] == 6 if len(dice) == 1 else dice[0] == dice[1]
        self.streak = self.streak + 1 if again else 0
        if self.streak == 3:
            if self.moved is not None and self.moved.at <= 64:
                self.put(self.moved, 0)
            self.next_turn()
            return
        seven = self.options["six_counts_seven"] and all(pawn.at for pawn in row)
        self.dice = [7 if die == 6 and seven else die for die in dice]
        self.is_first_die, self.came_out = True, False
        self.stood, self.shifted = self.barriers(row), set()
        self.go_on()

    def play(self, text):
        row = self.pawns[self.turn]
        pawn, used, end = self.legal()[text]
        start = pawn.at
        if used == "bonus":
            self.bonus = 0
        else:
            for die in used:
                self.dice.remove(die)
            self.barred = None
            if self.dice and self.streak:
                twins = [pair - {pawn} for pair in self.barriers(row) if pawn in pair]
                self.barred = next(iter(twins[0])) if twins else None
                self.came_out = start == 0
            self.is_first_die = False
        self.eat(pawn, start, end)
        self.put(pawn, end)
        self.moved = pawn
        self.shifted.add(pawn)
        if all(each.at == 72 for each in row):
            self.over = True
            self.clear()
            return
        if end == 72:
            self.bonus = 10
        self.go_on()

    def eat(self, pawn, start, end):
        ghost = Pawn(pawn.seat, pawn.number, pawn.colour, end)
        there = self.on(ghost.square)
        foreign = [other for other in there if other.colour != pawn.colour]
        victim = None
        if start == 0 and len(there) == 2:
            victim = foreign[-1]
            if len({other.colour for other in foreign}) == 1:
                victim = min(foreign, key=lambda other: other.number)
        elif foreign and ghost.square not in SAFE:
            (victim,) = foreign
        if victim is not None:
            self.put(victim, 0)
            self.bonus = 20

    def go_on(self):
        if self.bonus and not self.choices():
            self.bonus = 0
        if self.bonus:
            return
        if self.dice and self.choices():
            return
        self.dice, self.barred = [], None
        if not self.streak:
            self.next_turn()

    def clear(self):
        self.dice, self.bonus, self.streak = [], 0, 0
        self.moved = self.barred = None

    def next_turn(self):
        self.clear()
        self.turn = (self.turn + 1) % self.options["seats"]

    def position(self):
        shared = {
            str(square): there[-1].seat + 1
            for square, there in self.arrivals.items()
            if isinstance(square, int) and len({pawn.colour for pawn in there}) == 2
        }
        return {
            "pawns": [[pawn.at for pawn in row] for row in self.pawns],
            "turn": self.turn + 1,
            "dice": self.dice,
            "bonus": self.bonus,
            "streak": self.streak,
            "moved": self.moved.number + 1 if self.moved else 0,
            "barred": self.barred.number + 1 if self.barred else 0,
            "last_in": shared,
        }


# Kernels on a batch of one, so that they can be called compiled.


def happen_first(states: Any, outcome: int) -> None:
    happen(states[0], outcome)


def play_first(states: Any, action: int) -> None:
    play(states[0], whole(states[0].turn), action)


def legal_first(states: Any, moves: Any) -> int:
    return legal(states[0], whole(states[0].turn), moves)


class Both:
    """The kernels and the reference, playing the same game."""

    def __init__(self, options: dict[str, Any], seed: int):
        self.options, self.random = options, random.Random(seed)
        self.is_streaky = seed % 2 == 1  # many sixes and doubles: the rare rules, often
        self.states, self.moves = np.zeros(1, STATE), np.zeros(8, np.uint16)
        self.happen, self.play = runnable(happen_first), runnable(play_first)
        self.legal = runnable(legal_first)
        self.states[0] = SUPERLUDO.read({}, options)
        self.reference = Reference(options)

    def match(self) -> None:
        while not self.states[0]["ended"]:
            self.compare()
            if self.states[0]["playable"]:
                self.move()
            else:
                self.roll()
        assert self.reference.over
        self.compare()

    def compare(self) -> None:
        state, wanted = self.states[0], self.reference.position()
        found = {key: int(state[key]) for key in ("bonus", "streak", "moved", "barred")}
        found["pawns"] = state["pawns"][: self.options["seats"]].tolist()
        found["dice"] = [count for count in state["hand"].tolist() if count]
        found["turn"] = int(state["turn"]) + 1
        arrivals = wanted.pop("last_in")
        assert found == wanted
        if self.random.random() < 0.1:  # it is slow to read
            assert SUPERLUDO.position(state)["last_in"] == arrivals

    def move(self) -> None:
        state = self.states[0]
        row = state["pawns"][state["turn"]].tolist()
        found = {}
        for action in self.moves[: self.legal(self.states, self.moves)].tolist():
            start, count = row[action % 4], int(state["bonus"] or state["hand"][action // 4])
            found[f"{start}>{start + count if start else 1}"] = action
        assert found.keys() == self.reference.legal().keys()
        text = self.random.choice(sorted(found))
        self.play(self.states, found[text])
        self.reference.play(text)

    def roll(self) -> None:
        dice = [self.random.randint(1, 6) for _ in range(self.options["dice"])]
        if self.is_streaky and self.random.random() < 0.35:
            dice = [6] if len(dice) == 1 else [self.random.choice((1, 2, 3, 4, 5, 5, 5, 6))] * 2
        self.happen(self.states, dice[0] - 1 if len(dice) == 1 else 6 * dice[0] + dice[1] - 7)
        self.reference.roll(*dice)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("dice", [1, 2])
def test_the_kernels_play_as_the_reference_does(dice: int, seed: int) -> None:
    for number, options in enumerate(OPTIONS):
        if options["dice"] == dice and number % 4 == 2 * seed + number // 8 % 2:
            Both(options, number + 1000 * seed).match()


@pytest.mark.slow
def test_the_kernels_play_as_the_reference_does_in_many_games() -> None:
    for number in range(4000):
        Both(OPTIONS[number % len(OPTIONS)], number).match()
