"""Bots: players made from a game's policies and from search, at levels people can choose."""

from ludotheque.bots.arena import Standing, duel
from ludotheque.bots.bot import Bot, bot
from ludotheque.bots.levels import LEVELS, STANDBY, Level, UnknownLevel, bot_name, label, level
from ludotheque.bots.pool import Thinkers
from ludotheque.bots.rollouts import warm_search
from ludotheque.bots.rules import ONLOOKER, Look, Rules, rules_of

__all__ = [
    "LEVELS",
    "ONLOOKER",
    "STANDBY",
    "Bot",
    "Level",
    "Look",
    "Rules",
    "Standing",
    "Thinkers",
    "UnknownLevel",
    "bot",
    "bot_name",
    "duel",
    "label",
    "level",
    "rules_of",
    "warm_search",
]
