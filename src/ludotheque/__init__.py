"""Ludothèque: an open house of board games, to play and to study.

>>> import ludotheque
>>> ludotheque.game("ludo").title
'Ludo'
"""

from ludotheque.core.check import check_game
from ludotheque.core.compile import interpreted
from ludotheque.core.discovery import game, games
from ludotheque.core.drawing import Scene
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Box, Game, Option
from ludotheque.core.match import Match
from ludotheque.core.scenario import run_scenarios
from ludotheque.core.simulate import Simulation, simulate
from ludotheque.core.step import Step

__all__ = [
    "Box",
    "Game",
    "LudothequeError",
    "Match",
    "Option",
    "Scene",
    "Simulation",
    "Step",
    "check_game",
    "game",
    "games",
    "interpreted",
    "run_scenarios",
    "simulate",
]
__version__ = "0.1.0"
