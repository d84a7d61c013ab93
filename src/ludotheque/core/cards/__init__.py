"""A card for every box, as a toy library keeps them: who made it, for whom, how long, how it feels.

A game's folder may hold ``cards.toml``, a table for each of its boxes (:mod:`.card` has the
format). The same card is read on the game's page, on the command line and, drawn on a sheet of
A6, on paper. A game without cards misses nothing else.
"""

from ludotheque.core.cards.card import DOTS, Card, Measured, card_of
from ludotheque.core.cards.files import KINDS, can_print, card_file
from ludotheque.core.cards.likeness import similar
from ludotheque.core.cards.measuring import GAMES, measure, toml
from ludotheque.core.cards.telling import Told, data, told

__all__ = [
    "DOTS",
    "GAMES",
    "KINDS",
    "Card",
    "Measured",
    "Told",
    "can_print",
    "card_file",
    "card_of",
    "data",
    "measure",
    "similar",
    "told",
    "toml",
]
