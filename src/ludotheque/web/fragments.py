"""A table as parts of a page: what a viewer sees, drawn and said in her language.

The page holds one element for each part, under the part's name as its id; a browser that
gets new parts puts them in the old ones' place.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import Environment, Template
from markupsafe import Markup, escape

from ludotheque.bots import label as bot_label
from ludotheque.core.drawing import Scene
from ludotheque.core.game import Game
from ludotheque.core.step import Step
from ludotheque.core.texts import Translate
from ludotheque.house.stakes.winnings import Won
from ludotheque.table import Told, View, former, tell
from ludotheque.web.languages import typeset, words

WRITTEN = ("status", "seats", "controls", "invite")  # parts that have a template, beside the log
LOG_LINES = 60  # of a whole log; a browser keeps as many
_BETWEEN = "\0"  # two parts that are rendered together; no name holds it


@dataclass(frozen=True)
class Line:
    """One sentence of the log."""

    number: int
    told_at: int
    text: str
    kind: str  # its CSS class: "board", "people"

    @property
    def html(self) -> str:
        """The sentence as an item of the list."""
        return f'<li class="{self.kind}" data-line="{self.number}">{escape(self.text)}</li>'


class Log:
    """Puts what somebody is told of a table into words, and lets go of it.

    It holds for one pair of eyes and for the names there are: :meth:`continues` says so.
    """

    def __init__(self, view: View, language: str):
        self.game = view.game
        self.viewer = view.viewer
        self.language = language
        self.names = seat_names(view, language)
        self.last: Step | None = None  # what happened last on the board
        self._last = 0

    def continues(self, view: View) -> bool:
        """Whether what was said still holds."""
        return view.viewer == self.viewer and self.names == seat_names(view, self.language)

    def take(self, told: list[Told]) -> list[Line]:
        """The sentences about some events."""
        names = dict(enumerate(self.names))
        lines = []
        for each in told:
            kind = "people" if each.step is None else "board"
            for text in tell(self.game, each, names, self.language):
                lines.append(Line(each.number, each.told_at, typeset(text, self.language), kind))
            if each.step is not None and each.number > self._last:
                self.last, self._last = each.step, each.number
        return lines


def picture(view: View, last: Step | None, language: str) -> str:
    """The whole board, for the first page; styled by the game's own stylesheet."""
    return view.game.draw(view.state, scene_of(view, last, language), styled=False)


def scene_of(view: View, last: Step | None, language: str) -> Scene:
    """What the drawing shows beside the state."""
    moves = {action: text for text, action in view.moves.items()}
    return Scene(view.viewer, moves, last, names_of(view, language), language)


def pieces(view: View, last: Step | None, language: str) -> str:
    """The layer that changes."""
    layer = view.game.drawing.pieces_layer(view.state, scene_of(view, last, language))
    return f'<g id="pieces">{layer}</g>'


def parts(
    templates: Environment, view: View, log: Log, invitation: str, won: Mapping[int, Won]
) -> dict[str, str]:
    """The parts of the page as HTML, but for the log.

    ``invitation`` sits people down; ``won`` is what each seat took home from a staked game.
    """
    values = context(view, log) | {"invitation": invitation, "won": won}
    written = _written(templates).render(values).split(_BETWEEN)
    html = dict(zip(WRITTEN, written, strict=True))
    return html | {"pieces": pieces(view, log.last, log.language)}


@cache
def _written(templates: Environment) -> Template:
    """All templates of parts in one: rendering one costs less."""
    loader = templates.loader
    assert loader is not None
    sources = (loader.get_source(templates, f"parts/{name}.html")[0] for name in WRITTEN)
    return templates.from_string(_BETWEEN.join(sources))


def log_part(templates: Environment, lines: list[Line], language: str) -> str:
    """The last part: the log as a whole."""
    items = Markup("\n  ").join(Markup(line.html) for line in lines[-LOG_LINES:])
    return templates.get_template("parts/log.html").render(_=words(language), lines=items)


def context(view: View, log: Log) -> dict[str, Any]:
    """What the templates of the parts are given."""
    language = log.language
    translate = _translate(view.game, language)
    state = view.state
    seat = view.viewer if view.viewer is not None else 0
    ranks, scores = _standing(view)
    return {
        "_": words(language),
        "view": view,
        "me": view.viewer,
        "seat_names": log.names,
        "scores": scores,
        "moves": [
            (text, typeset(view.game.words.label(state, seat, action, translate), language))
            for text, action in view.moves.items()
        ],
        "bot_level": lambda id: _bot_level(id, language),
        "turn": turn_text(view, log.names, language),
        "chance": view.game.chance_label(state, language) if view.may_roll else None,
        "is_mine": bool(view.moves) or (view.may_roll and view.roller is not None),
        "acting": view.waiting if view.roller is None else (view.roller,),
        "standing": sorted(zip(ranks, range(len(ranks)), scores, strict=True)),
    }


def _standing(view: View) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Ranks and scores, by the compiled rules where they are ready."""
    engine = view.game.engine
    return engine.standing(engine.board(view.state), len(view.seats))


@cache
def _bot_level(id: str, language: str) -> str:
    return bot_label(id, language)


@cache
def _translate(game: Game, language: str) -> Translate:
    return game.translate(language)


def names_of(view: View, language: str) -> dict[int, str]:
    """The names of those at the table, forgotten ones included."""
    return {seat: name or former(language) for seat, name in view.names.items()}


def seat_names(view: View, language: str) -> list[str]:
    """The seats' names: their players', else the game's own."""
    translate, names = _translate(view.game, language), names_of(view, language)
    name, state = view.game.words.seat_name, view.state
    return [name(state, each.seat, names, translate) for each in view.seats]


def turn_text(view: View, names: list[str], language: str) -> str:
    """Whose turn it is, or how it ended, in one sentence."""
    _ = words(language)
    if view.phase == "open":
        return _("On attend des joueurs")
    if view.phase == "over":
        return _ending(view, names, language)
    if view.may_roll and view.roller is not None:
        has_dice = view.game.chance_label(view.state, language) is None
        return _("À vous de lancer !") if has_dice else _("À vous de jouer !")
    if view.moves:
        return _("À vous de jouer !")
    expected = view.waiting if view.roller is None else (view.roller,)
    if not expected:
        return _("Les dés vont rouler…")
    return _("Au tour de {name}").format(name=", ".join(names[seat] for seat in expected))


def _ending(view: View, names: list[str], language: str) -> str:
    _ = words(language)
    ended = view.ended
    assert ended is not None
    if ended.reason == "abandoned":
        return _("La table a été abandonnée.")
    if ended.reason == "drawn":
        return _("Partie nulle, d'un commun accord.")
    winners = [seat for seat, rank in enumerate(ended.ranks) if rank == 1]
    if view.viewer in winners:
        return _("Vous avez gagné !")
    return _("{name} a gagné.").format(name=", ".join(names[seat] for seat in winners))
