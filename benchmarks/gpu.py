"""Games on a GPU: how many a second, beside pgx there, and whether they are the same games.

    python -m benchmarks.gpu prepare folder
    python -m benchmarks.gpu measure folder results.md [--only ludoville]

To prepare takes Numba and its CUDA, but no GPU: kernels are made into PTX, and what the games here
come to is noted. To measure takes a GPU and CuPy, no Numba; pgx and JAX for the peers.
"""

import argparse
import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from ludotheque import Batch, simulate
from ludotheque.core import cuda
from ludotheque.core.choosing import without_lists
from ludotheque.core.discovery import boxes
from ludotheque.core.game import Box, Game
from ludotheque.core.gpu import Target
from ludotheque.core.openings import openings
from ludotheque.core.policies import seated, weights_of

GAMES = {"ludo": 1 << 24, "ludo-classique": 1 << 24, "superludo": 1 << 23}
OTHERS = 1 << 22  # games of the other boxes
COMPARED = 2000  # games of each policy that are played here and there
ASKED = 256  # games in which brains are asked for a move, here and there
BRAINS = 1 << 13  # games among brains, which take long,
CONTESTS = 10_000  # and of one among the strongest policy
PART = 1 << 20  # games begun together
ROWS = 1 << 18  # of a batch that is timed,
FEW = 200  # and of one that is compared
STEPS = 50
SAME = ("ranks", "scores", "plies", "choices", "rolls", "records")


# What is compared


def games_of(game: Game, box: Box, policy: str, device: str) -> str:
    """A digest of what came of some games."""
    run = simulate(game, COMPARED, options=box.options, policies=policy, seed=7, records=True,
                   device=device, progress=False)  # fmt: skip
    return digest(getattr(run, each) for each in SAME)


def course_of(game: Game, box: Box, device: str) -> str:
    """A digest of all that a batch sees, tries and plays for some steps."""
    batch = Batch(game, FEW, options=box.options, seed=2, masks=True, device=device)

    def seen() -> Iterator[Any]:
        for _ in range(STEPS):
            tried, chosen = batch.afterstates(), batch.choose("random")
            yield from (batch.states, batch.seat, batch.count, batch.traits, batch.masks)
            yield from (batch.ranks, batch.lengths, chosen)
            yield from (tried.games, tried.actions, tried.traits, tried.is_over, tried.ranks)
            batch.step(chosen)

    return digest(map(here, seen()))


def brains_choose(game: Game, box: Box) -> dict[str, Any]:
    """What a brain chooses, decision after decision, and where it had a choice."""
    batch = Batch(game, ASKED, options=box.options, seed=3)
    chosen, free = [], []
    for _ in range(STEPS):
        free.append(batch.count > 1)
        chosen.append(batch.choose("brain"))
        batch.step(chosen[-1])
    return {"chosen": np.array(chosen), "free": np.array(free)}


def brains_alike(game: Game, box: Box, chosen: Any, free: Any) -> str:
    """How often a brain on the GPU chooses the same in the same games."""
    batch = Batch(game, ASKED, options=box.options, seed=3, device="cuda")
    same = 0
    for actions, is_free in zip(chosen, free, strict=True):
        same += int((batch.choose("brain").get() == actions)[is_free].sum())
        batch.step(actions)
    return f"{same:,} of {int(free.sum()):,}"


def contest(game: Game, box: Box) -> list[str]:
    """A brain in the first seat, the game's strongest policy in the others."""
    rivals = len(seated(game, "random", game.chosen(box.options))) - 1
    return ["brain", *[list(game.all_policies)[-1]] * rivals]


def wins_of_brain(game: Game, box: Box, device: str) -> str:
    """The share of such games that the brain wins, or its points where it is alone."""
    run = simulate(game, CONTESTS, options=box.options, policies=contest(game, box), seed=5,
                   device=device, progress=False)  # fmt: skip
    if run.ranks.shape[1] == 1:
        return f"{run.scores.mean():.2f} points"
    return f"{run.won[:, 0].mean():.2%}"


def here(array: Any) -> Any:
    return array.get() if hasattr(array, "get") else array


def digest(arrays: Any) -> str:
    told = hashlib.sha256()
    for each in arrays:
        told.update(np.ascontiguousarray(each).tobytes())
    return told.hexdigest()


def wanted(only: list[str]) -> Iterator[tuple[str, Game, Box]]:
    for box_id, (game, box) in boxes().items():
        if not only or box_id in only:
            yield box_id, game, box


# Preparing


def prepare(folder: Path, only: list[str]) -> None:
    """Make the PTX, play the games that are compared."""
    folder.mkdir(parents=True, exist_ok=True)
    for box_id, game, box in wanted(only):
        began = time.perf_counter()
        with compiling_alone():
            brains = ["brain", contest(game, box)] if game.has_brain else []
            for policy in (*game.all_policies, *brains):
                player_of(game, box, policy).begin(0, 1, with_states=False)
            batch = Batch(game, 1, options=box.options, masks=True, device="cuda")
            batch.afterstates()
            for policy in ("random", *["brain"] * game.has_brain):
                batch.choose(policy)
        print(f"{box_id}: compiled in {time.perf_counter() - began:.0f} s", flush=True)
        noted = {policy: games_of(game, box, policy, "cpu") for policy in game.all_policies}
        noted["batch"] = course_of(game, box, "cpu")
        if game.has_brain:
            np.savez_compressed(folder / f"{box_id}.npz", **brains_choose(game, box))
            noted["brain"] = wins_of_brain(game, box, "cpu")
        (folder / f"{box_id}.json").write_text(json.dumps(noted))
        print(f"{box_id}: played after {time.perf_counter() - began:.0f} s", flush=True)


@contextmanager
def compiling_alone() -> Iterator[None]:
    """Stand in for a GPU: what is launched is compiled for one, and that is all."""

    def run(self: cuda.Launcher, _: int, *arguments: Any, **_how: Any) -> None:
        self.text(tuple(map(cuda.kind_of, arguments)), Target())

    with (
        patch.object(cuda, "arrays", Numbers),
        patch.object(cuda.Launcher, "run", run),
        patch.object(cuda, "most_threads", lambda: 1),
    ):
        yield


class Numbers:
    """NumPy in CuPy's place."""

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)

    class cuda:  # noqa: N801
        @staticmethod
        def Stream(**_: Any) -> Any:  # noqa: N802
            return nullcontext()


# Measuring


def player_of(game: Game, box: Box, policy: str | list[str]) -> cuda.Player:
    """Who plays games of this kind on the GPU."""
    values = game.chosen(box.options)
    players = seated(game, policy, values)
    return cuda.Player(
        without_lists(game, players), openings(game, values), len(players), 1,
        weights_of(players), game.is_in_step,
    )  # fmt: skip


def rates(game: Game, box: Box, policy: str, n: int) -> str:
    """Decisions a second, played and left there, and with results fetched; the best of three."""
    player = player_of(game, box, policy)
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


def lines(folder: Path, only: list[str]) -> Iterator[str]:
    """The report, as it is made."""
    name = cuda.arrays().cuda.runtime.getDeviceProperties(0)["name"].decode()
    noted = {each: json.loads((folder / f"{each}.json").read_text()) for each, *_ in wanted(only)}
    yield f"# Games on one {name}, {time.strftime('%Y-%m-%d')}\n"
    yield "| box | policy | decisions/s | with results fetched | same to the byte |"
    yield "|---|---|---|---|---|"
    for box_id, game, box in wanted(only):
        n = GAMES.get(box_id, OTHERS)
        for policy in game.all_policies:
            games = n if policy == "random" else n // 16
            made = tried(lambda g=game, b=box, p=policy, k=games: rates(g, b, p, k))
            same = tried(lambda g=game, b=box, p=policy: games_of(g, b, p, "cuda"))
            yield f"| {box_id} | {policy} | {made} | {verdict(same, noted[box_id][policy])} |"
    yield "\n| batch of | steps/s with masks and traits | same to the byte |\n|---|---|---|"
    for box_id, game, box in wanted(only):
        made = tried(lambda g=game, b=box: f"{batch_rate(g, b):.3g}")
        same = tried(lambda g=game, b=box: course_of(g, b, "cuda"))
        yield f"| {box_id} | {made} | {verdict(same, noted[box_id]['batch'])} |"
    yield "\n| brains of | decisions/s | with results fetched | same choice | wins; here |"
    yield "|---|---|---|---|---|"
    for box_id, game, box in wanted(only):
        if game.has_brain:
            chosen = np.load(folder / f"{box_id}.npz")
            same = tried(lambda g=game, b=box, c=chosen: brains_alike(g, b, **c))
            made = tried(lambda g=game, b=box: rates(g, b, "brain", BRAINS))
            wins = tried(lambda g=game, b=box: wins_of_brain(g, b, "cuda"))
            yield f"| {box_id} | {made} | {same} | {wins}; {noted[box_id]['brain']} |"
    yield "\n| pgx | steps/s |\n|---|---|"
    for peer in ("backgammon", "2048"):
        yield f"| {peer} | {tried(lambda p=peer: f'{peer_rate(p):.3g}')} |"


def verdict(found: str, expected: str) -> str:
    return "yes" if found == expected else found if found.startswith("failed") else "**no**"


def measure(folder: Path, results: Path, only: list[str]) -> None:
    """Play on the GPU, compare, write the report."""
    with results.open("w", encoding="utf-8") as file:
        for line in lines(folder, only):
            print(line, flush=True)
            print(line, file=file, flush=True)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("what", choices=["prepare", "measure"])
    asked.add_argument("folder", type=Path)
    asked.add_argument("results", type=Path, nargs="?", default=Path("results.md"))
    asked.add_argument("--only", action="append", default=[], help="a box; may be given again")
    given = asked.parse_args()
    os.environ["LUDOTHEQUE_CACHE"] = str(given.folder / "compiled")
    if given.what == "prepare":
        prepare(given.folder, given.only)
    else:
        measure(given.folder, given.results, given.only)


if __name__ == "__main__":
    np.seterr(over="ignore")
    main()
