"""Boxes that are alike: those whose cards share kinds, whatever games they hold."""

from collections.abc import Iterator
from typing import NamedTuple

from ludotheque.core.cards.card import card_of
from ludotheque.core.discovery import boxes
from ludotheque.core.errors import BadCard
from ludotheque.core.game import Box, Game

_LEAST = 2  # kinds in common; dice alone are nothing in common
_MOST = 3  # boxes


class Alike(NamedTuple):
    """A box that is like another, and in what."""

    game: Game
    box: Box
    kinds: tuple[str, ...]  # French, those they share


def similar(game: Game, box: Box) -> list[Alike]:
    """The boxes on the shelf that share most kinds with this one, the nearest first."""
    found = [each for each in _sharing(game, box) if len(each.kinds) >= _LEAST]
    return sorted(found, key=lambda each: -len(each.kinds))[:_MOST]


def _sharing(game: Game, box: Box) -> Iterator[Alike]:
    kinds = _kinds(game, box)
    for other_game, other in boxes().values():
        if other.id != box.id:
            its = _kinds(other_game, other)
            yield Alike(other_game, other, tuple(each for each in kinds if each in its))


def _kinds(game: Game, box: Box) -> tuple[str, ...]:
    """A card's kinds; none where there is no card, or one that is another game's mistake."""
    try:
        card = card_of(game, box)
    except BadCard:
        return ()
    return card.kinds if card is not None else ()
