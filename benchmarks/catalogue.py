"""What is measured: one entry a box of the shelf, with its options, its peers and what it aims at.

This is data. How a contestant is run is in :mod:`benchmarks.scratch`, how the numbers are
read in :mod:`benchmarks.report`. A further game is one more :class:`Benchmark`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Peer:
    """A program outside this project: a script of ``peers/`` and what it needs installed."""

    name: str  # as the table shows it
    script: str  # a file of benchmarks/peers/
    packages: tuple[str, ...]  # installed by name in a scratch environment
    arguments: tuple[str, ...] = ()  # after the seconds to measure for


@dataclass(frozen=True)
class Benchmark:
    """One game of the house, random players on every seat, beside its peers."""

    game: str  # a box of the shelf: a game, or one with options settled
    options: Mapping[str, Any]
    peers: tuple[Peer, ...]
    moves_aim: float | None = None  # moves a CPU second, compiled, on one thread
    ratio_aims: Mapping[str, float] = field(default_factory=dict)  # times a peer, by its name
    batch_aims: Mapping[str, float] = field(default_factory=dict)  # the same of a batch


# OpenSpiel's nearest game is Mensch ärgere Dich nicht, maedn(players=4).
MAEDN_PYTHON = Peer(
    "OpenSpiel, Python loop", "openspiel_maedn.py", ("open_spiel",), ("python", "4")
)
MAEDN_NUMPY = Peer("OpenSpiel, NumPy draws", "openspiel_maedn.py", ("open_spiel",), ("numpy", "4"))
MAEDN_CPP = Peer("OpenSpiel, C++ loop", "openspiel_maedn.py", ("open_spiel",), ("cpp", "4"))
LUDOPY = Peer("ludopy", "ludopy_random.py", ("ludopy",))
BACKGAMMON = Peer("pgx backgammon", "pgx_backgammon.py", ("pgx",))

LUDO = Benchmark(
    game="ludo",
    options={"seats": 4},
    peers=(MAEDN_PYTHON, MAEDN_NUMPY, MAEDN_CPP, LUDOPY, BACKGAMMON),
    moves_aim=45e6,
    ratio_aims={MAEDN_PYTHON.name: 100, MAEDN_CPP.name: 8},
    batch_aims={MAEDN_CPP.name: 8},
)

# OpenSpiel's wheel has no parcheesi: the same game stands beside these two.
SUPERLUDO, LUDO_CLASSIQUE = (
    Benchmark(
        game=game,
        options={"seats": 4},
        peers=(MAEDN_PYTHON, MAEDN_CPP),
        moves_aim=aim,
    )
    for game, aim in (("superludo", 25e6), ("ludo-classique", 15e6))
)
ROLLING_VILLAGE = Benchmark("rolling-village", {"seats": 1}, peers=(), moves_aim=20e6)
LUDOVILLE = Benchmark("ludoville", {"seats": 4}, peers=(), moves_aim=6e6)

EVERY = (LUDO, SUPERLUDO, LUDO_CLASSIQUE, ROLLING_VILLAGE, LUDOVILLE)
BENCHMARKS = {benchmark.game: benchmark for benchmark in EVERY}

HOUSE = "house"  # the load of a whole house: benchmarks/house
WORKERS = "workers"  # that of one in several processes

START_AIMS = {"import": 0.5, "cold start": 8.0, "warm start": 1.0}  # CPU seconds, every game
OWN_PACKAGES = ("numpy", "numba", "llvmlite")  # what our own numbers depend on
