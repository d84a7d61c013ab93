"""How a game ended: one sentence, what it means to whoever looks, and the places."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from ludotheque.core.contract import State
from ludotheque.core.game import Game
from ludotheque.core.texts import Translate, listed, translator
from ludotheque.core.winners import is_shared, winners
from ludotheque.table.errors import LOCALE


class Finished(NamedTuple):
    """A game that is over, and through whose eyes it is told."""

    game: Game
    options: dict[str, Any]
    state: State
    reason: str
    ranks: tuple[int, ...]
    viewer: int | None = None  # a seat; None: somebody who has none


# Won or lost in the viewer's eyes, alone or with others; shared; somebody else's, for an onlooker;
# judged by nobody; given up by all.
Mood = Literal["won", "lost", "drawn", "watched", "over", "stopped"]


class Place(NamedTuple):
    """A step of the podium."""

    number: int  # from 1
    seats: tuple[int, ...]  # several where they are level, or partners


def mood(finished: Finished) -> Mood:
    """What the ending means to the viewer."""
    game, ranks, viewer = finished.game, finished.ranks, finished.viewer
    if finished.reason == "abandoned":
        return "stopped"
    if len(ranks) == 1:
        success = game.has_succeeded(finished.state)
        return "over" if success is None else "won" if success else "lost"
    if finished.reason == "drawn" or is_shared(ranks, game.sides(finished.options)):
        return "drawn"
    if viewer is None:
        return "watched"
    return "won" if viewer in winners(ranks) else "lost"


def places(finished: Finished) -> list[Place]:
    """The places of a game, the first first; partners have one together, and the next is next."""
    sides = finished.game.sides(finished.options)
    found: dict[int, list[int]] = {}
    for seat, rank in enumerate(finished.ranks):
        found.setdefault(rank, []).append(seat)
    are_couples = len(set(sides)) < len(sides)
    return [
        Place(number if are_couples else rank, tuple(found[rank]))
        for number, rank in enumerate(sorted(found), 1)
    ]


def ending(finished: Finished, names: Sequence[str], language: str = "fr") -> str:
    """The sentence; ``names`` are the seats'."""
    _ = translator(LOCALE, language)
    if finished.reason == "abandoned":
        return _("La table a été abandonnée.")
    if len(names) == 1:
        return finished.game.verdict(finished.state, language) or _("La partie est finie.")
    if finished.reason == "drawn":
        return _("Égalité, d'un commun accord.")
    first = winners(finished.ranks)
    others = listed([names[seat] for seat in first if seat != finished.viewer], _)
    is_mine = finished.viewer in first
    if is_shared(finished.ranks, finished.game.sides(finished.options)):
        return _shared(is_mine, others, _)
    if is_mine:
        return (
            _("Vous avez gagné avec {names} !").format(names=others)
            if others
            else (_("Vous avez gagné !"))
        )
    told = _("{names} ont gagné.") if len(first) > 1 else _("{names} a gagné.")
    return told.format(names=others)


def _shared(is_mine: bool, others: str, _: Translate) -> str:
    """MA-7: nobody has won where several sides are first."""
    if is_mine:
        return _("Égalité : vous partagez la première place avec {names}.").format(names=others)
    return _("Égalité : {names} se partagent la première place.").format(names=others)
