"""Bots: players made from a game's policies and from search, at levels people can choose."""

from ludotheque.bots.bot import Bot, bot
from ludotheque.bots.levels import LEVELS, STANDBY, Level, UnknownLevel, bot_name, label, level
from ludotheque.bots.pool import Thinkers
from ludotheque.bots.readiness import warm_policies, warm_search

__all__ = [
    "LEVELS",
    "STANDBY",
    "Bot",
    "Level",
    "Thinkers",
    "UnknownLevel",
    "bot",
    "bot_name",
    "label",
    "level",
    "warm_policies",
    "warm_search",
]
