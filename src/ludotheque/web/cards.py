"""A box's card as the game's page shows it."""

from typing import NamedTuple

from ludotheque.core import cards
from ludotheque.core.errors import BadCard
from ludotheque.core.game import Box, Game


class Shown(NamedTuple):
    """A card in a language, with what it leads to."""

    told: cards.Told
    dots: int  # that luck and skill share
    similar: list[tuple[str, str]]  # address and title
    files: dict[str, str]  # where it can be had, by kind


def shown(shelf_game: Game, its_box: Box, language: str) -> Shown | None:
    """The card of a box; None where it has none, or one that only its maker can mend."""
    try:
        told = cards.told(shelf_game, its_box, language)
    except BadCard:
        return None
    if told is None:
        return None
    alike = [
        (f"/games/{each.box.id}", each.game.translate(language)(each.box.title))
        for each in cards.similar(shelf_game, its_box)
    ]
    kinds = [kind for kind in cards.KINDS if kind != "pdf" or cards.can_print()]
    files = {kind: f"/games/{its_box.id}/card.{language}.{kind}" for kind in kinds}
    return Shown(told, cards.DOTS, alike, files)
