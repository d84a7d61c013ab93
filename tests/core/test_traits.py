"""What a seat sees, as traits with names."""

import numpy as np
import pytest

from ludotheque.core.check import sight
from ludotheque.core.compile import compiled, interpreted
from ludotheque.core.discovery import boxes, game, games
from ludotheque.core.errors import BrokenPromise
from ludotheque.core.game import Game
from ludotheque.core.match import Match
from ludotheque.core.traits import (
    EACH_LANE,
    Traits,
    list_bits,
    list_number,
    list_pieces,
    list_row,
)

EVERY = [pytest.param(each, id=id) for id, each in games().items()]


def listed(kernel: object, *arguments: object, start: int = 0) -> list[int]:
    traits = np.zeros(16, np.uint16)
    count = kernel(*arguments, traits, start)  # type: ignore[operator]
    assert compiled(kernel)(*arguments, traits, start) == count  # type: ignore[arg-type]
    return traits[start:count].tolist()


@pytest.mark.parametrize("amount", [0, 1, 9, 10, 40, 47, 109, 999])
def test_an_amount_is_told_by_its_digits(amount: int) -> None:
    traits = Traits()
    traits.group("something else")
    first = traits.number("{}", up_to=999)
    found = listed(list_number, amount, first)
    assert sum(map(int, traits.names(found))) == amount
    assert len(found) == sum(digit != "0" for digit in str(amount))


def test_a_smaller_range_has_fewer_traits() -> None:
    traits = Traits()
    traits.number("{} rounds", up_to=80)
    assert len(traits) == 9 + 8
    assert traits.name(16) == "80 rounds"


def test_pieces_are_counted_and_no_trait_comes_twice() -> None:
    places = np.array([[9, 9, 9, 9], [3, 7, 3, 9]], np.uint8)
    assert listed(list_pieces, places, 1, 4, 4, 100) == [112, 128, 113, 136]
    assert listed(list_pieces, places, 1, 2, 4, 100, start=5) == [112, 128]


@pytest.mark.parametrize("seed", range(8))
def test_four_pieces_at_once_are_the_same_four(seed: int) -> None:
    some = np.random.default_rng(seed).choice([0, 1, 57, 127, 255], (1, 4)).astype(np.uint8)
    row = np.int64(some.view(np.uint32)[0, 0])
    one_by_one = listed(list_pieces, some, 0, 4, 4, 700, start=3)
    assert listed(list_row, row, 700 * EACH_LANE, start=3) == one_by_one


def test_bits_are_listed_in_order() -> None:
    assert listed(list_bits, 0b1011, 20) == [20, 21, 23]


def test_most_may_depend_on_the_seats() -> None:
    traits = Traits()
    traits.group("{}", range(40), most=lambda seats: 4 * seats)
    traits.number("{}", range(3), up_to=20, most=lambda seats: seats - 1)
    assert [traits.most(seats) for seats in (2, 4)] == [10, 22]


def test_there_is_no_name_for_what_is_no_trait() -> None:
    traits = Traits()
    traits.group("{}", range(3))
    with pytest.raises(IndexError, match="traits 0 to 2, not 3"):
        traits.name(3)


@pytest.mark.parametrize("each", EVERY)
def test_observing_is_the_same_compiled(each: Game) -> None:
    lot, match = np.random.default_rng(2), Match(each)
    with interpreted(False):
        each.engine.warm()
    while not match.is_over:
        with interpreted():
            plain = [each.engine.observe(match.board, seat) for seat in range(match.seats)]
        assert [each.engine.observe(match.board, seat) for seat in range(match.seats)] == plain
        match.do(str(lot.choice(match.legal() or list(match.chance()))))


@pytest.mark.parametrize(("each", "box"), boxes().values(), ids=boxes())
def test_terms_tell_the_options_and_stay(each: Game, box: object) -> None:
    seen = {}
    for seats in each.seat_counts:
        state = each.new({**box.options, "seats": seats})  # type: ignore[attr-defined]
        terms = each.terms_of(state)
        assert len(set(terms)) == len(terms) <= each.terms.most(seats)
        names = each.terms.names(terms)
        assert f"seats: {seats}" in names
        seen[tuple(terms)] = names
        for name, value in box.options.items():  # type: ignore[attr-defined]
            assert f"{name}: {value}" in names
    assert len(seen) > 1


def test_a_match_tells_what_a_seat_sees() -> None:
    match = game("ludo").start(seats=2, pawns=1)
    match.do("first 1", "roll 6", "0>1", "roll 3")
    assert match.observe() == ["my pawn 1 at 1", "2 corners on at base: 1 or more",
                               "turn: mine", "die: 3"]  # fmt: skip
    assert match.observe(1)[:3] == ["my pawn 1 at base", "2 corners on at 1: 1 or more",
                                    "turn: 2 corners on"]  # fmt: skip


def test_what_is_hidden_is_no_trait() -> None:
    village = game("rolling-village").start(seats=2)
    village.do("roll 3 4")
    before = village.observe(1)
    village.do("1: " + village.legal(0)[0])
    assert village.observe(1) == before
    assert village.observe(0) != before


def blindfold(each: Game, monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    """From now on nobody sees the traits whose names begin with a word."""
    full = type(each.engine).observe

    def observe(self: object, board: object, seat: int) -> list[int]:
        traits = full(self, board, seat)  # type: ignore[arg-type]
        return [trait for trait in traits if not each.traits.name(trait).startswith(word)]

    monkeypatch.setattr(type(each.engine), "observe", observe)


def check_in_several_lots(each: Game) -> None:
    """What differs only now and then may not be met at once."""
    for seed in range(4):
        sight.check_alike(each, {}, np.random.default_rng(seed))


@pytest.mark.parametrize(
    ("box", "word"),
    [
        ("ludo", "turn"),
        ("ludo", "sixes"),
        ("superludo", "lot: I am"),
        ("superludo", "bonus"),
        ("rolling-village", "die"),
        ("ludoville", "awaited"),
        ("ludoville", "left"),
    ],
)
def test_a_trait_that_is_missing_is_missed(
    box: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    each = game(box)
    blindfold(each, monkeypatch, word)
    with pytest.raises(BrokenPromise, match="look alike and go on differently"):
        check_in_several_lots(each)
