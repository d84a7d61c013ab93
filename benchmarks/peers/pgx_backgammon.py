"""Random games of pgx's backgammon: a batch of games stepped inside one compiled loop.

A move is one checker moved by one die; where no checker can move, the player's no-op is a
pass. Finished games start again at once. Prints one line of JSON; CPU seconds of all threads
of this process, start and compilation left out. Argument: SECONDS.
"""

import json
import sys
import time
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import act_randomly, auto_reset

BATCH = 256  # on CPUs the best of 64, 256, 1024 and 4096 a CPU second, within the noise
STEPS = 100  # of the whole batch in one call
WARM_UP = 3  # calls before measuring, more than one game's length: games no longer in step
DICE = 6  # action = 6 · source + die, and source 0 is the no-op
COUNTS = ("games", "rolls", "passes", "choices")

env = pgx.make("backgammon")
step = jax.vmap(auto_reset(env.step, env.init))


def advance(carry: Any, _: None) -> tuple[Any, None]:
    """One action in every game of the batch, counted."""
    before, key, counts = carry
    key, choice_key, step_key = jax.random.split(key, 3)
    mask = before.legal_action_mask
    action = act_randomly(choice_key, mask)
    after = step(before, action, jax.random.split(step_key, BATCH))
    is_over = after.terminated | after.truncated
    is_pass = action // DICE == 0
    has_rolled = is_over | (after.current_player != before.current_player)
    has_choice = ~is_pass & (mask.sum(axis=1) > 1)
    counts += jnp.stack([is_over, has_rolled, is_pass, has_choice]).sum(axis=1, dtype=jnp.int32)
    return (after, key, counts), None


@jax.jit
def advance_many(states: Any, key: Any) -> tuple[Any, Any, Any]:
    """STEPS actions in every game of the batch; the states, the next key, and the counts."""
    carry = (states, key, jnp.zeros(len(COUNTS), jnp.int32))
    return jax.lax.scan(advance, carry, None, length=STEPS)[0]  # type: ignore[no-any-return]


def main(seconds: float) -> None:
    key = jax.random.PRNGKey(time.time_ns() % 2**31)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH))
    for _ in range(WARM_UP):
        states, key, counts = advance_many(states, key)
    counts.block_until_ready()
    tally = dict.fromkeys(("games", "rolls", "moves", "passes", "choices"), 0)
    start = time.process_time()
    while time.process_time() - start < seconds:
        states, key, counts = advance_many(states, key)
        tally["moves"] += BATCH * STEPS
        for name, count in zip(COUNTS, counts.tolist(), strict=True):
            tally[name] += count
    cpu_s = time.process_time() - start
    print(json.dumps({"name": "pgx backgammon", **tally, "cpu_s": cpu_s}))


if __name__ == "__main__":
    main(float(sys.argv[1]))
