"""Bots: players made from a game's policies and from search, at levels people can choose."""

from ludotheque.bots.arena import Standing, duel
from ludotheque.bots.bot import Bot, bot
from ludotheque.bots.levels import LEVELS, STANDBY, Level, UnknownLevel, bot_name, label, level
from ludotheque.bots.pool import Thinkers
from ludotheque.bots.rollouts import warm_search
from ludotheque.bots.strength import strongest, warm_policies, weakest

__all__ = [
    "LEVELS",
    "STANDBY",
    "Bot",
    "Level",
    "Standing",
    "Thinkers",
    "UnknownLevel",
    "bot",
    "bot_name",
    "duel",
    "label",
    "level",
    "strongest",
    "warm_policies",
    "warm_search",
    "weakest",
]
