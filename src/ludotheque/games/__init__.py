"""The games: one folder each, which exports ``GAME`` and knows no other game.

Python puts this package in the place of the function ``ludotheque.games`` as soon as any game
is imported, so it can be called like it.
"""

import sys
from types import ModuleType

from ludotheque.core import discovery
from ludotheque.core.game import Game


class _Shelf(ModuleType):
    def __call__(self) -> dict[str, Game]:
        return discovery.games()


sys.modules[__name__].__class__ = _Shelf
