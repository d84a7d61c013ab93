"""Experiments on any game of the shelf: tournaments, games as arrays to learn from, exact regret.

Everything here runs the rules that people play by, through the kernels of each game. Beside it
lie adapters, one file a suite that researchers use, imported only when it is used. Nothing here
knows tables, people or pages.
"""

from ludotheque.research.arena import tournament
from ludotheque.research.losses import Regret, regret
from ludotheque.research.players import Player
from ludotheque.research.recorder import trajectories
from ludotheque.research.recordings import Trajectories, load
from ludotheque.research.results import Lead, Standing, Tournament

__all__ = [
    "Lead",
    "Player",
    "Regret",
    "Standing",
    "Tournament",
    "Trajectories",
    "load",
    "regret",
    "tournament",
    "trajectories",
]
