"""Random play on a GPU, beside pgx on the same one; and whether the GPU plays the same games.

    python -m benchmarks.gpu results.md

Needs a GPU and CuPy; pgx and JAX for the peers. Where Numba is missing the PTX must have been made
elsewhere (``LUDOTHEQUE_CACHE``), and the games to compare with are played interpreted.
"""

import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque import Batch, simulate
from ludotheque.core import cuda
from ludotheque.core.choosing import without_lists
from ludotheque.core.compile import interpreted
from ludotheque.core.discovery import boxes
from ludotheque.core.game import Box, Game
from ludotheque.core.openings import openings
from ludotheque.core.policies import seated, weights_of

GAMES = {"ludo": 1 << 24, "ludo-classique": 1 << 24, "superludo": 1 << 23}
OTHERS = 1 << 22  # games of the other boxes
COMPARED = 2000  # games of each policy that are played here too,
INTERPRETED = 30  # and fewer where nothing is compiled here
ASKED = 256  # games in which brains are asked for a move, here and there
BRAINS = 1 << 9  # games among brains, which take a thread long
ROWS = 1 << 18  # of a batch
PART = 1 << 19  # games begun together
STEPS = 50
SAME = ("ranks", "scores", "plies", "choices", "rolls", "records")


def rates(game: Game, box: Box, policy: str, n: int) -> str:
    """Decisions a second, played and left there, and with results fetched; the best of three."""
    values = game.chosen(box.options)
    players = seated(game, policy, values)
    player = cuda.Player(
        without_lists(game, players), openings(game, values), len(players), 1,
        weights_of(players), game.is_in_step,
    )  # fmt: skip
    alone, fetched = [], []
    for seed in range(3):
        player.seed = seed
        began = time.perf_counter()
        size = min(n, PART)
        parts = [player.begin(first, size, with_states=False) for first in range(0, n, size)]
        cuda.arrays().cuda.Device().synchronize()
        took = time.perf_counter() - began
        alone.append(sum(int(part[-1][:, 0].sum(dtype=np.int64)) for part in parts) / took)
        began = time.perf_counter()
        run = simulate(game, n, options=box.options, policies=policy, seed=seed, device="cuda",
                       progress=False)  # fmt: skip
        took = time.perf_counter() - began
        fetched.append(int(run.plies.sum()) / took)
    return f"{max(alone):.3g} | {max(fetched):.3g}"


def is_same(game: Game, box: Box, policy: str) -> bool:
    """Whether some games come to the same bytes here and on the GPU."""
    is_slow = find_spec("numba") is None
    n, how = INTERPRETED if is_slow else COMPARED, {"options": box.options, "policies": policy}
    with interpreted(is_slow):
        here = simulate(game, n, **how, seed=7, records=True)
    there = simulate(game, n, **how, seed=7, records=True, device="cuda")
    return all(getattr(here, each).tobytes() == getattr(there, each).tobytes() for each in SAME)


def batch_rate(game: Game, box: Box) -> float:
    """Steps a second of a batch with masks and traits, the actions chosen at random."""
    batch = Batch(game, ROWS, options=box.options, seed=1, masks=True, device="cuda")
    cupy = cuda.arrays()
    for lap in range(2):
        if lap:
            cupy.cuda.Device().synchronize()
            began = time.perf_counter()
        for _ in range(STEPS):
            batch.step(batch.choose("random"))
        cupy.cuda.Device().synchronize()
    return ROWS * STEPS / (time.perf_counter() - began)


def is_same_batch(game: Game, box: Box) -> bool:
    """Whether a batch sees, tries and plays the same here and on the GPU."""
    with interpreted(find_spec("numba") is None):
        here = Batch(game, 12, options=box.options, seed=2, masks=True)
        there = Batch(game, 12, options=box.options, seed=2, masks=True, device="cuda")
        for _ in range(20):
            tried = here.afterstates(), there.afterstates()
            same = here.states.tobytes() == there.states.tobytes()
            for name in ("seat", "count", "traits", "masks", "ranks"):
                same &= getattr(here, name).tolist() == getattr(there, name).tolist()
            for name in ("games", "actions", "traits", "is_over", "ranks"):
                same &= getattr(tried[0], name).tolist() == getattr(tried[1], name).tolist()
            actions = here.choose("random")
            same &= actions.tolist() == there.choose("random").tolist()
            if not same:
                return False
            here.step(actions)
            there.step(actions)
    return True


def brains_alike(game: Game, box: Box) -> str:
    """How often a brain chooses the same here and there, decision after decision, of those free."""
    here = Batch(game, ASKED, options=box.options, seed=3)
    there = Batch(game, ASKED, options=box.options, seed=3, device="cuda")
    free = same = 0
    for _ in range(STEPS):
        chosen, other = here.choose("brain"), there.choose("brain").get()
        is_free = here.count > 1
        free += int(is_free.sum())
        same += int((chosen == other)[is_free].sum())
        here.step(chosen)
        there.step(chosen)
    return f"{same:,} of {free:,}"


def peer_rate(name: str) -> float:
    """Steps a second of a game of pgx, random play, the best of some batch sizes."""
    import jax
    import pgx
    from pgx.experimental import act_randomly, auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def measured(size: int) -> float:
        def advance(carry: Any, _: None) -> tuple[Any, None]:
            states, key = carry
            key, one, other = jax.random.split(key, 3)
            action = act_randomly(one, states.legal_action_mask)
            return (step(states, action, jax.random.split(other, size)), key), None

        @jax.jit
        def many(states: Any, key: Any) -> Any:
            return jax.lax.scan(advance, (states, key), None, length=STEPS)[0]

        key = jax.random.PRNGKey(0)
        carry = many(jax.jit(jax.vmap(env.init))(jax.random.split(key, size)), key)
        jax.block_until_ready(carry)
        began = time.perf_counter()
        jax.block_until_ready(many(*carry))
        return size * STEPS / (time.perf_counter() - began)

    return max(measured(1 << bits) for bits in (12, 14, 17))


def tried(what: Callable[[], Any]) -> Any:
    try:
        return what()
    except Exception as error:
        return f"failed: {type(error).__name__}: {error}"[:200]


def lines() -> Iterator[str]:
    """The report, as it is made."""
    name = cuda.arrays().cuda.runtime.getDeviceProperties(0)["name"].decode()
    yield f"# Random play on one {name}, {time.strftime('%Y-%m-%d')}\n"
    yield "| box | policy | decisions/s | with results fetched | same to the byte |"
    yield "|---|---|---|---|---|"
    for box_id, (game, box) in boxes().items():
        n = GAMES.get(box_id, OTHERS)
        for policy in game.all_policies:
            games = n if policy == "random" else n // 16
            made = tried(lambda g=game, b=box, p=policy, k=games: rates(g, b, p, k))
            same = tried(lambda g=game, b=box, p=policy: is_same(g, b, p))
            yield f"| {box_id} | {policy} | {made} | {same} |"
    yield "\n| batch of | steps/s with masks and traits | same to the byte |\n|---|---|---|"
    for box_id, (game, box) in boxes().items():
        made = tried(lambda g=game, b=box: f"{batch_rate(g, b):.3g}")
        yield f"| {box_id} | {made} | {tried(lambda g=game, b=box: is_same_batch(g, b))} |"
    yield "\n| pgx | steps/s |\n|---|---|"
    for peer in ("backgammon", "2048"):
        yield f"| {peer} | {tried(lambda p=peer: f'{peer_rate(p):.3g}')} |"
    yield "\n| brains of | decisions/s | with results fetched | same choice as on a CPU |"
    yield "|---|---|---|---|"
    for box_id, (game, box) in boxes().items():
        if game.has_brain:
            made = tried(lambda g=game, b=box: rates(g, b, "brain", BRAINS))
            yield f"| {box_id} | {made} | {tried(lambda g=game, b=box: brains_alike(g, b))} |"


def main() -> None:
    with Path(sys.argv[1]).open("w", encoding="utf-8") as file:
        for line in lines():
            print(line, flush=True)
            print(line, file=file, flush=True)


if __name__ == "__main__":
    np.seterr(over="ignore")
    main()
