"""Bots: players made from a game's policies and from search, at levels people can choose."""

from ludotheque.bots.bot import Bot, bot
from ludotheque.bots.cast import (
    CAST,
    Character,
    bot_name,
    character,
    temper_at,
    temper_label,
    temper_of,
)
from ludotheque.bots.levels import LEVELS, STANDBY, Level, UnknownLevel, label, level, warmth_of
from ludotheque.bots.pool import Thinkers, share_of
from ludotheque.bots.ratings import Ladder, Row, Rung, ladders_of, ratings_at
from ludotheque.bots.readiness import warm_policies, warm_search

__all__ = [
    "CAST",
    "LEVELS",
    "STANDBY",
    "Bot",
    "Character",
    "Ladder",
    "Level",
    "Row",
    "Rung",
    "Thinkers",
    "UnknownLevel",
    "bot",
    "bot_name",
    "character",
    "label",
    "ladders_of",
    "level",
    "ratings_at",
    "share_of",
    "temper_at",
    "temper_label",
    "temper_of",
    "warm_policies",
    "warm_search",
    "warmth_of",
]
