"""A table in sentences: what happened, in the game's own words and in the house's."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from ludotheque.bots import label, temper_at
from ludotheque.core.game import Game
from ludotheque.core.texts import Translate, translator
from ludotheque.table import events as e
from ludotheque.table.errors import LOCALE
from ludotheque.table.view import Told

Names = Mapping[int, str]


def tell(game: Game, told: Told, names: Names, language: str = "fr") -> list[str]:
    """What happened, a sentence each; none for what goes without saying."""
    sentences = [] if told.step is None else game.tell(told.step, names, language)
    if isinstance(told.event, e.Placed):
        return [_placed(game, told.event, language)]
    own = _SENTENCES.get(type(told.event))
    if own is not None:
        sentences += own(told.event, names, translator(LOCALE, language))
    return sentences


def _name(names: Names, seat: int, _: Translate) -> str:
    return names.get(seat) or _("la place {place}").format(place=seat + 1)


def former(language: str) -> str:
    """What a person is called once her name was forgotten."""
    return translator(LOCALE, language)("un ancien joueur")


def called(names: Mapping[int, str | None], language: str) -> dict[int, str]:
    """What those in the seats are called: who bears the same name as another, with her place."""
    known = {seat: name or former(language) for seat, name in names.items()}
    if len({*known.values()}) == len(known):
        return known
    count = Counter(known.values())
    return {
        seat: f"{name} ({seat + 1})" if count[name] > 1 else name for seat, name in known.items()
    }


def _sat(event: e.Sat, _names: Names, _: Translate) -> list[str]:
    name = event.name or _("un ancien joueur")
    return [_("{name} s'assoit à la place {place}.").format(name=name, place=event.seat + 1)]


def _placed(game: Game, event: e.Placed, language: str) -> str:
    _ = translator(LOCALE, language)
    told = _("{name}, un robot ({level}), s'assoit à la place {place}.")
    temper = temper_at(game, event.name, language)
    level = ", ".join(filter(None, [temper, label(event.level, language)]))
    return told.format(name=event.name, level=level, place=event.seat + 1)


def _stood(event: e.Stood, _names: Names, _: Translate) -> list[str]:
    return [_("La place {place} est de nouveau libre.").format(place=event.seat + 1)]


def _began(_event: e.Began, _names: Names, _: Translate) -> list[str]:
    return [_("La partie commence.")]


def _expired(event: e.Expired, names: Names, _: Translate) -> list[str]:
    return [_("Temps écoulé pour {name}.").format(name=_name(names, event.seat, _))]


def _held(event: e.Held, names: Names, _: Translate) -> list[str]:
    told = _("{bot}, un robot, joue à la place de {name}.")
    return [told.format(bot=event.name, name=_name(names, event.seat, _))]


def _reclaimed(event: e.Reclaimed, names: Names, _: Translate) -> list[str]:
    return [_("{name} reprend sa place.").format(name=_name(names, event.seat, _))]


def _draw_offered(event: e.DrawOffered, names: Names, _: Translate) -> list[str]:
    return [_("{name} propose l'égalité.").format(name=_name(names, event.seat, _))]


def _draw_answered(event: e.DrawAnswered, names: Names, _: Translate) -> list[str]:
    told = _("{name} accepte l'égalité.") if event.agrees else _("{name} refuse l'égalité.")
    return [told.format(name=_name(names, event.seat, _))]


def _undo_asked(event: e.UndoAsked, names: Names, _: Translate) -> list[str]:
    return [_("{name} voudrait reprendre son coup.").format(name=_name(names, event.seat, _))]


def _undo_answered(event: e.UndoAnswered, names: Names, _: Translate) -> list[str]:
    told = _("{name} est d'accord.") if event.agrees else _("{name} n'est pas d'accord.")
    return [told.format(name=_name(names, event.seat, _))]


def _undone(event: e.Undone, names: Names, _: Translate) -> list[str]:
    return [_("{name} reprend son coup.").format(name=_name(names, event.seat, _))]


def _emoted(event: e.Emoted, names: Names, _: Translate) -> list[str]:
    told = {
        "hello": _("{name} salue la table."),
        "thanks": _("{name} remercie."),
        "well-played": _("{name} applaudit."),
        "oops": _("{name} fait « oups »."),
        "laugh": _("{name} rit."),
        "cry": _("{name} pleure."),
        "hurry": _("{name} regarde l'horloge."),
        "mock": _("{name} se moque des autres."),
    }
    return [told[event.emote].format(name=_name(names, event.seat, _))]


def _advised(event: e.Advised, names: Names, _: Translate) -> list[str]:
    return [_("{name} demande un conseil.").format(name=_name(names, event.seat, _))]


def _ended(event: e.Ended, _names: Names, _: Translate) -> list[str]:
    if event.reason == "abandoned":
        return [_("La table est abandonnée.")]
    return [_("Partie finie : la graine des dés est publiée.")]


def _rematched(_event: e.Rematched, _names: Names, _: Translate) -> list[str]:
    return [_("Revanche ! La partie continue à une nouvelle table.")]


_SENTENCES: dict[type, Callable[[Any, Names, Translate], list[str]]] = {
    e.Sat: _sat,
    e.Stood: _stood,
    e.Began: _began,
    e.Expired: _expired,
    e.Held: _held,
    e.Reclaimed: _reclaimed,
    e.DrawOffered: _draw_offered,
    e.DrawAnswered: _draw_answered,
    e.UndoAsked: _undo_asked,
    e.UndoAnswered: _undo_answered,
    e.Undone: _undone,
    e.Emoted: _emoted,
    e.Advised: _advised,
    e.Ended: _ended,
    e.Rematched: _rematched,
}
