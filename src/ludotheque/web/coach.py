"""The coach of a first game: the tips whose occasion has come for one viewer, in her language."""

from collections.abc import Iterable

from ludotheque.core.coach import due, moments, tips_of
from ludotheque.core.step import Step
from ludotheque.table import View
from ludotheque.web.languages import typeset
from ludotheque.web.log import translate

Tip = tuple[str, str, str]  # its id, what it says, what it speaks of


def tips_for(view: View, steps: Iterable[Step], language: str) -> list[Tip]:
    """What the coach would say to a viewer now, after these steps; nothing to onlookers."""
    tips = tips_of(view.game, view.game.box(view.options))
    if not tips or view.viewer is None or view.phase != "playing":
        return []
    found = due(tips, _asked(view, language), moments(view.game, steps, view.viewer))
    _ = translate(view.game, language)
    return [(each.id, typeset(_(each.says), language), each.at) for each in found]


def _asked(view: View, language: str) -> str:
    """The kind of what is asked of the viewer; empty while others are to act."""
    if not view.moves and not (view.may_roll and view.roller is not None):
        return ""
    asked = view.game.prompt(view.state, view.viewer, list(view.moves.values()), language)
    return asked.kind if asked else ""
