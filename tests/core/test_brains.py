"""Brains: the file, what is refused, the network as written here against NumPy's, looking ahead."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import ludotheque
from ludotheque import research
from ludotheque.core import brains
from ludotheque.core.brains import LEFT, Brain, brain_of, traits_of
from ludotheque.core.compile import interpreted, with_globals
from ludotheque.core.discovery import games
from ludotheque.core.errors import BadBrain, BadOption, BadPolicy, UnknownPolicy
from ludotheque.core.game import BRAIN
from ludotheque.core.lookahead import _NEAR, Lookahead, value_of, values_of
from ludotheque.core.match import Match

LUDO, VILLAGE = games()["ludo"], games()["rolling-village"]
BRAINED = sorted(id for id, game in games().items() if game.has_brain)
SMALL = (8, 4)  # units


def made(game, /, seed=0, by_points=False, units=SMALL, **card) -> Brain:
    """A brain that learned nothing: small, with weights at random."""
    lot = np.random.default_rng(seed)
    first, second = units
    outputs = 1 if by_points else 4
    shapes = {
        "rows": (len(game.senses) + len(game.terms), first), "bias": first,
        "middle": (first, second), "middle_bias": second,
        "last": (second, outputs), "last_bias": outputs,
    }  # fmt: skip
    layers = {name: lot.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    told = {
        "game": game.id, "edition": game.edition, "traits": traits_of(game),
        "by_points": by_points, "spread": 0.1,
    }  # fmt: skip
    return Brain(game, layers, {**told, **card})


def some_matches(game, options, count, seed=0):
    """Matches some way into a game, each where a seat has a choice."""
    lot = np.random.default_rng(seed)
    match = Match(game, options)
    found = 0
    while found < count:
        if match.is_over:
            match = Match(game, options)
        elif not match.waiting:
            match.do(str(lot.choice(list(match.chance()))))
        else:
            seat = match.waiting[0]
            moves = list(match.moves(seat).values())
            if len(moves) > 1:
                found += 1
                yield match, seat
            match.act(seat, int(lot.choice(moves)))


def valued(brain: Brain, match: Match, seat: int) -> np.ndarray:
    """What each seat can expect as a seat sees it, seat 0 first, by NumPy."""
    game, layers = brain.game, brain.layers
    if match.is_over:
        won = np.array(match.ranks) == 1
        return won / won.sum()
    seen = np.zeros(game.senses.most(4), np.uint16)
    count = game.sense(match.state, seat, seen)
    terms = [len(game.senses) + each for each in game.terms_of(match.state)]
    first = layers["bias"] + layers["rows"][[*seen[:count], *terms]].sum(axis=0)
    second = layers["middle_bias"] + np.maximum(first, 0) @ layers["middle"]
    out = (layers["last_bias"] + np.maximum(second, 0) @ layers["last"])[: match.seats]
    shares = np.exp(out - out.max())
    return np.roll(shares / shares.sum(), seat)


def after(match: Match, seat: int, move: int) -> Match:
    """The same match, a move later."""
    later = Match(match.game, match.options, match.state)
    later.act(seat, move)
    return later


@pytest.mark.parametrize("seats", [2, 3])
def test_the_kernel_says_what_numpy_says(seats: int) -> None:
    brain = made(LUDO)
    with interpreted(False):
        for match, seat in some_matches(LUDO, {"seats": seats}, 20):
            moves, shares = brain.prospects(match.board, seat)
            assert moves == list(match.moves(seat).values())
            expected = [valued(brain, after(match, seat, move), seat) for move in moves]
            assert np.allclose(shares, expected, atol=1e-5)


def test_an_ending_is_worth_what_it_is() -> None:
    options = {"seats": 2, "pawns": 1}
    state = LUDO.read({"pawns": [[55], [20]], "turn": 1, "die": 2}, options)
    match = Match(LUDO, options, state)
    with interpreted():
        moves, shares = made(LUDO).prospects(match.board, 0)
    assert len(moves) == 1
    assert shares.tolist() == [[1, 0]]


def test_it_plays_the_best_and_interpreted_the_same() -> None:
    brain = made(LUDO, 1)
    for match, seat in some_matches(LUDO, {"seats": 2}, 5, seed=3):
        with interpreted(False):
            moves, shares = brain.prospects(match.board, seat)
            chosen = brain.choose(match.board, seat)
        assert chosen == moves[int(shares[:, seat].argmax())]
        with interpreted():
            assert brain.choose(match.board, seat) == chosen


def test_warmth_makes_it_less_sure() -> None:
    brain = made(LUDO, 1)
    match, seat = next(some_matches(LUDO, {"seats": 2}, 1, seed=3))
    with interpreted(False):
        cool = {brain.choose(match.board, seat, seed) for seed in range(60)}
        warm = {brain.choose(match.board, seat, seed, warmth=1000) for seed in range(60)}
    assert len(cool) == 1
    assert warm == set(match.moves(seat).values())


def test_a_file_keeps_it(tmp_path: Path) -> None:
    brain = made(LUDO)
    brain.save(tmp_path / BRAIN)
    again = Brain.load(LUDO, tmp_path / BRAIN)
    assert again.card == brain.card
    for name, layer in brain.layers.items():
        assert np.allclose(again.layers[name], layer, atol=2e-3)


def test_a_large_one_is_kept_in_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    brain = made(LUDO, units=(64, 8))
    brain.layers["rows"][7] *= 1000  # what one trait is worth takes nothing from the others
    brain.save(tmp_path / "half")
    monkeypatch.setattr("ludotheque.core.brains._LARGE", 1)
    brain.save(tmp_path / "bytes")
    assert (tmp_path / "bytes").stat().st_size < 0.7 * (tmp_path / "half").stat().st_size
    again = Brain.load(LUDO, tmp_path / "bytes")
    for name, layer in brain.layers.items():
        largest = np.abs(layer).max(axis=-1, keepdims=True)
        assert (np.abs(again.layers[name] - layer) <= largest / 250).all()


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"game": "chess"}, "other rules than those of ludo now"),
        ({"edition": 1}, "other rules .* train a new one with `ludotheque train ludo`"),
        ({"traits": "0"}, "other traits"),
    ],
)
def test_one_that_does_not_fit_is_refused(tmp_path: Path, changed: dict, words: str) -> None:
    with pytest.raises(BadBrain, match=words):
        made(LUDO, **changed)
    brain = made(LUDO)
    held = {**brain.layers, "card": json.dumps({**brain.card, **changed})}
    np.savez(tmp_path / "old.npz", **held)
    with pytest.raises(BadBrain, match=words):
        Brain.load(LUDO, tmp_path / "old.npz")


def test_what_is_no_brain_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadBrain, match=r"ludo has no brain in .*gone\.npz: there is no such file"):
        Brain.load(LUDO, tmp_path / "gone.npz")
    (tmp_path / "text.npz").write_text("not an archive")
    with pytest.raises(BadBrain, match=r"text\.npz: is no brain"):
        Brain.load(LUDO, tmp_path / "text.npz")
    np.savez(tmp_path / "other.npz", rows=np.zeros(3))
    with pytest.raises(BadBrain, match=r"other\.npz: is no brain"):
        Brain.load(LUDO, tmp_path / "other.npz")


class _Warp:
    """Lanes that go through the same code, each in a thread, and tell each other values."""

    def __init__(self, lanes: int):
        self.told = [0.0] * lanes
        self.own = threading.local()
        self.all = threading.Barrier(lanes)

    def lane(self) -> int:
        return self.own.number

    def of_lane(self, value, which):
        self.told[self.lane()] = value
        self.all.wait()
        found = self.told[which]
        self.all.wait()
        return found


def test_lanes_that_share_a_network_come_to_what_one_would() -> None:
    """What a warp of a GPU does, here with eight lanes."""
    lot, lanes = np.random.default_rng(0), 8
    sizes = {"_FIRST": 64, "_SECOND": 128}
    shapes = [(9, 64), 64, (64, 128), 128, (128, 3), 3]
    weights = tuple(lot.normal(size=shape).astype(np.float32) for shape in shapes)
    traits = np.array([2, 5, 8], np.uint16)

    def reckon(names):
        parts = {
            name: with_globals(getattr(brains, name), names) for name in ("pass_on", "conclude")
        }
        out = np.zeros(3, np.float32)
        with_globals(brains.think, {**names, **parts})(traits, 3, weights, out)
        return out

    alone, warp = reckon(sizes), _Warp(lanes)

    def one(number: int):
        warp.own.number = number
        return reckon({**sizes, "TOGETHER": lanes, "lane": warp.lane, "of_lane": warp.of_lane})

    with ThreadPoolExecutor(lanes) as pool:
        for found in pool.map(one, range(lanes)):
            assert np.allclose(found, alone, rtol=1e-5)


@pytest.mark.parametrize("id", BRAINED)
def test_those_of_ours_fit_their_games_and_are_small(id: str) -> None:
    game = games()[id]
    assert brain_of(game).card["decisions"] > 1e8
    assert (game.folder / BRAIN).stat().st_size <= 1_000_000
    assert (game.folder / "brain.md").is_file()


def test_it_is_a_policy_by_name() -> None:
    with interpreted(False):
        played = ludotheque.simulate(LUDO, 300, options={"seats": 2}, policies=["brain", "random"])
    assert played.policies == ("brain", "random")
    assert played.won[:, 0].mean() > 0.85
    with interpreted(False):
        batch = ludotheque.Batch(LUDO, 4, options={"seats": 3}, seed=1)
        assert set(batch.choose("brain")) <= set(range(4))


def test_a_game_without_one_has_no_such_policy() -> None:
    bare = replace(LUDO)
    bare.__dict__["has_brain"] = False
    with pytest.raises(UnknownPolicy, match="no policy 'brain'; it has random, fast"):
        ludotheque.simulate(bare, 1, policies="brain")


class TestLookingAhead:
    def test_the_mean_over_dice_of_the_best_replies(self) -> None:
        """One decision ahead, against the same reckoned step by step."""
        brain, engine = made(LUDO), LUDO.engine
        with interpreted(False):
            for match, seat in some_matches(LUDO, {"seats": 2}, 5, seed=5):
                for move in match.moves(seat).values():
                    moved = after(match, seat, move)
                    odds = [] if moved.is_over else engine.weights(moved.board)
                    parts = [self.worth(brain, moved, outcome) for outcome in range(len(odds))]
                    if not parts:  # it is over
                        parts, odds = [valued(brain, moved, seat)], [1]
                    expected = np.average(parts, axis=0, weights=odds)[seat]
                    weights = brain.weights(match.state)
                    [found] = Lookahead(brain)._values(1, match.board, seat, [move], weights)
                    assert found == pytest.approx(expected, abs=1e-5)

    def worth(self, brain: Brain, match: Match, outcome: int) -> np.ndarray:
        """What a roll leads to."""
        roller = LUDO.engine.look(match.board).roller
        rolled = Match(LUDO, match.options, match.state)
        rolled.happen(outcome)
        if not rolled.waiting:  # in vain
            assert roller is not None
            return valued(brain, rolled, roller)
        seat = rolled.waiting[0]
        replies = [valued(brain, after(rolled, seat, m), seat) for m in rolled.moves(seat).values()]
        return max(replies, key=lambda shares: shares[seat])

    def test_two_decisions_ahead_replies_that_lag_behind_at_sight_are_left_out(self) -> None:
        brain, seen = made(LUDO), set()
        with interpreted(False):
            for match, seat in islice(some_matches(LUDO, {"seats": 2}, 40, seed=5), 0, None, 13):
                move = next(iter(match.moves(seat).values()))
                expected = self.foreseen(brain, after(match, seat, move), seat, 2, seen)
                weights = brain.weights(match.state)
                found = values_of(brain, match.board, seat, [move], weights, 2)[0, :2]
                assert np.allclose(found, expected, atol=1e-5)
        assert seen == {True, False}  # some were left out, some were not

    def foreseen(self, brain: Brain, match: Match, mover: int, depth: int, seen: set) -> np.ndarray:
        """What each seat can expect after a move, step by step."""
        if match.is_over or not depth:
            return valued(brain, match, mover)
        roller, parts = LUDO.engine.look(match.board).roller, []
        for outcome in range(6):
            rolled = Match(LUDO, match.options, match.state)
            rolled.happen(outcome)
            if not rolled.waiting:  # in vain
                parts.append(valued(brain, rolled, roller))
                continue
            seat = rolled.waiting[0]
            replies = [after(rolled, seat, each) for each in rolled.moves(seat).values()]
            sights = [valued(brain, each, seat)[seat] for each in replies]
            close = [sight >= max(sights) - _NEAR or depth == 1 for sight in sights]
            seen |= set(close)
            looked = [
                self.foreseen(brain, reply, seat, depth - 1, seen)
                for reply, is_close in zip(replies, close, strict=True)
                if is_close
            ]
            parts.append(max(looked, key=lambda shares: shares[seat]))
        return np.mean(parts, axis=0)

    def test_it_asks_the_brain_no_more_often_than_it_may(self) -> None:
        brain = made(LUDO)
        match, seat = next(some_matches(LUDO, {"seats": 2}, 1, seed=5))
        weights, moves = brain.weights(match.state), list(match.moves(seat).values())
        with interpreted():
            weights[6][LEFT] = 10
            values_of(brain, match.board, seat, moves, weights, 0)
            assert weights[6][LEFT] == 10 - len(moves)
            values_of(brain, match.board, seat, moves, weights, 1)
            assert weights[6][LEFT] == 0

    def test_where_points_count_it_goes_on_whatever_the_others_do(self) -> None:
        brain = made(VILLAGE, by_points=True)
        match = Match(VILLAGE, {"seats": 2})
        match.happen(8)
        while 0 in match.waiting:
            match.act(0, next(iter(match.moves(0).values())))
        before, weights = match.board.copy(), brain.weights(match.state)
        with interpreted():
            now, then = (value_of(brain, match.board, 0, weights, depth)[0] for depth in (0, 1))
        assert now != then
        assert match.board == before

    def test_it_keeps_to_its_time(self) -> None:
        brain = brain_of(LUDO)
        with interpreted(False):
            match, seat = next(some_matches(LUDO, {"seats": 4}, 1, seed=5))
            ahead = Lookahead(brain)
            ahead.warm(match.board, seat)
            legal = set(match.moves(seat).values())
            assert ahead.choose(match.board, seat, 0.0) in legal
            assert ahead.choose(match.board, seat, 0.05) in legal

    def test_it_looks_no_further_than_there_is_time_for(self, monkeypatch) -> None:
        """By a clock that goes on by a thousandth of a second whenever the brain is asked."""
        brain, clock, deepest = made(LUDO), [0.0], []

        def asked(brain, board, seat, moves, weights, depth):
            wanted = len(moves) * 20**depth
            done = min(wanted, int(min(weights[6][LEFT], 1e6)))
            clock[0] += done / 1000
            weights[6][LEFT] -= done
            deepest.append(depth)
            return np.array([[0.5 - k / 1000] * 4 for k in range(len(moves))])

        monkeypatch.setattr("ludotheque.core.lookahead.values_of", asked)
        monkeypatch.setattr("ludotheque.core.lookahead.time.thread_time", lambda: clock[0])
        match, seat = next(m for m in some_matches(LUDO, {"seats": 2}, 50) if len(m[0].legal()) > 2)
        for seconds in (0.0, 0.01, 0.1, 1.0, 5.0, 1000.0):
            begun = clock[0]
            deepest.clear()
            assert Lookahead(brain).choose(match.board, seat, seconds) in match.moves(seat).values()
            assert clock[0] - begun <= max(seconds, 0.001 * len(match.legal()))  # at sight, always
        assert max(deepest) == 3


def test_a_policy_plays_only_what_it_was_made_for() -> None:
    policy = made(LUDO).policy({"seats": 2})
    words = "brain was made for games with seats: 2, and these have seats: 4: policy"
    with pytest.raises(BadPolicy, match=words):
        ludotheque.simulate(LUDO, 1, policies=policy)
    with pytest.raises(BadPolicy, match="brain was made for ludo, not for superludo"):
        ludotheque.Batch(games()["superludo"], 1, options={"seats": 2}).choose(policy)
    with pytest.raises(BadPolicy, match=words):
        research.tournament(LUDO, [policy, "random"], 4)


def test_a_file_may_be_told_as_text(tmp_path: Path) -> None:
    made(LUDO).save(str(tmp_path / "brain.npz"))
    loaded = Brain.load(LUDO, str(tmp_path / "brain.npz"))
    assert repr(loaded) == "<Brain of ludo: layers of 8 and 4 units>"
    with pytest.raises(BadOption, match="there is no folder"):
        loaded.save(tmp_path / "gone" / "brain.npz")


def test_nobody_is_colder_than_cold() -> None:
    with pytest.raises(BadOption, match="warmth is a number, 0 or more, not -1"):
        made(LUDO).policy({"seats": 2}, warmth=-1)
