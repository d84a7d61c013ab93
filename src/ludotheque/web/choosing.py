"""Choosing a game's options: what a form offers, the house's own documents among it, with pictures.

A form names a document by its id; what a table is opened with is its whole text.
"""

import asyncio
import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ludotheque.core.drawing import Scene, standalone
from ludotheque.core.errors import ChoicesDisagree
from ludotheque.core.game import Box, Game, Option
from ludotheque.core.texts import Translate
from ludotheque.house.library import Document
from ludotheque.web.house import House
from ludotheque.web.languages import typeset, words

PREFIX = "option."


class Offer(NamedTuple):
    """A document that can be chosen."""

    value: str  # what a form says: a name of the game's own, or an id
    title: str
    picture: str  # its address


async def choices(house: House, game: Game, box: Box, language: str) -> list[dict[str, Any]]:
    """What a form asks for each option that the box leaves open."""
    kept = await asyncio.to_thread(house.library.all, game.id)
    translate, _ = game.translate(language), words(language)
    return [
        {
            "name": f"{PREFIX}{option.name}",
            "label": translate(option.label),
            "values": [(value_of(each), _named(each, _)) for each in option.values],
            "offers": offers(game, option, kept, language),
            "default": value_of(option.default),
            "help": typeset(translate(option.modality), language),
        }
        for option in game.options
        if option.name not in box.options and (option.values or option.documents)
    ]


async def on_paper(house: House, game: Game, box: Box, language: str) -> dict[str, Any] | None:
    """What a game's page offers to those who play on paper; None: nothing."""
    if game.printing is None and game.keeper is None:
        return None
    found = await choices(house, game, box, language)
    return {
        "is_printed": game.printing is not None,
        "is_counted": game.keeper is not None,
        "options": [each for each in found if each["offers"]],
    }


def value_of(value: Any) -> str:
    """A value as a form writes it."""
    return "" if value is None else str(value).lower()


def _named(value: Any, _: Translate) -> str:
    texts = {True: _("oui"), False: _("non")}
    return texts[value] if isinstance(value, bool) else str(value)


def offers(game: Game, option: Option, kept: Iterable[Document], language: str) -> list[Offer]:
    """The documents that an option can be: the game's own, then the house's."""
    if option.documents is None:
        return []
    takes, translate = option.documents, game.translate(language)
    own = [
        (name, translate(takes.load(name).name or name), text) for name, text in takes.own.items()
    ]
    more = [(each.id, each.title, each.text) for each in kept if each.option == option.name]
    return [
        Offer(value, title, picture_url(game.id, option.name, value, text, language))
        for value, title, text in (*own, *more)
    ]


def picture_url(game: str, option: str, value: str, text: str, language: str) -> str:
    """Where the picture of a document lies; the address changes with it."""
    digest = hashlib.sha256(text.encode()).hexdigest()[:10]
    return f"/games/{game}/{option}/{value}.{language}.svg?{digest}"


async def chosen(
    house: House, game: Game, box: Box, form: Mapping[str, Any], _: Translate
) -> dict[str, Any]:
    """The options that a form asks for, each document whole; BadOption says what is wrong."""
    given = {
        key.removeprefix(PREFIX): str(value)
        for key, value in form.items()
        if key.startswith(PREFIX)
    }
    for option in game.options:
        if option.documents is not None and option.name in given:
            value = given[option.name]
            found = await text_of(house, game.id, option, value)
            if found is None:
                gone = _("Ce choix n'est plus dans la maison : prenez-en un autre.")
                raise ChoicesDisagree(gone, gone)
            given[option.name] = value if value in option.documents.own else found
    return game.chosen({**box.options, **given})


async def text_of(house: House, game: str, option: Option, value: str) -> str | None:
    """A document of the game's or of the house's, by what a form calls it."""
    assert option.documents is not None
    if value in option.documents.own:
        return option.documents.own[value]
    kept = await asyncio.to_thread(house.library.find, value)
    is_its = kept is not None and (kept.game, kept.option) == (game, option.name)
    return kept.text if kept and is_its else None


def named(game: Game, options: Mapping[str, Any], language: str) -> list[str]:
    """The titles of the documents that a game is played with, where they are not the usual ones."""
    return [
        option.documents.load(options[option.name]).name or game.translate(language)(option.label)
        for option in game.options
        if option.documents and options.get(option.name, option.default) != option.default
    ]


def drawn(game: Game, option: str, text: str, language: str) -> bytes:
    """A game that begins with a document: its sheet, where it has one, else its board."""
    state = game.new({option: text})
    svg = (
        game.printing.blank(state, language)
        if game.printing
        else game.draw(state, Scene(language=language))
    )
    return standalone(svg).encode()
