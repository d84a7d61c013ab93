"""A card in words: the same lines for the page, the terminal and the printer."""

from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from ludotheque.core.cards.card import Card, card_of
from ludotheque.core.cards.likeness import similar
from ludotheque.core.game import Box, Game
from ludotheque.core.texts import Translate, translator, typeset

LOCALE = Path(__file__).parents[1] / "locale"


class Line(NamedTuple):
    """Something a card tells, under the name it has there."""

    key: str  # what it is, in no language
    label: str
    text: str


class Scale(NamedTuple):
    """So many dots of DOTS."""

    key: str
    label: str
    dots: int


class Told(NamedTuple):
    """A card in a language."""

    title: str
    summary: str
    facts: list[Line]  # players, age, minutes: a word or two each
    scales: list[Scale]  # luck and skill
    lines: list[Line]


def told(game: Game, box: Box, language: str = "fr") -> Told | None:
    """The card of a box in a language; None where it has none."""
    card = card_of(game, box)
    if card is None:
        return None
    own, _ = game.translate(language), translator(LOCALE, language)
    lines = [
        *_credits(card, own, _),
        Line("contents", _("Dans la boîte"), ", ".join(map(own, card.contents))),
        Line("feel", _("À jouer"), own(card.feel)),
        Line("history", _("Histoire"), own(card.history)),
        Line("measured", _("Mesures"), _odds(card, _)),
        Line("kinds", _("Genre"), ", ".join(map(own, card.kinds))),
        *_neighbours(game, box, language, _),
    ]
    return Told(
        own(box.title),
        typeset(own(box.summary), language),
        _facts(game, card, _),
        _scales(card, _),
        [line._replace(text=typeset(_sentence(line.text), language)) for line in lines],
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].removesuffix(".") + "."


def _facts(game: Game, card: Card, _: Translate) -> list[Line]:
    few, many = players(game)
    least, most = sorted(card.minutes)
    return [
        Line("players", _("Joueurs"), _range(few, many, _)),
        Line("age", _("Âge"), _("dès {years} ans").format(years=card.age)),
        Line("minutes", _("Durée"), _("{minutes} min").format(minutes=_range(least, most, _))),
    ]


def _scales(card: Card, _: Translate) -> list[Scale]:
    luck, skill = card.measured.dots
    return [Scale("luck", _("Hasard"), luck), Scale("skill", _("Réflexion"), skill)]


def players(game: Game) -> tuple[int, int]:
    """For how few and how many it is."""
    seats = game.seat_counts
    return seats[0], seats[-1]


def _range(few: int, many: int, _: Translate) -> str:
    return str(few) if few == many else _("{few} à {many}").format(few=few, many=many)


def _credits(card: Card, own: Translate, _: Translate) -> list[Line]:
    labels = {
        "origin": _("Origine"),
        "author": _("Auteur"),
        "illustrator": _("Illustration"),
        "translator": _("Traduction"),
        "publisher": _("Publié par"),
        "thanks": _("Merci à"),
    }
    credits = card.credits
    return [Line(role, labels[role], own(credits[role])) for role in labels if role in credits]


def _odds(card: Card, _: Translate) -> str:
    """How luck and skill were measured, and how long a game takes, with the day it was done."""
    measured = card.measured
    text = _(
        "Prises ici le {date} sur des parties simulées, la durée comprise. En duel, notre meilleur"
        " joueur en gagne {absent} sur 100 contre son jumeau distrait, qui joue un coup sur quatre"
        " au hasard, et {random} contre qui ne joue qu'au hasard (50 : pure chance)."
    ).format(
        date=_date(measured.on, _),
        absent=_in_hundred(measured.over_absent),
        random=_in_hundred(measured.over_random),
    )
    if card.announced is None:
        return text
    return f"{text} {_('Durée annoncée : {minutes} min.').format(minutes=card.announced)}"


def _in_hundred(share: float) -> int:
    """A share in whole games of a hundred; all of them only where none was lost."""
    return round(100 * share) if share == 1 else min(99, round(100 * share))


def _date(day: date, _: Translate) -> str:
    numbers = {"year": f"{day.year}", "month": f"{day.month:02}", "day": f"{day.day:02}"}
    return _("{day}/{month}/{year}").format(**numbers)


def _neighbours(game: Game, box: Box, language: str, _: Translate) -> list[Line]:
    titles = [each.game.translate(language)(each.box.title) for each in similar(game, box)]
    return [Line("similar", _("Sur la même étagère"), ", ".join(titles))] if titles else []


def data(game: Game, box: Box, language: str = "fr") -> dict[str, Any]:
    """Everything the shelf knows of a box, as plain data; ``card`` is None where it has none."""
    own, card = game.translate(language), card_of(game, box)
    return {
        "id": box.id,
        "game": game.id,
        "title": own(box.title),
        "summary": own(box.summary),
        "players": list(players(game)),
        "options": {
            option.name: box.options.get(option.name, option.default) for option in game.options
        },
        "policies": list(game.all_policies),
        "card": card and _card_data(game, box, card, own),
    }


def _card_data(game: Game, box: Box, card: Card, own: Translate) -> dict[str, Any]:
    measured = {**vars(card.measured), "on": card.measured.on.isoformat()}
    return {
        "age": card.age,
        "minutes": list(card.minutes),
        "announced": card.announced,
        "luck": round(card.measured.luck, 3),
        "skill": round(1 - card.measured.luck, 3),
        "credits": {role: own(text) for role, text in card.credits.items()},
        "contents": [own(each) for each in card.contents],
        "feel": own(card.feel),
        "history": own(card.history),
        "kinds": [own(each) for each in card.kinds],
        "similar": [each.box.id for each in similar(game, box)],
        "measured": measured,
    }
