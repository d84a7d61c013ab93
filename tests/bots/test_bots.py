import asyncio

import numpy as np
import pytest

from ludotheque.bots import (
    LEVELS,
    Bot,
    Level,
    Thinkers,
    UnknownLevel,
    bot,
    bot_name,
    label,
    level,
)
from ludotheque.bots.rollouts import Search, is_warm, points_sign, warm_search
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
    """Interpreted here, so the hard one answers by the strongest policy, as before it is warm."""
    match = steps(games()[id], 12)
    seat = match.waiting[0]
    view = Match(match.game, match.options, match.game.engine.seen(match.board, seat)[0])
    chosen = bot(match.game, level_id).choose(view, seat, seed=1)
    assert chosen in match.moves(seat).values()


def test_the_same_seed_gives_the_same_choice(compiled):
    match = steps(compiled, 60)
    seat = match.waiting[0]
    thinker = Bot(compiled, Level("hard", 0.0, 500))
    assert len({thinker.choose(match, seat, seed=4) for _ in range(5)}) == 1


def test_an_easy_bot_errs_and_a_medium_one_does_not(compiled):
    match = next(m for m in (steps(compiled, 80, k) for k in range(50)) if len(m.legal()) > 2)
    seat = match.waiting[0]
    easy = {bot(compiled, "easy").choose(match, seat, seed) for seed in range(0, 10**4, 97)}
    medium = {bot(compiled, "medium").choose(match, seat, seed) for seed in range(0, 10**4, 97)}
    assert len(easy) == len(match.legal())
    assert len(medium) == 1


def test_a_search_finds_the_better_move(compiled):
    """One pawn two short of the end, another far behind: a 2 brings the first one home."""
    state = compiled.read(
        {"pawns": [[3, 55], [20, 20]], "turn": 1, "die": 2}, {"seats": 2, "pawns": 2}
    )
    match = Match(compiled, {"seats": 2, "pawns": 2}, state)
    thinker = Bot(compiled, Level("hard", 0.0, 10_000))
    assert match.moves()["55>57"] == thinker.choose(match, 0, seed=1)


def test_a_search_spends_no_more_time_than_it_was_given(compiled):
    import time

    match = next(m for m in (steps(compiled, 60, k) for k in range(50)) if len(m.legal()) > 2)
    thinker = Bot(compiled, Level("hard", 0.0, 10**9, seconds=0.05))
    began = time.perf_counter()
    thinker.choose(match, match.waiting[0], seed=1)
    assert time.perf_counter() - began < 2  # a machine may be busy


def test_levels_are_ordered(compiled):
    quick = tournament(compiled, ["medium", "easy"], 60, options={"seats": 2})
    assert quick.leads[0].player == "medium"
    assert quick.leads[0].interval[0] > 0
    searching = Bot(compiled, Level("searching", 0.0, 300))
    small = {"seats": 2, "pawns": 2}
    assert tournament(compiled, [searching, "easy"], 20, options=small).standings[0].share > 0.5


def test_many_points_are_good_in_the_model_game():
    assert points_sign(MODEL) == 1


def test_a_search_that_is_not_warm_is_not_begun():
    game = next((each for each in games().values() if not is_warm(each)), None)
    if game is not None:
        match = steps(game, 5)
        assert bot(game, "hard").choose(match, match.waiting[0]) in match.moves().values()


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


def test_bots_have_names_and_levels_have_labels():
    assert len({bot_name(seat) for seat in range(12)}) == 12
    for language in LANGUAGES:
        assert len({label(each, language) for each in LEVELS}) == len(LEVELS)
    assert label("hard", "en") == "Hard"
    with pytest.raises(UnknownLevel, match="there are easy, medium, hard"):
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
            ask = compiled, match.state.tobytes(), seat, match.seats, "hard"
            first = await thinkers.choose(*ask)
            for process in list(thinkers._pool._processes.values()):
                process.kill()
            return first, await thinkers.choose(*ask)
        finally:
            thinkers.close()

    assert set(asyncio.run(think())) <= set(match.moves(seat).values())
