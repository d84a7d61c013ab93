import asyncio
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from itertools import pairwise
from multiprocessing import get_context

import numpy as np
import pytest

from ludotheque.bots import (
    LEVELS,
    Thinkers,
    UnknownLevel,
    bot,
    label,
    level,
    pool,
    warmth_of,
)
from ludotheque.bots.readiness import is_thoughtful, is_warm, warm_policies, warm_search
from ludotheque.bots.rollouts import Search, points_sign
from ludotheque.core.compile import interpreted
from ludotheque.core.discovery import games
from ludotheque.core.match import Match
from ludotheque.core.texts import LANGUAGES
from ludotheque.research import tournament

EVERY = sorted(games())
MODEL = games()["ludo"]


@pytest.fixture(scope="module")
def compiled():
    with interpreted(False):
        warm_search(MODEL)
        yield MODEL


def steps(game, n, seed=0):
    """A match some way into a game, where a seat waits."""
    lot = np.random.default_rng(seed)
    match = Match(game)
    while not match.is_over and (len(match.steps) < n or not match.waiting):
        if match.waiting:
            seat = int(lot.choice(match.waiting))
            match.act(seat, int(lot.choice(list(match.moves(seat).values()))))
        else:
            match.do(str(lot.choice(list(match.chance()))))
    return match


@pytest.mark.parametrize("id", EVERY)
@pytest.mark.parametrize("level_id", LEVELS)
def test_every_game_has_bots_of_every_level(id, level_id):
    """Interpreted here, so all of them answer by policies, as before they are warm."""
    match = steps(games()[id], 12)
    seat = match.waiting[0]
    view = Match(match.game, match.options, match.game.engine.seen(match.board, seat)[0])
    chosen = bot(match.game, level_id).choose(view, seat, seed=1)
    assert chosen in match.moves(seat).values()


def test_the_same_seed_gives_the_same_choice(compiled):
    match = steps(compiled, 60)
    seat = match.waiting[0]
    for thinker in (bot(compiled, "beginner"), bot(compiled, "hard"), Search(compiled, 500)):
        choose = getattr(thinker, "think", thinker.choose)
        assert len({choose(match.board, seat, match.seats, 4) for _ in range(5)}) == 1


def test_a_beginner_errs_and_a_master_does_not(compiled):
    match = next(m for m in (steps(compiled, 80, k) for k in range(50)) if len(m.legal()) > 2)
    seat = match.waiting[0]
    chosen = {
        id: {bot(compiled, id).choose(match, seat, seed) for seed in range(20)}
        for id in ("beginner", "master")
    }
    assert len(chosen["beginner"]) > 1
    assert len(chosen["master"]) == 1


def test_without_a_brain_a_beginner_blunders_and_a_hard_one_plays_its_best_policy():
    match = next(m for m in (steps(MODEL, 80, k) for k in range(50)) if len(m.legal()) > 2)
    seat = match.waiting[0]
    with interpreted():
        chosen = {
            id: {bot(MODEL, id).choose(match, seat, seed) for seed in range(0, 10**4, 97)}
            for id in ("beginner", "hard")
        }
    assert len(chosen["beginner"]) == len(match.legal())
    assert len(chosen["hard"]) == 1


def test_a_search_finds_the_better_move(compiled):
    """One pawn two short of the end, another far behind: a 2 brings the first one home."""
    state = compiled.read(
        {"pawns": [[3, 55], [20, 20]], "turn": 1, "die": 2}, {"seats": 2, "pawns": 2}
    )
    match = Match(compiled, {"seats": 2, "pawns": 2}, state)
    search = Search(compiled, 10_000).choose(match.board, 0, 2, seed=1)
    assert match.moves()["55>57"] == search == bot(compiled, "master").choose(match, 0)


def test_a_search_spends_no_more_time_than_it_was_given(compiled):
    match = next(m for m in (steps(compiled, 60, k) for k in range(50)) if len(m.legal()) > 2)
    Search(compiled, 1).choose(match.board, match.waiting[0], 4, seed=1)  # compiled by now
    for thinker in (
        lambda: bot(compiled, "master").choose(match, match.waiting[0], seed=1),
        lambda: Search(compiled, 10**9, 0.05).choose(match.board, match.waiting[0], 4, seed=1),
    ):
        began = time.thread_time()
        thinker()
        assert time.thread_time() - began < 0.3  # of this thread alone, however busy others are


def test_levels_are_ordered(compiled):
    for better, other in (("hard", "easy"), ("beginner", "random")):
        cup = tournament(compiled, [better, other], 100, options={"seats": 2})
        assert cup.leads[0].player == better
        assert cup.leads[0].interval[0] > 0


@pytest.mark.parametrize("id", EVERY)
def test_the_higher_a_level_the_cooler_it_plays_in_every_game(id):
    warmths = [bot(games()[id], each).warmth for each in LEVELS]
    assert warmths == sorted(set(warmths), reverse=True)
    assert warmths[-1] == 0


def test_a_game_says_how_warm_its_levels_are(tmp_path):
    (tmp_path / "warmth.json").write_text('{"hard": 0.125}')
    other = replace(MODEL)
    other.__dict__["folder"] = tmp_path
    assert warmth_of(other, level("hard")) == 0.125
    assert warmth_of(other, level("easy")) == level("easy").warmth


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("id", EVERY)
def test_every_level_beats_the_one_below(id, seats):
    game = games()[id]
    with interpreted(False):
        warm_policies(game)
        for better, other in pairwise(["hard", "medium", "easy", "beginner", "random"]):
            cup = tournament(game, [better], 3000, options={"seats": seats}, field=other)
            low, _ = next(row for row in cup.standings if row.player == better).share_interval
            assert low > 1 / seats, (better, other)


def test_many_points_are_good_in_the_model_game():
    assert points_sign(MODEL) == 1


def test_a_search_that_is_not_warm_is_not_begun():
    game = next((each for each in games().values() if not is_warm(each)), None)
    if game is not None:
        match = steps(game, 5)
        assert bot(game, "master").choose(match, match.waiting[0]) in match.moves().values()


def test_a_brain_is_asked_once_it_is_compiled():
    with interpreted():
        warm_policies(MODEL)
        assert not is_thoughtful(MODEL)
    with interpreted(False):
        warm_policies(MODEL)
        assert is_thoughtful(MODEL)


def test_an_interpreted_search_agrees_with_the_compiled_one(compiled):
    options = {"seats": 2, "pawns": 2}
    late = {"pawns": [[55, 51], [54, 50]], "turn": 1, "die": 1}
    match = Match(compiled, options, compiled.read(late, options))
    seat, board = match.waiting[0], match.board
    actions = list(match.moves(seat).values())
    fast = Search(compiled, 1).values(board, seat, match.seats, actions)
    with interpreted():
        slow = Search(compiled, 1).values(board, seat, match.seats, actions)
    assert np.array_equal(fast, slow)


def test_levels_have_labels():
    for language in LANGUAGES:
        assert len({label(each, language) for each in LEVELS}) == len(LEVELS)
    assert label("hard", "en") == "Hard"
    with pytest.raises(UnknownLevel, match="there are beginner, easy, medium, hard, master"):
        level("divine")


def test_thinking_in_this_process(compiled):
    match = steps(compiled, 40)
    seat = match.waiting[0]

    async def think():
        thinkers = Thinkers(0)
        try:
            await thinkers.ready(compiled)
            return [
                await thinkers.choose(compiled, match.state.tobytes(), seat, match.seats, each)
                for each in LEVELS
            ]
        finally:
            thinkers.close()

    assert set(asyncio.run(think())) <= set(match.moves(seat).values())


def test_workers_think_and_survive_a_killed_one(compiled):
    match = steps(compiled, 40)
    seat = match.waiting[0]

    async def think():
        thinkers = Thinkers(1)
        try:
            ask = compiled, match.state.tobytes(), seat, match.seats, "master"
            first = await thinkers.choose(*ask)
            for process in list(thinkers._pool._processes.values()):
                process.kill()
            return first, await thinkers.choose(*ask)
        finally:
            thinkers.close()

    assert set(asyncio.run(think())) <= set(match.moves(seat).values())


def test_a_worker_ends_before_a_compiler_is_taken_down_under_its_thread(tmp_path):
    mark = tmp_path / "taken down"
    begins = f"""
import atexit, pathlib
from ludotheque.bots import pool
atexit.register(pathlib.Path({str(mark)!r}).touch)
pool._begin()
"""
    with ProcessPoolExecutor(1, get_context("spawn"), exec, (begins,)) as workers:
        assert workers.submit(pow, 2, 3).result() == 8
    assert not mark.exists()


class Mortal(Executor):
    """Workers of whom so many die of the first question."""

    def __init__(self, deaths):
        self.deaths = deaths

    def submit(self, function, /, *given):
        answer = Future()
        if self.deaths:
            self.deaths -= 1
            answer.set_exception(BrokenProcessPool())
        else:
            answer.set_result(True)
        return answer


@pytest.mark.parametrize(("deaths", "is_ready"), [(0, True), (2, True), (3, False)])
def test_kernels_are_waited_for_by_who_sees_workers_die_of_them(
    compiled, monkeypatch, deaths, is_ready
):
    monkeypatch.setattr(pool, "_POLL", 0)

    async def wait():
        thinkers, workers = Thinkers(1), Mortal(deaths)
        monkeypatch.setattr(thinkers, "_started", lambda: workers)
        return await thinkers.ready(compiled)

    assert asyncio.run(wait()) == is_ready
