"""Ludothèque: an open house of board games, to play and to study.

>>> import ludotheque
>>> ludotheque.game("ludo").title
'Ludo'
"""

from typing import TYPE_CHECKING, Any

from ludotheque.core.batch import Afterstates, Batch
from ludotheque.core.check import check_game
from ludotheque.core.compile import interpreted
from ludotheque.core.discovery import game, games
from ludotheque.core.drawing import Scene
from ludotheque.core.errors import LudothequeError
from ludotheque.core.game import Box, Game, Option
from ludotheque.core.match import Match
from ludotheque.core.policies import Weighted
from ludotheque.core.scenario import run_scenarios
from ludotheque.core.simulate import Simulation, simulate
from ludotheque.core.step import Step

if TYPE_CHECKING:
    from ludotheque import research as research

__all__ = [
    "Afterstates",
    "Batch",
    "Box",
    "Game",
    "LudothequeError",
    "Match",
    "Option",
    "Scene",
    "Simulation",
    "Step",
    "Weighted",
    "check_game",
    "game",
    "games",
    "interpreted",
    "run_scenarios",
    "simulate",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """``ludotheque.research``, once somebody asks for it: playing needs less."""
    if name != "research":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return import_module("ludotheque.research")
